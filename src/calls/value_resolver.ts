/**
 * What a receiver is: a class, an instance of one, a module; as far as the text shows it.
 *
 * @module
 */

import { CALLABLE_KINDS, type Definition, RETURNED, YIELDED } from "../syntax/outline.ts";
import type { CodeFile } from "./code_file.ts";
import {
  type Lookup,
  MEMBER_KINDS,
  type NameResolver,
  type Place,
  plainName,
} from "./name_resolver.ts";
import { readExpression } from "./expression.ts";
import { receiverSteps, type Step } from "./receiver.ts";
import {
  definitionOf,
  type DefinitionSymbol,
  isSame,
  type NamedThing,
  type Variable,
} from "./symbol.ts";
import { isTestFile } from "./test_files.ts";
import { type Evaluation, isType, type ObjectValue, type Value } from "./value.ts";
import {
  boundOf,
  elementType,
  indexedType,
  outside,
  resultType,
  typeNames,
  withBounds,
} from "./written_type.ts";

const UNKNOWN: Evaluation = { values: [], via: null };
/** How deep one variable may lead to another. */
const DEEPEST = 8;
/** How many ways out of a function are looked at. */
const MOST_RESULTS = 4;
/** Types that say that they are not said. */
const INFERRED = /^(?:var|let|auto|val|any|Any|unknown|object)$/;
const NAMELESS = { kind: "object", name: null, items: null, place: null } as const;
/** `&Type{…}`: an instance written as its fields. */
const STRUCT_LITERAL = /^\s*&?([\w.:]+)\s*\{/;

/** Evaluates receivers. */
export class ValueResolver {
  readonly #names: NameResolver;
  readonly #bases = new Map<string, DefinitionSymbol[]>();

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
    // What was put there: `d["a"] = f`.
    if (text.endsWith("]")) {
      const { things } = this.#names.lookup(text, place);
      if (things.length > 0) {
        const [thing] = things;
        if (thing.kind === "variable") {
          const step = { name: text, called: false, made: false };
          return { values: this.#variable(thing.variable, step, depth + 1), via: text };
        }
      }
    }
    const steps = receiverSteps(text);
    if (steps === null || steps.length === 0) {
      return this.#partOf(text, place, depth) ?? this.#expression(text, place, depth);
    }
    const [first, ...rest] = steps;
    const passed = this.#passed(text, first, place, depth);
    let { values, via } = passed ?? this.#first(first, text, place, depth);
    for (const step of rest) {
      if (values.length === 0) return UNKNOWN;
      values = values.flatMap((value) => this.#step(value, step, depth));
      if (rest.length === 1 && place.file.rules.selfNames.includes(first.name)) {
        via = `${first.name}.${step.name}`;
      }
    }
    if (rest.length === 0 && first.made && !values.some(({ kind }) => kind !== "external")) {
      // What is made may be of no interest, and hold what is: `new Map<string, Cart>()`.
      const made = /^\s*new\s+([\w$.]+\s*<[^(]*>)\s*\(/.exec(text);
      if (made !== null) return { values: [{ kind: "external", type: made[1], place }], via };
    }
    return { values, via };
  }

  /** What a function gives back that gives back what it is given: `partial(f, 1)`. */
  #passed(text: string, { name, called }: Step, place: Place, depth: number): Evaluation | null {
    const { passThrough = [] } = place.file.rules;
    if (!called || passThrough.length === 0) return null;
    const call = /^[^(]*?([\w$]+)\(\s*([\w$.]+)\s*[,)]/.exec(text);
    if (call === null || !passThrough.includes(call[1]) || !text.includes(name)) return null;
    const { things } = this.#names.lookup(call[1], place);
    if (things.some((thing) => thing.kind === "definition")) return null;
    return this.evaluate(call[2], place, depth + 1);
  }

  /** A part of an expression in parentheses: `(a as B).c`, `([f, g])[0]`; `null` for any other. */
  #partOf(text: string, place: Place, depth: number): Evaluation | null {
    if (!text.startsWith("(")) return null;
    const end = outside(text.slice(1), ")") + 1;
    if (end <= 0 || end === text.length - 1) return null;
    const steps = receiverSteps(`_${text.slice(end + 1)}`);
    if (steps === null) return null;
    const { values, via } = this.evaluate(text.slice(1, end), place, depth + 1);
    const found = steps.slice(1).reduce<readonly Value[]>(
      (each, step) => each.flatMap((value) => this.#step(value, step, depth + 1)),
      values,
    );
    return { values: found, via };
  }

  /** A literal, a choice, a cast. */
  #expression(text: string, place: Place, depth: number): Evaluation {
    const expression = readExpression(text);
    switch (expression?.kind) {
      case "literal":
        return { values: [{ ...NAMELESS, ...place, place, items: expression.items }], via: null };
      case "choice": {
        const parts = expression.parts.map((part) => this.evaluate(part, place, depth + 1));
        return {
          values: parts.flatMap(({ values }) => values),
          via: parts.find(({ via }) => via !== null)?.via ?? null,
        };
      }
      case "cast": {
        const values = this.valuesOfType(expression.type, place, depth + 1);
        if (values.some(({ kind }) => kind !== "external")) {
          return { values, via: `as ${expression.type}` };
        }
        const own = this.evaluate(expression.value, place, depth + 1);
        return own.values.length > 0 ? own : { values, via: null };
      }
      default:
        return UNKNOWN;
    }
  }

  /** What something of a written type is. */
  valuesOfType(text: string, place: Place, depth = 0): Value[] {
    if (depth > DEEPEST) return [];
    const indexed = indexedType(text);
    if (indexed !== null) {
      const step = { name: indexed.key, called: false, made: false };
      const element = /^(?:\d+|number)$/.test(indexed.key)
        ? { element: indexed.key, name: "" }
        : {};
      return this.valuesOfType(indexed.type, place, depth + 1)
        .flatMap((value) => this.#step(value, { ...step, ...element }, depth + 1));
    }
    const [, named] = /^typeof\s+([\w$.]+)$/.exec(text.trim()) ?? [];
    if (named !== undefined) return [...this.evaluate(named, place, depth + 1).values];
    const types = this.typesOf(text, place, depth);
    if (types.length > 0) return types.map((type) => ({ kind: "instance", type }));
    for (const index of place.file.around(place.within)) {
      const bound = boundOf(place.file.definition(index).typeParameters, text.trim());
      if (bound !== null) return this.valuesOfType(bound, place, depth + 1);
    }
    return [{ kind: "external", type: text, place }];
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
    const seen = new Set<string>();
    let level: DefinitionSymbol[] = [type];
    while (level.length > 0) {
      const found = level.map((each) => this.#names.ownMembers(each, name))
        .filter((each) => each.length > 0);
      if (found.length > 0) return type.file.rules.firstBaseWins ? found[0] : found.flat();
      level = this.#above(level, seen);
    }
    return [];
  }

  /** A type and all that it builds on, the nearest first. */
  line(type: DefinitionSymbol): DefinitionSymbol[] {
    const seen = new Set<string>();
    const all: DefinitionSymbol[] = [];
    for (let level = [type]; level.length > 0; level = this.#above(level, seen)) all.push(...level);
    return all;
  }

  /** The types that a type builds on, as far as they are in the repository. */
  bases(type: DefinitionSymbol): DefinitionSymbol[] {
    const key = `${type.file.path}\0${type.index}`;
    const known = this.#bases.get(key);
    if (known !== undefined) return known;
    // While they are looked for, there are none: a type may be written to build on itself.
    this.#bases.set(key, []);
    const found = this.#findBases(type);
    this.#bases.set(key, found);
    return found;
  }

  #findBases(type: DefinitionSymbol): DefinitionSymbol[] {
    const definition = definitionOf(type);
    const place = { file: type.file, within: scopeIndex(type), start: definition.start };
    return (definition.bases ?? []).flatMap((text) => this.typesOf(text, place, 1))
      .filter((each) => !isSame(each, type));
  }

  /** The types that some types build on, each once. */
  #above(level: readonly DefinitionSymbol[], seen: Set<string>): DefinitionSymbol[] {
    const keyOf = ({ file, index }: DefinitionSymbol): string => `${file.path}\0${index}`;
    for (const each of level) seen.add(keyOf(each));
    return level.flatMap((each) => this.bases(each)).filter((each) => {
      const key = keyOf(each);
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    });
  }

  /** Whether a type is another one, or builds on it. */
  isKindOf(type: DefinitionSymbol, other: DefinitionSymbol): boolean {
    const seen = new Set<string>();
    let level = [type];
    while (level.length > 0) {
      if (level.some((each) => isSame(each, other))) return true;
      level = this.#above(level, seen);
    }
    return false;
  }

  /** Whether a type has members of all names that an interface has, its bases included. */
  hasMembersOf(type: DefinitionSymbol, wanted: DefinitionSymbol): boolean {
    const seen = new Set<string>();
    let level = [wanted];
    while (level.length > 0) {
      for (const { file, index } of level) {
        const lacks = file.outline.definitions.some((each) =>
          each.parent === index && CALLABLE_KINDS.has(each.kind) &&
          !this.members(type, each.name).some((member) =>
            shapeOf(definitionOf(member)) === shapeOf(each)
          )
        );
        if (lacks) return false;
      }
      level = this.#above(level, seen);
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
      if (container === null) continue;
      if (parent >= 0 && file.definition(parent).qualifiedName === container) continue;
      // Members that stand outside of their type: receivers, `impl`, `A::f`.
      const { functionClasses } = file.rules;
      const isClass = (each: DefinitionSymbol): boolean =>
        isType(each) || functionClasses === true && definitionOf(each).kind === "function";
      const [type] = this.#names.lookup(plainName(container), {
        file,
        within: file.rules.openScopes ? index : -1,
        start: 0,
      }).things
        .flatMap((thing) => thing.kind === "definition" ? [thing.definition] : []).filter(isClass);
      if (type !== undefined) return type;
      // A class without a name is around; the types further out are not what `this` is.
      if (parent >= 0 && MEMBER_KINDS.has(definitionOf(symbol).kind)) return null;
    }
    return null;
  }

  /** The object literal that a place is inside of a method of. */
  objectAround({ file, within }: Place): ObjectValue | null {
    for (const index of file.around(within)) {
      const { kind, container, parent } = file.definition(index);
      if (container === null || kind === "function" || !CALLABLE_KINDS.has(kind)) continue;
      if (parent >= 0 && isType({ file, index: parent })) return null;
      return { ...NAMELESS, file, name: plainName(container), within: parent };
    }
    return null;
  }

  /** The types that an object literal is said to be of, in which a member stands. */
  declaredTypes(place: Place): DefinitionSymbol[] {
    const object = this.objectAround(place);
    if (object?.name == null) return [];
    const { file, name, within } = object;
    if (within >= 0 && file.definition(within).name === name) {
      const { returnType, parent } = file.definition(within);
      return returnType === null ? [] : this.typesOf(returnType, { ...place, within: parent });
    }
    return file.bindings(name).filter((each) => each.within === within).flatMap((each) => {
      const at = { file, within, start: each.start };
      if (each.type !== null) return this.typesOf(each.type, at);
      // A value that is cut does not say what it is of.
      const expression = each.value === null ? null : readExpression(each.value);
      return expression?.kind === "cast" ? this.typesOf(expression.type, at) : [];
    });
  }

  #first(step: Step, text: string, place: Place, depth: number): Evaluation {
    const { rules } = place.file;
    if (rules.selfNames.includes(step.name)) {
      const type = this.typeAround(place) ?? this.#classFunction(place);
      if (type !== null) return { values: [{ kind: "instance", type }], via: step.name };
      const object = this.objectAround(place);
      return object === null ? UNKNOWN : { values: [object], via: step.name };
    }
    if (rules.superNames.includes(step.name)) {
      const type = this.typeAround(place);
      const bases = type === null ? [] : this.bases(type)
        .filter((each) => definitionOf(each).kind !== "interface");
      return { values: bases.map((each) => ({ kind: "instance", type: each })), via: step.name };
    }
    if (step.called && rules.makers?.includes(step.name)) {
      const type = this.typeAround(place);
      if (type !== null) return { values: [{ kind: "instance", type }], via: step.name };
    }
    const found = this.#receiverOf(step.name, place) ?? this.#named(step, text, place);
    const values = found.things.flatMap((thing) => this.#valuesOf(thing, step, depth));
    return { values, via: found.via ?? variableVia(found, step.name) };
  }

  /** What the first name of a path means: a name in sight, or what the language says. */
  #named({ name, called }: Step, text: string, place: Place): Lookup {
    if (called) return this.#names.lookup(name, place);
    const root = (): Lookup => ({ things: this.#names.root(name, text, place), via: null });
    if (/^\s*(?:\\|::)/.test(text)) {
      const found = root();
      if (found.things.length > 0) return found;
    }
    const found = name.startsWith("@")
      ? this.#instanceField(name, place)
      : this.#names.lookup(name, place);
    if (found.things.length > 0) return found;
    const type = place.file.rules.implicitSelf ? this.typeAround(place) : null;
    const things = type === null ? [] : this.members(type, name)
      .map((definition) => ({ kind: "definition" as const, definition }));
    return things.length > 0 ? { things, via: null } : root();
  }

  /** `@name`: what any method of the class sets it to. */
  #instanceField(name: string, place: Place): Lookup {
    const type = this.typeAround(place);
    if (type === null) return { things: [], via: null };
    for (const owner of [type, ...this.bases(type)]) {
      const { file } = owner;
      const set = file.bindings(name).find((each) => {
        const around = this.typeAround({ file, within: each.within, start: each.start });
        return around !== null && isSame(around, owner);
      });
      if (set !== undefined) {
        return { things: [{ kind: "variable", variable: { ...set, file } }], via: null };
      }
    }
    return { things: [], via: null };
  }

  /** The function around that is a class by its name: `function View() { this.a() }`. */
  #classFunction({ file, within }: Place): DefinitionSymbol | null {
    if (!file.rules.functionClasses) return null;
    for (const index of file.around(within)) {
      const { kind, name, container } = file.definition(index);
      if (kind === "function" && container === null && /^[A-Z]/.test(name)) return { file, index };
    }
    return null;
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
          const { functionClasses } = definition.file.rules;
          if (step.made && functionClasses) return [{ kind: "instance", type: definition }];
          if (step.called || kind === "getter") {
            const values = this.#returned(definition, depth);
            const { name } = definitionOf(definition);
            // `new` is not part of a receiver.
            return values.length === 0 && functionClasses && /^[A-Z]/.test(name)
              ? [{ kind: "instance", type: definition }]
              : values;
          }
          return [{ kind: "function", definition }];
        }
        return this.#called(this.#field(definition, step, depth), step, depth);
      }
      case "variable":
        return this.#called(this.#variable(thing.variable, step, depth), step, depth);
      case "module":
      case "package":
        return [{ kind: "namespace", thing }];
      case "external":
        return [{ kind: "external" }];
    }
  }

  /** What values give when they are called, where the step calls them. */
  #called(values: readonly Value[], step: Step, depth: number): Value[] {
    if (!step.called) return [...values];
    return values.flatMap((value): Value[] => {
      switch (value.kind) {
        case "type":
          return [{ kind: "instance", type: value.type }];
        case "function":
          return this.#returned(value.definition, depth);
        case "external": {
          const result = value.type === undefined ? null : resultType(value.type);
          return result === null
            ? [{ kind: "external" }]
            : this.valuesOfType(result, value.place!, depth + 1);
        }
        default:
          return [value];
      }
    });
  }

  #variable(variable: Variable, step: Step, depth: number): Value[] {
    const { file, within, start, name, value, parameterOf } = variable;
    const type = variable.type === null || parameterOf === undefined
      ? variable.type
      : withBounds(variable.type, file.definition(parameterOf).typeParameters);
    const place = { file, within, start };
    const object = this.#object(variable);
    if (type !== null) {
      const values = this.valuesOfType(type, place, depth + 1);
      const names = typeNames(type, file.rules.transparentTypes);
      if (values.some(({ kind }) => kind !== "external")) return [...values, ...object];
      // A type that is written and not ours decides, unless it only says that it is inferred.
      const decides = names.length > 0 && !names.every((each) => INFERRED.test(each)) ||
        elementType(type, "any") !== null;
      if (decides || value === null) return [...values, ...object];
    }
    if (value === null) {
      const given = this.#names.providers(variable)
        .flatMap((each) => this.#provided(each, depth + 1));
      return [...object, ...given];
    }
    const values = this.evaluate(value, place, depth + 1).values;
    const named = values.map((each) =>
      each.kind === "object" && each.items !== null && each.name === null && name !== undefined
        ? { ...each, name: plainName(name), within }
        : each
    );
    return step.called
      ? named
      : named.length > 0 && object.length === 0
      ? named
      : [...named, ...object];
  }

  /** What a function provides: what it gives back, or the first that it gives. */
  #provided(definition: DefinitionSymbol, depth: number): Value[] {
    const step: Step = { name: "", called: false, made: false, element: "*" };
    return this.#returned(definition, depth).flatMap((value) => {
      const isSeries = value.kind === "external" ||
        (value.kind === "object" && value.name === null);
      const inner = isSeries ? this.#step(value, step, depth + 1) : [];
      return inner.some(({ kind }) => kind !== "external") ? inner : [value];
    });
  }

  /** The object that a variable is when functions were put on it. */
  #object({ file, name, within }: Variable): ObjectValue[] {
    if (name === undefined || !file.holds(plainName(name))) return [];
    return [{ ...NAMELESS, file, name: plainName(name), within }];
  }

  #field(definition: DefinitionSymbol, step: Step, depth: number): Value[] {
    const { returnType, parent, start } = definitionOf(definition);
    if (returnType === null) {
      const { file } = definition;
      const { name, nameStart } = definitionOf(definition);
      const binding = file.bindings(name).find((each) =>
        Math.abs(each.start - start) <= nameStart - start || each.start === nameStart
      );
      return binding === undefined ? [] : this.#variable({ ...binding, file }, step, depth + 1);
    }
    const place = { file: definition.file, within: parent, start };
    return this.valuesOfType(returnType, place, depth + 1);
  }

  #returned(definition: DefinitionSymbol, depth: number): Value[] {
    const { returnType, start, kind } = definitionOf(definition);
    const { file, index } = definition;
    const place = { file, within: scopeIndex(definition), start };
    if (kind === "constructor") {
      const type = this.typeAround({ ...place, within: index });
      return type === null ? [] : [{ kind: "instance", type }];
    }
    if (returnType !== null && /^(?:Self|self|static|this)\b/.test(returnType)) {
      const type = this.typeAround({ ...place, within: index });
      return type === null ? [] : [{ kind: "instance", type }];
    }
    if (returnType !== null && !INFERRED.test(returnType)) {
      return this.valuesOfType(returnType, { ...place, within: index }, depth + 1);
    }
    if (depth >= DEEPEST) return [];
    const yields = file.bindings(YIELDED).filter((each) => each.within === index);
    if (yields.length > 0) {
      const items = yields.map((each) => ({ key: null, text: each.value ?? "" }));
      const where = { ...place, within: index, start: Infinity };
      return [{ ...NAMELESS, ...where, items, place: where }];
    }
    const results = file.bindings(RETURNED).filter((each) => each.within === index);
    return results.slice(0, MOST_RESULTS).flatMap((each) => {
      const { values } = this.evaluate(each.value ?? "", {
        ...place,
        within: index,
        start: each.start,
      }, depth + 1);
      const { name } = definitionOf(definition);
      return values.map((value) =>
        value.kind === "object" && value.name === null ? { ...value, name, within: index } : value
      );
    });
  }

  /** A field: what the class says of it, or what one of its methods sets it to. */
  #fieldOf(type: DefinitionSymbol, step: Step, depth: number): Value[] {
    for (const owner of [type, ...this.bases(type)]) {
      const { file } = owner;
      const set = file.rules.selfNames.flatMap((self) =>
        file.bindings(`${self}.${step.name}`).filter((each) => {
          const place = { file, within: each.within, start: each.start };
          const around = this.typeAround(place) ?? this.#classFunction(place);
          return around !== null && isSame(around, owner);
        })
      );
      const declared = file.bindings(step.name).filter((each) =>
        each.within === owner.index && each.until === undefined && isType(owner)
      );
      for (const binding of [...declared, ...set]) {
        const values = this.#variable({ ...binding, file }, step, depth + 1);
        if (values.length > 0) return this.#called(values, step, depth);
      }
      const parameter = this.#promoted(owner, step.name, depth);
      if (parameter.length > 0) return this.#called(parameter, step, depth);
    }
    return [];
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
        return this.valuesOfType(found.type, place, depth + 1);
      }
    }
    return [];
  }

  /** What a constant or a field holds. */
  ofDefinition(definition: DefinitionSymbol): Value[] {
    const { name } = definitionOf(definition);
    return this.#field(definition, { name, called: false, made: false }, 1);
  }

  /** What a variable may be. */
  ofVariable(variable: Variable): Value[] {
    const step = { name: variable.name ?? "", called: false, made: false };
    return this.#variable(variable, step, 1);
  }

  /** What a member of a value is, or what it gives where the step calls it. */
  member(value: Value, name: string): Value[] {
    return this.#step(value, { name, called: false, made: false }, 0);
  }

  #step(value: Value, step: Step, depth: number): Value[] {
    if (depth > DEEPEST) return [];
    const asThing = (definition: DefinitionSymbol): Value[] =>
      this.#valuesOf({ kind: "definition", definition }, step, depth + 1);
    switch (value.kind) {
      case "external":
        return this.#external(value, step, depth);
      case "function": {
        const { passThrough = [] } = value.definition.file.rules;
        const own = this.#names.ownMembers(value.definition, step.name);
        if (own.length === 0 && step.called && passThrough.includes(step.name)) return [value];
        return own.flatMap(asThing);
      }
      case "namespace":
        return this.#ofNamespace(value.thing, step, depth);
      case "object":
        return this.#ofObject(value, step, depth);
      case "instance":
      case "type": {
        if (value.type.file.rules.makers?.includes(step.name) && value.kind === "type") {
          return [{ kind: "instance", type: value.type }];
        }
        if (step.element !== undefined && step.name === "") return [];
        const members = this.members(value.type, step.name);
        const values = members.flatMap(asThing);
        const result = members.length === 1 ? definitionOf(members[0]).returnType : null;
        // What gives itself back is what it was called on, which may build on where it is defined.
        if (result !== null && /^(?:this|Self)$/.test(result)) return [value];
        return values.length > 0 ? values : this.#fieldOf(value.type, step, depth);
      }
    }
  }

  #ofNamespace(thing: NamedThing, step: Step, depth: number): Value[] {
    const things = this.#names.member(thing, step.name);
    if (things.length > 0) return things.flatMap((each) => this.#valuesOf(each, step, depth + 1));
    if (thing.kind !== "module" || thing.file.rules.loads === undefined) return [];
    // A module may be one object: `module.exports = app`.
    const whole: Step = { name: "default", called: false, made: false };
    return this.#names.member(thing, "default")
      .flatMap((each) => this.#valuesOf(each, whole, depth + 1))
      .flatMap((each) => this.#step(each, step, depth + 1));
  }

  /** Members of an object literal: its functions, and what else is written in it. */
  #ofObject(object: ObjectValue, step: Step, depth: number): Value[] {
    const functions = this.objectMembers(object, step.name)
      .flatMap((definition) => this.#valuesOf({ kind: "definition", definition }, step, depth + 1));
    if (functions.length > 0 || object.items === null) return functions;
    const { element } = step;
    const items = object.items.filter(({ key }, at) =>
      step.name !== ""
        ? key === step.name
        : element === "*" || !/^\d+$/.test(element ?? "") || at === Number(element)
    );
    return items.flatMap(({ text }) => [...this.evaluate(text, object.place!, depth + 1).values])
      .flatMap((value) => this.#called([value], step, depth));
  }

  /** Functions that stand in an object literal or were put on it. */
  objectMembers({ file, name, within }: ObjectValue, member: string): DefinitionSymbol[] {
    if (name === null) return [];
    return file.named(member).filter((index) => {
      const { container, parent, kind } = file.definition(index);
      if (kind === "function" && isTestFile(file.path, file.tests)) return false;
      return container !== null && parent === within && plainName(container) === name;
    }).map((index) => ({ file, index }));
  }

  /** What something out of the repository gives that holds things of the repository. */
  #external(value: Value & { kind: "external" }, step: Step, depth: number): Value[] {
    if (value.type === undefined || value.place === undefined) return [{ kind: "external" }];
    const { type, place } = value;
    const ofElement = (key: string): Value[] => {
      const element = elementType(type, key);
      return element === null
        ? [{ kind: "external" }]
        : this.valuesOfType(element, place, depth + 1);
    };
    if (step.element !== undefined && step.name === "") return ofElement(step.element);
    const gives = place.file.rules.collections?.[step.name];
    if (!step.called || gives === undefined) return [{ kind: "external" }];
    if (gives === "element") return ofElement("any");
    if (gives === "same") return [value];
    const pairs = elementType(type, gives === "pairs" ? "*" : "any");
    return [{ kind: "external", type: `Iterable<${pairs}>`, place }];
  }
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

/**
 * Where the names of a definition's header are looked up: around it, or in it where the scopes around are
 * not listed.
 */
function scopeIndex({ file, index }: DefinitionSymbol): number {
  const { parent } = file.definition(index);
  return parent < 0 && file.rules.openScopes ? index : parent;
}

/** The types that a function takes and gives, without the names of their packages. */
function shapeOf({ parameters, returnType }: Definition): string {
  const results = (returnType ?? "").replace(/^\(|\)$/g, "").split(",");
  return [...(parameters ?? []).map(({ type }) => type ?? ""), "->", ...results]
    .map((each) =>
      each.trim().replace(/^\w+\s+(?=[\w.*[])/, "").replace(/interface\s*\{\s*\}/g, "any")
        .replace(/\b\w+\./g, "").replace(/\s+/g, "")
    ).join();
}
