/**
 * All objects of a repository: its own directory and its alternates, replacements applied.
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import { readAlternates } from "./alternates.ts";
import type { RepositoryLayout } from "./layout.ts";
import { ObjectDirectory } from "./object_directory.ts";
import {
  emptyBlobId,
  emptyTreeId,
  isObjectId,
  type ObjectFormat,
  type ObjectId,
  rawLength,
} from "./object_id.ts";
import { type LoadedObject, ObjectMemory } from "./object_memory.ts";
import type {
  GitObject,
  ObjectHeader,
  ObjectType,
  RepositoryObjects,
  StoredContent,
} from "./object_store.ts";
import type { Kernel } from "./kernel/kernel.ts";
import type { RefStore } from "./refs.ts";
import { type TreeRow, TreeRows } from "./tree_rows.ts";

const EMPTY = new Uint8Array(0);

/** What opening the objects takes. */
export interface ObjectsOptions {
  /** Objects directories besides the repository's own (`GIT_ALTERNATE_OBJECT_DIRECTORIES`). */
  alternates?: readonly string[];
  /** Names of objects that stand for others (git-replace(1)). */
  replacements?: ReadonlyMap<ObjectId, ObjectId>;
}

/** Opens the objects of a repository; no file is read before the first question. */
export function openObjects(
  layout: Pick<RepositoryLayout, "objectDir" | "objectFormat" | "partialClone">,
  options: ObjectsOptions = {},
): Objects {
  return new Objects(layout, options);
}

/** The replacements that the references below `refs/replace/` name. */
export function replacementsOf(refs: RefStore, format: ObjectFormat): Map<ObjectId, ObjectId> {
  const found = new Map<ObjectId, ObjectId>();
  for (const { name, value } of refs.list("refs/replace/")) {
    const replaced = name.slice("refs/replace/".length);
    if (value.kind === "direct" && isObjectId(replaced, format)) found.set(replaced, value.id);
  }
  return found;
}

/** The objects of one repository. */
export class Objects implements RepositoryObjects {
  readonly format: ObjectFormat;
  readonly #memory = new ObjectMemory();
  readonly #rows: TreeRows;
  readonly #raw: Uint8Array;
  readonly #replacements: ReadonlyMap<ObjectId, ObjectId>;
  readonly #objectDir: string;
  readonly #alternates: readonly string[];
  readonly #partialClone: boolean;
  readonly #empty: Record<string, ObjectType>;
  #directories: ObjectDirectory[] | null = null;

  /** See {@link openObjects}. */
  constructor(
    layout: Pick<RepositoryLayout, "objectDir" | "objectFormat" | "partialClone">,
    options: ObjectsOptions,
  ) {
    this.format = layout.objectFormat;
    this.#raw = new Uint8Array(rawLength(this.format));
    this.#rows = new TreeRows(this.#memory.kernel, this.#raw.length);
    this.#objectDir = layout.objectDir;
    this.#partialClone = layout.partialClone;
    this.#alternates = options.alternates ?? [];
    this.#replacements = options.replacements ?? new Map();
    this.#empty = { [emptyTreeId(this.format)]: "tree", [emptyBlobId(this.format)]: "blob" };
  }

  header(id: ObjectId): ObjectHeader | null {
    id = this.#replaced(id);
    const empty = this.#empty[id];
    if (empty !== undefined) return { type: empty, size: 0 };
    return this.#search(
      id,
      (directory, raw) => directory.packedHeader(raw, this.#elsewhere),
      (directory) => directory.looseHeader(id),
    );
  }

