/**
 * What a name means at a place: looked up from the inside out, as the users of the language know it.
 *
 * @module
 */

import {
  type Binding,
  CALLABLE_KINDS,
  type DefinitionKind,
  type ImportedName,
} from "../syntax/outline.ts";
import type { ModuleTarget } from "../syntax/module_rules.ts";
import type { CodeBase } from "./code_base.ts";
import type { CodeFile } from "./code_file.ts";
import { definitionOf, type DefinitionSymbol, type NamedThing, type Variable } from "./symbol.ts";

/** A place in a file. */
export interface Place {
  readonly file: CodeFile;
  /** Definition that it stands in; -1 for none. */
  readonly within: number;
  /** Where it stands. */
  readonly start: number;
}

/** What a name means, and what shows it. */
export interface Lookup {
  readonly things: readonly NamedThing[];
  /** The import, or what else leads there; `null` where the name is in sight. */
  readonly via: string | null;
}

const NOTHING: Lookup = { things: [], via: null };
const EXTERNAL: NamedThing = { kind: "external" };
/** Kinds of what stands in a type and is called on it. */
export const MEMBER_KINDS: ReadonlySet<DefinitionKind> = new Set<DefinitionKind>([
  "method",
  "constructor",
  "destructor",
  "getter",
  "setter",
]);
/** Longest chain of modules that pass a name on. */
const LONGEST_CHAIN = 12;

/** Looks names up in the files of a code base. */
export class NameResolver {
  readonly #code: CodeBase;

  /** Looks names up in these files. */
  constructor(code: CodeBase) {
    this.#code = code;
  }

  /** What a name without receiver means. */
  lookup(name: string, place: Place): Lookup {
    const { file } = place;
    const local = this.#local(name, place);
    if (local.length > 0) return this.#loaded(name, local, file);
    const top = this.#topLevel(name, place);
    if (top.length > 0) {
      // A name that is only declared here is defined elsewhere.
      const more = file.rules.sees === "all" && top.every(isDeclared)
        ? this.#packageMembers(name, place)
        : [];
      return this.#loaded(name, [...top, ...more], file);
    }
    for (const imported of file.imports(name)) {
      const things = this.follow(imported, file, 0);
      if (things.length > 0) return { things, via: imported.text };
    }
    const packed = this.#packageMembers(name, place);
    if (packed.length > 0) return { things: packed, via: null };
    for (const imported of file.starImports()) {
      // All names of a package are those of what it holds, not of the packages inside.
      const things = this.follow({ ...imported, name, alias: null }, file, 0)
        .filter(({ kind }) => kind !== "external" && kind !== "package");
      if (things.length > 0) return { things, via: imported.text };
    }
    const grouped = this.#grouped(name, place);
    return grouped.length > 0 ? { things: grouped, via: null } : NOTHING;
  }

