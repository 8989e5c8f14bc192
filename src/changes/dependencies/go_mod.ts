/**
 * go.mod: https://go.dev/ref/mod#go-mod-file
 *
 * @module
 */

import { type Dependency, dependency, type DependencyManifest } from "./dependency.ts";

const VERBS = new Set(["require", "replace", "exclude", "tool"]);
const TOKEN = /"(?:[^"\\]|\\.)*\\?(?:"|$)|`[^`]*(?:`|$)|\/\/.*|[()]|=>|[^\s()"`]+/g;

/** Groups are `require`, `indirect` (a `// indirect` comment), `replace`, `exclude` and `tool`. */
export const GO_MOD: DependencyManifest = { parse: parseGoMod };

function parseGoMod(text: string): Dependency[] {
  const list: Dependency[] = [];
  let block: string | null = null;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const tokens = line.match(TOKEN) ?? [];
    const comment = tokens.at(-1)?.startsWith("//") ? tokens.pop()! : "";
    if (tokens.length === 0) continue;
    if (block !== null && tokens[0] === ")") {
      block = null;
      continue;
    }
    const verb: string = block ?? tokens.shift()!;
    if (block === null && tokens[0] === "(") {
      block = tokens[1] === ")" ? null : verb;
      continue;
    }
    if (!VERBS.has(verb)) continue;
    const entry = readEntry(verb, tokens.map(unquote), comment);
    if (entry === null) throw new SyntaxError(`Line ${index + 1} is no ${verb} of a module`);
    list.push(entry);
  }
  if (block !== null) throw new SyntaxError(`The block of ${block} is not closed`);
  return list;
}

function readEntry(verb: string, words: string[], comment: string): Dependency | null {
  if (verb === "tool") return words.length === 1 ? dependency(words[0], null, verb) : null;
  if (verb === "replace") {
    const arrow = words.indexOf("=>");
    const [path, version] = words.slice(arrow + 1);
    if (arrow < 1 || arrow > 2 || path === undefined) return null;
    return dependency(words.slice(0, arrow).join("@"), version ?? null, verb, path);
  }
  if (words.length !== 2) return null;
  const indirect = verb === "require" && /^\/\/\s*indirect(?:\s*;|\s*$)/.test(comment);
  return dependency(words[0], words[1], indirect ? "indirect" : verb);
}

function unquote(token: string): string {
  return /^["`]/.test(token)
    ? token.slice(1, token.length > 1 && token.endsWith(token[0]) ? -1 : undefined)
    : token;
}