  find(id: ObjectId): GitObject | null {
    const object = this.#load(this.#replaced(id));
    return object === null ? null : { type: object.type, bytes: this.#memory.bytes(object) };
  }

  read(id: ObjectId): GitObject {
    return this.find(id) ?? this.#missing(id);
  }

  readTyped(id: ObjectId, type: ObjectType, limit: number = Infinity): Uint8Array {
    const object = this.#within(limit, () => this.read(id));
    if (object.type !== type) this.#wrongType(id, object.type, type);
    return object.bytes;
  }

  prefix(id: ObjectId, type: ObjectType, length: number): Uint8Array | null {
    id = this.#replaced(id);
    const { size } = this.#typed(id, type);
    if (size === 0) return EMPTY;
    const found = this.#search(
      id,
      (directory, raw) =>
        directory.inPacks(raw, (pack, offset) => pack.prefix(offset, length, this.#elsewhere)),
      (directory) => directory.loose.prefix(id, length),
    );
    return found === null && size <= this.#memory.cache.largest
      ? this.readTyped(id, type).slice(0, length)
      : found;
  }

  pieces(id: ObjectId, type: ObjectType): Iterable<Uint8Array> {
    id = this.#replaced(id);
    const { size } = this.#typed(id, type);
    if (size <= this.#memory.cache.largest) return [this.readTyped(id, type)];
    return this.#search(
      id,
      (directory, raw) =>
        directory.inPacks(raw, (pack, offset) => pack.pieces(offset, this.#elsewhere)),
      (directory) => directory.looseHeader(id) === null ? null : directory.loose.pieces(id),
    ) ?? this.#missing(id);
  }

  storeIn(kernel: Kernel, id: ObjectId, type: ObjectType): StoredContent {
    id = this.#replaced(id);
    const { size } = this.#typed(id, type);
    try {
      if (size <= this.#memory.cache.largest) {
        return { address: kernel.store(this.readTyped(id, type)), size };
      }
      return this.#search<StoredContent>(
        id,
        (directory, raw) =>
          directory.inPacks(
            raw,
            (pack, offset) => pack.storeIn(kernel, offset, this.#elsewhere),
          ),
        (directory) => directory.loose.storeIn(kernel, id),
      ) ?? this.#missing(id);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new PrismError(
        "object_too_large",
        `There is no memory for an object of ${size} bytes`,
        {
          hint: "leave the file out with a path pattern",
          data: { size },
        },
      );
    }
  }

  /** Bytes that were inflated so far: what reading has cost. */
  get inflatedBytes(): number {
    return this.#memory.inflated;
  }

  #typed(id: ObjectId, type: ObjectType): ObjectHeader {
    const header = this.header(id) ?? this.#missing(id);
    if (header.type !== type) this.#wrongType(id, header.type, type);
    return header;
  }

  #wrongType(id: ObjectId, is: ObjectType, wanted: ObjectType): never {
    throw new PrismError("ref_wrong_type", `The object "${id}" is a ${is}, not a ${wanted}`);
  }

  /**
   * The entries in which two trees differ, in the order of names; `null` stands for the empty tree.
   * @throws {PrismError} like {@link Objects.read}; `object_corrupt` of a malformed tree
   */
  compareTrees(before: ObjectId | null, after: ObjectId | null): TreeRow[] {
    const { kernel } = this.#memory;
    const mark = kernel.exports.mark();
    try {
      // The first tree is copied out of the ring: reading the second may push it out.
      const first = before === null ? EMPTY : this.readTyped(before, "tree");
      const { length } = first; // read now: when the memory grows, the view is detached
      const address = kernel.store(first);
      const second = after === null ? null : this.#load(this.#replaced(after));
      if (after !== null && second === null) this.#missing(after);
      if (second !== null && second.type !== "tree") this.readTyped(after!, "tree");
      const rows = second !== null && !("bytes" in second)
        ? this.#rows.compare(address, length, second.address, second.size)
        : this.#rows.compare(
          address,
          length,
          second === null ? 0 : kernel.store(this.#memory.bytes(second)),
          second?.size ?? 0,
        );
      if (rows === null) {
        const tree = [before, after].filter((id) => id !== null).join('" or "');
        throw new PrismError("object_corrupt", `The tree "${tree}" is malformed`, {
          hint: "run `git fsck` to find what is lost",
        });
      }
      return rows;
    } finally {
      kernel.exports.release(mark);
    }
  }

  withPrefix(prefix: string, limit: number): ObjectId[] {
    const found = new Set<ObjectId>();
    for (const directory of this.#open()) {
      for (const id of directory.withPrefix(prefix, limit)) found.add(id);
    }
    return [...found].sort().slice(0, limit);
  }

  close(): void {
    for (const directory of this.#directories ?? []) directory.close();
  }

  #within(limit: number, read: () => GitObject): GitObject {
    this.#memory.limit = limit;
    try {
      const object = read();
      // What the ring has is small, but a limit may be smaller.
      if (object.bytes.length > limit) this.#memory.checkLimit(object.bytes.length);
      return object;
    } finally {
      this.#memory.limit = Infinity;
    }
  }

  #replaced(id: ObjectId): ObjectId {
    if (this.#replacements.size === 0) return id;
    // git follows replacements of replacements five deep.
    for (let depth = 0; depth < 5; depth++) {
      const other = this.#replacements.get(id);
      if (other === undefined) return id;
      id = other;
    }
    return id;
  }

  #load(id: ObjectId): LoadedObject | null {
    const empty = this.#empty[id];
    if (empty !== undefined) return { type: empty, size: 0, bytes: EMPTY };
    return this.#search(
      id,
      (directory, raw) => directory.loadPacked(raw, this.#elsewhere),
      (directory) => directory.loadLoose(id),
    );
  }

