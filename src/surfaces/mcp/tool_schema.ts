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

/** All arguments with their descriptions, defaults and limits. */
export function inputSchema(schema: z.ZodMiniType): ObjectSchema {
  const { properties, required, additionalProperties } = z.toJSONSchema(schema, { io: "input" });
  const fields = Object.entries(properties ?? {}).map(([name, field]) => {
    const { minimum, maximum, minLength: _, ...rest } = field as Schema;
    return [name, {
      ...rest,
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
 * comes from the repository; a name is in it for all its places or for none.
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
  const places = [...stringFields(schema)].filter(([, mark]) => mark !== null);
  return [
    ...new Set(places.map(([place]) => place.replace(/^.*\./, "").replace(/(?:\[\])+$/, ""))),
  ];
}

/** Whether a bound is one that someone set, and not the range of safe integers. */
function isLimit(bound: number | undefined): boolean {
  return bound !== undefined && Math.abs(bound) !== Number.MAX_SAFE_INTEGER;
}
