/**
 * Gemfile: https://bundler.io/man/gemfile.5.html. Read, not run: gems whose name is written out.
 *
 * @module
 */

import { type Dependency, dependency, type DependencyManifest } from "./dependency.ts";
import { splitArguments, type Token, tokenize } from "./source_tokens.ts";

/** The group is the names of the groups, joined with commas; null outside of all. */
export const GEMFILE: DependencyManifest = { parse: parseGemfile };

const OPENERS = new Set([
  "if",
  "unless",
  "case",
  "begin",
  "def",
  "class",
  "module",
  "while",
  "until",
]);

function parseGemfile(text: string): Dependency[] {
  const tokens = tokenize(text, { lineComment: "#" });
  const list: Dependency[] = [];
  // One entry per open block: all groups that hold inside, joined with commas.
  const open: string[] = [];
  for (let i = 0; i < tokens.length;) {
    const end = statementEnd(tokens, i);
    const [first] = tokens.slice(i, i + 1);
    const isWord = first.kind === "word";
    if (isWord && first.text === "end") open.pop();
    else {
      const last = blockStart(tokens, i, end);
      const args = (): Token[][] => splitArguments(tokens, i + 1, last);
      if (isWord && first.text === "gem") {
        const entry = readGem(args(), open.at(-1) ?? "");
        if (entry !== null) list.push(entry);
      }
      const opens = last < end || (isWord && OPENERS.has(first.text));
      if (opens) {
        const names = isWord && first.text === "group" ? groupNames(args()) : [];
        open.push(join(open.at(-1) ?? "", names));
      }
    }
    i = end + 1;
  }
  if (open.length > 0) throw new SyntaxError("A block has no end");
  return list;
}

/** Where the statement at `from` ends: a newline or `;` outside of brackets and after no comma. */
function statementEnd(tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (let i = from; i < tokens.length; i++) {
    const { kind, text } = tokens[i];
    if (kind === "sign" && "([{".includes(text)) depth++;
    if (kind === "sign" && ")]}".includes(text)) depth--;
    const ends = kind === "newline" || (kind === "sign" && text === ";");
    if (ends && depth <= 0 && !(i > from && tokens[i - 1].text === "," && kind === "newline")) {
      return i;
    }
  }
  return tokens.length;
}

/** Index of the `do` of the statement; its end when it has none. */
function blockStart(tokens: readonly Token[], from: number, end: number): number {
  for (let i = from; i < end; i++) {
    if (tokens[i].kind === "word" && tokens[i].text === "do") return i;
  }
  return end;
}

function readGem(args: Token[][], groups: string): Dependency | null {
  const plain = unwrap(args);
  const name = plain[0]?.length === 1 && plain[0][0].kind === "string" ? plain[0][0].text : null;
  if (name === null) return null;
  const versions: string[] = [];
  const own: string[] = [];
  let source: string | null = null;
  for (const argument of plain.slice(1)) {
    const option = readOption(argument);
    const strings = argument.filter((token) => token.kind === "string").map((token) => token.text);
    if (option === null) versions.push(...strings);
    else if (/^groups?$/.test(option.name)) own.push(...groupNames([option.value]));
    else if (/^(?:git|github|gitlab|bitbucket|path|source)$/.test(option.name)) {
      source = `${option.name}:${valueText(option.value)}${source === null ? "" : ` ${source}`}`;
    } else if (/^(?:branch|tag|ref)$/.test(option.name)) {
      source = `${source ?? ""}@${valueText(option.value)}`;
    }
  }
  const names = join(groups, own);
  return dependency(
    name,
    versions.length === 0 ? null : versions.join(", "),
    names === "" ? null : names,
    source,
  );
}

/** The arguments of a call with brackets are those inside. */
function unwrap(args: Token[][]): Token[][] {
  const tokens = args[0] ?? [];
  if (args.length !== 1 || tokens[0]?.text !== "(" || tokens[0].kind !== "sign") return args;
  return splitArguments(tokens, 1, tokens.length - 1);
}

/** `name: value`, `:name => value` or `"name": value`. */
function readOption(argument: readonly Token[]): { name: string; value: Token[] } | null {
  const [key, sign] = argument;
  if (sign === undefined || sign.kind !== "sign" && !sign.text.startsWith(":")) return null;
  const name = key.text.replace(/^:/, "");
  if (sign.text === "=>" || sign.text === ":") return { name, value: argument.slice(2) };
  // `name::value` and `name: :value` without a blank are one word with its colon.
  return sign.kind === "word" ? { name, value: argument.slice(1) } : null;
}

function groupNames(args: readonly Token[][]): string[] {
  return args.flatMap((argument) => readOption(argument) === null ? argument : [])
    .filter((token) => token.kind === "string" || token.text.startsWith(":"))
    .map((token) => token.text.replace(/^:/, ""));
}

function join(outer: string, names: readonly string[]): string {
  return names.length === 0 ? outer : (outer === "" ? "" : `${outer},`) + names.join(",");
}

function valueText(tokens: readonly Token[]): string {
  return tokens.map((token) => token.text).join("");
}
