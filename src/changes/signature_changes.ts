/**
 * What differs between the signatures of one function before and after.
 *
 * @module
 */

import type { Definition, Parameter } from "../syntax/outline.ts";
import type { SignatureChange, SignatureChangeKind } from "./function_change.ts";
import { pairParameters, type ParameterPair, type ParameterUses } from "./parameter_pairs.ts";

/** Lists what differs, parameters first, in order of the later side. */
export function signatureChanges(
  before: Definition,
  after: Definition,
  uses?: ParameterUses,
): SignatureChange[] {
  const changes = parameterChanges(before.parameters ?? [], after.parameters ?? [], uses);
  const push = (
    kind: SignatureChangeKind,
    old: string | null,
    now: string | null,
  ): void => {
    if (blankless(old) !== blankless(now)) changes.push({ kind, name: null, old, new: now });
  };
  push("return_type_changed", before.returnType, after.returnType);
  push("visibility_changed", before.visibility, after.visibility);
  push("generics_changed", before.typeParameters, after.typeParameters);
  push("throws_changed", before.throws, after.throws);
  for (const [old, now] of differences(before.modifiers, after.modifiers)) {
    push("modifier_changed", old, now);
  }
  for (const [old, now] of differences(before.decorators, after.decorators)) {
    push(now === null ? "decorator_removed" : "decorator_added", old, now);
  }
  return changes;
}

function parameterChanges(
  before: readonly Parameter[],
  after: readonly Parameter[],
  uses: ParameterUses | undefined,
): SignatureChange[] {
  const changes: SignatureChange[] = [];
  const { pairs, removed, added } = pairParameters(before, after, uses);
  for (const [old, now] of pairs) pairChanges(before[old], after[now], changes);
  for (const i of removed) {
    changes.push({
      kind: "parameter_removed",
      name: before[i].name,
      old: written(before[i]),
      new: null,
    });
  }
  for (const i of added) {
    changes.push({
      kind: "parameter_added",
      name: after[i].name,
      old: null,
      new: written(after[i]),
    });
  }
  if (isReordered(pairs)) {
    changes.push({
      kind: "parameter_reordered",
      name: null,
      old: before.map(label).join(", "),
      new: after.map(label).join(", "),
    });
  }
  return changes;
}

function pairChanges(old: Parameter, now: Parameter, changes: SignatureChange[]): void {
  const { name } = now;
  if (old.name !== name) {
    changes.push({ kind: "parameter_renamed", name, old: old.name, new: name });
  }
  if (blankless(typeOf(old)) !== blankless(typeOf(now))) {
    changes.push({ kind: "parameter_type_changed", name, old: typeOf(old), new: typeOf(now) });
  }
  if (blankless(old.default) !== blankless(now.default)) {
    changes.push({ kind: "parameter_default_changed", name, old: old.default, new: now.default });
  }
}

/** Pairs come in order of the later side. */
function isReordered(pairs: readonly ParameterPair[]): boolean {
  return pairs.some(([old], i) => i > 0 && old < pairs[i - 1][0]);
}

/** The type with the marks: `...string` and `string` are not the same. */
function typeOf({ type, marks }: Parameter): string | null {
  return marks === "" ? type : `${marks} ${type ?? ""}`.trim();
}

function label({ name, type }: Parameter): string {
  return name === "" ? type ?? "" : name;
}

function written(parameter: Parameter): string {
  const type = typeOf(parameter);
  const start = [parameter.name, type].filter((part) => part !== null && part !== "").join(": ");
  return parameter.default === null ? start : `${start} = ${parameter.default}`;
}

/** A text without its blanks, to compare. */
function blankless(text: string | null): string | null {
  return text === null ? null : text.replace(/\s+/g, "");
}

/** What only one of two lists has, each as often as it is too many. */
function differences(
  before: readonly string[],
  after: readonly string[],
): [string | null, string | null][] {
  const left = new Map<string, number>();
  const key = (text: string): string => blankless(text)!;
  for (const text of before) left.set(key(text), (left.get(key(text)) ?? 0) + 1);
  const added = after.filter((text) => !take(left, key(text)));
  const removed = before.filter((text) => take(left, key(text)));
  return [
    ...removed.map((text): [string, null] => [text, null]),
    ...added.map((text): [null, string] => [null, text]),
  ];
}

function take(left: Map<string, number>, key: string): boolean {
  const count = left.get(key) ?? 0;
  if (count > 0) left.set(key, count - 1);
  return count > 0;
}