  /** Whether an import leads to a file. */
  leadsTo(imported: ImportedName, from: CodeFile, file: CodeFile): boolean {
    const target = from.rules.resolve(imported, from.path, this.#code.project);
    return target?.kind === "file" && target.path === file.path;
  }

  /** The functions that give a parameter its value by its name: fixtures. */
  providers({ file, name, parameterOf }: Variable): DefinitionSymbol[] {
    const { providers } = file.rules;
    if (providers === undefined || name === undefined || parameterOf === undefined) return [];
    const taker = file.definition(parameterOf);
    const provides = (decorators: readonly string[]): boolean =>
      decorators.some((each) => providers.decorator.test(each));
    if (!providers.takers.test(taker.name) && !provides(taker.decorators)) return [];
    for (const path of [file.path, ...providers.files(file.path, this.#code.project)]) {
      const from = this.#code.file(path);
      const found = from?.named(name).filter((index) =>
        provides(from.definition(index).decorators) && !(from === file && index === parameterOf)
      );
      if (found !== undefined && found.length > 0) {
        return found.map((index) => ({ file: from!, index }));
      }
    }
    return [];
  }

  /** What a variable means; of a module that is loaded into it, what the import says. */
  #loaded(name: string, things: readonly NamedThing[], file: CodeFile): Lookup {
    const [thing] = things;
    const { loads } = file.rules;
    if (
      loads !== undefined && thing.kind === "variable" && loads.test(thing.variable.value ?? "")
    ) {
      for (const imported of file.imports(name)) {
        const found = this.follow(imported, file, 0);
        if (found.length > 0) return { things: found, via: imported.text };
      }
    }
    return { things, via: null };
  }

  /** Functions in a group of tests that is no definition; what has a name and is none: a namespace. */
  #grouped(name: string, { file, start }: Place): NamedThing[] {
    if (!file.rules.titledTests) return [];
    const functions = file.named(name).filter((index) => {
      const { kind, parent } = file.definition(index);
      return parent < 0 && kind === "function";
    });
    const last = functions.findLast((index) => file.definition(index).start < start) ??
      functions[0];
    if (last !== undefined) return [toThing({ file, index: last })];
    return file.holds(name) ? [objectOf(name, file)] : [];
  }

  /** What an import brings in. */
  follow(imported: ImportedName, file: CodeFile, depth: number): NamedThing[] {
    if (depth > LONGEST_CHAIN) return [];
    return this.#reach(file.rules.resolve(imported, file.path, this.#code.project), file, depth);
  }

  /** What the first name of a path means by the rules of the language; nothing when it has none. */
  root(name: string, written: string, { file, within }: Place): NamedThing[] {
    const { rules, path } = file;
    if (rules.root === undefined) return [];
    const scope = within < 0 ? null : file.definition([...file.around(within)].at(-1)!).container;
    const place = { written, path, package: file.package, scope };
    return this.#reach(rules.root(name, place, this.#code.project), file, 0);
  }

  #reach(target: ModuleTarget | null, file: CodeFile, depth: number): NamedThing[] {
    if (target === null) return [];
    if (target.kind === "external") return [EXTERNAL];
    const inside = target.inside ?? [];
    if (target.kind === "package") {
      const found = this.#inside(
        { kind: "package", name: target.name, rules: file.rules },
        inside,
      );
      // A package of the repository may get names from elsewhere: from what a generator makes.
      return found.length > 0 ? found : [EXTERNAL];
    }
    const module = this.#code.file(target.path);
    return module === null
      ? [EXTERNAL]
      : this.#inside({ kind: "module", file: module }, inside, depth);
  }

  #inside(from: NamedThing, names: readonly string[], depth = 0): NamedThing[] {
    let things = [from];
    for (const name of names) things = things.flatMap((thing) => this.member(thing, name, depth));
    return things;
  }

  /** What a name means inside a module, package or type. Members of bases are not among them. */
  member(thing: NamedThing, name: string, depth = 0): NamedThing[] {
    switch (thing.kind) {
      case "module":
        return this.#moduleMember(thing.file, name, depth + 1, thing.scope ?? null);
      case "package":
        return this.#packageMember(thing, name);
      case "definition":
        return this.ownMembers(thing.definition, name).map(toThing);
      case "external":
        return [EXTERNAL];
      case "variable":
        return [];
    }
  }

  #packageMember(pack: NamedThing & { kind: "package" }, name: string): NamedThing[] {
    const { rules } = pack;
    if (rules.openScopes) {
      const inside = this.#code.definers(name, rules.family)
        .filter((each) => isOfScope(each) && definitionOf(each).container === (pack.name || null));
      if (inside.length > 0) return oneOfEach(inside).map(toThing);
    }
    const found = rules.openScopes ? [] : this.#code.inPackage(name, pack.name, rules)
      .filter((each) => isOutermost(each) && leavesPackage(each));
    if (found.length > 0) return found.map(toThing);
    const inner = rules.subpackage?.(pack.name, name, this.#code.project) ?? null;
    return inner === null ? [] : [{ kind: "package", name: inner, rules }];
  }

  /** Members of a type by this name, where they stand in it and where they are added from outside. */
  ownMembers(owner: DefinitionSymbol, name: string): DefinitionSymbol[] {
    const { file, index } = owner;
    const inside = file.named(name).filter((each) => file.definition(each).parent === index);
    const { qualifiedName } = definitionOf(owner);
    const leaf = plainName(qualifiedName);
    const { rules } = file;
    const here = inside.map((each) => ({ file, index: each }));
    if (here.length > 0 && rules.membersElsewhere === "package") return here;
    const candidates = rules.membersElsewhere === undefined
      ? file.named(name).map((each) => ({ file, index: each }))
      : rules.membersElsewhere === "package"
      ? this.#code.inPackage(name, file.package, rules)
      : this.#code.definers(name, rules.family);
    const added = candidates.filter((each) => {
      const { container, parent } = definitionOf(each);
      if (container === null || plainName(container) !== leaf) return false;
      if (each.file === file && parent === index) return false;
      // A type of the same name elsewhere has members of its own.
      return parent < 0 || each.file.definition(parent).qualifiedName !== container
        ? container === qualifiedName || each.file.package === file.package
        : each.file !== file && each.file.package === file.package &&
          file.rules.sees !== "file" && container === qualifiedName;
    });
    const found = rules.openScopes && here.length === 0 ? oneOfEach(added) : [...here, ...added];
    if (found.length > 0 || rules.companion === undefined || name === rules.companion) return found;
    return file.named(rules.companion).filter((each) => file.definition(each).parent === index)
      .flatMap((each) => this.ownMembers({ file, index: each }, name));
  }

  #moduleMember(
    file: CodeFile,
    name: string,
    depth: number,
    scope: string | null,
  ): NamedThing[] {
    if (depth > LONGEST_CHAIN) return [];
    const { rules } = file;
    for (const exported of file.outline.exports) {
      if (exported.name !== name || exported.local === null) continue;
      const place = { file, within: -1, start: Infinity };
      const { things } = this.lookup(exported.local, place);
      if (things.length > 0) return [...things];
    }
    const { exports } = file.outline;
    const isGiven = exports.some((each) => each.name === name && each.local === null);
    const own = file.named(name).filter((index) => {
      const definition = file.definition(index);
      if (definition.parent >= 0 || !isCode(file, index)) return false;
      if (rules.isMember !== undefined) {
        return definition.container === scope && !rules.isMember(definition);
      }
      if (!rules.exportsAreWritten || isGiven) return true;
      if (definition.container !== null) return false;
      return definition.modifiers.includes("export") || exports.length === 0;
    });
    const wanted = name === "default"
      ? own.concat(
        file.outline.definitions.flatMap((each, index) =>
          each.parent < 0 && each.modifiers.includes("default") ? [index] : []
        ),
      )
      : own;
    if (wanted.length > 0) return wanted.map((index) => toThing({ file, index }));
    for (const imported of file.outline.imports) {
      if (!imported.reexport && !rules.importsAreExports) continue;
      const bound = rules.binds(imported) ??
        (imported.reexport ? imported.alias ?? imported.name : null);
      if (bound === name) {
        const things = this.follow(imported, file, depth);
        if (things.length > 0) return things;
      }
    }
    for (const imported of file.starImports()) {
      if (!imported.reexport && !rules.importsAreExports) continue;
      const things = this.follow({ ...imported, name }, file, depth)
        .filter(({ kind }) => kind !== "external");
      if (things.length > 0) return things;
    }
    const variable = variableAt(file, name, -1, Infinity);
    if (variable !== undefined) return [{ kind: "variable", variable: { ...variable, file } }];
    if (rules.titledTests && file.holds(name)) return [objectOf(name, file)];
    if (rules.isMember !== undefined) {
      const inner = scope === null ? name : `${scope}${file.separator}${name}`;
      const isInside = ({ container }: { container: string | null }): boolean =>
        container === inner || (container?.startsWith(inner + file.separator) ?? false);
      if (file.outline.definitions.some((each) => each.parent < 0 && isInside(each))) {
        return [{ kind: "module", file, scope: inner }];
      }
    }
    const path = rules.submodule?.(file.path, name, this.#code.project) ?? null;
    const module = path === null ? null : this.#code.file(path);
    return module === null ? [] : [{ kind: "module", file: module }];
  }

  /** Names of the functions around: parameters, variables, functions inside. */
  #local(name: string, { file, within, start }: Place): NamedThing[] {
    for (const at of file.around(within)) {
      const definition = file.definition(at);
      const { declaredFirst } = file.rules;
      const nested = file.named(name).filter((index) => {
        const each = file.definition(index);
        // A member of an object that stands here is no name.
        if (MEMBER_KINDS.has(each.kind) && !file.rules.implicitSelf) return false;
        // A function may call itself.
        return each.parent === at && isCode(file, index) &&
          (declaredFirst !== "all" || each.start < start);
      });
      if (CALLABLE_KINDS.has(definition.kind)) {
        if (nested.length > 0) return nested.map((index) => toThing({ file, index }));
        const parameter = definition.parameters?.find((each) => each.name === name);
        const variable = variableAt(file, name, at, start, declaredFirst === undefined);
        if (variable !== undefined) return [{ kind: "variable", variable: { ...variable, file } }];
        if (parameter !== undefined && start > definition.nameStart) {
          const { type, default: value } = parameter;
          return [{
            kind: "variable",
            variable: {
              file,
              type,
              value,
              within: definition.parent,
              start: definition.start,
              name,
              parameterOf: at,
            },
          }];
        }
      } else if (file.rules.implicitSelf && nested.length > 0) {
        return nested.map((index) => toThing({ file, index }));
      }
    }
    return [];
  }

  /** Names of the file, those of the nearest container first. */
  #topLevel(name: string, { file, within, start }: Place): NamedThing[] {
    const outer = within < 0 ? null : [...file.around(within)].at(-1)!;
    const container = outer === null ? null : file.definition(outer).container;
    const own = file.named(name).filter((index) => {
      const definition = file.definition(index);
      if (!isOutermost({ file, index })) return false;
      if (!isCode(file, index)) return false;
      const { container: its } = definition;
      return its === null || its === container ||
        (container !== null && container.startsWith(its) && !/[\w$]/.test(container[its.length]));
    });
    if (own.length > 0) {
      const nearest = Math.max(
        ...own.map((index) => file.definition(index).container?.length ?? 0),
      );
      return own.filter((index) => (file.definition(index).container?.length ?? 0) === nearest)
        .map((index) => toThing({ file, index }));
    }
    const variable = variableAt(file, name, -1, start);
    return variable === undefined ? [] : [{ kind: "variable", variable: { ...variable, file } }];
  }

  /** Names of the scopes around that any file may add to, those of the nearest first. */
  #scoped(name: string, file: CodeFile, within: number): DefinitionSymbol[] {
    const outer = within < 0 ? null : definitionOf({ file, index: within }).qualifiedName;
    const found = this.#code.definers(name, file.rules.family).filter((each) => {
      const { container } = definitionOf(each);
      return each.file !== file && leavesPackage(each) && isOfScope(each) &&
        (container === null || (outer?.startsWith(container + file.separator) ?? false));
    });
    const length = (each: DefinitionSymbol): number => definitionOf(each).container?.length ?? 0;
    const nearest = Math.max(...found.map(length));
    return oneOfEach(found.filter((each) => length(each) === nearest));
  }

  #packageMembers(name: string, { file, within }: Place): NamedThing[] {
    const { rules } = file;
    if (rules.sees === "file") return [];
    const isOther = (each: DefinitionSymbol): boolean => each.file !== file && isOutermost(each);
    if (rules.openScopes) return this.#scoped(name, file, within).map(toThing);
    if (rules.sees === "all") {
      return this.#code.definers(name, rules.family)
        .filter((each) => isOther(each) && leavesPackage(each)).map(toThing);
    }
    for (const pack of [file.package, ...rules.outerPackages?.(file.package) ?? []]) {
      const found = this.#code.inPackage(name, pack, rules).filter(isOther);
      if (found.length > 0) return found.map(toThing);
    }
    return [];
  }
}

