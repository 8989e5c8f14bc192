/**
 * What happened to the functions of a file: the two sides' outlines become a list of changes.
 *
 * A change set is compared in two steps. {@link compareFunctions} looks at one file at a time, while
 * its two readings are open. `resolveMoves` (`function_moves.ts`) then looks at all files together, and
 * turns functions that are gone here and new there into moves; call it for a single file too.
 *
 * @module
 */

import { CALLABLE_KINDS, type SourceReading } from "../syntax/outline.ts";
import type { ScoredPair } from "./best_pairs.ts";
import { type Fingerprint, indentShape } from "./fingerprint.ts";
import type { FunctionChange, FunctionPlace } from "./function_change.ts";
import { hunkLines, lineCount, lineHashes, textLines } from "./function_lines.ts";
import { type FunctionPairs, pairFunctions } from "./function_pairs.ts";
import { type FunctionItem, FunctionSide } from "./function_side.ts";
import type { Hunk, LineCounts, LineDiff } from "./line_diff.ts";
import { parameterUses } from "./parameter_uses.ts";
import { signatureChanges } from "./signature_changes.ts";

/** What is compared, and how. */
export interface FunctionOptions {
  /** Path of the later side; of the earlier one when there is no later one. */
  readonly path: string;
  /** Path of the earlier side, when it is another one. */
  readonly oldPath?: string | null;
  /** Label of the language; functions do not move between languages. */
  readonly language: string;
  /** Whether types, constants and fields count too. False unless given. */
  readonly includeTypes?: boolean;
  /** Hunks of the two files without context (`LineDiff.hunks`); made from the texts when left out. */
  readonly hunks?: readonly Hunk[];
  /** Counts lines. */
  readonly lineDiff: LineDiff;
  /**
   * Whether functions that are gone or new are remembered, so that moves can be found. True unless
   * given; of use only when some file of the change set lost a function and some file got one.
   */
  readonly moves?: boolean;
}

/** A function that is gone or new, as it is remembered. */
export interface LeftFunction extends FunctionPlace {
  /** What {@link FileFunctions.changes} says about it so far. */
  readonly change: FunctionChange;
  readonly fingerprint: Fingerprint;
  /** A number for each line. */
  readonly lines: Uint32Array;
  /** Whether the other side of its file lacks its container too. */
  readonly containerLeft: boolean;
}

/** The changed functions of one file. */
export interface FileFunctions {
  readonly path: string;
  /** Path of the earlier side, when it is another one; `null` otherwise. */
  readonly oldPath: string | null;
  readonly language: string;
  /** In order of where they begin: on the later side, deleted ones on the earlier side. */
  readonly changes: readonly FunctionChange[];
  /** Functions that only the earlier side has. */
  readonly gone: readonly LeftFunction[];
  /** Functions that only the later side has. */
  readonly come: readonly LeftFunction[];
  /** Functions of one container that may be one, if other files say so. */
  readonly doubtful: readonly ScoredPair<LeftFunction>[];
  /** Whether renames may have been overlooked, because too many functions are alike. */
  readonly limited: boolean;
}

/**
 * Compares the functions of one file. Neither reading is disposed; the result needs none of them.
 *
 * @param before `null` when the file was added.
 * @param after `null` when the file was deleted.
 */
export function compareFunctions(
  before: SourceReading | null,
  after: SourceReading | null,
  options: FunctionOptions,
): FileFunctions {
  return new FileComparison(before, after, options).run();
}

class FileComparison {
  readonly #options: FunctionOptions;
  readonly #before: FunctionSide;
  readonly #after: FunctionSide;
  readonly #texts: readonly [string, string];
  readonly #changes: FunctionChange[] = [];
  #hunks: readonly Hunk[] | undefined;

  constructor(
    before: SourceReading | null,
    after: SourceReading | null,
    options: FunctionOptions,
  ) {
    const includeTypes = options.includeTypes ?? false;
    this.#options = options;
    this.#before = new FunctionSide(before, includeTypes);
    this.#after = new FunctionSide(after, includeTypes);
    this.#texts = [before?.text ?? "", after?.text ?? ""];
    this.#hunks = options.hunks;
  }

