/**
 * What a call calls.
 *
 * @module
 */

import { CALLABLE_KINDS, type CallSite } from "../syntax/outline.ts";
import type { CodeBase } from "./code_base.ts";
import type { CodeFile } from "./code_file.ts";
import { NameResolver } from "./name_resolver.ts";
import { definitionOf, type DefinitionSymbol, type NamedThing } from "./symbol.ts";
import { isType, type Value, ValueResolver } from "./value_resolver.ts";

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
    if (call.receiver !== null) return this.#onReceiver(call, call.receiver, place);
    if (file.rules.superNames.includes(call.callee)) {
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
    if (found.targets.length > 0) return { ...found, via: found.via ?? via };
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
        const { value, file, within, start } = thing.variable;
        if (value === null) continue;
        const place = { file, within, start };
        for (const each of this.values.evaluate(value, place).values) {
          if (each.kind === "function") targets.push(each.definition);
          else if (each.kind === "type") targets.push(...this.#constructors(each.type));
        }
        if (targets.length > 0) via = `${call.callee} = ${value.slice(0, 60)}`;
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
    return isType(definition) ? this.#constructors(definition) : [definition];
  }

  /** The constructors of a type, the nearest that it inherits; the type itself when none is written. */
  #constructors(type: DefinitionSymbol): DefinitionSymbol[] {
    for (const owner of [type, ...this.values.bases(type)]) {
      const found = owner.file.outline.definitions.flatMap(({ kind, parent }, index) =>
        kind === "constructor" && parent === owner.index ? [{ file: owner.file, index }] : []
      );
      if (found.length > 0) return found;
    }
    return [type];
  }

  #onReceiver(
    call: CallSite,
    receiver: string,
    place: { file: CodeFile; within: number; start: number },
  ): ResolvedCall {
    const { values, via } = this.values.evaluate(receiver, place);
    if (values.length === 0) return UNKNOWN;
    const targets: DefinitionSymbol[] = [];
    let dispatched = false;
    for (const value of values) {
      const found = this.#member(value, call);
      targets.push(...found);
      if (value.kind === "instance" && found.length > 0) dispatched = true;
    }
    if (targets.length > 0) {
      return { targets, certainty: dispatched ? "dispatched" : "resolved", via };
    }
    return values.every((value) => value.kind === "external") ? ELSEWHERE : { ...UNKNOWN, via };
  }

  #member(value: Value, call: CallSite): DefinitionSymbol[] {
    switch (value.kind) {
      case "external":
      case "function":
        return [];
      case "namespace":
        return [...this.#reached(this.names.member(value.thing, call.callee), call).targets];
      case "instance":
      case "type": {
        const { rules } = value.type.file;
        if (value.kind === "type" && rules.makers?.includes(call.callee)) {
          const own = this.values.members(value.type, call.callee);
          return own.length > 0 ? own : this.#constructors(value.type);
        }
        return this.values.members(value.type, call.callee).flatMap((each) => this.#called(each));
      }
    }
  }
}
