/**
 * A page of a manifest: files with what belongs to each of them.
 *
 * @module
 */

import type { FileChange } from "../changes/change_set.ts";
import type { FileCode } from "../changes/function_analysis.ts";
import type { Notice } from "../errors.ts";
import { isInvalidUtf8 } from "../git/path_bytes.ts";
import { CODE_TRIMS } from "./code_trim.ts";
import { type DependencyChange, dependencyTrim, toDependencyChange } from "./dependency_change.ts";
import type { ChangeManifest, ManifestMetadata } from "./manifest.ts";
import { type ManifestFile, toManifestFile } from "./manifest_file.ts";
import { toManifestSummary } from "./manifest_summary.ts";
import { type AnswerNotice, toNotice } from "./notice.ts";
import type { Trim } from "./shape/budget.ts";
import { literalPattern } from "./shape/glob.ts";
import { hashOf } from "./shape/cursor.ts";
import type { Omission, Pagination } from "./shape/page.ts";

/** One file of a manifest, the dependencies it lists and the notices about it. */
export interface ManifestUnit {
  /** Path in the repository. */
  readonly path: string;
  readonly file: ManifestFile;
  readonly dependencies: DependencyChange | null;
  readonly notices: readonly AnswerNotice[];
  /** Whether functions or imports of it were cut. */
  readonly cutCode?: boolean;
}

/** One list for the many files that nothing is to be said of. */
const NONE: never[] = [];
/** Most notices about paths that are not listed. */
const MOST_OTHER_NOTICES = 20;

/** What goes from files all over a page before a file is left out: imports, then functions. */
export const MANIFEST_PAGE_TRIMS: readonly Trim<ManifestUnit>[] = CODE_TRIMS.map((
  { what, count, apply },
): Trim<ManifestUnit> => ({
  what,
  count: ({ file }) => count([file]),
  apply(unit, keep) {
    const { unit: [file], cut } = apply([unit.file], keep);
    return { unit: { ...unit, file, cutCode: unit.cutCode || cut > 0 }, cut };
  },
}));

/** What can be cut from one file that alone is over budget. */
export const MANIFEST_TRIMS: readonly Trim<ManifestUnit>[] = [
  ...MANIFEST_PAGE_TRIMS,
  {
    what: dependencyTrim.what,
    count: ({ dependencies }) => dependencies === null ? 0 : dependencyTrim.count(dependencies),
    apply: (unit, keep) => {
      if (unit.dependencies === null) return { unit, cut: 0 };
      const { unit: dependencies, cut } = dependencyTrim.apply(unit.dependencies, keep);
      return { unit: { ...unit, dependencies }, cut };
    },
  },
];

/**
 * The units of these files.
 *
 * @param previous Path of the file before the first of them.
 */
export function toManifestUnits(
  files: readonly FileChange[],
  previous: string | undefined,
  { dependencies, notices, code }: {
    readonly dependencies: readonly DependencyChange[];
    readonly notices: readonly Notice[];
    readonly code: ReadonlyMap<FileChange, FileCode>;
  },
): ManifestUnit[] {
  const changes = new Map(dependencies.map((change) => [change.file, change]));
  const byPath = Map.groupBy(notices, (notice) => notice.path);
  return files.map((change, index) => {
    const { path, oldPath } = change;
    let about = byPath.get(path) ?? NONE;
    if (isInvalidUtf8(path) || (oldPath !== null && isInvalidUtf8(oldPath))) {
      about = about.concat({
        code: "path_not_utf8",
        path,
        message:
          "The path is not UTF-8; it is written in the quotes of git and can be passed back.",
      });
    }
    // A file with an entry for each scope lists its dependencies and notices once, at the first.
    const first = (index === 0 ? previous : files[index - 1].path) !== path;
    const listed = first ? changes.get(path) : undefined;
    return {
      path,
      file: toManifestFile(change, code.get(change)),
      dependencies: listed === undefined ? null : toDependencyChange(listed),
      notices: first && about.length > 0 ? about.map(toNotice) : NONE,
    };
  });
}

/** JSON of what one file adds to an answer. */
export function unitJson({ file, dependencies, notices }: ManifestUnit): string {
  return JSON.stringify([file, ...(dependencies === null ? [] : [dependencies]), ...notices]);
}

/** Arguments that ask for one file alone. */
export function onlyFile({ file }: ManifestUnit): { include_patterns: string[] } {
  const quoted = file.path.startsWith('"');
  return { include_patterns: [quoted ? file.path : literalPattern(file.path)] };
}

/** A hash of the rows of a working tree: cursors hold as long as it stays. */
export function hashOfRows(files: readonly FileChange[]): string {
  return hashOf(
    files.map((file) => [
      file.path,
      file.oldPath,
      file.scope,
      file.kind,
      file.linesAdded,
      file.linesRemoved,
      file.similarity,
      file.after?.mode,
    ]),
  );
}

/** What every page of a manifest is made from. */
export interface ManifestDraft {
  readonly metadata: Omit<ManifestMetadata, "token_estimate" | "budget_tokens" | "notices">;
  readonly files: readonly FileChange[];
  /** Notices about the whole, and about paths that are not listed. */
  readonly notices: readonly Notice[];
  readonly omitted: readonly Omission[];
  /** What changed in the code of the files that were analysed. */
  readonly code: ReadonlyMap<FileChange, FileCode>;
}

/** Makes the pages of one manifest. */
export function manifestPages(draft: ManifestDraft): (
  page: {
    readonly units: readonly ManifestUnit[];
    readonly pagination: Pagination;
    readonly omitted: readonly Omission[];
    readonly budget: number;
  },
) => ChangeManifest {
  const summary = toManifestSummary(draft.files, draft.code);
  const listed = new Set(draft.files.map((file) => file.path));
  const general = draft.notices.filter((notice) => notice.path === undefined);
  const others = draft.notices.filter((notice) =>
    notice.path !== undefined && !listed.has(notice.path)
  );
  const extra = others.length - MOST_OTHER_NOTICES;
  const cutNotices: Omission[] = extra <= 0 ? [] : [{
    what: "metadata.notices",
    count: extra,
    why: `only ${MOST_OTHER_NOTICES} notices about files without a change are listed`,
    how: "Narrow include_patterns to the folder in question.",
  }];
  return ({ units, pagination, omitted, budget }) => {
    const first = pagination.page_start === 0;
    return {
      metadata: {
        ...draft.metadata,
        token_estimate: 0,
        ...truncated(units.filter(({ cutCode }) => cutCode).map(({ file }) => file.path)),
        ...(budget === 0 ? {} : { budget_tokens: budget }),
        notices: [
          ...general,
          ...(first ? others.slice(0, MOST_OTHER_NOTICES) : []),
        ].map(toNotice).concat(units.flatMap((unit) => unit.notices)),
      },
      summary,
      files: units.map((unit) => unit.file),
      dependency_changes: units.flatMap(({ dependencies }) =>
        dependencies === null ? [] : [dependencies]
      ),
      pagination,
      omitted: [...draft.omitted, ...(first ? cutNotices : []), ...omitted],
    };
  };
}

/** Names the files whose functions or imports were cut. */
export function truncated(paths: string[]): { function_analysis_truncated?: string[] } {
  return paths.length === 0 ? {} : { function_analysis_truncated: paths };
}
