/**
 * The attributes of paths (gitattributes(5)). Files are read when a path below their directory is
 * first asked about, and patterns compiled when an attribute is first asked for that they set.
 *
 * @module
 */

import { AttributeMacros } from "./attribute_macros.ts";
import type { AttributeSource } from "./attribute_sources.ts";
import {
  type AttributeLines,
  type AttributeRule,
  type AttributeState,
  parseAttributes,
} from "./attributes_file.ts";
import { byteString } from "./byte_string.ts";
import { parsePattern } from "./path_pattern.ts";
import { PatternList } from "./pattern_list.ts";

/** A specified attribute: set, unset, or set to a value. */
export type AttributeValue = true | false | string;

/** Attributes by path; paths are relative to the root, of files (not directories). */
export interface Attributes {
  /** The attribute's value; `undefined` when it is unspecified. */
  get(path: string, name: string): AttributeValue | undefined;
  /** All attributes that are specified. */
  of(path: string): ReadonlyMap<string, AttributeValue>;
}

/** Reads what applies everywhere; the files of directories follow on demand. */
export function openAttributes(source: AttributeSource): Attributes {
  return new SourceAttributes(source);
}

/** The rules of one file that concern an attribute. */
interface Relevant {
  list: PatternList;
  rules: readonly AttributeRule[];
  /** Bytes of the path that lead to the file's directory. */
  skip: number;
}

/** A directory, or several in which the same files apply. */
interface Place {
  /** The strongest first. */
  files: readonly AttributeFile[];
  relevant: Map<string, readonly Relevant[]>;
}

class SourceAttributes implements Attributes {
  readonly #source: AttributeSource;
  readonly #macros: AttributeMacros;
  readonly #root: Place;
  readonly #places = new Map<string, Place>();

  constructor(source: AttributeSource) {
    this.#source = source;
    const open = (bytes: Uint8Array): AttributeFile =>
      new AttributeFile(parseAttributes(bytes, true), "", source.ignoreCase);
    const root = source.read("");
    const weakestFirst = [...source.general, root, source.info]
      .filter((bytes) => bytes !== null).map(open);
    this.#macros = new AttributeMacros(weakestFirst.map((file) => file.lines.macros));
    this.#root = { files: weakestFirst.toReversed(), relevant: new Map() };
    this.#info = source.info === null ? 0 : 1;
  }

  /** How many files are stronger than those of directories. */
  readonly #info: number;

  get(path: string, name: string): AttributeValue | undefined {
    const place = this.#placeOf(path);
    let relevant = place.relevant.get(name);
    if (relevant === undefined) {
      const setters = this.#macros.settersOf(name);
      relevant = place.files.map((file) => file.about(name, setters)).filter((some) =>
        some !== null
      );
      place.relevant.set(name, relevant);
    }
    if (relevant.length === 0) return undefined;
    const states = this.#decide(byteString(path), relevant, {
      names: this.#macros.settersOf(name),
      until: name,
    });
    return states.get(name) ?? undefined;
  }

  of(path: string): ReadonlyMap<string, AttributeValue> {
    const relevant = this.#placeOf(path).files.map((file) => file.all());
    const values = new Map<string, AttributeValue>();
    for (const [name, state] of this.#decide(byteString(path), relevant, {})) {
      if (state !== null) values.set(name, state);
    }
    return values;
  }

  /**
   * Goes from the strongest assignment to the weakest; the first one decides an attribute. A macro
   * sets its attributes only where it is itself decided as set.
   */
  #decide(
    path: string,
    relevant: readonly Relevant[],
    { names, until }: { names?: ReadonlySet<string>; until?: string },
  ): Map<string, AttributeState> {
    const states = new Map<string, AttributeState>();
    for (const { list, rules, skip } of relevant) {
      const inside = skip === 0 ? path : path.slice(skip);
      for (let i = list.last(inside); i >= 0; i = list.last(inside, i)) {
        const waiting = [...rules[i].assignments];
        for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
          if (states.has(next.name) || names?.has(next.name) === false) continue;
          states.set(next.name, next.state);
          if (next.state !== true) continue;
          for (const assigned of this.#macros.definition(next.name) ?? []) waiting.push(assigned);
        }
        if (until !== undefined && states.has(until)) return states;
      }
    }
    return states;
  }

  #placeOf(path: string): Place {
    const slash = path.lastIndexOf("/");
    return slash < 0 ? this.#root : this.#place(path.slice(0, slash));
  }

  #place(directory: string): Place {
    const known = this.#places.get(directory);
    if (known !== undefined) return known;
    // From the nearest directory that is known, so that depth costs no stack.
    let place = this.#root;
    for (let end = directory.indexOf("/"); end !== -2; end = after(directory, end)) {
      const part = end < 0 ? directory : directory.slice(0, end);
      const existing = this.#places.get(part);
      if (existing === undefined) this.#places.set(part, place = this.#below(place, part));
      else place = existing;
    }
    return place;
  }

  #below(parent: Place, directory: string): Place {
    const bytes = this.#source.read(directory);
    if (bytes === null || bytes.length === 0) return parent;
    const lines = parseAttributes(bytes, false);
    const file = new AttributeFile(lines, directory, this.#source.ignoreCase);
    return { files: parent.files.toSpliced(this.#info, 0, file), relevant: new Map() };
  }
}

/** Where the next component ends; -1 at the last one, -2 behind it. */
function after(directory: string, end: number): number {
  return end < 0 ? -2 : directory.indexOf("/", end + 1);
}

class AttributeFile {
  readonly lines: AttributeLines;
  readonly #skip: number;
  readonly #ignoreCase: boolean;
  readonly #about = new Map<string, Relevant | null>();
  #all: Relevant | undefined;

  constructor(lines: AttributeLines, directory: string, ignoreCase: boolean) {
    this.lines = lines;
    this.#skip = directory === "" ? 0 : byteString(directory).length + 1;
    this.#ignoreCase = ignoreCase;
  }

  about(name: string, setters: ReadonlySet<string>): Relevant | null {
    let relevant = this.#about.get(name);
    if (relevant === undefined) {
      const rules = this.lines.rules.filter(({ assignments }) =>
        assignments.some((assignment) => setters.has(assignment.name))
      );
      relevant = rules.length === 0 ? null : this.#compile(rules);
      this.#about.set(name, relevant);
    }
    return relevant;
  }

  all(): Relevant {
    return this.#all ??= this.#compile(this.lines.rules);
  }

  #compile(rules: readonly AttributeRule[]): Relevant {
    const patterns = rules.map(({ pattern }) => {
      const parsed = parsePattern(pattern, this.#ignoreCase);
      // Only files are asked about.
      return parsed.directoryOnly ? null : parsed.pattern;
    });
    return { list: new PatternList(patterns, this.#ignoreCase), rules, skip: this.#skip };
  }
}
