/**
 * From differing paths to changed files: renames paired, lines counted, labels set.
 *
 * @module
 */

import { type Notice, type NoticeCode, PrismError } from "../errors.ts";
import { type FileSide, isRegular, MODE, type RawChange } from "../git/file_side.ts";
import type { Kernel } from "../git/kernel/kernel.ts";
import { keepKernel } from "../git/kernel/large_kernel.ts";
import type { StoredContent } from "../git/object_store.ts";
import { detectLanguage } from "../syntax/detect_language.ts";
import type { ChangeSet, FileChange, PairedChange } from "./change_set.ts";
import { detectEncoding, EncodingScan } from "./encoding.ts";
import { isGenerated } from "./generated.ts";
import { BIG_FILE_THRESHOLD, LineDiff } from "./line_diff.ts";
import { type RenameOptions, renamesInTurn } from "./renames.ts";

/** What attributes say of paths (gitattributes(5)). */
export interface PathAttributes {
  /** Value of an attribute: set, unset, a text, or unspecified. */
  get(path: string, name: string): boolean | string | undefined;
  /** Whether the diff driver makes the path binary or text; `undefined` lets the content decide. */
  isBinary(path: string): boolean | undefined;
}

/** How files are compared. */
export interface CompareOptions {
  readonly attributes: PathAttributes;
  /** How renames are looked for; `false` looks for none. */
  readonly renames: RenameOptions | false;
  /** `core.bigFileThreshold` in bytes: a larger file is binary. */
  readonly bigFileThreshold?: number;
  /** Called between files, for progress and cancellation. */
  readonly checkpoint?: (done: number, total: number) => Promise<void> | void;
  /** Made with the same options, to be used for many change sets; otherwise each has its own. */
  readonly comparison?: FileComparison;
}

/** How much of a file's content its labels need. */
const HEAD = 16 * 1024;
/** Content up to this size is read at once. */
const WHOLE = 1024 * 1024;
/** Files between two checkpoints. */
const STRIDE = 64;

/**
 * Compares the changes of one scope, sorted by path.
 * @throws whatever the checkpoint throws
 */
export async function compareFiles(
  changes: readonly RawChange[],
  options: CompareOptions,
): Promise<ChangeSet> {
  using _ = keepKernel();
  const paired = renamesInTurn(
    changes,
    options.renames && {
      isBinary: (path) => options.attributes.isBinary(path),
      ...options.renames,
    },
  );
  // Large ranges have tens of thousands: what has been compared is let go of.
  changes = [];
  const notices: Notice[] = [];
  if (paired.limited !== null) notices.push(renamesLimited(paired.limited.needed));
  const comparison = options.comparison ?? new FileComparison(options);
  const files: FileChange[] = [];
  for (const change of paired.changes) {
    if (options.checkpoint !== undefined && files.length % STRIDE === 0) {
      await options.checkpoint(files.length, paired.count);
    }
    const file = comparison.compare(change);
    if (file.problem !== null) notices.push(problemNotice(file));
    files.push(file);
  }
  return { files, notices };
}

function renamesLimited(needed: number): Notice {
  return {
    code: "rename_detection_limited",
    message:
      `Too many files were added and deleted to compare each pair: only renames with equal ` +
      `content or a unique file name were looked for, as git does; set diff.renameLimit to ` +
      `${needed} or more to compare all`,
  };
}

function problemNotice(file: FileChange): Notice {
  const { code, message } = file.problem!;
  return { code: code as NoticeCode, path: file.path, message };
}

/** Compares one file after another with one line differ and one buffer. */
export class FileComparison {
  readonly #options: Omit<CompareOptions, "comparison">;
  readonly #threshold: number;
  readonly #lines = new LineDiff();
  readonly #held = new Uint8Array(WHOLE);

  /** Compares files as the options say. */
  constructor(options: Omit<CompareOptions, "comparison">) {
    this.#options = options;
    this.#threshold = options.bigFileThreshold ?? BIG_FILE_THRESHOLD;
  }

