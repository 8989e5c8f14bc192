/**
 * Configuration that stands in the environment (git-config(1), "ENVIRONMENT"; `git -c`).
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import type { ConfigEntry } from "./config_file.ts";

const MOST = 100_000;
const NAME = /^([A-Za-z0-9-]*)(?:\.([^\n]*))?\.([A-Za-z][A-Za-z0-9-]*)$/;

/**
 * The settings of `GIT_CONFIG_COUNT` and of `GIT_CONFIG_PARAMETERS`, in the order in which they apply.
 * @throws {PrismError} `config_invalid`
 */
export function environmentEntries(
  environment: Readonly<Record<string, string | undefined>>,
): ConfigEntry[] {
  return [...counted(environment), ...parameters(environment.GIT_CONFIG_PARAMETERS ?? "")];
}

function counted(environment: Readonly<Record<string, string | undefined>>): ConfigEntry[] {
  const count = environment.GIT_CONFIG_COUNT ?? "";
  if (count === "") return [];
  const many = /^[0-9]+$/.test(count) ? Number(count) : NaN;
  if (!(many <= MOST)) throw invalid("GIT_CONFIG_COUNT", count);
  const entries: ConfigEntry[] = [];
  for (let i = 0; i < many; i++) {
    const name = environment[`GIT_CONFIG_KEY_${i}`];
    const value = environment[`GIT_CONFIG_VALUE_${i}`];
    if (name === undefined) throw invalid(`GIT_CONFIG_KEY_${i}`, null);
    if (value === undefined) throw invalid(`GIT_CONFIG_VALUE_${i}`, null);
    entries.push({ name: checkedName(name), value });
  }
  return entries;
}

// One word in shell quotes, then `=` and a second word, or `=` alone, or nothing.
const WORD = /[ \t]*'((?:[^']|'\\['!]')*)'(=)?(?:'((?:[^']|'\\['!]')*)')?(?=[ \t]|$)/y;

function parameters(text: string): ConfigEntry[] {
  const entries: ConfigEntry[] = [];
  const end = text.trimEnd().length;
  WORD.lastIndex = 0;
  while (WORD.lastIndex < end) {
    const word = WORD.exec(text);
    if (word === null || (word[2] === undefined && word[3] !== undefined)) {
      throw invalid("GIT_CONFIG_PARAMETERS", text);
    }
    const first = unquote(word[1]);
    if (word[2] !== undefined) {
      const value = word[3] === undefined ? null : unquote(word[3]);
      entries.push({ name: checkedName(first), value });
      continue;
    }
    // The old form has all of it in one word.
    const equals = first.indexOf("=");
    const name = equals < 0 ? first : first.slice(0, equals);
    entries.push({ name: checkedName(name), value: equals < 0 ? null : first.slice(equals + 1) });
  }
  return entries;
}

function unquote(word: string): string {
  return word.replace(/'\\(['!])'/g, "$1");
}

function checkedName(name: string): string {
  const match = NAME.exec(name);
  if (match === null) throw invalid("the name of a variable", name);
  const [, section, subsection, key] = match;
  const middle = subsection === undefined ? "" : `.${subsection}`;
  return `${section.toLowerCase()}${middle}.${key.toLowerCase()}`;
}

function invalid(what: string, value: string | null): PrismError {
  return new PrismError(
    "config_invalid",
    value === null
      ? `The environment lacks ${what}.`
      : `The environment's configuration is invalid: ${what} is "${value}".`,
    { hint: "Correct or unset the GIT_CONFIG_* variables." },
  );
}
