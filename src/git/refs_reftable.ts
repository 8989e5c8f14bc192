/**
 * References in a stack of reftables (git's technical documentation, "reftable", "Layout").
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import type { RepositoryLayout } from "./layout.ts";
import { readLooseRef } from "./loose_refs.ts";
import { readMetadata, unreadable } from "./metadata_file.ts";
import { nullId, type ObjectFormat } from "./object_id.ts";
import { PagedFile } from "./paged_file.ts";
import { comparePaths, decodePath, encodePath } from "./path_bytes.ts";
import { readRef } from "./ref_lookup.ts";
import { isPerWorktree, isRefName, ownerOf } from "./ref_name.ts";
import type { ReflogEntry, RefStore, RefValue } from "./refs.ts";
import { Reftable, type TableLog } from "./reftable.ts";
import { DamagedTable } from "./reftable_block.ts";

/** References that git keeps as files even so: they hold more than a reference can. */
const FILES = new Set(["FETCH_HEAD", "MERGE_HEAD"]);

/** References of a repository with `extensions.refStorage` "reftable". */
export class ReftableRefs implements RefStore {
  readonly #layout: Pick<RepositoryLayout, "gitDir" | "commonDir">;
  readonly #format: ObjectFormat;
  readonly #stacks = new Map<string, TableStack>();

  /** The references seen from the worktree whose git directory is given. */
  constructor(layout: Pick<RepositoryLayout, "gitDir" | "commonDir" | "objectFormat">) {
    this.#layout = { gitDir: layout.gitDir, commonDir: layout.commonDir };
    this.#format = layout.objectFormat;
  }

  /**
   * The reference of exactly this full name; `null` when there is none.
   * @throws {PrismError} `unreadable` when a table is damaged
   */
  read(name: string): RefValue | null {
    const owner = ownerOf(name, this.#layout);
    if (owner === null) return null;
    if (FILES.has(owner.name)) {
      const value = readLooseRef(owner.directory, owner.name, this.#format);
      return value === "broken" ? null : value;
    }
    const wanted = encodePath(owner.name);
    return this.#stack(owner.directory).use((tables) => {
      for (const table of tables.toReversed()) {
        const value = table.find(wanted);
        if (value !== undefined) return value;
      }
      return null;
    });
  }

  /**
   * All references below `refs/` whose full name begins with the prefix, sorted by name; those that
   * lead nowhere are left out.
   */
  list(prefix: string): { name: string; value: RefValue }[] {
    const inside = "refs/".startsWith(prefix) ? "refs/" : prefix;
    if (!inside.startsWith("refs/")) return [];
    const { gitDir, commonDir } = this.#layout;
    const found = this.#listStack(commonDir, inside);
    if (gitDir !== commonDir) {
      for (const name of found.keys()) if (isPerWorktree(name)) found.delete(name);
      for (const [name, value] of this.#listStack(gitDir, inside)) {
        if (isPerWorktree(name)) found.set(name, value);
      }
    }
    return [...found]
      .filter(([name, value]) => value.kind === "direct" || readRef(this, name) !== null)
      .map(([name, value]) => ({ name, value }))
      .sort((a, b) => comparePaths(a.name, b.name));
  }

  #listStack(directory: string, prefix: string): Map<string, RefValue> {
    return this.#stack(directory).use((tables) => {
      const found = new Map<string, RefValue>();
      // A newer table overrides those before it.
      for (const table of tables) {
        for (const { key, value } of table.list(encodePath(prefix))) {
          const name = decodePath(key);
          if (value === null) found.delete(name);
          else if (isRefName(name)) found.set(name, value);
        }
      }
      return found;
    });
  }

  /** The reflog of a full name, newest entry first; `null` when there is none. */
  reflog(name: string): ReflogEntry[] | null {
    const owner = ownerOf(name, this.#layout);
    if (owner === null) return null;
    const entries = new Map<string, TableLog>();
    this.#stack(owner.directory).use((tables) => {
      entries.clear();
      for (const table of tables) {
        for (const { key, value } of table.log(encodePath(owner.name))) {
          entries.set(key.toHex(), value);
        }
      }
    });
    // The key counts downwards, so that the newest comes first.
    const living = [...entries].filter(([, value]) => value !== null)
      .sort(([a], [b]) => a < b ? -1 : 1).map(([, value]) => value!);
    if (living.length === 0) return null;
    // An entry from nothing to nothing says that an empty log exists.
    const nothing = nullId(this.#format);
    return living.filter(({ before, after }) => before !== nothing || after !== nothing);
  }

  #stack(directory: string): TableStack {
    let stack = this.#stacks.get(directory);
    if (stack === undefined) {
      stack = new TableStack(`${directory}/reftable`, this.#format);
      this.#stacks.set(directory, stack);
    }
    return stack;
  }
}

const MAX_TABLES = 1000;
const MAX_LIST = 1 << 20;
const MAX_TABLE = 1 << 30;
/** Tables up to this size stay in memory; a table of one name never changes. */
const SMALL = 256 * 1024;
const TABLE_NAME = /^[0-9A-Za-z_][0-9A-Za-z_.-]*$/;
/** How often to begin anew when tables vanish under way. */
const ATTEMPTS = 5;

/** The tables that `tables.list` names, oldest first. */
class TableStack {
  readonly #directory: string;
  readonly #format: ObjectFormat;
  #kept = new Map<string, Reftable>();

  constructor(directory: string, format: ObjectFormat) {
    this.#directory = directory;
    this.#format = format;
  }

  /** Works with all tables as they are together now. */
  use<T>(work: (tables: Reftable[]) => T): T {
    for (let attempt = 1;; attempt++) {
      const open: PagedFile[] = [];
      try {
        return work(this.#tables(open));
      } catch (error) {
        // A compaction replaced tables between the list and their opening.
        if (attempt < ATTEMPTS && error instanceof Deno.errors.NotFound) continue;
        if (error instanceof PrismError) throw error;
        if (error instanceof DamagedTable) throw this.#damaged(error);
        throw unreadable(this.#directory, error);
      } finally {
        for (const file of open) file.close();
      }
    }
  }

  #tables(open: PagedFile[]): Reftable[] {
    const bytes = readMetadata(`${this.#directory}/tables.list`, MAX_LIST);
    if (bytes === null) return [];
    const names = decodePath(bytes).split("\n").filter((name) => name !== "");
    if (names.length > MAX_TABLES) throw new DamagedTable(`it lists ${names.length} tables`);
    const kept = new Map<string, Reftable>();
    const tables = names.map((name) => {
      if (!TABLE_NAME.test(name)) throw new DamagedTable(`it lists "${name}"`);
      const table = this.#kept.get(name) ??
        this.#open(`${this.#directory}/${name}`, open, kept, name);
      if (this.#kept.has(name)) kept.set(name, table);
      return table;
    });
    this.#kept = kept;
    return tables;
  }

  #open(path: string, open: PagedFile[], kept: Map<string, Reftable>, name: string): Reftable {
    const info = Deno.statSync(path);
    if (!info.isFile || info.size > MAX_TABLE) throw new DamagedTable(`"${name}" is no table`);
    const file = new PagedFile(path);
    if (file.size > SMALL) open.push(file);
    const table = new Reftable(file, this.#format);
    if (file.size <= SMALL) kept.set(name, table);
    return table;
  }

  #damaged(error: DamagedTable): PrismError {
    return new PrismError(
      "unreadable",
      `The references in "${this.#directory}" are damaged: ${error.message}.`,
      {
        hint: "Run `git fsck` there, and restore the tables from a copy or a clone.",
        cause: error,
      },
    );
  }
}