  /** Bytes of memory held. */
  get memorySize(): number {
    return this.#lines.memorySize + this.#held.length;
  }

  /** The change with counts and labels. */
  compare(change: PairedChange): FileChange {
    const { attributes } = this.#options;
    const attribute = (name: string) => attributes.get(change.path, name);
    // Attributes may be read from objects, and no view of a content outlives that: they come first.
    const language = attribute("linguist-language");
    const generated = attribute("linguist-generated");
    for (const path of [change.path, change.oldPath]) if (path !== null) attributes.isBinary(path);
    let content: Content | null = null;
    let problem: FileChange["problem"] = null;
    try {
      content = this.#content(change);
    } catch (error) {
      if (!(error instanceof PrismError)) throw error;
      problem = { code: problemCode(error), message: error.message };
    }
    const gitlink = (change.after ?? change.before)!.mode === MODE.gitlink;
    return {
      ...change,
      linesAdded: content?.added ?? 0,
      linesRemoved: content?.removed ?? 0,
      binary: content?.binary ?? attributes.isBinary(change.path) ?? false,
      encoding: content?.encoding ?? null,
      language: gitlink ? "unknown" : detectLanguage(
        change.path,
        content?.head,
        typeof language === "string" ? language : null,
      ),
      generated: !gitlink && isGenerated(
        change.path,
        typeof generated === "string" ? generated !== "false" : generated,
        () => content?.head ?? null,
      ),
      problem,
    };
  }

  /** A file over the threshold is binary unseen, as in git; a large one need not be read whole. */
  #content(change: PairedChange): Content {
    try {
      return this.#compared(change);
    } catch (error) {
      if (this.#sizeOf(error) === null) throw error;
    }
    try {
      return this.#large(change);
    } catch (error) {
      const size = this.#sizeOf(error);
      if (size === null || size <= this.#threshold) throw error;
      return { added: 0, removed: 0, binary: true, encoding: null, head: null };
    }
  }

  /** The size that was too much; null when the error says something else. */
  #sizeOf(error: unknown): number | null {
    const size = error instanceof PrismError && error.code === "object_too_large" &&
      error.data?.size;
    return typeof size === "number" ? size : null;
  }

