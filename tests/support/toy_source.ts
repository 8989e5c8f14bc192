/**
 * Readings of a toy language, so that comparisons are tested without any parser.
 *
 * `@mark pub async fn name<T>(a: int = 1, ...rest): int throws E { tokens }` defines a function, `;` in place
 * of the body leaves it out, and `class Name { … }` a class. `#` begins a comment, `use name` is an import.
 * Names are qualified with a dot.
 *
 * @module
 */

import type { Definition, Parameter, SourceReading, Span } from "../../src/syntax/outline.ts";

const HEAD =
  /((?:@\w+(?:\([^)]*\))?\s+)*)((?:pub |priv )?)((?:async |static )*)(fn|get|new|class) (\w+)(<[^>]*>)?(?:\(([^)]*)\))?(?:: ([\w<>\[\], ]+?))?(?: throws (\w+))?\s*([{;])/g;
const KINDS = { fn: "function", get: "getter", new: "constructor", class: "class" } as const;

/** Reads a text of the toy language. */
export function toySource(text: string): SourceReading {
  const definitions: Definition[] = [];
  readBlock(text, { start: 0, end: text.length }, -1, definitions);
  const within = (at: number): number =>
    definitions.findLastIndex(({ start, end }) => start <= at && at < end);
  const calls = [...text.matchAll(/(?<!(?:fn|get|new) )\b(\w+)\(/g)].map((found) => ({
    start: found.index,
    callee: found[1],
    receiver: null,
    form: "call" as const,
    line: lineAt(text, found.index),
    within: within(found.index),
  }));
  const imports = [...text.matchAll(/^use (\w+)$/gm)].map((found) => ({
    text: found[1],
    path: found[1],
    name: null,
    alias: null,
    reexport: false,
    typeOnly: false,
    line: lineAt(text, found.index),
  }));
  const outline = { definitions, imports, exports: [], calls, problems: [] };
  const tokens = (index: number): string[] => {
    const { start, end } = definitions[index];
    return text.slice(start, end).replace(/#.*/g, "").match(/\w+|"[^"]*"|[^\s\w]/g) ?? [];
  };
  return {
    text,
    outline: outline as unknown as SourceReading["outline"],
    tokens,
    layoutFreeKey(index, withoutName) {
      const { name } = definitions[index];
      const all = tokens(index);
      const own = all.indexOf(name);
      return all.filter((_, i) => !withoutName || i !== own).join(" ");
    },
    [Symbol.dispose]() {},
  };
}

function readBlock(text: string, block: Span, parent: number, definitions: Definition[]): void {
  const head = new RegExp(HEAD);
  head.lastIndex = block.start;
  for (let found = head.exec(text); found !== null; found = head.exec(text)) {
    if (found.index >= block.end) return;
    const close = found[10] === ";" ? head.lastIndex : closing(text, head.lastIndex);
    const body = found[10] === ";" ? null : { start: head.lastIndex - 1, end: close };
    definitions.push(definitionOf(text, found, { body, parent, end: close }, definitions));
    if (body !== null) readBlock(text, body, definitions.length - 1, definitions);
    head.lastIndex = close;
  }
}

function definitionOf(
  text: string,
  found: RegExpExecArray,
  { body, parent, end }: { body: Span | null; parent: number; end: number },
  definitions: readonly Definition[],
): Definition {
  const [whole, marks, visibility, modifiers, word, name, generics, parameters, returns, throws_] =
    found;
  const container = parent < 0 ? null : definitions[parent].qualifiedName;
  const isMethod = parent >= 0 && definitions[parent].kind === "class" && word === "fn";
  const definition = {
    start: found.index,
    end,
    kind: isMethod ? "method" : KINDS[word as keyof typeof KINDS],
    name,
    qualifiedName: container === null ? name : `${container}.${name}`,
    container,
    discriminator: "",
    parent,
    nameStart: found.index + whole.indexOf(`${word} ${name}`) + word.length + 1,
    body,
    startLine: lineAt(text, found.index),
    endLine: lineAt(text, end - 1),
    signature: whole.slice(marks.length, -1).trim(),
    parameters: parameters === undefined ? null : readParameters(parameters),
    returnType: returns ?? null,
    typeParameters: generics ?? null,
    throws: throws_ ?? null,
    modifiers: modifiers.trim() === "" ? [] : modifiers.trim().split(" "),
    visibility: visibility.trim() || null,
    decorators: marks.trim() === "" ? [] : marks.trim().split(/\s+/),
    broken: false,
  };
  return definition as unknown as Definition;
}

function readParameters(list: string): Parameter[] {
  return list.split(/,(?![^<]*>)/).map((part) => part.trim()).filter((part) => part !== "").map(
    (part) => {
      const [, marks, name, type, value] = /^(\W*)(\w*)(?:: ([^=]+?))?(?: = (.+))?$/.exec(part)!;
      return { name, type: type ?? null, default: value ?? null, marks };
    },
  );
}

function closing(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "{") depth++;
    if (text[at] === "}" && --depth === 0) return at + 1;
  }
  return text.length;
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}
