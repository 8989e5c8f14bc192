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

/** Generated files of a family. */
export interface GeneratedFiles {
  readonly paths: readonly string[];
  /** Whether they hold the name; there may be too many to look. */
  readonly isSure: boolean;
}

/** What views keep of contents: the language too, where the path does not tell it. */
export interface ViewMemory extends CodeMemory {
  language(key: string): string | undefined;
  keepLanguage(key: string, language: string): void;
}

/** Files in old places that are kept with all that was found around them. */
const MOST_REPLACED = 4;
/** Generated files whose words are looked at; of more, it is only said that they are there. */
const MOST_GENERATED = 500;

/** Opens families of languages, each once. */
export class CodeView {
  readonly #sources: readonly CodeSource[];
  readonly #generated: readonly CodeSource[];
  readonly #sides: ReadonlyMap<string, FileSide>;
  readonly #project: ProjectFiles;
  readonly #memory: ViewMemory;
  readonly #families = new Map<string, Promise<CodeFamily>>();
  readonly #replaced = new Map<string, Promise<CodeFamily>>();
  readonly #opened = new Set<CodeBase>();
  readonly #generatedFamilies = new Map<string, Promise<CodeBase>>();

  /** Looks at a snapshot. */
  constructor(snapshot: Snapshot, memory: ViewMemory) {
    const sides = new Map<string, FileSide>();
    const sources: CodeSource[] = [];
    const generated: CodeSource[] = [];
    for (const { path, side } of snapshot.files()) {
      if (!isRegular(side.mode)) continue;
      sides.set(path, side);
      const source = toSource(path, side, memory);
      if (source !== null) (isGeneratedPath(path) ? generated : sources).push(source);
    }
    this.#sources = sources;
    this.#generated = generated;
    this.#memory = memory;
    this.#sides = sides;
    this.#project = this.#projectOf(sides);
  }

  /** How many files hold code that is read. */
  get size(): number {
    return this.#sources.length;
  }

  /** Facts of all files that it holds. */
  get weight(): number {
    return [...this.#opened].reduce((sum, code) => sum + code.weight, 0);
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

  /** The same with an earlier or left out file in its place. */
  async familyWith({ path, language, side }: Replacement): Promise<CodeFamily> {
    const name = await this.#familyName(language);
    const old: CodeSource = {
      path,
      language,
      key: side.id(),
      read: () => contentOf(side, LARGEST),
    };
    const place = `${name}\0${path}\0${old.key}`;
    const known = this.#replaced.get(place);
    if (known !== undefined) return await known;
    const sources = [...this.#sources.filter((each) => each.path !== path), old];
    // A file that is gone is no longer among the paths that imports lead to.
    const project = this.#sides.has(path)
      ? this.#project
      : this.#projectOf(new Map([...this.#sides, [path, side]]));
    const opening = this.#open(name, sources, project);
    this.#replaced.set(place, opening);
    for (const oldest of this.#replaced.keys()) {
      if (this.#replaced.size <= MOST_REPLACED) break;
      this.#replaced.get(oldest)!.then(({ code }) => this.#opened.delete(code), () => {});
      this.#replaced.delete(oldest);
    }
    return await opening;
  }

  /**
   * Files that programs made and in which callers are not looked for, though they hold a name.
   *
   * @param checkpoint Told how many files were looked at, and of how many.
   */
  async generatedWith(
    name: string,
    language: string,
    checkpoint: (done: number, total: number) => Promise<void>,
  ): Promise<GeneratedFiles> {
    if (this.#generated.length === 0) return { paths: [], isSure: true };
    const family = await this.#familyName(language);
    let opening = this.#generatedFamilies.get(family);
    if (opening === undefined) {
      const project = this.#project;
      opening = CodeBase.open(this.#generated, new Set([family]), this.#memory, project);
      this.#generatedFamilies.set(family, opening);
    }
    const code = await opening;
    return code.size > MOST_GENERATED
      ? { paths: [...code.paths()], isSure: false }
      : { paths: await code.holders(name, family, checkpoint), isSure: true };
  }

  async #familyName(language: string): Promise<string> {
    const grammar = await openGrammar(language);
    return grammar === null ? language : familyOf(language, grammar);
  }

  #projectOf(sides: ReadonlyMap<string, FileSide>): ProjectFiles {
    return projectFiles(
      [...sides.keys()],
      (path, limit) => contentOf(sides.get(path)!, limit),
    );
  }

  async #open(
    name: string,
    sources: readonly CodeSource[],
    project: ProjectFiles = this.#project,
  ): Promise<CodeFamily> {
    const code = await CodeBase.open(sources, new Set([name]), this.#memory, project);
    this.#opened.add(code);
    return { name, code, search: new CallerSearch(code) };
  }
}

function toSource(path: string, side: FileSide, memory: ViewMemory): CodeSource | null {
  let language = detectLanguage(path);
  if (isSharedExtension(path) || language === "unknown" && !path.includes(".", 1)) {
    const key = `${path.slice(path.lastIndexOf("/") + 1)}\0${side.id()}`;
    const known = memory.language(key);
    language = known ?? detectLanguage(path, headOf(side));
    if (known === undefined) memory.keepLanguage(key, language);
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