  /** What {@link FileComparison.#compared} finds, with no more of the content read than that takes. */
  #large(change: PairedChange): Content {
    const { before, after } = change;
    const same = before !== null && after !== null && isSame(before, after);
    // A head that cannot be had alone is seen when all is read.
    let old = before === null || same ? null : this.#headOf(before);
    let now = after === null ? null : this.#headOf(after);
    const scan = new EncodingScan();
    const isBinary = () => this.#isEitherBinary(change, same ? now : old, now);
    const binary = (): Content => {
      const head = now ?? old;
      if (head !== null) scan.add(head);
      return { added: 0, removed: 0, binary: true, encoding: scan.result(true), head };
    };
    if (isBinary()) return binary();
    if (before === null || after === null || same) {
      const side = (after ?? before)!;
      const show = (piece: Uint8Array): boolean => {
        if (after !== null) now ??= piece.slice(0, HEAD);
        else old ??= piece.slice(0, HEAD);
        if (isBinary()) return false;
        scan.add(piece);
        return true;
      };
      const lines = this.#lines.countLinesOf(shown(piecesOf(side), show));
      if (isBinary()) return binary();
      const [added, removed] = same ? [0, 0] : after === null ? [0, lines] : [lines, 0];
      return { added, removed, binary: false, encoding: scan.result(), head: now ?? old };
    }
    const counts = this.#lines.countsOf(
      (kernel) => {
        const stored = storedIn(kernel, before);
        old ??= kernel.bytes(stored.address, Math.min(HEAD, stored.size)).slice();
        return isBinary() ? null : stored;
      },
      (kernel) => {
        const stored = storedIn(kernel, after);
        const content = kernel.bytes(stored.address, stored.size);
        now ??= content.slice(0, HEAD);
        if (isBinary()) return null;
        scan.add(content);
        return stored;
      },
    );
    if (counts === null) return binary();
    return { ...counts, binary: false, encoding: scan.result(), head: now };
  }

  #headOf(side: FileSide): Uint8Array | null {
    return side.mode === MODE.gitlink ? gitlinkText(side) : side.head(HEAD, this.#threshold);
  }

  #compared(change: PairedChange): Content {
    const { before, after } = change;
    const same = before !== null && after !== null && isSame(before, after);
    const old = before === null ? null : same ? null : this.#hold(this.#contentOf(before));
    const now = after === null ? null : this.#contentOf(after);
    const text = now ?? old!;
    const encoding = detectEncoding(text);
    // A view of the ring stays whole until the next object is read, which is after the labels.
    const head = text.subarray(0, HEAD);
    if (this.#isEitherBinary(change, old ?? text, text)) {
      return { added: 0, removed: 0, binary: true, encoding, head };
    }
    if (same) return { added: 0, removed: 0, binary: false, encoding, head };
    if (old === null) {
      return { added: this.#lines.countLines(text), removed: 0, binary: false, encoding, head };
    }
    if (now === null) {
      return { added: 0, removed: this.#lines.countLines(old), binary: false, encoding, head };
    }
    return { ...this.#lines.counts(old, now), binary: false, encoding, head };
  }

  /** By attributes and by what is known of the content. */
  #isEitherBinary(
    change: PairedChange,
    old: Uint8Array | null,
    now: Uint8Array | null,
  ): boolean {
    const { path, oldPath, before, after } = change;
    return (after !== null && this.#isBinary(path, after, now)) ||
      (before !== null && this.#isBinary(oldPath ?? path, before, old));
  }

  /**
   * Each side of a change is what its own path makes it. Attributes do not count for links and
   * submodules.
   */
  #isBinary(path: string, side: FileSide, bytes: Uint8Array | null): boolean {
    const byAttribute = isRegular(side.mode) ? this.#options.attributes.isBinary(path) : undefined;
    return byAttribute ?? (bytes !== null && this.#lines.isBinary(bytes));
  }

  /** A submodule is compared by the line that `git diff` shows for it. */
  #contentOf(side: FileSide): Uint8Array {
    return side.mode === MODE.gitlink
      ? gitlinkText(side)
      : side.read(Math.min(WHOLE, this.#threshold));
  }

  /** Copies content that must outlive the reading of the other side. */
  #hold(bytes: Uint8Array): Uint8Array {
    this.#held.set(bytes);
    return this.#held.subarray(0, bytes.length);
  }
}

interface Content {
  readonly added: number;
  readonly removed: number;
  readonly binary: boolean;
  readonly encoding: string | null;
  readonly head: Uint8Array | null;
}

const encoder = new TextEncoder();

function gitlinkText(side: FileSide): Uint8Array {
  return encoder.encode(`Subproject commit ${side.id()}\n`);
}

function piecesOf(side: FileSide): Iterable<Uint8Array> {
  return side.mode === MODE.gitlink ? [gitlinkText(side)] : side.pieces();
}

function storedIn(kernel: Kernel, side: FileSide): StoredContent {
  if (side.mode !== MODE.gitlink) return side.storeIn(kernel);
  const text = gitlinkText(side);
  return { address: kernel.store(text), size: text.length };
}

/** The pieces, each shown on its way, until that says no. */
function* shown(
  pieces: Iterable<Uint8Array>,
  show: (piece: Uint8Array) => boolean,
): Generator<Uint8Array, void, undefined> {
  for (const piece of pieces) {
    if (!show(piece)) return;
    yield piece;
  }
}

function isSame(before: FileSide, after: FileSide): boolean {
  if ((before.mode === MODE.gitlink) !== (after.mode === MODE.gitlink)) return false;
  return before.id() === after.id();
}

function problemCode(error: PrismError): NoticeCode {
  switch (error.code) {
    case "object_missing":
    case "object_promised":
    case "object_corrupt":
      return error.code;
    case "object_too_large":
      return "content_too_large";
    default:
      return "unreadable";
  }
}
