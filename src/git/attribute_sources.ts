/**
 * Where attributes come from: the system, the user, the directories of a repository, and its own
 * `info/attributes` (gitattributes(5)).
 *
 * @module
 */

import type { Notice } from "../errors.ts";
import type { GitEnvironment, RepositoryLayout } from "./layout.ts";
import { LARGEST_RULE_FILE, readRuleFile, readUserRuleFile } from "./rule_file.ts";

/** The files that hold attributes. */
export interface AttributeSource {
  /** Whether patterns match letters in either case (core.ignoreCase). */
  readonly ignoreCase: boolean;
  /** Files that apply to every path, weaker than those of directories: system, then user. */
  readonly general: readonly Uint8Array[];
  /** `info/attributes`, stronger than all others; `null` when there is none. */
  readonly info: Uint8Array | null;
  /** The `.gitattributes` of a directory (`""` is the root); `null` when there is none. Asked once for each. */
  read(directory: string): Uint8Array | null;
  /** What could not be read so far. */
  readonly notices: readonly Notice[];
}

/** The content of a `.gitattributes` at a path, as the index or a tree has it; `null` when it has none. */
export type AttributeLookup = (path: string) => Uint8Array | null;

/** Attributes of the work tree: files on disk, else those of the index. */
export function worktreeAttributes(
  layout: RepositoryLayout,
  environment: GitEnvironment,
  indexFile: AttributeLookup,
): AttributeSource {
  const { workTree } = layout;
  return sourceOf(layout, environment, (path, notices) => {
    if (workTree === null) return indexFile(path);
    const place = { path: `${workTree}/${path}`, followLink: false, code } as const;
    return readRuleFile(place, notices) ?? indexFile(path);
  });
}

/** Attributes of a tree, for a repository without a work tree. */
export function treeAttributes(
  layout: RepositoryLayout,
  environment: GitEnvironment,
  treeFile: AttributeLookup,
): AttributeSource {
  return sourceOf(layout, environment, treeFile);
}

const code = "attributes_unread";
const FALSE = /^(?:|0|false|no|off)$/i;

function sourceOf(
  { config, commonDir }: RepositoryLayout,
  environment: GitEnvironment,
  lookup: (path: string, notices: Notice[]) => Uint8Array | null,
): AttributeSource {
  const notices: Notice[] = [];
  const outside = (path: string | undefined): Uint8Array | null =>
    path === undefined ? null : readRuleFile({ path, followLink: true, code }, notices);
  const systemOff = !FALSE.test(environment.GIT_ATTR_NOSYSTEM ?? "");
  const windows = Deno.build.os === "windows";
  const system = systemOff || windows ? null : outside("/etc/gitattributes");
  const variable = "core.attributesFile";
  const user = readUserRuleFile(
    { config, variable, name: "attributes", code },
    environment,
    notices,
  );
  return {
    ignoreCase: config.bool("core.ignoreCase") ?? false,
    general: [system, user].filter((bytes) => bytes !== null),
    info: outside(`${commonDir}/info/attributes`),
    read(directory: string): Uint8Array | null {
      const path = directory === "" ? ".gitattributes" : `${directory}/.gitattributes`;
      const bytes = lookup(path, notices);
      if (bytes === null || bytes.length <= LARGEST_RULE_FILE) return bytes;
      const message = `The rules in "${path}" are not applied: it has ${bytes.length} bytes.`;
      notices.push({ code, path, message });
      return null;
    },
    notices,
  };
}
