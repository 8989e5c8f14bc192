/**
 * CMakeLists.txt: https://cmake.org/cmake/help/latest/manual/cmake-language.7.html. Read, not run:
 * `find_package`, `FetchContent_Declare`, `ExternalProject_Add`. Variables stay as written.
 *
 * @module
 */

import { type Dependency, dependency, type DependencyManifest } from "./dependency.ts";

/** The group is the command in lower case. */
export const CMAKE_LISTS: DependencyManifest = { parse: parseCmake };

const TOKEN =
  /#\[(=*)\[[^]*?(?:\]\1\]|$)|#[^\n]*|\[(=*)\[(?<bracket>[^]*?)(?:\]\2\]|$)|"(?<quoted>(?:[^"\\]|\\[^])*)\\?(?:"|$)|(?<sign>[()])|(?<bare>(?:[^\s()#"\\]|\\[^])+)/g;
const FETCHES = new Set(["fetchcontent_declare", "externalproject_add"]);
const VERSION = /^\d[\w.-]*$|\$\{/;

function parseCmake(text: string): Dependency[] {
  const list: Dependency[] = [];
  let command = "", args: string[] = [], depth = 0;
  for (const { groups } of text.matchAll(TOKEN)) {
    const { bracket, quoted, sign, bare } = groups!;
    const word = bracket ?? quoted ?? bare;
    if (word !== undefined) {
      if (depth === 0) command = word.toLowerCase();
      else args.push(word);
    } else if (sign === "(") {
      if (depth++ === 0) args = [];
    } else if (sign === ")") {
      if (depth-- === 0) throw new SyntaxError('")" closes nothing');
      const entry = depth === 0 ? readCommand(command, args) : null;
      if (entry !== null) list.push(entry);
    }
  }
  if (depth > 0) throw new SyntaxError(`The arguments of ${command} are not closed`);
  return list;
}

function readCommand(command: string, args: readonly string[]): Dependency | null {
  const [name] = args;
  if (name === undefined) return null;
  if (command === "find_package") {
    const version = args[1] !== undefined && VERSION.test(args[1]) ? args[1] : null;
    return dependency(name, version, command);
  }
  if (!FETCHES.has(command)) return null;
  const after = (key: string): string | null => {
    const index = args.indexOf(key, 1);
    return index < 0 ? null : args[index + 1] ?? null;
  };
  const source = after("GIT_REPOSITORY") ?? after("URL") ?? after("SVN_REPOSITORY") ??
    after("HG_REPOSITORY") ?? after("SOURCE_DIR");
  const version = after("GIT_TAG") ?? after("URL_HASH") ?? after("SVN_REVISION") ?? after("HG_TAG");
  return dependency(name, version, command, source);
}
