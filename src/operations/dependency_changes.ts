/**
 * The dependencies that changed in the manifests among changed files.
 *
 * @module
 */

import type { DependencyChange, DependencyEntry } from "../answers/dependency_change.ts";
import type { FileChange } from "../changes/change_set.ts";
import {
  compareDependencies,
  type DependencyChange as Changed,
  type DependencyChanges,
} from "../changes/dependencies/compare_dependencies.ts";
import type { DependencyManifest } from "../changes/dependencies/dependency.ts";
import { loadManifestKind } from "../changes/dependencies/manifest_kinds.ts";
import { decodeText, detectEncoding } from "../changes/encoding.ts";
import { PrismError } from "../errors.ts";
import { type FileSide, isRegular } from "../git/file_side.ts";

/** One entry for each manifest whose dependencies differ or cannot be told. */
export async function dependencyChanges(
  files: readonly FileChange[],
): Promise<DependencyChange[]> {
  const found: DependencyChange[] = [];
  for (const file of files) {
    if (
      file.binary ||
      ![file.before, file.after].every((side) => side === null || isRegular(side.mode))
    ) {
      continue;
    }
    const manifest = await loadManifestKind(file.path);
    const old = file.oldPath === null ? manifest : await loadManifestKind(file.oldPath);
    if (manifest === null && old === null) continue;
    try {
      const changes = compareSides(file, old, manifest);
      const lists = {
        added: changes.added.map(toEntry),
        removed: changes.removed.map(toEntry),
        changed: changes.changed.map(toChangedEntry),
      };
      if (changes.error !== null) {
        found.push({ file: file.path, ...lists, error: changes.error });
      } else if (Object.values(lists).some((list) => list.length > 0)) {
        found.push({ file: file.path, ...lists });
      }
    } catch (error) {
      if (!(error instanceof PrismError)) throw error;
      const { code, message } = error;
      found.push({
        file: file.path,
        added: [],
        removed: [],
        changed: [],
        error: { code, message },
      });
    }
  }
  return found;
}

/** Each side is read as what its own path says, so a manifest that was renamed away is gone. */
function compareSides(
  file: FileChange,
  old: DependencyManifest | null,
  now: DependencyManifest | null,
): DependencyChanges {
  if (old !== null && old === now) {
    return compareDependencies(old, textOf(file.before), textOf(file.after));
  }
  // The source of a copy is still there.
  const gone = old === null || file.kind === "copied"
    ? null
    : compareDependencies(old, textOf(file.before), null);
  const come = now === null ? null : compareDependencies(now, null, textOf(file.after));
  const error = gone?.error ?? come?.error ?? null;
  return error !== null ? { added: [], removed: [], changed: [], error } : {
    added: come?.added ?? [],
    removed: gone?.removed ?? [],
    changed: [],
    error,
  };
}

function toEntry({ name, oldVersion, newVersion, group, repeated }: Changed): DependencyEntry {
  return {
    name,
    old_version: oldVersion,
    new_version: newVersion,
    ...(repeated ? { group } : {}),
  };
}

/** The entry with all that differs: an entry may keep its version and change in something else. */
function toChangedEntry(change: Changed): DependencyEntry {
  const { group, oldGroup, oldSource, newSource } = change;
  return {
    ...toEntry(change),
    ...(change.moved ? { group, old_group: oldGroup } : {}),
    ...(oldSource === newSource ? {} : { source: newSource, old_source: oldSource }),
  };
}

function textOf(side: FileSide | null): string | null {
  if (side === null) return null;
  const bytes = side.read();
  return decodeText(bytes, detectEncoding(bytes));
}
