/**
 * One objects directory: its packs, its multi-pack index, its loose objects.
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import { LooseObjects } from "./loose_objects.ts";
import { MultiPackIndex } from "./multi_pack_index.ts";
import type { ObjectId } from "./object_id.ts";
import type { LoadedObject, ObjectMemory } from "./object_memory.ts";
import type { ObjectHeader } from "./object_store.ts";
import { type FindElsewhere, Pack } from "./pack.ts";

/** Packs whose files may be open at once. */
const OPEN_PACKS = 128;

/** The objects below one directory. */
export class ObjectDirectory {
  /** Absolute path of the directory. */
  readonly path: string;
  /** Whether a pack came from a promisor remote, so that what it refers to may be missing. */
  promisor = false;
  readonly #memory: ObjectMemory;
  readonly #nameLength: number;
  readonly #loose: LooseObjects;
  #packs: Pack[] | null = null;
  #midx: { index: MultiPackIndex; packs: (Pack | undefined)[] } | null = null;
  #modified: number | null = null;
  #opened: Pack[] = [];

  /** Objects below the path; nothing is opened before it is needed. */
  constructor(path: string, memory: ObjectMemory, nameLength: number) {
    this.path = path;
    this.#memory = memory;
    this.#nameLength = nameLength;
    this.#loose = new LooseObjects(path, memory);
  }

  /** Type and size of an object in the packs; `null` when none has it. */
  packedHeader(raw: Uint8Array, elsewhere: FindElsewhere): ObjectHeader | null {
    return this.#inPacks(raw, (pack, offset) => pack.header(offset, elsewhere));
  }

  /** Type and size of a loose object; `null` when there is none. */
  looseHeader(id: ObjectId): ObjectHeader | null {
    return this.#loose.header(id);
  }

  /** An object of the packs; `null` when none has it. */
  loadPacked(raw: Uint8Array, elsewhere: FindElsewhere): LoadedObject | null {
    return this.#inPacks(raw, (pack, offset) => pack.load(offset, elsewhere));
  }

  /** Asks the pack that holds an object; `null` when none does, or it has no answer. */
  inPacks<T>(raw: Uint8Array, read: (pack: Pack, offset: number) => T): T | null {
    return this.#inPacks(raw, read);
  }

  /** The loose objects. */
  get loose(): LooseObjects {
    return this.#loose;
  }

  /** A loose object; `null` when there is none. */
  loadLoose(id: ObjectId): LoadedObject | null {
    return this.#loose.load(id);
  }

  #inPacks<T>(raw: Uint8Array, read: (pack: Pack, offset: number) => T): T | null {
    const packs = this.#packs ?? this.#scan();
    let damage: unknown;
    if (this.#midx !== null) {
      const place = this.#midx.index.find(raw);
      const pack = place === null ? undefined : this.#midx.packs[place.pack];
      if (pack !== undefined) {
        this.#keepOpen(pack);
        return read(pack, place!.offset);
      }
    }
    for (let i = 0; i < packs.length; i++) {
      const pack = packs[i];
      try {
        const offset = pack.index.find(raw);
        if (offset < 0) continue;
        this.#keepOpen(pack);
        const result = read(pack, offset);
        // The pack of one hit is the likely pack of the next.
        if (i > 0) {
          packs.splice(i, 1);
          packs.unshift(pack);
        }
        return result;
      } catch (error) {
        if (error instanceof PrismError && error.code === "object_corrupt") damage ??= error;
        else if (!(error instanceof Deno.errors.NotFound)) throw error;
        // A pack that is gone was repacked: the scan after a miss finds its successor.
      }
    }
    if (damage !== undefined) throw damage;
    return null;
  }

  #keepOpen(pack: Pack): void {
    if (this.#opened[this.#opened.length - 1] === pack || this.#opened.includes(pack)) return;
    this.#opened.push(pack);
    if (this.#opened.length > OPEN_PACKS) this.#opened.shift()!.close();
  }

  /** Looks for packs anew if the directory has changed since; whether it had. */
  rescan(): boolean {
    if (this.#packs === null) return false;
    if (modified(`${this.path}/pack`) === this.#modified) return false;
    this.close();
    return true;
  }

  #scan(): Pack[] {
    const directory = `${this.path}/pack`;
    this.#modified = modified(directory);
    const names = new Set<string>();
    try {
      for (const entry of Deno.readDirSync(directory)) names.add(entry.name);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) {
        throw new PrismError("unreadable", `Cannot list the packs in "${directory}"`, {
          hint: "check the directory's permissions",
          cause: error,
        });
      }
    }
    const found = new Map<string, { pack: Pack; time: number }>();
    for (const name of names) {
      if (name.endsWith(".promisor")) this.promisor = true;
      // An index without its pack, or the reverse, is a leftover that git ignores too.
      if (!name.endsWith(".pack") || !names.has(name.slice(0, -4) + "idx")) continue;
      const path = `${directory}/${name.slice(0, -5)}`;
      const pack = new Pack(path, this.#memory, this.#nameLength);
      found.set(name.slice(0, -5), { pack, time: modified(`${path}.pack`) ?? 0 });
    }
    this.#midx = null;
    if (names.has("multi-pack-index")) {
      const index = new MultiPackIndex(`${directory}/multi-pack-index`, this.#nameLength);
      const packs = index.packs.map((name) => found.get(name.replace(/\.(idx|pack)$/, ""))?.pack);
      this.#midx = { index, packs };
      for (const name of index.packs) found.delete(name.replace(/\.(idx|pack)$/, ""));
    }
    const ordered = [...found.values()].sort((a, b) => b.time - a.time);
    return this.#packs = ordered.map(({ pack }) => pack);
  }

  /** Names that begin with the hex digits, at most `limit` of each store. */
  withPrefix(prefix: string, limit: number): ObjectId[] {
    const packs = this.#packs ?? this.#scan();
    const found = this.#loose.withPrefix(prefix, limit);
    for (const pack of packs) found.push(...pack.index.withPrefix(prefix, limit));
    if (this.#midx !== null) found.push(...this.#midx.index.withPrefix(prefix, limit));
    return found;
  }

  /** Whether a promisor pack is here. */
  get hasPromisorPack(): boolean {
    if (this.#packs === null) this.#scan();
    return this.promisor;
  }

  /** Closes all files and forgets the packs. */
  close(): void {
    for (const pack of this.#packs ?? []) pack.close();
    for (const pack of this.#midx?.packs ?? []) pack?.close();
    this.#midx?.index.close();
    this.#packs = null;
    this.#midx = null;
    this.#opened = [];
  }
}

function modified(path: string): number | null {
  try {
    return Deno.statSync(path).mtime?.getTime() ?? null;
  } catch {
    return null;
  }
}