/** Whether a thing only says that there is one: a prototype. */
function isDeclared(thing: NamedThing): boolean {
  if (thing.kind !== "definition") return false;
  const { body, kind } = definitionOf(thing.definition);
  return body === null && CALLABLE_KINDS.has(kind);
}

/** The name of a type in all ways that containers write it: `(*T)`, `T<X>`, `Outer.T`. */
export function plainName(text: string): string {
  const bare = text.replace(/<[^]*>|\[[^]*\]|[()*&\s]/g, "");
  return bare.slice(
    Math.max(bare.lastIndexOf("."), bare.lastIndexOf(":"), bare.lastIndexOf("\\")) + 1,
  );
}

/** Of a type that stands in parts the one that says most; its members are looked for in all of them. */
function oneOfEach(found: readonly DefinitionSymbol[]): DefinitionSymbol[] {
  const types = new Map<string, { symbol: DefinitionSymbol; says: number }>();
  const others: DefinitionSymbol[] = [];
  for (const symbol of found) {
    const { kind, qualifiedName, bases = [] } = definitionOf(symbol);
    if (CALLABLE_KINDS.has(kind)) {
      others.push(symbol);
      continue;
    }
    const makes = symbol.file.outline.definitions.some((each) =>
      each.kind === "constructor" && each.parent === symbol.index
    );
    const says = (makes ? 2 : 0) + (bases.length > 0 ? 1 : 0);
    if (says > (types.get(qualifiedName)?.says ?? -1)) types.set(qualifiedName, { symbol, says });
  }
  return [...types.values()].map(({ symbol }) => symbol).concat(others);
}

