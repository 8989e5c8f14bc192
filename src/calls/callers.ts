/**
 * Who calls a function.
 *
 * @module
 */

import { CALLABLE_KINDS, type CallSite, RETURNED } from "../syntax/outline.ts";
import { CallResolver } from "./call_resolver.ts";
import type { CodeBase } from "./code_base.ts";
import type { CodeFile } from "./code_file.ts";
import { plainName } from "./name_resolver.ts";
import { definitionOf, type DefinitionSymbol, isSame } from "./symbol.ts";
import { isType } from "./value.ts";

/** How sure it is that a call reaches a function. */
export type Confidence = "resolved" | "likely" | "name_only";

/** One call of a function. */
export interface Caller {
  readonly file: CodeFile;
  readonly call: CallSite;
  readonly confidence: Confidence;
  /** What shows it: an import, a type, a variable; `null` where the name is in sight. */
  readonly via: string | null;
}

/** What was found of one function. */
export interface CallersFound {
  readonly callers: readonly Caller[];
  /** Calls of the same name on receivers of which nothing is known; they may be of this function or not. */
  readonly unknown: number;
  /** How many files hold the name. */
  readonly filesSearched: number;
}

/** How many types that build on one are looked for by name. */
const MOST_HEIRS = 40;
/** How many names of one function are looked for. */
const MOST_ALIASES = 60;
const NONE: ReadonlySet<string> = new Set();

/** Finds callers in a code base. */
export class CallerSearch {
  readonly #code: CodeBase;
  readonly #resolver: CallResolver;
  /** Names under which other files know a function, by its own name and file. */
  readonly #aliases = new Map<string, ReadonlySet<string>>();
  /** Names of functions that give a function back, in the same way. */
  readonly #givers = new Map<string, ReadonlySet<string>>();

  /** Searches these files. */
  constructor(code: CodeBase) {
    this.#code = code;
    this.#resolver = new CallResolver(code);
  }

  /** The resolver that it asks. */
  get resolver(): CallResolver {
    return this.#resolver;
  }

  /** All calls of a function, in order of file and line. */
  callersOf(target: DefinitionSymbol): CallersFound {
    const { rules } = target.file;
    const callers: Caller[] = [];
    let unknown = 0;
    let filesSearched = 0;
    const names = this.#namesOf(target);
    const givers = this.#givers.get(`${target.file.path}\0${target.index}`) ?? NONE;
    const seen = new Set<CodeFile>();
    for (const name of names) {
      for (const file of this.#code.mentioning(name, rules.family)) {
        if (seen.has(file)) continue;
        seen.add(file);
        filesSearched++;
        for (const call of file.outline.calls) {
          if (!names.has(call.callee) && !this.#isAlias(call, names, givers, file)) continue;
          const found = this.#caller(target, file, call);
          if (found === "unknown") unknown++;
          else if (found !== null) callers.push(found);
        }
      }
    }
    callers.sort((a, b) =>
      (a.file.path < b.file.path ? -1 : a.file.path > b.file.path ? 1 : 0) ||
      a.call.start - b.call.start
    );
    return { callers, unknown, filesSearched };
  }

  #caller(target: DefinitionSymbol, file: CodeFile, call: CallSite): Caller | "unknown" | null {
    const { targets, certainty, via } = this.#resolver.resolve(file, call);
    if (call.form === "reference") {
      if (!targets.some((each) => isSame(each, target))) return null;
      return { file, call, confidence: "likely", via: via ?? "handed over by its name" };
    }
    if (targets.some((each) => isSame(each, target))) {
      return { file, call, confidence: "resolved", via };
    }
    if (certainty === "dispatched" && this.#overrides(target, targets)) {
      return { file, call, confidence: "likely", via };
    }
    if (certainty !== "unknown" || call.form === "new") return null;
    return this.#byName(target, file, call);
  }

