/**
 * Package.swift: https://docs.swift.org/package-manager/PackageDescription/. Read, not run.
 *
 * @module
 */

import { type Dependency, dependency, type DependencyManifest } from "./dependency.ts";
import { closing, LONGEST_ENTRY, splitArguments, type Token, tokenize } from "./source_tokens.ts";

/** The name is the last part of the URL; the version the requirement as written, without quotes. */
export const PACKAGE_SWIFT: DependencyManifest = {
  parse: parsePackage,
  normalizeName: (name) => name.toLowerCase(),
};

function parsePackage(text: string): Dependency[] {
  const tokens = tokenize(text, { lineComment: "//" }).filter((token) => token.kind !== "newline");
  const list: Dependency[] = [];
  const manifest = tokens.findIndex((token) => token.text === "Package" && token.kind === "word");
  if (manifest >= 0 && tokens[manifest + 1]?.text === "(") closing(tokens, manifest + 1);
  for (let i = 0; i + 2 < tokens.length; i++) {
    const [dot, word, open] = tokens.slice(i, i + 3);
    const isCall = open.kind === "sign" && open.text === "(" && word.kind === "word" &&
      dot.text === "." && /^[pP]ackage$/.test(word.text);
    const end = isCall ? closing(tokens, i + 2, LONGEST_ENTRY) : -1;
    if (end < 0) continue;
    const entry = readPackage(splitArguments(tokens, i + 3, end), text);
    if (entry === null) continue;
    list.push(entry);
    i = end;
  }
  return list;
}

function readPackage(args: readonly Token[][], text: string): Dependency | null {
  let url: string | null = null, path: string | null = null, id: string | null = null;
  const requirement: string[] = [];
  for (const argument of args) {
    const [label, colon, value] = argument;
    const key = colon?.text === ":" && label.kind === "word" ? label.text : "";
    const literal = value?.kind === "string" && argument.length === 3 ? value.text : null;
    if (key === "url") url = literal;
    else if (key === "path") path = literal;
    else if (key === "id") id = literal;
    else if (key !== "name" && key !== "traits") {
      const written = text.slice(argument[0].start, argument.at(-1)!.end);
      requirement.push(
        written.replace(/["\s]+/g, " ").replace(/^\./, "").replace(/\( /g, "(")
          .replace(/ \)/g, ")").replace(/ ?(\.\.[.<]) ?/g, "$1").trim(),
      );
    }
  }
  const place = url ?? path ?? id;
  if (place === null) return null;
  const name = id ?? place.replace(/\/+$/, "").replace(/^.*[\/:]/, "").replace(/\.git$/, "");
  const source = url ?? (path === null ? null : `path:${path}`);
  return dependency(name, requirement.length === 0 ? null : requirement.join(", "), null, source);
}
