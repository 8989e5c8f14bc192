/**
 * Text that comes from the repository. Whoever writes to a repository chooses names, paths and messages,
 * so they may hold instructions to a reader or characters that it does not see. Schemas of such
 * text are registered here and nowhere else; their JSON schema says `x-untrusted`. The text itself is
 * never altered, because it must be possible to pass it back: a notice names where the invisible stands.
 *
 * @module
 */

import * as z from "zod/mini";
import type { Notice } from "../../errors.ts";

interface Mark {
  /** What the text is: "path", "commit message". */
  what: string;
  /** Whether it has lines: tabs and line ends are then nothing that hides. */
  lines: boolean;
}

const registry = z.registry<Mark>();

/** A string schema, marked as text of the repository. */
export function untrusted(what: string): z.ZodMiniString {
  return z.string().register(registry, { what, lines: false });
}

/** The same for a text of several lines. */
export function untrustedLines(what: string): z.ZodMiniString {
  return z.string().register(registry, { what, lines: true });
}

/** What the text of this schema is; `undefined` when it is our own. */
export function untrustedMark(schema: z.core.$ZodType): string | undefined {
  return registry.get(schema as z.ZodMiniString)?.what;
}

/** Most places that {@link invisibleNotices} names one by one. */
const MOST_NAMED = 10;

// Controls, soft hyphen and fillers, zero-width and bidirectional marks (Unicode UAX #9),
// annotation marks, variation selectors of the supplement, and the tag block U+E0000.
const INVISIBLE =
  /[\p{Cc}\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/u;

// The same without what lines are made of.
const INVISIBLE_IN_LINES = new RegExp(`(?![\\t\\n\\f\\r])${INVISIBLE.source}`, "u");

/** Whether a reader would not see all of the text. */
export function hasInvisible(text: string): boolean {
  return INVISIBLE.test(text);
}

/** Collects what a reader would not see in the untrusted strings of answers. */
export class InvisibleText {
  readonly #walk: Walk | null;
  readonly #seen = new Set<string>();
  readonly #messages: string[] = [];
  #more = 0;

  /** Looks at values of this schema; fields that are absent are no matter. */
  constructor(schema: z.core.$ZodType) {
    this.#walk = walkOf(schema);
  }

  /** Looks at a value, whole or in part. */
  look(value: unknown): void {
    this.#walk?.(value, ({ what, lines }, text) => {
      const at = lines ? text.search(INVISIBLE_IN_LINES) : hasInvisible(text) ? 0 : -1;
      if (at < 0) return;
      const shown = lines ? lineAt(text, at) : text;
      if (this.#messages.length === MOST_NAMED) {
        // What is named no more is counted without a copy of every text.
        this.#more++;
        return;
      }
      if (this.#seen.has(shown)) return;
      this.#seen.add(shown);
      const place = lines ? `, first in its line ${text.slice(0, at).split("\n").length}` : "";
      this.#messages.push(
        `A ${what} holds characters that cannot be seen${place}: ${cut(escapeInvisible(shown))}`,
      );
    });
  }

  /** A notice for each of the first texts, and one for the rest. */
  notices(): Notice[] {
    const more = `${this.#more} more texts hold characters that cannot be seen.`;
    return [...this.#messages, ...(this.#more === 0 ? [] : [more])]
      .map((message) => ({ code: "invisible_characters", message }));
  }
}

/** Notices about invisible characters in the untrusted strings of a value. */
export function invisibleNotices(schema: z.core.$ZodType, value: unknown): Notice[] {
  const text = new InvisibleText(schema);
  text.look(value);
  return text.notices();
}

const AROUND = 40;

/** The line around a place, as far as it is near. */
function lineAt(text: string, at: number): string {
  const near = text.slice(Math.max(0, at - AROUND), at + AROUND);
  const before = near.slice(0, Math.min(at, AROUND)).split(/[\r\n]/).at(-1)!;
  const after = near.slice(Math.min(at, AROUND)).split(/[\r\n]/)[0];
  return (before + after).trim();
}

/** The text with each invisible character as `\u{hex}`. */
export function escapeInvisible(text: string): string {
  return text.replace(
    new RegExp(INVISIBLE, "gu"),
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );
}

function cut(text: string): string {
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}

type Visit = (mark: Mark, text: string) => void;
type Walk = (value: unknown, visit: Visit) => void;

const walks = new WeakMap<z.core.$ZodType, { walk: Walk | null }>();

/** How to reach the untrusted strings in a value of this schema; `null` when there are none. */
function walkOf(schema: z.core.$ZodType): Walk | null {
  let known = walks.get(schema);
  if (known === undefined) walks.set(schema, known = { walk: makeWalk(schema) });
  return known.walk;
}

function makeWalk(schema: z.core.$ZodType): Walk | null {
  const def = (schema as z.core.$ZodTypes)._zod.def;
  if (def.type === "string") {
    const mark = registry.get(schema as z.ZodMiniString);
    return mark === undefined ? null : (value, visit) => visit(mark, value as string);
  }
  if (def.type === "object") {
    const fields = Object.entries(def.shape)
      .map(([name, field]) => ({ name, walk: walkOf(field) }))
      .filter((field): field is { name: string; walk: Walk } => field.walk !== null);
    return fields.length === 0 ? null : (value, visit) => {
      for (const { name, walk } of fields) {
        const inner = (value as Record<string, unknown>)[name];
        if (inner !== null && inner !== undefined) walk(inner, visit);
      }
    };
  }
  if (def.type === "array") {
    const walk = walkOf(def.element);
    return walk === null ? null : (value, visit) => {
      for (const item of value as unknown[]) if (item !== null) walk(item, visit);
    };
  }
  if (def.type === "nullable" || def.type === "optional" || def.type === "default") {
    return walkOf(def.innerType);
  }
  return null;
}

/** All strings of a schema by their place (`files[].path`), with their mark when they are untrusted. */
export function stringFields(schema: z.core.$ZodType, at = ""): Map<string, string | null> {
  const def = (schema as z.core.$ZodTypes)._zod.def;
  const fields = new Map<string, string | null>();
  const add = (inner: z.core.$ZodType, place: string): void => {
    for (const [name, mark] of stringFields(inner, place)) fields.set(name, mark);
  };
  if (def.type === "string") fields.set(at, untrustedMark(schema) ?? null);
  else if (def.type === "object") {
    for (const [name, field] of Object.entries(def.shape)) add(field, at ? `${at}.${name}` : name);
  } else if (def.type === "array") add(def.element, `${at}[]`);
  else if (def.type === "nullable" || def.type === "optional" || def.type === "default") {
    add(def.innerType, at);
  }
  return fields;
}
