/**
 * What a repository's own config file says about how to read the repository (gitrepository-layout(5),
 * "GIT REPOSITORY FORMAT VERSIONS"; git-config(1), "extensions.*"). Git reads these variables from
 * the file itself, without its includes.
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import { ConfigValues } from "./config.ts";
import { parseConfigFile } from "./config_file.ts";
import type { RefFormat } from "./layout.ts";
import { readMetadata } from "./metadata_file.ts";
import type { ObjectFormat } from "./object_id.ts";

/** How to read a repository. */
export interface RepositoryFormat {
  readonly objectFormat: ObjectFormat;
  readonly refFormat: RefFormat;
  /** Whether `extensions.partialClone` names a promisor remote. */
  readonly partialClone: boolean;
  /** Whether each worktree has a `config.worktree`. */
  readonly worktreeConfig: boolean;
  /** `core.bare`; `undefined` when unset. */
  readonly bare: boolean | undefined;
  /** `core.worktree`, relative to `$GIT_DIR`; `undefined` when unset. */
  readonly workTree: string | undefined;
}

const MAX_SIZE = 16 << 20;
/** Extensions that old repositories of version 0 may have too. */
const ALWAYS = new Set(["noop", "partialclone", "preciousobjects", "worktreeconfig"]);
const SINCE_VERSION_1 = new Set([
  "compatobjectformat",
  "noop-v1",
  "objectformat",
  "refstorage",
  "relativeworktrees",
  "submodulepathconfig",
]);

/**
 * Reads the format from `config` and, where it applies, `config.worktree`.
 * @throws {PrismError} `unsupported_repository`, `config_invalid`, `unreadable`
 */
export function readRepositoryFormat(gitDir: string, commonDir: string): RepositoryFormat {
  const file = `${commonDir}/config`;
  const common = readValues(file);
  checkVersion(common, file);
  const worktreeConfig = common.bool("extensions.worktreeConfig") ?? false;
  const own = worktreeConfig ? readValues(`${gitDir}/config.worktree`) : new ConfigValues([]);
  // The shared file speaks of the main worktree, unless it is the only one there is.
  const shared = gitDir === commonDir ? common : new ConfigValues([]);
  const format = common.get("extensions.objectFormat") ?? "sha1";
  const storage = common.get("extensions.refStorage") ?? "files";
  if (format !== "sha1" && format !== "sha256") throw refuse(file, "objectFormat", format);
  if (storage !== "files" && storage !== "reftable") throw refuse(file, "refStorage", storage);
  const other = common.get("extensions.compatObjectFormat") ?? "sha1";
  if (other !== "sha1" && other !== "sha256") throw refuse(file, "compatObjectFormat", other);
  return {
    objectFormat: format,
    refFormat: storage,
    partialClone: (common.get("extensions.partialClone") ?? "") !== "",
    worktreeConfig,
    bare: own.bool("core.bare") ?? shared.bool("core.bare"),
    workTree: own.get("core.worktree") ?? shared.get("core.worktree") ?? undefined,
  };
}

function readValues(path: string): ConfigValues {
  const bytes = readMetadata(path, MAX_SIZE);
  if (bytes === null) return new ConfigValues([]);
  return new ConfigValues(
    parseConfigFile(bytes, path).map((entry) => ({ ...entry, origin: path })),
  );
}

function checkVersion(config: ConfigValues, file: string): void {
  const version = config.int("core.repositoryFormatVersion") ?? 0;
  if (version > 1) {
    throw new PrismError(
      "unsupported_repository",
      `"${file}" sets core.repositoryFormatVersion to ${version}, but 1 is the newest known version.`,
      { hint: "This repository needs a newer git-prism." },
    );
  }
  for (const { name } of config.settings) {
    if (!name.startsWith("extensions.")) continue;
    const extension = name.slice("extensions.".length);
    if (ALWAYS.has(extension) || extension.includes(".")) continue;
    const known = SINCE_VERSION_1.has(extension);
    if (version === 1 ? known : !known) continue;
    throw new PrismError(
      "unsupported_repository",
      version === 1
        ? `"${file}" sets extensions.${extension}, which is unknown.`
        : `"${file}" sets extensions.${extension}, which needs core.repositoryFormatVersion 1.`,
      {
        hint: version === 1
          ? "Git itself refuses a repository with an extension that it does not know."
          : "Git itself refuses this repository; set the version to 1 if the extension is meant.",
      },
    );
  }
}

function refuse(file: string, extension: string, value: string): PrismError {
  return new PrismError(
    "unsupported_repository",
    `"${file}" sets extensions.${extension} to "${value}", which is unknown.`,
    { hint: "This repository may need a newer git-prism." },
  );
}