  /** Whether a call of one of these may run the target, because its type builds on theirs. */
  #overrides(target: DefinitionSymbol, targets: readonly DefinitionSymbol[]): boolean {
    const { values } = this.#resolver;
    const place = { file: target.file, within: target.index, start: definitionOf(target).start };
    const { name } = definitionOf(target);
    if (targets.every((each) => definitionOf(each).name !== name)) return false;
    const type = values.typeAround(place);
    if (type === null) {
      const declared = values.declaredTypes(place);
      return declared.length > 0 && targets.some(({ file, index }) => {
        const other = values.typeAround({ file, within: index, start: 0 });
        return other !== null && declared.some((each) => values.isKindOf(each, other));
      });
    }
    const { dispatch } = target.file.rules;
    return targets.some((each) => {
      const { file, index } = each;
      const other = values.typeAround({ file, within: index, start: definitionOf(each).start });
      if (other === null || isSame(type, other)) return false;
      if (dispatch === undefined) return values.isKindOf(type, other);
      if (!isAbstract(other)) return false;
      return dispatch === "structural"
        ? values.hasMembersOf(type, other)
        : values.isKindOf(type, other) || values.implementsIn(target, other);
    });
  }

  /** A call on something unknown: likely when the repository has one method of this name. */
  #byName(target: DefinitionSymbol, file: CodeFile, call: CallSite): Caller | "unknown" | null {
    const definition = definitionOf(target);
    const isMember = definition.container !== null;
    // A member is called on something, a function by its name or through a module.
    if (!isMember || call.receiver === null && !file.rules.implicitSelf) return null;
    const twins = this.#code.definers(call.callee, file.rules.family)
      .filter((each) => CALLABLE_KINDS.has(definitionOf(each).kind));
    if (call.callee !== definition.name && definition.kind !== "constructor") return null;
    if (twins.length !== 1 || !isSame(twins[0], target) || !isDistinct(call.callee)) {
      return "unknown";
    }
    return { file, call, confidence: "likely", via: "the only definition of this name" };
  }

  /** All names under which a function may be called: its own, its type's, and those it is given away by. */
  #namesOf(target: DefinitionSymbol): ReadonlySet<string> {
    const key = `${target.file.path}\0${target.index}`;
    const known = this.#aliases.get(key);
    if (known !== undefined) return known;
    const { name, kind, parent } = definitionOf(target);
    const { makers = [], family } = target.file.rules;
    const names = new Set([name]);
    if (kind === "constructor" && parent >= 0) {
      names.add(target.file.definition(parent).name);
      for (const maker of makers) names.add(maker);
    }
    if (isType(target)) { for (const maker of makers) names.add(maker); }
    if (kind === "constructor" && parent >= 0) {
      for (const each of this.#heirsOf(target.file.definition(parent).name, family)) {
        names.add(each);
      }
    }
    for (const each of this.#defaultNames(target)) names.add(each);
    const givers = new Set<string>();
    const waiting = [...names];
    for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
      for (const file of this.#code.mentioning(each, family)) {
        for (const alias of aliasesIn(file, each, givers)) {
          if (names.has(alias) || names.size > MOST_ALIASES) continue;
          names.add(alias);
          waiting.push(alias);
        }
      }
      for (const giver of givers) if (!names.has(giver)) this.#takersOf(giver, family, names);
    }
    this.#givers.set(key, givers);
    this.#aliases.set(key, names);
    return names;
  }

  /** Names that others give to what a module gives away without a name of its own. */
  #defaultNames({ file, index }: DefinitionSymbol): string[] {
    const { rules, outline } = file;
    if (!rules.exportsAreWritten) return [];
    const { name, modifiers, parent } = file.definition(index);
    const local = parent >= 0 ? file.definition(parent).name : name;
    const isDefault = modifiers.includes("default") || name === "default" ||
      outline.exports.some((each) => each.name === "default" && each.local === local);
    if (!isDefault) return [];
    // Who imports it names its file, or the folder of it.
    const words = new Set(file.path.replace(/\.[^/]*$/, "").split("/").slice(-2));
    return [...words].flatMap((word) =>
      [...this.#code.mentioning(word, rules.family)].flatMap((from) =>
        from.outline.imports.filter((each) =>
          (each.name === "default" || each.name === null) && each.alias !== null &&
          this.#resolver.names.leadsTo(each, from, file)
        ).map(({ alias }) => alias!)
      )
    );
  }

  /** Names of what is set to what a function gives back. */
  #takersOf(giver: string, family: string, names: Set<string>): void {
    for (const file of this.#code.mentioning(giver, family)) {
      for (const { name, value } of file.outline.bindings ?? []) {
        if (value !== null && /^[\w$.]+\(/.test(value) && leafOfCall(value) === giver) {
          names.add(name.slice(name.lastIndexOf(".") + 1));
        }
      }
    }
  }

  /** Names of types that say that they build on one of this name, which may run its constructor. */
  #heirsOf(name: string, family: string): ReadonlySet<string> {
    const heirs = new Set<string>();
    const waiting = [name];
    for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
      if (heirs.size > MOST_HEIRS) break;
      for (const file of this.#code.mentioning(each, family)) {
        for (const { name: heir, bases } of file.outline.definitions) {
          if (heir === name || heirs.has(heir)) continue;
          if (!bases?.some((base) => plainName(base) === each)) continue;
          heirs.add(heir);
          waiting.push(heir);
        }
      }
    }
    return heirs;
  }

  /** Whether a call may be one of these names though it has another. */
  #isAlias(
    { callee, receiver }: CallSite,
    names: ReadonlySet<string>,
    givers: ReadonlySet<string>,
    file: CodeFile,
  ): boolean {
    const { superNames, selfNames, invokers } = file.rules;
    if (superNames.includes(callee) || selfNames.includes(callee)) return true;
    if (callee === "") {
      const words = receiver?.match(/[\w$]+/g) ?? [];
      return words.some((word) => names.has(word) || givers.has(word));
    }
    const word = receiver !== null && invokers?.includes(callee)
      ? /[\w$#]+$/.exec(receiver)?.[0] ?? ""
      : callee;
    return names.has(word) ||
      file.imports(word).some((each) =>
        each.name !== null && (names.has(each.name) || names.has("default"))
      );
  }
}

