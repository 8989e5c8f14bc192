/**
 * References as files: one file each, or many in `packed-refs` (gitrepository-layout(5)).
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import type { RepositoryLayout } from "./layout.ts";
import { looseRefNames, readLooseRef } from "./loose_refs.ts";
import type { ObjectFormat } from "./object_id.ts";
import { comparePaths } from "./path_bytes.ts";
import { PackedRefs } from "./packed_refs.ts";
import { readRef } from "./ref_lookup.ts";
import { isPerWorktree, isRootRef, ownerOf } from "./ref_name.ts";
import { readReflogFile } from "./reflog.ts";
import type { ReflogEntry, RefStore, RefValue } from "./refs.ts";

/** Directories of references that each worktree has for itself. */
const PER_WORKTREE = ["refs/bisect/", "refs/rewritten/", "refs/worktree/"];

/**
 * References of a repository with `extensions.refStorage` "files". Every call sees the files as they
 * are then; only `packed-refs` is remembered until it changes.
 */
export class FileRefs implements RefStore {
  readonly #gitDir: string;
  readonly #commonDir: string;
  readonly #format: ObjectFormat;
  readonly #packed: PackedRefs;

  /** The references seen from the worktree whose git directory is given. */
  constructor(layout: Pick<RepositoryLayout, "gitDir" | "commonDir" | "objectFormat">) {
    this.#gitDir = layout.gitDir;
    this.#commonDir = layout.commonDir;
    this.#format = layout.objectFormat;
    this.#packed = new PackedRefs(`${layout.commonDir}/packed-refs`, layout.objectFormat);
  }

  /**
   * The reference of exactly this full name; `null` when there is none or no reference can have the
   * name. Beside `refs/` only names like `HEAD` and `ORIG_HEAD` are references.
   * @throws {PrismError} `unreadable` when its file, or `packed-refs`, is damaged
   */
  read(name: string): RefValue | null {
    const owner = this.#owner(name);
    if (owner === null) return null;
    const loose = readLooseRef(owner.directory, owner.name, this.#format);
    if (loose === "broken") {
      // Files beside HEAD that are named like references may be anything.
      if (isRootRef(owner.name) && owner.name !== "HEAD") return null;
      throw new PrismError(
        "unreadable",
        `The reference "${name}" is damaged: its file holds neither an object's name nor a reference's.`,
        { hint: `\`git reflog show ${name}\` may know its last value.` },
      );
    }
    if (loose !== null || isPerWorktree(owner.name)) return loose;
    return this.#packed.find(owner.name);
  }

  /**
   * All references below `refs/` whose full name begins with the prefix, sorted by name; those that
   * are damaged or lead nowhere are left out.
   */
  list(prefix: string): { name: string; value: RefValue }[] {
    const found = new Map<string, RefValue>();
    const inside = narrow(prefix);
    if (inside === null) return [];
    for (const { name, value } of this.#packed.list(inside)) {
      if (!isPerWorktree(name)) found.set(name, value);
    }
    for (const name of this.#looseNames(inside)) {
      const owner = this.#owner(name)!;
      const value = readLooseRef(owner.directory, name, this.#format);
      // A damaged file hides what is packed under its name.
      if (value === "broken") found.delete(name);
      else if (value !== null) found.set(name, value);
    }
    return [...found]
      .filter(([name, value]) => value.kind === "direct" || this.#leadsSomewhere(name))
      .map(([name, value]) => ({ name, value }))
      .sort((a, b) => comparePaths(a.name, b.name));
  }

  /** The reflog of a full name, newest entry first; `null` when there is none. */
  reflog(name: string): ReflogEntry[] | null {
    const owner = this.#owner(name);
    if (owner === null) return null;
    const path = `${owner.directory}/logs/${owner.name}`;
    // Where a directory stands, branches lie below the name.
    return isDirectory(path) ? null : readReflogFile(path, this.#format);
  }

  #owner(name: string): ReturnType<typeof ownerOf> {
    return ownerOf(name, { gitDir: this.#gitDir, commonDir: this.#commonDir });
  }

  #looseNames(prefix: string): string[] {
    const names = looseRefNames(this.#commonDir, prefix);
    if (this.#gitDir === this.#commonDir) return names;
    const shared = names.filter((name) => !isPerWorktree(name));
    const own = PER_WORKTREE.filter((place) => place.startsWith(prefix) || prefix.startsWith(place))
      .flatMap((place) =>
        looseRefNames(this.#gitDir, prefix.length > place.length ? prefix : place)
      );
    return [...shared, ...own];
  }

  #leadsSomewhere(name: string): boolean {
    try {
      return readRef(this, name) !== null;
    } catch (error) {
      if (error instanceof PrismError) return false;
      throw error;
    }
  }
}

/** The prefix with `refs/` in front when it is only a part of that; `null` when no name has it. */
function narrow(prefix: string): string | null {
  if ("refs/".startsWith(prefix)) return "refs/";
  const safe = prefix.startsWith("refs/") && !/(?:^|\/)\.|\0|\/\//.test(prefix);
  return safe ? prefix : null;
}

function isDirectory(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}
