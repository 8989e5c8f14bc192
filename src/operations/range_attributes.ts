/**
 * The attributes that count when a range is compared, and whether they still say the same.
 *
 * @module
 */

import type { PathAttributes } from "../changes/compare_files.ts";
import {
  type AttributeLookup,
  type AttributeSource,
  treeAttributes,
  worktreeAttributes,
} from "../git/attribute_sources.ts";
import { openAttributes } from "../git/attributes.ts";
import { DiffDrivers } from "../git/diff_driver.ts";
import type { ObjectId } from "../git/object_id.ts";
import { compareBytes } from "../git/path_bytes.ts";
import type { Repository } from "../git/repository.ts";
import { lookupPath } from "../git/tree_lookup.ts";

/** Attributes, and the files they were read from. */
export interface RangeAttributes extends PathAttributes {
  readonly source: AttributeSource;
  /** Whether reading the same files again gives the same bytes. */
  isCurrent(fresh: AttributeSource): boolean;
}

/**
 * Where a repository's attributes come from: its work tree, as `git diff` reads them, or, in a bare
 * repository, the tree of the head.
 * @param indexFile files that are not on disk; none between two commits, where git reads no index
 */
export function attributeSource(
  repository: Repository,
  headTree: ObjectId,
  indexFile: AttributeLookup = () => null,
): AttributeSource {
  const { layout, objects, environment } = repository;
  if (layout.workTree !== null) return worktreeAttributes(layout, environment, indexFile);
  const directories = new Map<string, ObjectId | null>([["", headTree]]);
  const directory = (path: string): ObjectId | null => {
    const known = directories.get(path);
    if (known !== undefined) return known;
    const slash = path.lastIndexOf("/");
    const parent = directory(slash < 0 ? "" : path.slice(0, slash));
    const entry = parent === null ? null : lookupPath(objects, parent, path.slice(slash + 1));
    const tree = entry?.type === "tree" ? entry.id : null;
    directories.set(path, tree);
    return tree;
  };
  return treeAttributes(layout, environment, (path) => {
    const slash = path.lastIndexOf("/");
    const parent = directory(slash < 0 ? "" : path.slice(0, slash));
    const entry = parent === null ? null : lookupPath(objects, parent, path.slice(slash + 1));
    return entry?.type === "blob" ? objects.readTyped(entry.id, "blob").slice() : null;
  });
}

/** Opens attributes and remembers what they were read from. */
export function rangeAttributes(repository: Repository, source: AttributeSource): RangeAttributes {
  const read = new Map<string, Uint8Array | null>();
  const recorded: AttributeSource = {
    ignoreCase: source.ignoreCase,
    general: source.general,
    info: source.info,
    notices: source.notices,
    read(directory) {
      const bytes = source.read(directory);
      read.set(directory, bytes);
      return bytes;
    },
  };
  const attributes = openAttributes(recorded);
  const drivers = new DiffDrivers(attributes, repository.layout.config);
  return {
    source,
    get: (path, name) => attributes.get(path, name),
    isBinary: (path) => drivers.isBinary(path),
    isCurrent(fresh) {
      if (!isEqual(source.info, fresh.info) || source.general.length !== fresh.general.length) {
        return false;
      }
      if (!source.general.every((bytes, i) => isEqual(bytes, fresh.general[i]))) return false;
      // What a tree holds never changes.
      if (repository.layout.workTree === null) return true;
      for (const [directory, bytes] of read) {
        if (!isEqual(bytes, fresh.read(directory))) return false;
      }
      return true;
    },
  };
}

function isEqual(a: Uint8Array | null, b: Uint8Array | null): boolean {
  if (a === null || b === null) return a === b;
  return compareBytes(a, b) === 0;
}
