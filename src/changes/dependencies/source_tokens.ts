/**
 * Tokens of manifests that are programs (Gemfile, build.gradle, Package.swift): they are read for what
 * is written out in them, and never run.
 *
 * @module
 */

/** A string literal without its quotes, a word, a sign, or the end of a line. */
export interface Token {
  readonly kind: "string" | "word" | "sign" | "newline";
  readonly text: string;
  /** Where it begins in the source. */
  readonly start: number;
  /** Where it ends in the source. */
  readonly end: number;
}

/** What the language of the manifest has for comments. */
export interface TokenSyntax {
  /** What begins a comment to the end of the line. */
  readonly lineComment: "#" | "//";
}

const WORD = String.raw`[\p{L}_$@][\p{L}\p{N}_$]*[!?]?`;
const NUMBER = String.raw`\d[\w.]*`;
const STRING = String
  .raw`"""[^]*?"""|'''[^]*?'''|"(?:[^"\\\n]|\\[^])*\\?(?:"|$)|'(?:[^'\\\n]|\\[^])*\\?(?:'|$)`;
const PATTERNS = {
  "#": new RegExp(
    String
      .raw`(?<skip>[ \t\r\f\\]+|#[^\n]*|^=begin\b[^]*?(?:^=end\b[^\n]*|$(?![^])))|(?<string>${STRING})|(?<word>:?${WORD}|${NUMBER})|(?<newline>\n)|(?<sign>=>|::|[^])`,
    "gmu",
  ),
  "//": new RegExp(
    String
      .raw`(?<skip>[ \t\r\f]+|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$(?![^]))|^#![^\n]*)|(?<string>${STRING})|(?<word>${WORD}|${NUMBER})|(?<newline>\n)|(?<sign>\.\.[.<]|[^])`,
    "gmu",
  ),
};

/** All tokens but comments and blanks. */
export function tokenize(source: string, syntax: TokenSyntax): Token[] {
  const tokens: Token[] = [];
  for (const match of source.matchAll(PATTERNS[syntax.lineComment])) {
    const { skip, string, word, newline } = match.groups!;
    if (skip !== undefined) continue;
    const kind = string !== undefined
      ? "string"
      : word !== undefined
      ? "word"
      : newline !== undefined
      ? "newline"
      : "sign";
    const text = kind === "string" ? unquote(match[0]) : match[0];
    tokens.push({ kind, text, start: match.index, end: match.index + match[0].length });
  }
  return tokens;
}

/** No entry of a manifest has more tokens: what is longer is looked into, not read as one. */
export const LONGEST_ENTRY = 500;

/**
 * Index of the sign that closes the bracket at `open`; -1 when it lies more than `limit` tokens on.
 * @throws when nothing closes it.
 */
export function closing(tokens: readonly Token[], open: number, limit = Infinity): number {
  let depth = 0;
  for (let i = open; i < tokens.length; i++) {
    if (i - open > limit) return -1;
    if (tokens[i].kind !== "sign") continue;
    if ("([{".includes(tokens[i].text)) depth++;
    else if (")]}".includes(tokens[i].text) && --depth === 0) return i;
  }
  throw new SyntaxError(`"${tokens[open].text}" is not closed`);
}

/** The tokens of each argument between `from` and `to`, which commas separate. */
export function splitArguments(tokens: readonly Token[], from: number, to: number): Token[][] {
  const list: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens.slice(from, to)) {
    if (token.kind === "newline") continue;
    if (token.kind === "sign" && "([{".includes(token.text)) depth++;
    if (token.kind === "sign" && ")]}".includes(token.text)) depth--;
    if (token.kind === "sign" && token.text === "," && depth === 0) list.push([]);
    else list.at(-1)!.push(token);
  }
  return list.filter((argument) => argument.length > 0);
}

function unquote(literal: string): string {
  const quotes = /^("""|''')/.test(literal) ? 3 : 1;
  // A string that is not closed ends with its line.
  const closed = literal.length >= 2 * quotes && literal.endsWith(literal.slice(0, quotes));
  return literal.slice(quotes, closed ? -quotes : undefined).replace(/\\([^])/g, "$1");
}