/** Names under which a file gives a name away: `export { a as b }`, `b = a`. */
function aliasesIn(file: CodeFile, name: string, givers: Set<string>): string[] {
  const aliases: string[] = [];
  for (const each of file.outline.exports) {
    if (each.local === name && each.name !== "default") aliases.push(each.name);
  }
  for (const each of file.outline.imports) {
    if (each.name === name && each.alias !== null) aliases.push(each.alias);
  }
  for (const each of file.outline.bindings ?? []) {
    if (each.value === null) continue;
    if (each.name === RETURNED) {
      if (each.within >= 0 && handsOver(each.value, name)) {
        givers.add(file.definition(each.within).name);
      }
      continue;
    }
    if (!/^[\w$.]+(?:\[.*\])?$/s.test(each.name)) continue;
    const plain = each.name.replace(/\[.*$/s, "");
    const last = plain.slice(plain.lastIndexOf(".") + 1);
    if (last !== name && handsOver(each.value, name)) aliases.push(last);
  }
  return aliases;
}

/** Whether what a type says it can do is done by others. */
function isAbstract(type: DefinitionSymbol): boolean {
  const { kind } = definitionOf(type);
  return kind === "interface" || kind === "trait";
}

/** Whether a value is what has a name, or may be it: `f`, `a.f`, `partial(f, 1)`, `[f, g]`, `a ? f : g`. */
function handsOver(value: string, name: string): boolean {
  if (/^[\w$.#]+$/.test(value)) return value.endsWith(`.${name}`) || value === name;
  const at = value.lastIndexOf(name);
  if (at < 0) return false;
  if (/^[[{(]/.test(value)) {
    return splitWords(value).includes(name);
  }
  const before = value[at - 1] ?? "";
  const after = value[at + name.length] ?? "";
  if (/[\w$]/.test(before) || /[\w$(:]/.test(after)) return false;
  // Of a longer expression it is the end, a part of a choice, or what is handed on.
  return at + name.length === value.length || /\?|\|\||\b(?:or|if)\b/.test(value) ||
    /^[\w$.]+\(\s*[\w$.]*$/.test(value.slice(0, at));
}

/** The names in a literal that stand as a whole part of it. */
function splitWords(literal: string): string[] {
  return [...literal.matchAll(/(?:^[[{(]|[,:([{]|\.)\s*([\w$]+)\s*(?=[,\])}]|$)/g)].map((
    [, word],
  ) => word);
}

/** The last name before the first bracket: `f` of `a.f(1)`. */
function leafOfCall(value: string): string {
  return /([\w$]+)\(/.exec(value)?.[1] ?? "";
}

/** Names that say something; a method `get` may be anybody's. */
function isDistinct(name: string): boolean {
  return name.length > 4 && /[A-Z_]|.{8}/.test(name.slice(1));
}
