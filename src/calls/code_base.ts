/**
 * The source files of one state of a repository: which mention a name, and what stands in them.
 *
 * @module
 */

import { WordFilter, type WordKey, wordKey } from "../git/words.ts";
import { decodeSource } from "../syntax/decode_source.ts";
import type { Grammar } from "../syntax/language.ts";
import type { ModuleRules, ProjectFiles } from "../syntax/module_rules.ts";
import type { Outline } from "../syntax/outline.ts";
import { openGrammar, openReader, type SourceReader } from "../syntax/read_source.ts";
import { CodeFile } from "./code_file.ts";
import { fallbackRules } from "./fallback_rules.ts";
import type { Definitions } from "./symbol.ts";

/** One source file. */
export interface CodeSource {
  readonly path: string;
  /** Label of its language. */
  readonly language: string;
  /** The same for equal content: an object name. */
  readonly key: string;
  /** The content; `null` when it cannot be had. */
  read(): Uint8Array | null;
}

/** What was learned of contents, by language and key; kept from question to question. */
export interface CodeMemory {
  outline(key: string): Outline | undefined;
  keepOutline(key: string, outline: Outline): void;
  words(key: string): WordFilter | undefined;
  keepWords(key: string, words: WordFilter): void;
}

/** Words of all languages that stand before a name which is used. */
const BEFORE_USES =
  ("return else case goto do new throw throws await yield and or not if while until in is as " +
    "match sizeof extends implements instanceof move ref").split(" ");
const NOTHING = new Uint8Array(0);
const utf8 = new TextEncoder();
const EMPTY: Outline = { definitions: [], imports: [], exports: [], calls: [], problems: [] };

/** Reads files when they are asked for, each once. */
export class CodeBase {
  readonly project: ProjectFiles;
  readonly #sources: ReadonlyMap<string, CodeSource>;
  readonly #memory: CodeMemory;
  readonly #readers: ReadonlyMap<string, SourceReader>;
  readonly #grammars: ReadonlyMap<string, Grammar>;
  readonly #files = new Map<string, CodeFile | null>();
  readonly #families = new Map<string, readonly CodeSource[]>();
  readonly #filters = new Map<CodeSource, WordFilter>();
  readonly #definedNames = new Map<CodeSource, WordFilter>();
  readonly #unread = new Set<string>();
  readonly #definers = new Map<string, Definitions>();
  readonly #fallbacks = new Map<string, ModuleRules>();
  #filesRead = 0;
  #facts = 0;

  private constructor(
    parts: {
      readonly sources: ReadonlyMap<string, CodeSource>;
      readonly memory: CodeMemory;
      readonly readers: ReadonlyMap<string, SourceReader>;
      readonly grammars: ReadonlyMap<string, Grammar>;
      readonly project: ProjectFiles;
    },
  ) {
    this.#sources = parts.sources;
    this.#memory = parts.memory;
    this.#readers = parts.readers;
    this.#grammars = parts.grammars;
    this.project = parts.project;
  }

  /**
   * Opens the files of the languages that can call each other.
   *
   * @param families Families of languages that are asked about; files of others are left out.
   */
  static async open(
    files: Iterable<CodeSource>,
    families: ReadonlySet<string>,
    memory: CodeMemory,
    project: ProjectFiles,
  ): Promise<CodeBase> {
    const sources = new Map<string, CodeSource>();
    const grammars = new Map<string, Grammar>();
    const readers = new Map<string, SourceReader>();
    for (const source of files) {
      const grammar = grammars.get(source.language) ?? await openGrammar(source.language);
      if (grammar === null || !families.has(familyOf(source.language, grammar))) continue;
      grammars.set(source.language, grammar);
      sources.set(source.path, source);
      const name = readerKey(source);
      if (readers.has(name)) continue;
      const reader = await openReader(source.language, source.path);
      if (reader !== null) readers.set(name, reader);
    }
    return new CodeBase({ sources, memory, readers, grammars, project });
  }

