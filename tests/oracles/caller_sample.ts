/** Our side of a comparison of callers: the files of a checkout, functions drawn from them, their callers. */

import { CallerSearch, type CallersFound } from "../../src/calls/callers.ts";
import { CodeBase, type CodeMemory } from "../../src/calls/code_base.ts";
import type { CodeFile } from "../../src/calls/code_file.ts";
import { projectFiles } from "../../src/calls/project_files.ts";
import { definitionOf, type DefinitionSymbol } from "../../src/calls/symbol.ts";
import { detectLanguage } from "../../src/syntax/detect_language.ts";
import { CALLABLE_KINDS, type DefinitionKind } from "../../src/syntax/outline.ts";
import { decodeSource } from "../../src/syntax/decode_source.ts";

/** Kinds that calls name. */
const CALLED: ReadonlySet<DefinitionKind> = new Set([
  "function",
  "method",
  "constructor",
] as DefinitionKind[]);

/** Keeps what was read as long as it lives. */
export function lastingMemory(): CodeMemory {
  const outlines = new Map(), words = new Map();
  return {
    outline: (key) => outlines.get(key),
    keepOutline: (key, outline) => void outlines.set(key, outline),
    words: (key) => words.get(key),
    keepWords: (key, filter) => void words.set(key, filter),
  };
}

/** The code of a checkout. */
export class CallerSample {
  readonly dir: string;
  readonly family: string;
  readonly code: CodeBase;
  readonly search: CallerSearch;
  /** Paths of the files of the family, in order. */
  readonly paths: readonly string[];
  readonly #texts = new Map<string, string>();

  private constructor(dir: string, family: string, code: CodeBase, paths: readonly string[]) {
    this.dir = dir;
    this.family = family;
    this.code = code;
    this.paths = paths;
    this.search = new CallerSearch(code);
  }

  /** Opens the files that are tracked in a checkout; all files below a folder that is none. */
  static async open(dir: string, family: string): Promise<CallerSample> {
    const paths = trackedFiles(dir);
    const read = (path: string): Uint8Array | null => {
      try {
        return Deno.readFileSync(`${dir}/${path}`);
      } catch {
        return null;
      }
    };
    const sources = paths.flatMap((path) => {
      const language = detectLanguage(path, null, null);
      return [{ path, language, key: path, read: () => read(path) }];
    });
    const code = await CodeBase.open(
      sources,
      new Set([family]),
      lastingMemory(),
      projectFiles(paths, read),
    );
    const own = paths.filter((path) => code.file(path) !== null);
    return new CallerSample(dir, family, code, own);
  }

  /** The text of a file. */
  text(path: string): string {
    let text = this.#texts.get(path);
    if (text === undefined) {
      text = decodeSource(Deno.readFileSync(`${this.dir}/${path}`)).text;
      this.#texts.set(path, text);
    }
    return text;
  }

  /** Functions of the files, drawn so that the same seed gives the same ones. */
  functions(count: number, seed: number): DefinitionSymbol[] {
    const all = this.paths.flatMap((path) => {
      const file = this.code.file(path)!;
      return file.outline.definitions.flatMap(({ kind, broken, decorators }, index) =>
        CALLED.has(kind) && !broken && !decorators.some((each) => /\boverload$/.test(each)) &&
          !/\.d\.[cm]?ts$/.test(path)
          ? [{ file, index }]
          : []
      );
    });
    const random = numbers(seed);
    for (let at = all.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1));
      [all[at], all[other]] = [all[other], all[at]];
    }
    return all.slice(0, count);
  }

  /** Our callers of a function. */
  callers(target: DefinitionSymbol): CallersFound {
    return this.search.callersOf(target);
  }

  /** The function around a place as a text that is the same for the same function. */
  around(path: string, place: number): string {
    const file = this.code.file(path);
    // Decorators stand before the name and run outside.
    const found =
      file?.outline.definitions.findLastIndex(({ kind, nameStart, end }) =>
        CALLABLE_KINDS.has(kind) && nameStart <= place && place < end
      ) ?? -1;
    return edgeKey(path, file ?? null, found);
  }

  /** The same of a definition or what is around it. */
  callable(file: CodeFile, within: number): string {
    for (const index of file.around(within)) {
      if (CALLABLE_KINDS.has(file.definition(index).kind)) return edgeKey(file.path, file, index);
    }
    return edgeKey(file.path, file, -1);
  }
}

function edgeKey(path: string, file: CodeFile | null, index: number): string {
  if (file === null || index < 0) return `${path} -`;
  const { qualifiedName, startLine } = file.definition(index);
  return `${path} ${qualifiedName}:${startLine}`;
}

function trackedFiles(dir: string): string[] {
  const git = new Deno.Command("git", { args: ["-C", dir, "ls-files", "-z"], stderr: "null" });
  const { success, stdout } = git.outputSync();
  if (success) return new TextDecoder().decode(stdout).split("\0").filter(Boolean);
  const found: string[] = [];
  const walk = (folder: string): void => {
    for (const { name, isDirectory, isFile } of Deno.readDirSync(`${dir}/${folder}`)) {
      if (isDirectory) walk(`${folder}${name}/`);
      else if (isFile) found.push(folder + name);
    }
  };
  walk("");
  return found.sort();
}

/** How a definition is written in a report. */
export function described(symbol: DefinitionSymbol): string {
  const { qualifiedName, startLine } = definitionOf(symbol);
  return `${symbol.file.path}:${startLine} ${qualifiedName}`;
}

/** Numbers from 0 to 1 (mulberry32, T. Ettinger, public domain). */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = state + 0x6d2b79f5 | 0;
    let mixed = Math.imul(state ^ state >>> 15, 1 | state);
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
    return ((mixed ^ mixed >>> 14) >>> 0) / 4294967296;
  };
}