  run(): FileFunctions {
    const pairs = pairFunctions(this.#before, this.#after);
    const gone: LeftFunction[] = [];
    const come: LeftFunction[] = [];
    const remembered = new Map<FunctionItem, LeftFunction>();
    const left = (item: FunctionItem, other: FunctionSide): LeftFunction[] => {
      const found = this.#left(item, other);
      if (found.length > 0) remembered.set(item, found[0]);
      return found;
    };
    for (const item of this.#after.items) {
      const old = pairs.before.get(item);
      if (old !== undefined) this.#comparePair(old, item, pairs);
      else come.push(...left(item, this.#before));
    }
    for (const item of this.#before.items) {
      if (!pairs.after.has(item)) gone.push(...left(item, this.#after));
    }
    const { path, oldPath, language } = this.#options;
    return {
      path,
      oldPath: oldPath === path ? null : oldPath ?? null,
      language,
      changes: this.#changes.sort(byPlace),
      gone,
      come,
      doubtful: pairs.doubtful.flatMap(({ before, after, score }) => {
        const [old, now] = [remembered.get(before), remembered.get(after)];
        return old === undefined || now === undefined ? [] : [{ before: old, after: now, score }];
      }),
      limited: pairs.limited,
    };
  }

  #left(item: FunctionItem, other: FunctionSide): LeftFunction[] {
    const place = this.#place(item, other === this.#after);
    const deleted = other === this.#after;
    const change: FunctionChange = {
      kind: deleted ? "deleted" : "added",
      before: deleted ? place : null,
      after: deleted ? null : place,
      signatureChanges: [],
      formattingOnly: false,
      withContainer: false,
      linesAdded: deleted ? 0 : lineCount(item),
      linesRemoved: deleted ? lineCount(item) : 0,
    };
    this.#changes.push(change);
    if (this.#options.moves === false) return [];
    const { container, fingerprint } = item;
    const containerLeft = container === ""
      ? other.items.length === 0
      : !other.groups.has(container) && other.definitionOf(container) === undefined;
    return [{ ...place, change, fingerprint, lines: lineHashes(item.ownText), containerLeft }];
  }

  #comparePair(before: FunctionItem, after: FunctionItem, pairs: FunctionPairs): void {
    const [old, now] = [before.definition, after.definition];
    const sameName = old.qualifiedName === now.qualifiedName;
    const touched = before.text !== after.text && isOwnChange(before, after, pairs);
    if (sameName && !touched) return;
    const signature = touched ? signatureChanges(old, now, parameterUses(before, after)) : [];
    const formattingOnly = touched && signature.length === 0 && sameName &&
      isFormatting(before, after);
    const withContainer = pairs.withContainer.has(after) &&
      (old.name === now.name || old.kind === "constructor");
    const kind = !sameName ? "renamed" : signature.length > 0 ? "signature_changed" : "modified";
    const lines = !touched
      ? { added: 0, removed: 0 }
      : sameName
      ? this.#lines(before, after)
      : textLines(before.ownText, after.ownText, this.#options.lineDiff);
    this.#changes.push({
      kind,
      before: this.#place(before, true),
      after: this.#place(after, false),
      signatureChanges: signature,
      formattingOnly,
      withContainer,
      linesAdded: lines.added,
      linesRemoved: lines.removed,
    });
  }

  #lines(before: FunctionItem, after: FunctionItem): LineCounts {
    this.#hunks ??= this.#options.lineDiff.hunks(
      new TextEncoder().encode(this.#texts[0]),
      new TextEncoder().encode(this.#texts[1]),
    );
    const lines = hunkLines(this.#hunks, before, after);
    // A function that moved within the file is all new to a comparison of the files.
    const whole = lines.added >= lineCount(after) || lines.removed >= lineCount(before);
    return whole || lines.added + lines.removed === 0
      ? textLines(before.ownText, after.ownText, this.#options.lineDiff)
      : lines;
  }

  #place({ definition }: FunctionItem, before: boolean): FunctionPlace {
    const { path, oldPath } = this.#options;
    return { path: before ? oldPath ?? path : path, definition };
  }
}

/** Order of changes in a file. */
export function byPlace(a: FunctionChange, b: FunctionChange): number {
  const [one, other] = [a.after ?? a.before, b.after ?? b.before];
  return one!.definition.start - other!.definition.start ||
    Number(a.after === null) - Number(b.after === null) ||
    (a.before?.definition.start ?? 0) - (b.before?.definition.start ?? 0);
}

/** Whether more differs than the functions inside. */
function isOwnChange(before: FunctionItem, after: FunctionItem, pairs: FunctionPairs): boolean {
  if (before.children.length === 0 && after.children.length === 0) return true;
  if (before.ownText === after.ownText) return false;
  if (before.ownTokens.join("\0") !== after.ownTokens.join("\0")) return true;
  if (!CALLABLE_KINDS.has(after.definition.kind)) return false;
  // What surrounds a function inside comes and goes with it.
  return before.children.length === after.children.length &&
    after.children.every((child) => pairs.before.has(child));
}

function isFormatting(before: FunctionItem, after: FunctionItem): boolean {
  const [old, now] = [before.fingerprint, after.fingerprint];
  // Other words mean something else, and keys cost a walk of the tree.
  if (old.words === now.words) return before.key(false) === after.key(false);
  // Functions inside changed too, so that the keys differ anyway.
  return before.children.length > 0 &&
    before.ownTokens.join("\0") === after.ownTokens.join("\0") &&
    indentShape(before.ownText) === indentShape(after.ownText);
}
