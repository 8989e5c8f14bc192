/**
 * Functions and imports of a change set: what changed in the code of its files.
 *
 * Files are read and compared when they are asked for, each once. A function that is gone in one file
 * and new in another has moved, so files that others may have moved to or from are compared too.
 *
 * @module
 */

import { type Notice, type NoticeCode, PrismError } from "../errors.ts";
import { type FileSide, isRegular } from "../git/file_side.ts";
import { detectLanguage } from "../syntax/detect_language.ts";
import type { OutlineProblem, SourceReading } from "../syntax/outline.ts";
import { isReadable, openReader, type SourceReader } from "../syntax/read_source.ts";
import type { FileChange } from "./change_set.ts";
import type { FunctionChange } from "./function_change.ts";
import { resolveMoves } from "./function_moves.ts";
import { compareFunctions, type FileFunctions } from "./functions.ts";
import { compareImports, type ImportChanges } from "./imports.ts";
import { LineDiff } from "./line_diff.ts";
import { MoveGroups } from "./move_groups.ts";
import { SourceReadings } from "./source_readings.ts";

/** What changed in the code of one file. */
export interface FileCode {
  /** In order of place. */
  readonly functions: readonly FunctionChange[];
  readonly imports: ImportChanges;
}

/** What changed in the code of some files. */
export interface CodeChanges {
  /** Files that are not in it were not analysed: no grammar, no text, or a notice says why. */
  readonly files: ReadonlyMap<FileChange, FileCode>;
  readonly notices: readonly Notice[];
}

/** Called between files, for progress and cancellation. */
export type Checkpoint = (done: number, total: number) => Promise<void>;

/** Larger files are not read: no text as long as the parser takes has more bytes. */
const LARGEST = 16 * 1024 * 1024;
/** How much of a file's content its language needs. */
const HEAD = 16 * 1024;
/** Files that are named one by one in a notice. */
const MOST_NAMED = 3;

interface Compared {
  readonly functions: FileFunctions;
  readonly imports: ImportChanges;
  /** The first line with a syntax error; `null` when there is none. */
  readonly errorLine: number | null;
}

// Shared, since a history makes thousands of small analyses; each use is over before the next begins.
let lines: LineDiff | undefined;
const readings = new SourceReadings();

/** The code of one change set, analysed as far as was asked for. */
export class FunctionAnalysis {
  readonly #files: readonly FileChange[];
  readonly #includeTypes: boolean;
  readonly #groups: MoveGroups;
  readonly #lines = lines ??= new LineDiff();
  /** `null` of a file that cannot be analysed. */
  readonly #compared = new Map<FileChange, Compared | null>();
  readonly #problems = new Map<FileChange, Notice>();
  #resolved: Map<FileChange, readonly FunctionChange[]> | null = null;
  #limited = false;

  /** Analyses these files; with types, constants and fields too when they are wanted. */
  constructor(files: readonly FileChange[], includeTypes: boolean) {
    this.#files = files;
    this.#groups = new MoveGroups(files.filter(isCode));
    this.#includeTypes = includeTypes;
  }

  /** Changed functions that are held. */
  get weight(): number {
    let weight = 0;
    for (const compared of this.#compared.values()) {
      const { changes, gone, come, doubtful } = compared?.functions ?? NOTHING;
      weight += changes.length + gone.length + come.length + doubtful.length;
    }
    return weight;
  }

  /**
   * The changes of some of the files.
   * @throws whatever the checkpoint throws
   */
  async of(wanted: readonly FileChange[], checkpoint: Checkpoint): Promise<CodeChanges> {
    await this.#compareAll(wanted, checkpoint);
    await this.#compareAll(this.#partnersOf(wanted), checkpoint);
    this.#resolved ??= this.#resolve();
    const files = new Map<FileChange, FileCode>();
    for (const file of wanted) {
      const functions = this.#resolved.get(file);
      if (functions === undefined) continue;
      files.set(file, { functions, imports: this.#compared.get(file)!.imports });
    }
    return { files, notices: this.#notices(wanted) };
  }

  async #compareAll(files: readonly FileChange[], checkpoint: Checkpoint): Promise<void> {
    const left = this.#groups.inOrder(files.filter((file) => !this.#compared.has(file)));
    for (const [done, file] of left.entries()) {
      await checkpoint(done, left.length);
      const compared = await this.#compare(file);
      this.#compared.set(file, compared);
      this.#groups.add(file, compared?.functions ?? null);
      this.#resolved = null;
    }
  }

  /** Files that functions of the wanted ones may have moved to or from. */
  #partnersOf(wanted: readonly FileChange[]): FileChange[] {
    const partners = this.#groups.partnersOf(
      wanted.flatMap((file) => {
        const compared = this.#compared.get(file);
        return compared == null ? [] : [[file, compared.functions] as const];
      }),
    );
    return this.#files.filter((file) => partners.has(file));
  }

