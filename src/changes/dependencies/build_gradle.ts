/**
 * build.gradle and build.gradle.kts: https://docs.gradle.org/current/userguide/declaring_dependencies.html.
 * Read, not run: coordinates, catalog aliases and plugins that are written out.
 *
 * @module
 */

import { type Dependency, dependency, type DependencyManifest } from "./dependency.ts";
import { resolveProperties } from "./property_values.ts";
import { closing, LONGEST_ENTRY, splitArguments, type Token, tokenize } from "./source_tokens.ts";

/** The group is the configuration (`implementation`), or `plugins`. */
export const BUILD_GRADLE: DependencyManifest = { parse: parseGradle };

const REFERENCE = /\$\{?([\w.]+)\}?/g;
/** Short for the modules and plugins of that name. */
const KOTLIN = /^kotlin$/;
const COORDINATES = /^[^:\s]+:[^:\s]+(?::[^:]*)*$/;
/** Calls around coordinates that choose how they are used. */
const WRAPPERS = new Set([
  "platform",
  "enforcedPlatform",
  "testFixtures",
  "variantOf",
  "create",
  "dependencies",
]);
const NO_CONFIGURATIONS = new Set(["exclude", "version", "because", "if", "else", "for", "apply"]);

function parseGradle(text: string): Dependency[] {
  const tokens = tokenize(text, { lineComment: "//" });
  const values = literals(tokens);
  const list: Dependency[] = [];
  for (let i = 0; i + 1 < tokens.length; i++) {
    if (tokens[i].kind !== "word" || !isSign(tokens[i + 1], "{")) continue;
    const { text: name } = tokens[i];
    if (name !== "dependencies" && name !== "plugins") continue;
    const end = closing(tokens, i + 1);
    if (name === "plugins") collectPlugins(tokens, i + 2, end, list);
    else collectDependencies(tokens, i + 2, end, list);
    i = end;
  }
  return list.map((entry) => ({
    ...entry,
    name: resolveProperties(entry.name, REFERENCE, (key) => values.get(key)),
    version: entry.version === null
      ? null
      : resolveProperties(entry.version, REFERENCE, (key) => values.get(key)),
  }));
}

/** Variables that are given a string once: `def x = "1"`, `val x = "1"`, `ext.x = "1"`, `ext { x = "1" }`. */
function literals(tokens: readonly Token[]): Map<string, string> {
  const values = new Map<string, string>();
  const twice = new Set<string>();
  for (let i = 0; i + 2 < tokens.length; i++) {
    const [name, sign, value] = tokens.slice(i, i + 3);
    if (name.kind !== "word" || !isSign(sign, "=") || value.kind !== "string") continue;
    if (values.has(name.text)) twice.add(name.text);
    values.set(name.text, value.text);
  }
  for (const name of twice) values.delete(name);
  return values;
}

function collectDependencies(
  tokens: readonly Token[],
  from: number,
  to: number,
  list: Dependency[],
): void {
  for (let i = from; i < to; i++) {
    const { kind, text: group } = tokens[i];
    const first = i === from || tokens[i - 1].kind === "newline" || isSign(tokens[i - 1], "{") ||
      isSign(tokens[i - 1], ";");
    // Kotlin names a configuration that it does not know by a string.
    if (!first || (kind !== "word" && kind !== "string") || NO_CONFIGURATIONS.has(group)) continue;
    const call = isSign(tokens[i + 1], "(");
    const end = call ? closing(tokens, i + 1, LONGEST_ENTRY) : lineEnd(tokens, i + 1, to);
    if (end < 0) continue;
    const args = splitArguments(tokens, call ? i + 2 : i + 1, end);
    const entries = readNotation(args, group);
    list.push(...entries);
    if (entries.length > 0) i = end - 1;
  }
}

/** Every way to write a dependency: string, map, wrapper call, project or catalog alias. */
function readNotation(args: readonly Token[][], group: string): Dependency[] {
  const fields = new Map<string, string>();
  const entries: Dependency[] = [];
  for (const argument of args) {
    const [first, second, third] = argument;
    if (first.kind === "string") {
      if (COORDINATES.test(first.text)) entries.push(readCoordinates(first.text, group));
    } else if ((isSign(second, ":") || isSign(second, "=")) && third?.kind === "string") {
      fields.set(first.text, third.text);
    } else if (first.text === "project" && isSign(second, "(")) {
      const path = argument.find((token) => token.kind === "string");
      if (path !== undefined) entries.push(dependency(path.text, null, group, "project"));
    } else if (KOTLIN.test(first.text) && isSign(second, "(") && third?.kind === "string") {
      const version = argument[4]?.kind === "string" ? argument[4].text : null;
      entries.push(dependency(`org.jetbrains.kotlin:kotlin-${third.text}`, version, group));
    } else if (first.text === "libs" && isSign(second, ".")) {
      entries.push(dependency(aliasAt(argument), null, group, "catalog"));
    } else if (isSign(second, "(") && WRAPPERS.has(first.text)) {
      entries.push(...readNotation(splitArguments(argument, 2, argument.length - 1), group));
    }
  }
  const artifact = fields.get("name");
  if (artifact === undefined || !fields.has("group")) return entries;
  const name = `${fields.get("group")}:${artifact}`;
  return [...entries, dependency(name, fields.get("version") ?? null, group)];
}

function readCoordinates(text: string, group: string): Dependency {
  const [owner, artifact, version] = text.split(":");
  return dependency(`${owner}:${artifact}`, version?.replace(/@.*$/, "") || null, group);
}

/** `id("x") version "1"`, `id 'x' version '1'`, `kotlin("jvm") version "1"`, `alias(libs.plugins.x)`. */
function collectPlugins(
  tokens: readonly Token[],
  from: number,
  to: number,
  list: Dependency[],
): void {
  for (let i = from; i < to; i++) {
    const end = lineEnd(tokens, i, to);
    const line = tokens.slice(i, end).filter((token) => !isSign(token, "(") && !isSign(token, ")"));
    i = end;
    const [call, value] = line;
    if (call === undefined || value === undefined) continue;
    const at = line.findIndex((token) => token.kind === "word" && token.text === "version");
    const version = at > 0 && line[at + 1]?.kind === "string" ? line[at + 1].text : null;
    if (call.text === "id" && value.kind === "string") {
      list.push(dependency(value.text, version, "plugins"));
    } else if (KOTLIN.test(call.text) && value.kind === "string") {
      list.push(dependency(`org.jetbrains.kotlin.${value.text}`, version, "plugins"));
    } else if (call.text === "alias" && value.text === "libs") {
      list.push(dependency(aliasAt(line.slice(1)), null, "plugins", "catalog"));
    }
  }
}

/** `libs.a.b` from the begin of the tokens. */
function aliasAt(tokens: readonly Token[]): string {
  let end = 1;
  while (isSign(tokens[end], ".") && tokens[end + 1]?.kind === "word") end += 2;
  return tokens.slice(0, end).map((token) => token.text).join("").replace(/\.get$/, "");
}

/** Where the statement on this line ends; a line that ends in a comma goes on. */
function lineEnd(tokens: readonly Token[], from: number, to: number): number {
  const limit = Math.min(to, from + LONGEST_ENTRY);
  for (let i = from; i < limit; i++) {
    const ends = tokens[i].kind === "newline" && !isSign(tokens[i - 1], ",");
    if (ends || isSign(tokens[i], "{") || isSign(tokens[i], ";")) return i;
  }
  return limit;
}

function isSign(token: Token | undefined, text: string): boolean {
  return token !== undefined && token.kind === "sign" && token.text === text;
}
