/**
 * What a receiver is: a class, an instance of one, a module; as far as the text shows it.
 *
 * @module
 */

import { CALLABLE_KINDS, type DefinitionKind } from "../syntax/outline.ts";
import type { CodeFile } from "./code_file.ts";
import { type Lookup, type NameResolver, type Place, plainName } from "./name_resolver.ts";
import { receiverSteps, type Step } from "./receiver.ts";
import {
  definitionOf,
  type DefinitionSymbol,
  isSame,
  type NamedThing,
  type Variable,
} from "./symbol.ts";

/** What an expression gives. */
export type Value =
  | { readonly kind: "instance"; readonly type: DefinitionSymbol }
  | { readonly kind: "type"; readonly type: DefinitionSymbol }
  | { readonly kind: "function"; readonly definition: DefinitionSymbol }
  | { readonly kind: "namespace"; readonly thing: NamedThing }
  | { readonly kind: "external" };

/** Values, and what shows them. */
export interface Evaluation {
  readonly values: readonly Value[];
  readonly via: string | null;
}

const UNKNOWN: Evaluation = { values: [], via: null };
/** How deep one variable may lead to another. */
const DEEPEST = 8;
/** `&Type{…}`: an instance written as its fields. */
const STRUCT_LITERAL = /^\s*&?([\w.:]+)\s*\{/;
const TYPE_KINDS: ReadonlySet<DefinitionKind> = new Set<DefinitionKind>([
  "class",
  "interface",
  "enum",
  "struct",
  "trait",
  "type",
]);

/** Whether a definition is a type. */
export function isType(symbol: DefinitionSymbol): boolean {
  return TYPE_KINDS.has(definitionOf(symbol).kind);
}

/** Evaluates receivers. */
export class ValueResolver {
  readonly #names: NameResolver;

  /** Evaluates with these names. */
  constructor(names: NameResolver) {
    this.#names = names;
  }

  /** What a receiver may be; no values when that cannot be told. */
  evaluate(text: string, place: Place, depth = 0): Evaluation {
    if (depth > DEEPEST) return UNKNOWN;
    const literal = STRUCT_LITERAL.exec(text);
    if (literal !== null) {
      const types = this.typesOf(literal[1], place, depth + 1);
      return { values: types.map((type) => ({ kind: "instance", type })), via: null };
    }
    const steps = receiverSteps(text);
    if (steps === null || steps.length === 0) return UNKNOWN;
    const [first, ...rest] = steps;
    let { values, via } = this.#first(first, place, depth);
    for (const [at, step] of rest.entries()) {
      if (values.length === 0) return UNKNOWN;
      const own = this.#ownField(steps.slice(0, at + 2), place, depth);
      if (own.values.length > 0 && !step.called) {
        ({ values } = own);
        via = own.via ?? via;
        continue;
      }
      values = values.flatMap((value) => this.#step(value, step, depth));
    }
    return { values, via };
  }

  /** The types that a written type means. */
  typesOf(text: string, place: Place, depth = 0): DefinitionSymbol[] {
    if (depth > DEEPEST) return [];
    return typeNames(text, place.file.rules.transparentTypes).flatMap((name) => {
      const { values } = this.evaluate(name, place, depth + 1);
      return values.flatMap((value) => value.kind === "type" ? [value.type] : []);
    });
  }

  /** Members of a type by name, its own or the nearest that it inherits. */
  members(type: DefinitionSymbol, name: string): DefinitionSymbol[] {
    const seen: DefinitionSymbol[] = [];
    let level: DefinitionSymbol[] = [type];
    while (level.length > 0) {
      const found = level.flatMap((each) => this.#names.ownMembers(each, name));
      if (found.length > 0) return found;
      seen.push(...level);
      level = level.flatMap((each) => this.bases(each))
        .filter((each) => !seen.some((known) => isSame(known, each)));
    }
    return [];
  }

  /** The types that a type builds on, as far as they are in the repository. */
  bases(type: DefinitionSymbol): DefinitionSymbol[] {
    const definition = definitionOf(type);
    const place = { file: type.file, within: definition.parent, start: definition.start };
    return (definition.bases ?? []).flatMap((text) => this.typesOf(text, place, 1))
      .filter((each) => !isSame(each, type));
  }

  /** Whether a type is another one, or builds on it. */
  isKindOf(type: DefinitionSymbol, other: DefinitionSymbol): boolean {
    const seen: DefinitionSymbol[] = [];
    let level = [type];
    while (level.length > 0) {
      if (level.some((each) => isSame(each, other))) return true;
      seen.push(...level);
      level = level.flatMap((each) => this.bases(each))
        .filter((each) => !seen.some((known) => isSame(known, each)));
    }
    return false;
  }

  /** Whether a type has members of all names that an interface has, its bases included. */
  hasMembersOf(type: DefinitionSymbol, wanted: DefinitionSymbol): boolean {
    const seen: DefinitionSymbol[] = [];
    let level = [wanted];
    while (level.length > 0) {
      for (const { file, index } of level) {
        const lacks = file.outline.definitions.some((each) =>
          each.parent === index && CALLABLE_KINDS.has(each.kind) &&
          this.members(type, each.name).length === 0
        );
        if (lacks) return false;
      }
      seen.push(...level);
      level = level.flatMap((each) => this.bases(each))
        .filter((each) => !seen.some((known) => isSame(known, each)));
    }
    return true;
  }

  /** Whether a member stands where its type implements another one: `impl Trait for Type`. */
  implementsIn(member: DefinitionSymbol, other: DefinitionSymbol): boolean {
    const { discriminator, start } = definitionOf(member);
    if (discriminator === "") return false;
    const place = { file: member.file, within: -1, start };
    return this.typesOf(discriminator, place).some((each) => isSame(each, other));
  }

  /** The type that a place is inside of. */
  typeAround({ file, within }: Place): DefinitionSymbol | null {
    for (const index of file.around(within)) {
      const symbol = { file, index };
      if (isType(symbol)) return symbol;
      const { container, parent } = definitionOf(symbol);
      if (parent >= 0 || container === null) continue;
      // Members that stand outside of their type: receivers, `impl`, `A::f`.
      const [type] = this.#names.lookup(plainName(container), { file, within: -1, start: 0 }).things
        .flatMap((thing) => thing.kind === "definition" ? [thing.definition] : []).filter(isType);
      if (type !== undefined) return type;
    }
    return null;
  }

  #first(step: Step, place: Place, depth: number): Evaluation {
    const { rules } = place.file;
    if (rules.selfNames.includes(step.name)) {
      const type = this.typeAround(place);
      return type === null ? UNKNOWN : { values: [{ kind: "instance", type }], via: step.name };
    }
    if (rules.superNames.includes(step.name)) {
      const type = this.typeAround(place);
      const bases = type === null ? [] : this.bases(type);
      return { values: bases.map((each) => ({ kind: "instance", type: each })), via: step.name };
    }
    const found = this.#receiverOf(step.name, place) ?? this.#names.lookup(step.name, place);
    const values = found.things.flatMap((thing) => this.#valuesOf(thing, step, depth));
    return { values, via: found.via ?? variableVia(found, step.name) };
  }

  /** The receiver that a method names itself: `func (s *Server) Run()`. */
  #receiverOf(name: string, place: Place): Lookup | null {
    for (const index of place.file.around(place.within)) {
      const { signature, container, parent } = place.file.definition(index);
      if (parent >= 0 || container === null) continue;
      const receiver = /^func\s*\(\s*(\w+)\s/.exec(signature);
      if (receiver?.[1] !== name) continue;
      const type = this.typeAround({ ...place, within: index });
      if (type === null) return null;
      return {
        things: [{
          kind: "variable",
          variable: { ...place, type: plainName(container), value: null, within: -1 },
        }],
        via: null,
      };
    }
    return null;
  }

  #valuesOf(thing: NamedThing, step: Step, depth: number): Value[] {
    switch (thing.kind) {
      case "definition": {
        const { definition } = thing;
        if (isType(definition)) {
          const made = step.made || step.called;
          return [{ kind: made ? "instance" : "type", type: definition }];
        }
        const { kind } = definitionOf(definition);
        if (CALLABLE_KINDS.has(kind)) {
          if (step.called || kind === "getter") return this.#returned(definition, depth);
          return [{ kind: "function", definition }];
        }
        return this.#field(definition, depth);
      }
      case "variable":
        return this.#variable(thing.variable, depth).flatMap((value) =>
          step.called && value.kind === "type"
            ? [{ kind: "instance" as const, type: value.type }]
            : step.called && value.kind === "function"
            ? this.#returned(value.definition, depth)
            : [value]
        );
      case "module":
      case "package":
        return [{ kind: "namespace", thing }];
      case "external":
        return [{ kind: "external" }];
    }
  }

  #variable(variable: Variable, depth: number): Value[] {
    const place = { file: variable.file, within: variable.within, start: variable.start };
    if (variable.type !== null) {
      const types = this.typesOf(variable.type, place, depth + 1);
      if (types.length > 0) return types.map((type) => ({ kind: "instance", type }));
      const names = typeNames(variable.type, variable.file.rules.transparentTypes);
      // A type that is written and not ours decides, unless it only says that it is inferred.
      if (names.length > 0 && !names.every((name) => /^(?:var|let|auto|val|any|Any)$/.test(name))) {
        return [{ kind: "external" }];
      }
    }
    if (variable.value === null) return [];
    return [...this.evaluate(variable.value, place, depth + 1).values];
  }

  #field(definition: DefinitionSymbol, depth: number): Value[] {
    const { returnType, parent, start } = definitionOf(definition);
    if (returnType === null) {
      const { file } = definition;
      const { name, nameStart } = definitionOf(definition);
      const binding = file.bindings(name).find((each) =>
        Math.abs(each.start - start) <= nameStart - start || each.start === nameStart
      );
      return binding === undefined ? [] : this.#variable({ ...binding, file }, depth + 1);
    }
    const place = { file: definition.file, within: parent, start };
    return this.typesOf(returnType, place, depth + 1).map((type) => ({ kind: "instance", type }));
  }

  #returned(definition: DefinitionSymbol, depth: number): Value[] {
    const { returnType, parent, start, kind } = definitionOf(definition);
    const place = { file: definition.file, within: parent, start };
    if (kind === "constructor") {
      const type = this.typeAround({ ...place, within: definition.index });
      return type === null ? [] : [{ kind: "instance", type }];
    }
    if (returnType === null) return [];
    if (/^(?:Self|self|static|this)\b/.test(returnType)) {
      const type = this.typeAround({ ...place, within: definition.index });
      return type === null ? [] : [{ kind: "instance", type }];
    }
    return this.typesOf(returnType, place, depth + 1).map((type) => ({ kind: "instance", type }));
  }

  /** `this.field`: what the class says of it, or what one of its methods sets it to. */
  #ownField(steps: readonly Step[], place: Place, depth: number): Evaluation {
    const [self, field] = steps;
    const { rules } = place.file;
    if (steps.length !== 2 || !rules.selfNames.includes(self.name)) return UNKNOWN;
    const type = this.typeAround(place);
    if (type === null) return UNKNOWN;
    for (const owner of [type, ...this.bases(type)]) {
      const { file } = owner;
      const set = file.bindings(`${self.name}.${field.name}`).filter((each) => {
        const around = this.typeAround({ file, within: each.within, start: each.start });
        return around !== null && isSame(around, owner);
      });
      const declared = file.bindings(field.name).filter((each) => each.within === owner.index);
      for (const binding of [...declared, ...set]) {
        const values = this.#variable({ ...binding, file }, depth + 1);
        if (values.length > 0) return { values, via: `${self.name}.${field.name}` };
      }
      const parameter = this.#promoted(owner, field.name, depth);
      if (parameter.length > 0) return { values: parameter, via: `${self.name}.${field.name}` };
    }
    return UNKNOWN;
  }

  /** A field that is written as a parameter of the constructor, or of the class. */
  #promoted(owner: DefinitionSymbol, name: string, depth: number): Value[] {
    const { file } = owner;
    const lists = [
      owner.index,
      ...file.outline.definitions.flatMap(({ kind, parent }, index) =>
        kind === "constructor" && parent === owner.index ? [index] : []
      ),
    ];
    for (const index of lists) {
      const { parameters, start } = file.definition(index);
      const found = parameters?.find((each) => each.name === name || each.name === `$${name}`);
      if (found?.type) {
        const place = { file, within: owner.index, start };
        return this.typesOf(found.type, place, depth + 1).map((type) => ({
          kind: "instance",
          type,
        }));
      }
    }
    return [];
  }

  #step(value: Value, step: Step, depth: number): Value[] {
    switch (value.kind) {
      case "external":
        return [value];
      case "function":
        return [];
      case "namespace":
        return this.#names.member(value.thing, step.name)
          .flatMap((thing) => this.#valuesOf(thing, step, depth + 1));
      case "instance":
      case "type": {
        if (value.type.file.rules.makers?.includes(step.name) && value.kind === "type") {
          return [{ kind: "instance", type: value.type }];
        }
        return this.members(value.type, step.name)
          .flatMap((definition) =>
            this.#valuesOf({ kind: "definition", definition }, step, depth + 1)
          );
      }
    }
  }
}