  /** How many files can be looked at. */
  get size(): number {
    return this.#sources.size;
  }

  /** How many files were parsed so far, those of earlier questions not counted. */
  get filesRead(): number {
    return this.#filesRead;
  }

  /** Definitions, calls, imports and bindings of the files that it holds. */
  get weight(): number {
    return this.#facts;
  }

  /** The file at a path; `null` when there is none whose code is read. */
  file(path: string): CodeFile | null {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const source = this.#sources.get(path);
    const file = source === undefined ? null : this.#read(source);
    this.#files.set(path, file);
    return file;
  }

  /** Paths of the files that were asked for and could not be read. */
  get unread(): ReadonlySet<string> {
    return this.#unread;
  }

  /**
   * Reads the files that hold a name, with pauses; {@link CodeBase.mentioning} finds them read then.
   *
   * @param checkpoint Told how many files were looked at, and of how many.
   */
  async prepare(
    name: string,
    family: string,
    checkpoint: (done: number, total: number) => Promise<void>,
  ): Promise<void> {
    const key = wordKey(name);
    if (key.length === 0) return;
    const sources = this.#ofFamily(family);
    for (const [done, source] of sources.entries()) {
      const isNew = !this.#filters.has(source);
      const holds = this.#words(source).mayHold(key);
      if (!isNew && (!holds || this.#files.has(source.path))) continue;
      if (holds) this.file(source.path);
      await checkpoint(done, sources.length);
    }
  }

  /** Paths of all files that can be looked at. */
  paths(): Iterable<string> {
    return this.#sources.keys();
  }

  /** Paths of the files that hold a name; none of them is parsed. */
  async holders(
    name: string,
    family: string,
    checkpoint: (done: number, total: number) => Promise<void>,
  ): Promise<string[]> {
    const key = wordKey(name);
    if (key.length === 0) return [];
    const paths: string[] = [];
    const sources = this.#ofFamily(family);
    for (const [done, source] of sources.entries()) {
      if (!this.#filters.has(source)) await checkpoint(done, sources.length);
      if (this.#words(source).mayHold(key)) paths.push(source.path);
    }
    return paths;
  }

  /** The text of a file; `null` when there is none. */
  text(path: string): string | null {
    const bytes = this.#sources.get(path)?.read() ?? null;
    return bytes === null ? null : decodeSource(bytes).text;
  }

  /** Files of a family that hold this name, in order of path. */
  *mentioning(name: string, family: string): Generator<CodeFile> {
    const key = wordKey(name);
    // Operators are no words, and nothing calls them by name.
    if (key.length === 0) return;
    for (const source of this.#ofFamily(family)) {
      if (!this.#words(source).mayHold(key)) continue;
      const file = this.file(source.path);
      if (file !== null) yield file;
    }
  }

  /** All definitions of this name in a family of languages. */
  definers(name: string, family: string): Definitions {
    const key = `${family}\0${name}`;
    const known = this.#definers.get(key);
    if (known !== undefined) return known;
    const words = wordKey(name);
    const found = words.length === 0
      ? []
      : this.#ofFamily(family).flatMap((source) =>
        this.#mayDefine(source, words) ? this.#named(source, name) : []
      );
    this.#definers.set(key, found);
    return found;
  }

  /** Definitions of this name in the files of one package, as the rules of one of its files find them. */
  inPackage(name: string, pack: string, rules: ModuleRules): Definitions {
    const paths = rules.packageFiles?.(pack, this.project) ?? null;
    if (paths === null) {
      return this.definers(name, rules.family).filter(({ file }) => file.package === pack);
    }
    const key = `${rules.family}\0${pack}\0${name}`;
    const known = this.#definers.get(key);
    if (known !== undefined) return known;
    const words = wordKey(name);
    const found = paths.flatMap((path) => {
      const source = this.#sources.get(path);
      if (source === undefined || !this.#mayDefine(source, words)) return [];
      return this.#named(source, name).filter(({ file }) => file.package === pack);
    });
    this.#definers.set(key, found);
    return found;
  }

  #rules(source: CodeSource): ModuleRules {
    const grammar = this.#grammars.get(source.language)!;
    return grammar.modules ?? this.#fallback(source.language);
  }

  #fallback(language: string): ModuleRules {
    let rules = this.#fallbacks.get(language);
    if (rules === undefined) this.#fallbacks.set(language, rules = fallbackRules(language));
    return rules;
  }

  /** The files of a family, in order of path. */
  #ofFamily(family: string): readonly CodeSource[] {
    let sources = this.#families.get(family);
    if (sources === undefined) {
      sources = [...this.#sources.values()].filter((each) => this.#rules(each).family === family);
      this.#families.set(family, sources);
    }
    return sources;
  }

  #named({ path }: CodeSource, name: string): Definitions {
    const file = this.file(path);
    return file === null ? [] : file.named(name).map((index) => ({ file, index }));
  }

  /** Whether a file may define a name: it holds it, and where the language tells, in the right place. */
  #mayDefine(source: CodeSource, name: WordKey): boolean {
    if (!this.#words(source).mayHold(name)) return false;
    const { definedAfter } = this.#grammars.get(source.language)!;
    return definedAfter === undefined || this.#defined(source, definedAfter).mayHold(name);
  }

  #defined(source: CodeSource, signs: string): WordFilter {
    let words = this.#definedNames.get(source);
    if (words !== undefined) return words;
    const key = `${source.language}\0${source.key}`;
    words = this.#memory.words(key);
    if (words === undefined) {
      const bytes = source.read();
      words = WordFilter.ofDefined(bytes === null ? NOTHING : inUtf8(bytes), signs, BEFORE_USES);
      if (bytes !== null) this.#memory.keepWords(key, words);
    }
    this.#definedNames.set(source, words);
    return words;
  }

  #words(source: CodeSource): WordFilter {
    let words = this.#filters.get(source);
    if (words !== undefined) return words;
    const { key } = source;
    words = this.#memory.words(key);
    if (words === undefined) {
      const bytes = source.read();
      words = WordFilter.of(bytes === null ? NOTHING : inUtf8(bytes));
      if (bytes === null) this.#unread.add(source.path);
      else this.#memory.keepWords(key, words);
    }
    this.#filters.set(source, words);
    return words;
  }

