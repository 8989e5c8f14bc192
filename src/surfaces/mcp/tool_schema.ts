/**
 * The schemas of a tool as `tools/list` sends them: everything a model needs, in few bytes.
 *
 * @module
 */

import * as z from "zod/mini";
import { stringFields } from "../../answers/shape/untrusted.ts";

/** A JSON schema of an object. */
export interface ObjectSchema {
  [keyword: string]: unknown;
  type: "object";
}

type Schema = z.core.JSONSchema.BaseSchema;

/** All arguments with their descriptions, limits and those defaults that nobody would guess. */
export function inputSchema(schema: z.ZodMiniType): ObjectSchema {
  const { properties, required, additionalProperties } = z.toJSONSchema(schema, { io: "input" });
  const fields = Object.entries(properties ?? {}).map(([name, field]) => {
    const { minimum, maximum, minLength: _, default: fallback, ...rest } = field as Schema;
    return [name, {
      ...rest,
      ...(isNothing(fallback) ? {} : { default: fallback }),
      ...(isLimit(minimum) ? { minimum } : {}),
      ...(isLimit(maximum) ? { maximum } : {}),
    }];
  });
  return {
    type: "object",
    properties: Object.fromEntries(fields),
    ...(required === undefined ? {} : { required }),
    additionalProperties,
  };
}

/**
 * The parts of an answer. `x-untrusted` lists the names of all fields, wherever they stand, whose text
 * comes from the repository; a name is in it for all its places or for none, and covers the same name with
 * `old_` before it.
 */
export function outputSchema(schema: z.ZodMiniType): ObjectSchema {
  const { properties } = z.toJSONSchema(schema);
  const parts = Object.entries(properties ?? {})
    .map(([name, field]) => [name, { type: (field as Schema).type }]);
  return {
    type: "object",
    properties: Object.fromEntries(parts),
    "x-untrusted": untrustedNames(schema),
  };
}

function untrustedNames(schema: z.ZodMiniType): string[] {
  const names = new Set<string>();
  for (const [place, mark] of stringFields(schema)) {
    if (mark !== null) names.add(leafOf(place));
  }
  return [...names].filter((name) => !name.startsWith("old_") || !names.has(name.slice(4)));
}

/** The last name of a place: `path` of `files[].path`, `added` of `imports_changed.added[]`. */
function leafOf(place: string): string {
  return place.replace(/^.*\./, "").replace(/(?:\[\])+$/, "");
}

/** Whether leaving the argument out says it already. */
function isNothing(fallback: unknown): boolean {
  return fallback === undefined || fallback === false ||
    (Array.isArray(fallback) && fallback.length === 0);
}

/** Whether a bound is one that someone set, and not the range of safe integers. */
function isLimit(bound: number | undefined): boolean {
  return bound !== undefined && bound !== 0 && Math.abs(bound) !== Number.MAX_SAFE_INTEGER;
}
