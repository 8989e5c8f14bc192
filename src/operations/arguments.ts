/**
 * Arguments of a call, checked against the operation's input; each failure is one clear sentence.
 *
 * @module
 */

import * as z from "zod/mini";
import { PrismError } from "../errors.ts";
import { nearest } from "../answers/shape/nearest.ts";
import type { AnyAnswer, AnyInput, AnyOperation, Operation } from "./operation.ts";

/** One argument of an operation, as its JSON schema describes it. */
export interface ArgumentField {
  readonly name: string;
  readonly type: "string" | "integer" | "boolean" | "string[]" | "integer[]";
  readonly description: string;
  readonly required: boolean;
  readonly default?: unknown;
}

const known = new WeakMap<AnyOperation, readonly ArgumentField[]>();

/** All arguments of an operation in their order. */
export function argumentFields(operation: AnyOperation): readonly ArgumentField[] {
  let fields = known.get(operation);
  if (fields === undefined) known.set(operation, fields = readFields(operation));
  return fields;
}

/** Read from the schema itself: making a JSON schema takes longer than a small question. */
function readFields(operation: AnyOperation): ArgumentField[] {
  const { shape } = operation.input as unknown as z.ZodMiniObject;
  return Object.entries(shape).map(([name, field]) => {
    let inner: z.core.$ZodType = field;
    let required = true;
    const rest: { default?: unknown } = {};
    while (inner instanceof z.ZodMiniOptional || inner instanceof z.ZodMiniDefault) {
      required = false;
      if (inner instanceof z.ZodMiniDefault) rest.default = inner.def.defaultValue;
      inner = inner.def.innerType;
    }
    const description = z.globalRegistry.get(field)?.description ?? "";
    return { name, type: typeOf(name, inner), description, required, ...rest };
  });
}

function typeOf(name: string, field: z.core.$ZodType): ArgumentField["type"] {
  if (field instanceof z.ZodMiniString || field instanceof z.ZodMiniEnum) return "string";
  if (field instanceof z.ZodMiniNumber) return "integer";
  if (field instanceof z.ZodMiniBoolean) return "boolean";
  if (field instanceof z.ZodMiniArray) {
    const type = typeOf(name, field.def.element);
    if (type === "string" || type === "integer") return `${type}[]`;
  }
  throw new TypeError(`The argument ${name} has a type that no flag can have`);
}

/**
 * The input of a call. `null` stands for an argument that is left out.
 *
 * @throws {PrismError} `unknown_argument`, `invalid_argument`
 */
export function parseArguments<Input extends AnyInput>(
  operation: Operation<Input, unknown, AnyAnswer> | AnyOperation,
  raw: unknown,
): Input {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) {
    throw new PrismError("invalid_argument", `The arguments are ${kindOf(raw)}, not an object.`);
  }
  const given = Object.fromEntries(
    Object.entries(raw).filter(([, value]) => value !== null && value !== undefined),
  );
  const names = argumentFields(operation).map((field) => field.name);
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const near = nearest(unknown, names);
    throw new PrismError(
      "unknown_argument",
      `The argument ${JSON.stringify(unknown)} is not known to ${operation.name}.`,
      { hint: near === null ? `It takes: ${names.join(", ")}.` : `Did you mean "${near}"?` },
    );
  }
  const parsed = operation.input.safeParse(given);
  if (parsed.success) return parsed.data as Input;
  throw toError(parsed.error.issues[0], given, argumentFields(operation));
}

function toError(
  issue: z.core.$ZodIssue,
  given: Record<string, unknown>,
  fields: readonly ArgumentField[],
): PrismError {
  const place = issue.path.map((part) => typeof part === "number" ? `[${part}]` : String(part))
    .join("");
  const value = issue.path.reduce<unknown>(
    (inner, part) => (inner as Record<PropertyKey, unknown>)?.[part],
    given,
  );
  const at = place || "The arguments";
  if (issue.code === "invalid_type") {
    if (value === undefined) {
      return new PrismError("invalid_argument", `The argument ${at} is required.`);
    }
    const type = fields.find(({ name }) => name === issue.path[0])?.type;
    const expected = issue.path.length === 1 ? type ?? issue.expected : issue.expected;
    const wanted = WANTED[expected] ?? `a ${issue.expected}`;
    return new PrismError(
      "invalid_argument",
      `The argument ${at} is ${kindOf(value)}, not ${wanted}.`,
    );
  }
  if (issue.code === "invalid_value") {
    const values = issue.values.map((each) => JSON.stringify(each)).join(", ");
    return new PrismError(
      "invalid_argument",
      `The argument ${at} is ${JSON.stringify(value)}, which is none of ${values}.`,
    );
  }
  if ((issue.code === "too_small" || issue.code === "too_big") && issue.origin === "array") {
    const limit = issue.code === "too_small"
      ? `at least ${issue.minimum}`
      : `at most ${issue.maximum}`;
    const count = (value as unknown[]).length;
    return new PrismError(
      "invalid_argument",
      `The argument ${at} has ${count} ${count === 1 ? "entry" : "entries"}, not ${limit}.`,
    );
  }
  if (issue.code === "too_small" && issue.origin === "string") {
    return new PrismError("invalid_argument", `The argument ${at} is empty.`);
  }
  if (issue.code === "too_small" || issue.code === "too_big") {
    const limit = issue.code === "too_small"
      ? `at least ${issue.minimum}`
      : `at most ${issue.maximum}`;
    return new PrismError(
      "invalid_argument",
      `The argument ${at} is ${kindOf(value)}, not ${limit}.`,
    );
  }
  return new PrismError("invalid_argument", `The argument ${at} is wrong: ${issue.message}.`);
}

const WANTED: Readonly<Record<string, string>> = {
  int: "a whole number",
  number: "a whole number",
  integer: "a whole number",
  "string[]": "a list of strings",
  "integer[]": "a list of whole numbers",
  string: "a string",
  boolean: "true or false",
};

function kindOf(value: unknown): string {
  if (value === null || typeof value === "number" || typeof value === "boolean") return `${value}`;
  if (Array.isArray(value)) return "a list";
  if (typeof value !== "string") return typeof value === "object" ? "an object" : typeof value;
  const text = JSON.stringify(value);
  return `the string ${text.length > 60 ? `${text.slice(0, 57)}..."` : text}`;
}
