/**
 * What a call calls.
 *
 * @module
 */

import { CALLABLE_KINDS, type CallSite } from "../syntax/outline.ts";
import type { CodeBase } from "./code_base.ts";
import type { CodeFile } from "./code_file.ts";
import { NameResolver, type Place } from "./name_resolver.ts";
import { definitionOf, type DefinitionSymbol, type NamedThing } from "./symbol.ts";
import { isType, type Value } from "./value.ts";
import { ValueResolver } from "./value_resolver.ts";

/** What a call may reach. */
export interface ResolvedCall {
  /** The definitions that it calls; empty when none is in the repository, or none is known. */
  readonly targets: readonly DefinitionSymbol[];
  /**
   * `resolved`: these and no others; `dispatched`: one of these or of the types that build on theirs;
   * `elsewhere`: something out of the repository, or a variable; `unknown`: it cannot be told.
   */
  readonly certainty: "resolved" | "dispatched" | "elsewhere" | "unknown";
  /** The import, type or variable that shows it. */
  readonly via: string | null;
}

const UNKNOWN: ResolvedCall = { targets: [], certainty: "unknown", via: null };
const ELSEWHERE: ResolvedCall = { targets: [], certainty: "elsewhere", via: null };

/** Resolves the calls of a code base. */
export class CallResolver {
  readonly names: NameResolver;
  readonly values: ValueResolver;

  /** Resolves among these files. */
  constructor(code: CodeBase) {
    this.names = new NameResolver(code);
    this.values = new ValueResolver(this.names);
  }

  /** What a call in a file reaches. */
  resolve(file: CodeFile, call: CallSite): ResolvedCall {
    const place = { file, within: call.within, start: call.start };
    if (call.callee === "") {
      const { values, via } = this.values.evaluate(call.receiver ?? "", place);
      const targets = this.#run(values);
      return targets.length > 0 ? { targets, certainty: "resolved", via } : ELSEWHERE;
    }
    if (call.receiver !== null) return this.#onReceiver(call, call.receiver, place);
    if (file.rules.superNames.includes(call.callee)) {
      if (file.rules.superIsReceiver) return ELSEWHERE;
      const type = this.values.typeAround(place);
      const bases = type === null ? [] : this.values.bases(type);
      const targets = bases.flatMap((base) => this.#constructors(base));
      return targets.length > 0 ? { targets, certainty: "resolved", via: call.callee } : UNKNOWN;
    }
    if (file.rules.selfNames.includes(call.callee)) {
      const type = this.values.typeAround(place);
      const targets = type === null ? [] : this.#constructors(type);
      return targets.length > 0 ? { targets, certainty: "resolved", via: call.callee } : UNKNOWN;
    }
    const { things, via } = this.names.lookup(call.callee, place);
    const found = this.#reached(things, call);
    if (found.targets.length > 0) {
      // What is called on the instance around may be one of a type that builds on its type.
      const { certainty } = found;
      const isOwn = file.rules.implicitSelf && found.targets.some(isInType);
      return { ...found, certainty: isOwn ? "dispatched" : certainty, via: found.via ?? via };
    }
    if (file.rules.makers?.includes(call.callee)) {
      const type = this.values.typeAround(place);
      if (type !== null) {
        return { targets: this.#constructors(type), certainty: "resolved", via: call.callee };
      }
    }
    if (file.rules.implicitSelf) {
      const type = this.values.typeAround(place);
      const targets = type === null ? [] : this.values.members(type, call.callee)
        .filter((each) => CALLABLE_KINDS.has(definitionOf(each).kind));
      if (targets.length > 0) return { targets, certainty: "dispatched", via: null };
    }
    return things.length > 0 ? found : UNKNOWN;
  }

  #reached(things: readonly NamedThing[], call: CallSite): ResolvedCall {
    const targets: DefinitionSymbol[] = [];
    let elsewhere = false;
    let via: string | null = null;
    for (const thing of things) {
      if (thing.kind === "definition") targets.push(...this.#called(thing.definition));
      else if (thing.kind === "external") elsewhere = true;
      else if (thing.kind === "variable") {
        elsewhere = true;
        const run = this.#run(this.values.ofVariable(thing.variable));
        targets.push(...run);
        const { value, type } = thing.variable;
        if (run.length > 0) via = `${call.callee} = ${(value ?? type ?? "").slice(0, 60)}`;
      } else if (thing.kind === "module") {
        targets.push(
          ...this.names.member(thing, "default").flatMap((each) =>
            each.kind === "definition" ? this.#called(each.definition) : []
          ),
        );
      }
    }
    if (targets.length > 0) return { targets, certainty: "resolved", via };
    return elsewhere ? ELSEWHERE : UNKNOWN;
  }

  /** What calling a definition runs: itself, or the constructors of a type. */
  #called(definition: DefinitionSymbol): DefinitionSymbol[] {
    if (isType(definition)) return this.#constructors(definition);
    if (CALLABLE_KINDS.has(definitionOf(definition).kind)) return [definition];
    // A constant, a field: what it holds.
    const run = this.#run(this.values.ofDefinition(definition));
    return run.length > 0 ? run : [definition];
  }

  /** The constructors of a type, the nearest that it inherits; the type itself when none is written. */
  #constructors(type: DefinitionSymbol): DefinitionSymbol[] {
    for (const owner of this.values.line(type)) {
      const found = owner.file.outline.definitions.flatMap(({ kind, parent }, index) =>
        kind === "constructor" && parent === owner.index ? [{ file: owner.file, index }] : []
      );
      const [first] = found;
      if (first === undefined) continue;
      return owner.file.rules.membersElsewhere === "anywhere"
        ? this.values.members(owner, definitionOf(first).name)
        : found;
    }
    return [type];
  }

