/**
 * How functions and imports are cut from files that are over budget: what is cut to nothing is `null`
 * again, as if the file had not been analysed, and the cut is written down.
 *
 * @module
 */

import type { ManifestFile } from "./manifest_file.ts";
import type { Trim } from "./shape/budget.ts";

/** Cuts imports, then functions, from the end of a list of files. */
export const CODE_TRIMS: readonly Trim<readonly ManifestFile[]>[] = [
  trimOf("imports_changed", {
    count: ({ imports_changed: imports }) =>
      imports === null ? 0 : imports.added.length + imports.removed.length,
    keep(file, keep) {
      const { added, removed } = file.imports_changed!;
      const imports_changed = keep === 0 ? null : {
        added: added.slice(0, keep),
        removed: removed.slice(0, Math.max(0, keep - added.length)),
      };
      return { ...file, imports_changed };
    },
  }),
  trimOf("functions_changed", {
    count: ({ functions_changed: functions }) => functions?.length ?? 0,
    keep: (file, keep) => ({
      ...file,
      functions_changed: keep === 0 ? null : file.functions_changed!.slice(0, keep),
    }),
  }),
];

function trimOf(
  what: string,
  { count, keep }: {
    count: (file: ManifestFile) => number;
    keep: (file: ManifestFile, keep: number) => ManifestFile;
  },
): Trim<readonly ManifestFile[]> {
  const all = (files: readonly ManifestFile[]): number =>
    files.reduce((sum, file) => sum + count(file), 0);
  return {
    what,
    count: all,
    apply(files, most) {
      let left = most;
      const unit = files.map((file) => {
        const here = count(file);
        const kept = Math.min(here, Math.max(0, left));
        left -= here;
        return kept === here ? file : keep(file, kept);
      });
      return { unit, cut: all(files) - all(unit) };
    },
  };
}
