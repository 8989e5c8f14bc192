/**
 * Types as they are written, taken apart as far as calls need it.
 *
 * @module
 */

import { plainName } from "./name_resolver.ts";

/** What may stand before a type and says nothing of what is called on it. */
const PREFIX =
  /^(?:\s|[&*?~]|'\w+\s|(?:mut|const|final|ref|readonly|dyn|impl|struct|enum|class|volatile|keyof|unique)\b)+/;
const NAME = /^[\w$.:\\\u0080-\uffff]+$/;
const GENERIC = /^([\w$.:\\\u0080-\uffff]+?)(?:::)?[<[]([^]*)[>\]]$/;
const NOTHING = /^(?:null|undefined|None|void|nil|never)$/;
/** Collections whose elements come with keys. */
const KEYED = /(?:Map|Record|HashMap|Dictionary)$/;
const DICTIONARY = /(?:[dD]ict|Mapping|Counter)$/;

/** The names in a written type that stand for what is called on it. */
export function typeNames(text: string, transparent: readonly string[]): string[] {
  const plain = bare(text);
  if (plain === "" || plain.endsWith("[]") || plain.startsWith("[")) return [];
  if (plain.startsWith("(")) {
    // Of several results the first is what a single name gets.
    const [first] = plain.endsWith(")") ? splitOutside(plain.slice(1, -1), ",") : [];
    return first === undefined || /[:\s](?!\|)/.test(first.replace(/\s*[|&]\s*/g, "|"))
      ? []
      : typeNames(first, transparent);
  }
  for (const sign of ["|", "&"]) {
    const parts = splitOutside(plain, sign);
    if (parts.length > 1) return parts.flatMap((each) => typeNames(each, transparent));
  }
  const generic = GENERIC.exec(plain);
  if (generic === null) return NAME.test(plain) && !NOTHING.test(plain) ? [plain] : [];
  if (!transparent.includes(plainName(generic[1]))) return [generic[1]];
  const [first] = splitOutside(generic[2], ",");
  return first === undefined ? [] : typeNames(first, transparent);
}

/**
 * The type of what a collection holds; `null` when the type is none.
 *
 * @param key `*` for what a loop gets, a number, or any other key.
 */
export function elementType(text: string, key: string): string | null {
  const plain = bare(text);
  const [one, ...others] = splitOutside(plain, "|");
  if (others.length > 0) {
    return [one, ...others].map((each) => elementType(each, key)).find((each) => each !== null) ??
      null;
  }
  if (plain.endsWith("[]")) return plain.slice(0, -2);
  if (plain.startsWith("[]")) return plain.slice(2);
  if (plain.startsWith("[") && plain.endsWith("]")) {
    const parts = splitOutside(plain.slice(1, -1), ",");
    return /^\d+$/.test(key) ? parts[Number(key)] ?? null : parts.join(" | ");
  }
  const [, keyed] = /^map\[[^\]]*\](.+)$/.exec(plain) ?? [];
  if (keyed !== undefined) return keyed;
  const generic = GENERIC.exec(plain);
  if (generic === null) return null;
  const parts = splitOutside(generic[2], ",").filter((each) => each !== "...");
  const name = plainName(generic[1]);
  if (/^(?:Readonly|Optional|Promise|Awaited|Annotated)$/.test(name)) {
    return elementType(parts[0] ?? "", key);
  }
  if (/^[tT]uple$/.test(name) && /^\d+$/.test(key)) return parts[Number(key)] ?? parts[0] ?? null;
  if (key === "*" && KEYED.test(name)) return `[${parts.join(", ")}]`;
  if (key === "*" && DICTIONARY.test(name)) return parts[0] ?? null;
  if (/^(?:Generator|Iterator|AsyncIterator|AsyncGenerator)$/.test(name)) return parts[0] ?? null;
  return parts.at(-1) ?? null;
}

/** What a function of this type gives: R of `(a: A) => R`, `Callable[[A], R]`, `func(A) R`. */
export function resultType(text: string): string | null {
  const plain = text.trim().replace(/^\((\([^]*)\)$/, "$1");
  const arrow = /^(?:async\s*)?(?:<[^()]*>)?\(/.test(plain) ? outside(plain, "=>") : -1;
  if (arrow > 0) return plain.slice(arrow + 2).trim();
  const callable = /^(?:\w+\.)?Callable\[([^]*)\]$/.exec(plain);
  if (callable !== null) return splitOutside(callable[1], ",").at(-1) ?? null;
  return null;
}

/** The parts of `T["key"]`; `null` for any other type. */
export function indexedType(text: string): { readonly type: string; readonly key: string } | null {
  const found = /^([^]*[\w$)\]>])\[(?:"([^"]*)"|'([^']*)'|(\d+|number))\]$/.exec(text.trim());
  if (found === null) return null;
  const type = found[1].replace(/^\(([^]*)\)$/, "$1");
  return { type, key: found[2] ?? found[3] ?? found[4] };
}

/** What a type parameter stands for at least: its bound, or what it is by default. */
export function boundOf(parameters: string | null, name: string): string | null {
  if (parameters === null) return null;
  for (const each of splitOutside(parameters.trim().slice(1, -1), ",")) {
    const found = /^(?:(?:in|out|const|reified)\s+)?([\w$]+)\s*(?:extends|:|super)\s+?([^]+)$/.exec(
      each,
    );
    if (found?.[1] !== name) continue;
    const end = outside(found[2], "=");
    return (end < 0 ? found[2] : found[2].slice(0, end)).trim();
  }
  return null;
}

/** A type whose parameters are written as what they stand for: `Item[]` of `T[]` and `<T extends Item>`. */
export function withBounds(type: string, parameters: string | null): string {
  if (parameters === null) return type;
  return type.replace(/[\w$]+/g, (name) => boundOf(parameters, name) ?? name);
}

/** The parts of a text between signs that stand outside of brackets. */
export function splitOutside(text: string, sign: string): string[] {
  const parts: string[] = [];
  let rest = text;
  for (let at = outside(rest, sign); at >= 0; at = outside(rest, sign)) {
    parts.push(rest.slice(0, at));
    rest = rest.slice(at + sign.length);
  }
  return [...parts, rest].map((part) => part.trim()).filter(Boolean);
}

/** Where a sign stands outside of brackets and strings; -1 for nowhere. */
export function outside(text: string, sign: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (depth === 0 && text.startsWith(sign, at) && !(sign === "=" && text[at + 1] === ">")) {
      return at;
    }
    if ("<([{".includes(char)) depth++;
    else if (char === ">" && text[at - 1] === "=") continue;
    else if (">)]}".includes(char)) depth--;
    else if (char === '"' || char === "'" || char === "`") {
      const end = text.indexOf(char, at + 1);
      if (end > 0) at = end;
    }
  }
  return -1;
}

function bare(text: string): string {
  return text.replace(PREFIX, "").replace(/[?!&*\s]+$/, "").replace(/^["'](.*)["']$/, "$1");
}