  #onReceiver(call: CallSite, receiver: string, place: Place): ResolvedCall {
    const { values, via } = this.values.evaluate(receiver, place);
    const { superNames } = place.file.rules;
    if (values.length === 0) {
      // What is above is out of the repository, since the class around says what it is.
      const isAbove = superNames.includes(receiver.replace(/\(.*\)$/s, ""));
      return isAbove && this.values.typeAround(place) !== null ? ELSEWHERE : UNKNOWN;
    }
    const targets: DefinitionSymbol[] = [];
    let dispatched = false;
    let elsewhere = true;
    for (const value of values) {
      const found = this.#member(value, call);
      targets.push(...found.targets);
      if (value.kind === "instance" && found.targets.length > 0) dispatched = true;
      if (!found.elsewhere) elsewhere = false;
    }
    if (targets.length > 0) {
      // `super.m()` runs what is above and nothing else.
      const exact = !dispatched || superNames.includes(receiver.replace(/\(.*\)$/s, ""));
      return {
        targets: withoutParts(targets),
        certainty: exact ? "resolved" : "dispatched",
        via,
      };
    }
    return elsewhere ? ELSEWHERE : { ...UNKNOWN, via };
  }

  /** What calling a member of a value runs, and whether that is out of the repository. */
  #member(value: Value, call: CallSite): { targets: DefinitionSymbol[]; elsewhere: boolean } {
    const { callee } = call;
    const found = (targets: DefinitionSymbol[]) => ({ targets, elsewhere: false });
    switch (value.kind) {
      case "external":
        return { targets: this.#run(this.values.member(value, callee)), elsewhere: true };
      case "function": {
        const { invokers = [] } = value.definition.file.rules;
        const own = this.values.member(value, callee);
        if (own.length > 0) return found(this.#run(own));
        return found(invokers.includes(callee) ? [value.definition] : []);
      }
      case "object":
        return found(this.#run(this.values.member(value, callee)));
      case "namespace":
        return found(this.#ofNamespace(value, call));
      case "instance":
      case "type": {
        const { rules } = value.type.file;
        const own = this.values.members(value.type, callee);
        if (value.kind === "type" && rules.makers?.includes(callee)) {
          return found(own.length > 0 ? own : this.#constructors(value.type));
        }
        const written = own.filter((each) =>
          isType(each) || CALLABLE_KINDS.has(definitionOf(each).kind)
        );
        if (written.length > 0) return found(written.flatMap((each) => this.#called(each)));
        const held = this.#run(this.values.member(value, callee));
        return found(held.length > 0 ? held : own);
      }
    }
  }

  #ofNamespace(value: Value & { kind: "namespace" }, call: CallSite): DefinitionSymbol[] {
    const { targets } = this.#reached(this.names.member(value.thing, call.callee), call);
    return targets.length > 0 ? [...targets] : this.#run(this.values.member(value, call.callee));
  }

  /** What calling values runs. */
  #run(values: readonly Value[]): DefinitionSymbol[] {
    return values.flatMap((value): DefinitionSymbol[] => {
      switch (value.kind) {
        case "function":
          return [value.definition];
        case "type":
          return this.#constructors(value.type);
        case "instance": {
          const { callMember } = value.type.file.rules;
          return callMember === undefined ? [] : this.values.members(value.type, callMember);
        }
        default:
          return [];
      }
    });
  }
}

/** Whether it is a method of a type, written in it. */
function isInType(symbol: DefinitionSymbol): boolean {
  const { kind, parent } = definitionOf(symbol);
  return kind === "method" && parent >= 0 && isType({ file: symbol.file, index: parent });
}

/** Targets without the types that stand for a constructor, when another part of the type has one. */
function withoutParts(targets: readonly DefinitionSymbol[]): readonly DefinitionSymbol[] {
  const written = targets.filter((each) => !isType(each));
  return written.length > 0 ? written : targets;
}