  #read(source: CodeSource): CodeFile | null {
    const grammar = this.#grammars.get(source.language)!;
    const key = `${readerKey(source)}\0${source.key}`;
    let outline = this.#memory.outline(key);
    if (outline === undefined) {
      const bytes = source.read();
      outline = bytes === null ? EMPTY : this.#outline(source, bytes);
      if (bytes === null) this.#unread.add(source.path);
      else this.#memory.keepOutline(key, outline);
    }
    const rules = this.#rules(source);
    const { definitions, calls, imports, bindings } = outline;
    this.#facts += 4 * definitions.length + calls.length + imports.length + (bindings?.length ?? 0);
    return new CodeFile({
      path: source.path,
      language: source.language,
      outline,
      rules,
      tests: grammar.tests,
      separator: grammar.separator,
      package: rules.packageOf(source.path, outline.package, this.project),
    });
  }

  #outline(source: CodeSource, bytes: Uint8Array): Outline {
    this.#filesRead++;
    using reading = this.#readers.get(readerKey(source))!.read(bytes, { bindings: true });
    return reading.outline;
  }
}

/** The text of a file, as names are looked for in it. */
function inUtf8(bytes: Uint8Array): Uint8Array {
  const { text, encoding } = decodeSource(bytes);
  return encoding === null ? bytes : utf8.encode(text);
}

/** The family that a language belongs to; its own when its grammar names none. */
export function familyOf(language: string, grammar: Grammar): string {
  return grammar.modules?.family ?? language;
}

/** A language may have several parsers, told apart by the ending of the path. */
function readerKey({ language, path }: CodeSource): string {
  return `${language}\0${path.slice(path.lastIndexOf(".") + 1).toLowerCase()}`;
}
