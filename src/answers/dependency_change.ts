/**
 * What changed in a file that lists dependencies.
 *
 * @module
 */

import * as z from "zod/mini";
import { entryErrorSchema } from "./notice.ts";
import type { Equal } from "./shape/equal.ts";
import { pathText } from "./shape/path_text.ts";
import type { Trim } from "./shape/budget.ts";
import { untrusted } from "./shape/untrusted.ts";

/** One dependency that was added, removed or changed. */
export interface DependencyEntry {
  /** Name as the file writes it. */
  name: string;
  /** Version or constraint before; `null` when it was not there or named none. */
  old_version: string | null;
  /** Version or constraint after; `null` when it is gone or names none. */
  new_version: string | null;
  /** Table or section it stands in; given when that changed or the file has the name in several. */
  group?: string | null;
  /** Table or section it stood in, when that changed. */
  old_group?: string | null;
  /** Where it comes from, when that changed; `null` for the usual registry. */
  source?: string | null;
  /** Where it came from, when that changed. */
  old_source?: string | null;
}

/** The dependencies of one file that differ between the two sides, each list by name. */
export interface DependencyChange {
  /** Path of the file. */
  file: string;
  /** Dependencies that were not there before. */
  added: DependencyEntry[];
  /** Dependencies that are gone. */
  removed: DependencyEntry[];
  /** Dependencies with another version or constraint, in another group or from another source. */
  changed: DependencyEntry[];
  /** Why the file could not be read; the lists are then empty. */
  error?: { code: string; message: string };
}

const entriesSchema = z.array(z.object({
  name: untrusted("dependency name"),
  old_version: z.nullable(untrusted("dependency version")),
  new_version: z.nullable(untrusted("dependency version")),
  group: z.optional(z.nullable(untrusted("dependency group"))),
  old_group: z.optional(z.nullable(untrusted("dependency group"))),
  source: z.optional(z.nullable(untrusted("dependency source"))),
  old_source: z.optional(z.nullable(untrusted("dependency source"))),
}));

/** Schema of {@link DependencyChange}. */
export const dependencyChangeSchema = z.object({
  file: untrusted("path"),
  added: entriesSchema,
  removed: entriesSchema,
  changed: entriesSchema,
  error: z.optional(entryErrorSchema),
});

true satisfies Equal<z.infer<typeof dependencyChangeSchema>, DependencyChange>;

/** A change as an answer writes it: its fields in order, nothing else. */
export function toDependencyChange(change: DependencyChange): DependencyChange {
  const entry = (entry: DependencyEntry): DependencyEntry => ({
    name: entry.name,
    old_version: entry.old_version,
    new_version: entry.new_version,
    ...(entry.group === undefined ? {} : { group: entry.group }),
    ...(entry.old_group === undefined ? {} : { old_group: entry.old_group }),
    ...(entry.source === undefined ? {} : { source: entry.source }),
    ...(entry.old_source === undefined ? {} : { old_source: entry.old_source }),
  });
  return {
    file: pathText(change.file),
    added: change.added.map(entry),
    removed: change.removed.map(entry),
    changed: change.changed.map(entry),
    ...(change.error === undefined
      ? {}
      : { error: { code: change.error.code, message: change.error.message } }),
  };
}

const LISTS = ["added", "removed", "changed"] as const;

/** Cuts the entries of one file's dependencies from the end of the last list on. */
export const dependencyTrim: Trim<DependencyChange> = {
  what: "dependency_changes",
  count: (change) => LISTS.reduce((sum, list) => sum + change[list].length, 0),
  apply: (change, keep) => {
    let rest = keep;
    const unit = { ...change };
    for (const list of LISTS) {
      unit[list] = change[list].slice(0, rest);
      rest -= unit[list].length;
    }
    return { unit, cut: dependencyTrim.count(change) - dependencyTrim.count(unit) };
  },
};
