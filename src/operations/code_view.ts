/**
 * The source files of the later side of a range, opened for questions about calls.
 *
 * @module
 */

import { CallerSearch } from "../calls/callers.ts";
import { CodeBase, type CodeMemory, type CodeSource, familyOf } from "../calls/code_base.ts";
import { projectFiles } from "../calls/project_files.ts";
import { isGeneratedPath } from "../changes/generated.ts";
import { PrismError } from "../errors.ts";
import { type FileSide, isRegular } from "../git/file_side.ts";
import type { Snapshot } from "../git/snapshot.ts";
import { detectLanguage, isSharedExtension } from "../syntax/detect_language.ts";
import type { ProjectFiles } from "../syntax/module_rules.ts";
import { isReadable, openGrammar } from "../syntax/read_source.ts";

/** Larger files are not looked into: they are data, or made by programs. */
const LARGEST = 2 * 1024 * 1024;
/** How much of a file its language needs. */
const HEAD = 16 * 1024;

/** One family of languages in a code view. */
export interface CodeFamily {
  readonly name: string;
  readonly code: CodeBase;
  readonly search: CallerSearch;
}

/** A file in place of what stands at its path. */
export interface Replacement {
  readonly path: string;
  readonly language: string;
  readonly side: FileSide;
}

/** Opens families of languages, each once. */
export class CodeView {
  readonly #sources: readonly CodeSource[];
  readonly #project: ProjectFiles;
  readonly #memory: CodeMemory;
  readonly #families = new Map<string, Promise<CodeFamily>>();

  /** Looks at a snapshot. */
  constructor(snapshot: Snapshot, memory: CodeMemory) {
    const sides = new Map<string, FileSide>();
    const sources: CodeSource[] = [];
    for (const { path, side } of snapshot.files()) {
      if (!isRegular(side.mode)) continue;
      sides.set(path, side);
      if (isGeneratedPath(path)) continue;
      const source = toSource(path, side);
      if (source !== null) sources.push(source);
    }
    this.#sources = sources;
    this.#memory = memory;
    this.#project = projectFiles(
      [...sides.keys()],
      (path, limit) => contentOf(sides.get(path)!, limit),
    );
  }

  /** How many files hold code that is read. */
  get size(): number {
    return this.#sources.length;
  }

  /** The files of a language and of those that can call it. */
  async family(language: string): Promise<CodeFamily> {
    const name = await this.#familyName(language);
    const known = this.#families.get(name);
    if (known !== undefined) return await known;
    const opening = this.#open(name, this.#sources);
    this.#families.set(name, opening);
    return await opening;
  }

  /** All families that the repository has files of. */
  async families(): Promise<CodeFamily[]> {
    const languages = new Set(this.#sources.map(({ language }) => language));
    const families = new Set<CodeFamily>();
    for (const language of languages) families.add(await this.family(language));
    return [...families];
  }

  /** The same with an earlier file in its old place. */
  async familyWith({ path, language, side }: Replacement): Promise<CodeFamily> {
    const name = await this.#familyName(language);
    const old: CodeSource = {
      path,
      language,
      key: side.id(),
      read: () => contentOf(side, LARGEST),
    };
    return await this.#open(name, [...this.#sources.filter((each) => each.path !== path), old]);
  }

  async #familyName(language: string): Promise<string> {
    const grammar = await openGrammar(language);
    return grammar === null ? language : familyOf(language, grammar);
  }

  async #open(name: string, sources: readonly CodeSource[]): Promise<CodeFamily> {
    const code = await CodeBase.open(sources, new Set([name]), this.#memory, this.#project);
    return { name, code, search: new CallerSearch(code) };
  }
}

function toSource(path: string, side: FileSide): CodeSource | null {
  let language = detectLanguage(path);
  if (isSharedExtension(path) || language === "unknown" && !path.includes(".", 1)) {
    language = detectLanguage(path, headOf(side));
  }
  if (!isReadable(language)) return null;
  return {
    path,
    language,
    get key() {
      return side.id();
    },
    read: () => contentOf(side, LARGEST),
  };
}

function headOf(side: FileSide): Uint8Array | null {
  try {
    return side.head(HEAD, LARGEST) ?? side.read(LARGEST).slice(0, HEAD);
  } catch (failure) {
    if (failure instanceof PrismError) return null;
    throw failure;
  }
}

/** The content; `null` when it cannot be had or is too large. */
function contentOf(side: FileSide, limit: number): Uint8Array | null {
  try {
    return side.read(limit);
  } catch (failure) {
    if (failure instanceof PrismError) return null;
    throw failure;
  }
}