/** Whether it is a name of the scope around it, and no member of a type. */
function isOfScope(symbol: DefinitionSymbol): boolean {
  const { kind } = definitionOf(symbol);
  return isOutermost(symbol) || kind === "constant" ||
    !CALLABLE_KINDS.has(kind) && kind !== "field";
}

function isOutermost(symbol: DefinitionSymbol): boolean {
  const definition = definitionOf(symbol);
  // A member may stand outside of its type; it is still no name of the package.
  return definition.parent < 0 && !MEMBER_KINDS.has(definition.kind) &&
    !(symbol.file.rules.isMember?.(definition) ?? false);
}

function leavesPackage(symbol: DefinitionSymbol): boolean {
  return symbol.file.rules.leavesPackage?.(definitionOf(symbol), symbol.file.path) ?? true;
}

/** Whether code can name a definition: a title of a test is no name. */
function isCode(file: CodeFile, index: number): boolean {
  return !file.rules.titledTests || file.definition(index).kind !== "test";
}

/** The variable of a name that holds at a place: the last one before it, or any when that may be. */
function variableAt(
  file: CodeFile,
  name: string,
  within: number,
  start: number,
  later = true,
): Binding | undefined {
  const variables = file.bindings(name).filter((each) =>
    each.within === within &&
    (each.until === undefined || (each.start <= start && start < each.until))
  );
  return variables.findLast((each) => each.start < start) ?? (later ? variables[0] : undefined);
}

/** What has a name and holds functions, and is nothing that is known. */
function objectOf(name: string, file: CodeFile): NamedThing {
  const variable = { name, file, type: null, value: null, within: -1, start: 0 };
  return { kind: "variable", variable };
}

function toThing(definition: DefinitionSymbol): NamedThing {
  return { kind: "definition", definition };
}