  #resolve(): Map<FileChange, readonly FunctionChange[]> {
    const resolved = new Map<FileChange, readonly FunctionChange[]>();
    this.#limited = this.#groups.limited;
    const known = this.#files.filter((file) => this.#compared.get(file) != null);
    // What is staged and what is edited again have baselines of their own.
    for (const files of Map.groupBy(known, ({ scope }) => scope).values()) {
      const functions = files.map((file) => this.#compared.get(file)!.functions);
      const moves = resolveMoves(functions, this.#lines);
      this.#limited ||= moves.limited;
      moves.files.forEach(({ changes }, i) => resolved.set(files[i], changes));
    }
    return resolved;
  }

  async #compare(file: FileChange): Promise<Compared | null> {
    const { path, oldPath, before, after, language } = file;
    if (!isCode(file)) return null;
    try {
      if (before !== null && after !== null && before.id() === after.id()) {
        const functions = { ...NOTHING, path, oldPath, language };
        return { functions, imports: { added: [], removed: [] }, errorLine: null };
      }
      // Readers are loaded first: readings must not wait for anything.
      const sniffed = { language, sniff: oldPath !== null };
      const readers = {
        old: before === null ? null : await readerOf(before, oldPath ?? path, sniffed),
        now: await openReader(language, path),
      };
      try {
        return this.#compareSides(file, readers);
      } catch (error) {
        if (!(error instanceof WebAssembly.RuntimeError)) throw error;
        // A parser that broke down takes with it what it had read before: all is read anew.
        readings.clear();
        return this.#compareSides(file, readers);
      }
    } catch (error) {
      if (!(error instanceof PrismError || error instanceof WebAssembly.RuntimeError)) throw error;
      const code = error instanceof PrismError ? codeOf(error) : "parser_failed";
      this.#problems.set(file, { code, path, message: error.message });
      return null;
    } finally {
      readings.trim();
    }
  }

  #compareSides(
    file: FileChange,
    readers: { readonly old: SourceReader | null; readonly now: SourceReader | null },
  ): Compared | null {
    const { path, oldPath, before, after, language } = file;
    const read = (reader: SourceReader | null, side: FileSide | null): SourceReading | null =>
      reader === null || side === null ? null : readings.get(reader, side, LARGEST);
    const old = read(readers.old, before);
    const now = read(readers.now, after);
    if (this.#isLost(file, old, now)) return null;
    const functions = compareFunctions(old, now, {
      path,
      oldPath,
      language,
      includeTypes: this.#includeTypes,
      lineDiff: this.#lines,
      moves: this.#groups.mayMove(file),
    });
    const errorLine = (now ?? old)!.outline.problems
      .find(({ code }) => code === "syntax_error")?.line ?? null;
    const imports = compareImports(old?.outline ?? null, now?.outline ?? null);
    return { functions: detached(functions), imports, errorLine };
  }

  /** Whether a side was read too badly to be compared; a notice then says why. */
  #isLost(file: FileChange, old: SourceReading | null, now: SourceReading | null): boolean {
    const problem = [now, old].flatMap((reading) => reading?.outline.problems ?? [])
      .find(({ code }) => code !== "syntax_error");
    if (problem === undefined) return false;
    this.#problems.set(file, {
      code: PROBLEMS[problem.code],
      path: file.path,
      message: problem.message,
    });
    // The begin of a file tells something of a new one, but nothing of what is gone.
    return problem.code !== "too_large" || (file.before !== null && file.after !== null);
  }

  #notices(wanted: readonly FileChange[]): Notice[] {
    const notices = wanted.flatMap((file) => this.#problems.get(file) ?? []);
    const broken = wanted.flatMap((file) => {
      const line = this.#compared.get(file)?.errorLine ?? null;
      return line === null ? [] : [{ file, line }];
    });
    if (broken.length > 0) notices.push(syntaxNotice(broken));
    if (this.#limited) {
      notices.push({
        code: "rename_detection_limited",
        message:
          "Too many functions are alike to compare each pair: some that were renamed or moved " +
          "may be listed as deleted and added.",
      });
    }
    return notices;
  }
}

const NOTHING: FileFunctions = {
  path: "",
  oldPath: null,
  language: "",
  changes: [],
  gone: [],
  come: [],
  doubtful: [],
  limited: false,
};

const PROBLEMS: Readonly<Record<OutlineProblem["code"], NoticeCode>> = {
  syntax_error: "syntax_error",
  too_large: "source_too_large",
  too_slow: "source_too_slow",
  parser_failed: "parser_failed",
};

function codeOf(error: PrismError): NoticeCode {
  switch (error.code) {
    case "object_missing":
    case "object_promised":
    case "object_corrupt":
      return error.code;
    case "object_too_large":
      return "source_too_large";
    case "parser_unavailable":
      return "function_analysis_unavailable";
    default:
      return "unreadable";
  }
}

/** Whether both sides are text of a language that is read. UTF-16 is, though git calls it binary. */
function isCode({ before, after, binary, encoding, language, problem }: FileChange): boolean {
  return problem === null && isReadable(language) && (!binary || encoding !== null) &&
    [before, after].every((side) => side === null || isRegular(side.mode));
}

/** The reader of a side; `sniff` tells its language anew, since a renamed file may have been of another one. */
async function readerOf(
  side: FileSide,
  path: string,
  { language, sniff }: { language: string; sniff: boolean },
): Promise<SourceReader | null> {
  if (!sniff) return await openReader(language, path);
  const seen = detectLanguage(path, side.read(LARGEST).subarray(0, HEAD));
  return await openReader(isReadable(seen) ? seen : language, path);
}

/** A copy whose strings do not hold the text of the file that they were cut from. */
function detached(functions: FileFunctions): FileFunctions {
  return functions.changes.length + functions.doubtful.length === 0
    ? functions
    : structuredClone(functions);
}

function syntaxNotice(broken: readonly { file: FileChange; line: number }[]): Notice {
  const named = broken.slice(0, MOST_NAMED).map(({ file, line }) => `${file.path} (line ${line})`);
  const more = broken.length - named.length;
  const message =
    `Syntax errors, as far as the grammar knows the language, in ${named.join(", ")}` +
    `${more === 0 ? "" : ` and ${more} more`}: functions that touch one may be off.`;
  return {
    code: "syntax_error",
    ...(broken.length === 1 ? { path: broken[0].file.path } : {}),
    message,
  };
}
