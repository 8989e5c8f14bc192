/**
 * What changed between two states of a repository?
 *
 * @module
 */

import * as z from "zod/mini";
import { isFormatting } from "../answers/function_entry.ts";
import { manifestSchema } from "../answers/manifest.ts";
import {
  hashOfRows,
  MANIFEST_PAGE_TRIMS,
  MANIFEST_TRIMS,
  manifestPages,
  type ManifestUnit,
  onlyFile,
  toManifestUnits,
  unitJson,
} from "../answers/manifest_page.ts";
import { DEFAULT_BUDGET } from "../answers/shape/budget.ts";
import type { Equal } from "../answers/shape/equal.ts";
import type { Omission } from "../answers/shape/page.ts";
import { parsePathText } from "../answers/shape/path_text.ts";
import { fileFilter } from "../answers/shape/patterns.ts";
import type { CodeChanges } from "../changes/function_analysis.ts";
import { defineOperation } from "./operation.ts";
import { rangeMetadata } from "./range_metadata.ts";
import { parseRange, WORKTREE } from "./range_text.ts";

/** Arguments of {@link changeManifest}. */
export interface ChangeManifestInput {
  /** Revision that the head is compared with, or a range: `main..HEAD`, `main...HEAD`. */
  base_ref: string;
  /** Revision of the other side; absent for index and files on disk. */
  head_ref?: string;
  /** Any folder of the repository. */
  repo_path?: string;
  /** Globs of the files to list; all when empty. */
  include_patterns: string[];
  /** Globs of the files to leave out. */
  exclude_patterns: string[];
  /** Whether changed functions and imports are asked for. */
  include_function_analysis: boolean;
  /** Whether changed types, constants and fields count as functions too; asks for functions as well. */
  include_types: boolean;
  /** Whether functions are left out of which only the layout differs; asks for functions as well. */
  no_formatting: boolean;
  /** Most tokens of the answer; 0 for no limit. */
  max_response_tokens: number;
  /** Cursor of the page; absent for the first one. */
  cursor?: string;
  /** Most files of a page, 1 to 500. */
  page_size: number;
}

const text = z.string().check(z.minLength(1));
const globs = z._default(z.array(z.string()), []);

const input = z.strictObject({
  base_ref: text.check(z.describe("Base revision, or a range A..B or A...B (merge base)")),
  head_ref: z.optional(text).check(z.describe("Head revision; omit for the working tree")),
  repo_path: z.optional(text).check(z.describe("Folder in the repository")),
  include_patterns: globs.check(z.describe("Globs to keep: *.rs, src/**")),
  exclude_patterns: globs.check(z.describe("Globs to leave out")),
  include_function_analysis: z._default(z.boolean(), false)
    .check(z.describe("Changed functions and imports")),
  include_types: z._default(z.boolean(), false)
    .check(z.describe("With types, constants, fields")),
  no_formatting: z._default(z.boolean(), false)
    .check(z.describe("Without changes of layout and comments")),
  max_response_tokens: z._default(z.int().check(z.minimum(0)), DEFAULT_BUDGET)
    .check(z.describe("0 = no limit")),
  cursor: z.optional(z.string())
    .check(z.describe("next_cursor of the page before")),
  page_size: z._default(z.int(), 100).check(z.describe("Files per page, 1-500")),
});

true satisfies Equal<z.infer<typeof input>, ChangeManifestInput>;

/** The operation behind `get_change_manifest` and `git-prism manifest`. */
export const changeManifestOperation = defineOperation({
  name: "get_change_manifest",
  command: "manifest",
  summary: "List what changed between two states, file by file",
  description: "Use instead of `git diff --stat`, `--numstat`, `--name-status` and `git status`: " +
    "changed files with git's line counts, renames, languages, generated and binary files, changed " +
    "dependencies, and on request changed functions and imports.",
  positional: {
    forms: [
      ["A..B, or A B", "Tree of A against tree of B"],
      ["A...B", "Merge base of A and B against B"],
      ["A", "A against index and files on disk"],
      ["(nothing)", "HEAD against index and files on disk"],
    ],
    nothing: { base_ref: "HEAD" },
  },
  effect: "read",
  input,
  output: manifestSchema,
  async run(input: ChangeManifestInput, { workspace, steps }) {
    const keep = fileFilter(input.include_patterns, input.exclude_patterns);
    const range = parseRange(input.base_ref, input.head_ref ?? null);
    await steps.step("opening the repository");
    const repository = await workspace.open(
      input.repo_path === undefined ? null : parsePathText(input.repo_path),
    );
    const reading = await repository.readRange(range, steps);
    const { changeSet, baseSha, headSha, mergeBaseSha } = reading;
    const files = changeSet.files.filter((file) => keep(file.path, file.oldPath));
    const notices = changeSet.notices.filter(({ path }) => path === undefined || keep(path, null));
    const { include_function_analysis, include_types, no_formatting } = input;
    // Whoever says which functions wants functions.
    const read = include_function_analysis || include_types || no_formatting
      ? await reading.codeChanges(files, { includeTypes: include_types })
      : NOTHING;
    const { code, left } = no_formatting ? withoutFormatting(read) : { code: read, left: 0 };

    return {
      kind: "pages",
      items: "files",
      total: files.length,
      scope: {
        baseSha: mergeBaseSha ?? baseSha,
        headSha: headSha ?? WORKTREE,
        changeSet: headSha === null ? hashOfRows(files) : null,
      },
      filters: [
        input.include_patterns,
        input.exclude_patterns,
        include_function_analysis,
        include_types,
        no_formatting,
      ],
      trims: MANIFEST_TRIMS,
      pageTrims: MANIFEST_PAGE_TRIMS,
      unitJson,
      detailCall: (unit: ManifestUnit) => ({
        args: {
          base_ref: input.base_ref,
          ...(input.head_ref === undefined ? {} : { head_ref: input.head_ref }),
          ...onlyFile(unit),
          ...codeArguments(input),
          max_response_tokens: 0,
        },
      }),
      async units(start, count) {
        const page = files.slice(start, start + count);
        const dependencies = await reading.dependencyChanges(page);
        return toManifestUnits(page, files[start - 1]?.path, {
          dependencies,
          notices: [...notices, ...code.notices],
          code: code.files,
        });
      },
      build: manifestPages({
        metadata: rangeMetadata(range, reading, { repository, workspace }),
        files,
        notices: [...notices, ...code.notices],
        omitted: left === 0 ? [] : [leftOut(left)],
        code: code.files,
      }),
    };
  },
});

const NOTHING: CodeChanges = { files: new Map(), notices: [] };

/** The changes without those of layout alone, and how many these are. */
function withoutFormatting({ files, notices }: CodeChanges): { code: CodeChanges; left: number } {
  let left = 0;
  const kept = new Map([...files].map(([file, { functions, imports }]) => {
    const own = functions.filter((change) => !isFormatting(change));
    left += functions.length - own.length;
    return [file, { functions: own, imports }];
  }));
  return { code: { files: kept, notices }, left };
}

function leftOut(count: number): Omission {
  return {
    what: "functions_changed with formatting_only",
    count,
    why: "no_formatting",
    how: "Repeat this call without no_formatting.",
  };
}

/** The arguments that decide what is told of the code, where they are not the usual ones. */
function codeArguments(input: ChangeManifestInput): Record<string, boolean> {
  const { include_function_analysis, include_types, no_formatting } = input;
  return Object.fromEntries(
    Object.entries({ include_function_analysis, include_types, no_formatting })
      .filter(([, value]) => value),
  );
}