  /**
   * Looks in all packs before any loose object: a file that is not there costs more than a look at an
   * index. A damaged copy is passed over when another is whole, as git does.
   */
  #search<T>(
    id: ObjectId,
    packed: (directory: ObjectDirectory, raw: Uint8Array) => T | null,
    loose: (directory: ObjectDirectory) => T | null,
  ): T | null {
    let damage: unknown;
    const attempt = (look: () => T | null): T | null => {
      try {
        return look();
      } catch (error) {
        if (!(error instanceof PrismError) || error.code !== "object_corrupt") throw error;
        damage ??= error;
        return null;
      }
    };
    const inPacks = (directory: ObjectDirectory) =>
      attempt(() => {
        // Set anew each time: finding a delta's base elsewhere uses it too.
        this.#raw.setFromHex(id);
        return packed(directory, this.#raw);
      });
    const directories = this.#open();
    for (const directory of directories) {
      const found = inPacks(directory);
      if (found !== null) return found;
    }
    for (const directory of directories) {
      const found = attempt(() => loose(directory));
      if (found !== null) return found;
    }
    // A repack may have moved the object since the packs were listed.
    for (const directory of directories) {
      if (!directory.rescan()) continue;
      const found = inPacks(directory);
      if (found !== null) return found;
    }
    if (damage !== undefined) throw damage;
    return null;
  }

  readonly #elsewhere = (raw: Uint8Array): LoadedObject | null => {
    const id = raw.toHex() as ObjectId;
    if (this.#searching.has(id)) return null;
    this.#searching.add(id);
    // The limit is on what is asked for, not on what that is made of.
    const { limit } = this.#memory;
    this.#memory.limit = Infinity;
    try {
      return this.#load(id);
    } finally {
      this.#memory.limit = limit;
      this.#searching.delete(id);
    }
  };
  readonly #searching = new Set<ObjectId>();

  #open(): ObjectDirectory[] {
    return this.#directories ??= readAlternates(this.#objectDir, this.#alternates).map((path) =>
      new ObjectDirectory(path, this.#memory, this.#raw.length)
    );
  }

  #missing(id: ObjectId): never {
    const promised = this.#partialClone ||
      this.#open().some((directory) => directory.hasPromisorPack);
    if (promised) {
      throw new PrismError("object_promised", `The object "${id}" is not in this partial clone`, {
        hint: `run \`git cat-file -e ${id}\` to fetch it from the promisor remote`,
        data: { id },
      });
    }
    throw new PrismError("object_missing", `The object "${id}" is missing from the repository`, {
      hint: "run `git fsck` to see what else is lost, and fetch it again",
      data: { id },
    });
  }
}