/** The names in a written type that stand for what is called on it. */
function typeNames(text: string, transparent: readonly string[]): string[] {
  const plain = text.replace(
    /^(?:\s|[&*?~]|'\w+\s|(?:mut|const|final|ref|readonly|dyn|impl|struct|enum|class|volatile)\b)+/,
    "",
  )
    .replace(/[?!&*\s]+$/, "").replace(/^["'](.*)["']$/, "$1");
  if (plain === "" || plain.endsWith("[]") || plain.startsWith("[")) return [];
  if (plain.startsWith("(")) {
    // Of several results the first is what a single name gets.
    const [first] = plain.endsWith(")") ? splitOutside(plain.slice(1, -1), ",") : [];
    return first === undefined || /[:\s]/.test(first) ? [] : typeNames(first, transparent);
  }
  const union = splitOutside(plain, "|");
  if (union.length > 1) return union.flatMap((each) => typeNames(each, transparent));
  const generic = /^([\w$.:\\\u0080-\uffff]+?)(?:::)?[<[]([^]*)[>\]]$/.exec(plain);
  if (generic === null) {
    return /^[\w$.:\\\u0080-\uffff]+$/.test(plain) &&
        !/^(?:null|undefined|None|void|nil)$/.test(plain)
      ? [plain]
      : [];
  }
  if (!transparent.includes(plainName(generic[1]))) return [generic[1]];
  const [first] = splitOutside(generic[2], ",");
  return typeNames(first, transparent);
}

function splitOutside(text: string, sign: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if ("<([{".includes(text[at])) depth++;
    else if (">)]}".includes(text[at])) depth--;
    else if (text[at] === sign && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)].map((part) => part.trim()).filter(Boolean);
}

function variableVia(found: Lookup, name: string): string | null {
  const [thing] = found.things;
  if (thing?.kind !== "variable") return null;
  const { type, value } = thing.variable;
  return type !== null
    ? `${name}: ${type}`
    : value !== null
    ? `${name} = ${value.slice(0, 60)}`
    : name;
}

/** The file that something stands in, when it is a module. */
export function moduleOf(value: Value): CodeFile | null {
  return value.kind === "namespace" && value.thing.kind === "module" ? value.thing.file : null;
}
