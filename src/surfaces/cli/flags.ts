/**
 * Flags of a command, derived from the arguments of its operation: `page_size` is `--page-size`.
 *
 * @module
 */

import { nearest } from "../../answers/shape/nearest.ts";
import { PrismError } from "../../errors.ts";
import type { ArgumentField } from "../../operations/arguments.ts";

/** A command line, taken apart. */
export interface CommandLine {
  /** Arguments of the operation that flags gave. */
  readonly args: Record<string, unknown>;
  readonly positionals: string[];
  readonly json: boolean;
  readonly help: boolean;
}

/** Flags that every command has. */
export const COMMON_FLAGS = ["--json", "--help"] as const;

/** The argument whose values may also stand behind `--`. */
export const PATHS = "paths";

/** Short names of flags. */
const ALIASES: Readonly<Record<string, string>> = {
  repo: "repo_path",
  function: "function_names",
};

/** Lists of plain texts: of their signs only a comma has to stand behind a backslash. */
export const PLAIN_LISTS: ReadonlySet<string> = new Set([PATHS, "function_names"]);

/** The flag of an argument. */
export function flagOf(name: string): string {
  const alias = Object.keys(ALIASES).find((short) => ALIASES[short] === name);
  return `--${(alias ?? name).replaceAll("_", "-")}`;
}

/**
 * Takes a command line apart.
 * @throws {PrismError} `unknown_argument`, `invalid_argument`
 */
export function parseFlags(
  fields: readonly ArgumentField[],
  words: readonly string[],
): CommandLine {
  const args: Record<string, unknown> = {};
  const positionals: string[] = [];
  let json = false;
  let help = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === "--") {
      const rest = words.slice(at + 1);
      // As in git, paths follow the dashes; of a command without paths, refs that begin with one.
      if (!fields.some(({ name }) => name === PATHS)) positionals.push(...rest);
      else args[PATHS] = [...args[PATHS] as string[] ?? [], ...rest];
      break;
    }
    if (word === "--json") json = true;
    else if (word === "--help" || word === "-h") help = true;
    else if (!word.startsWith("-") || word === "-") positionals.push(word);
    else {
      const equals = word.indexOf("=");
      const flag = equals < 0 ? word : word.slice(0, equals);
      const { field, negated } = findField(fields, flag);
      let value = equals < 0 ? undefined : word.slice(equals + 1);
      if (value === undefined && field.type !== "boolean") {
        value = words[++at];
        if (value === undefined) {
          throw new PrismError("invalid_argument", `The flag ${flag} has no value.`, {
            hint: `Write ${flag} ${placeholder(field)}.`,
          });
        }
      }
      const parsed = parseValue(field, flag, value, negated);
      const list = args[field.name];
      args[field.name] = Array.isArray(list) ? [...list, ...parsed as string[]] : parsed;
      // `RANGE --paths a b`: the range stands already, so these are paths too.
      while (
        field.name === PATHS && equals < 0 && positionals.length > 0 && at + 1 < words.length &&
        !words[at + 1].startsWith("-")
      ) {
        args[PATHS] = [...args[PATHS] as string[], ...splitPlain(words[++at])];
      }
    }
  }
  return { args, positionals, json, help };
}

/** What stands for a flag's value in a usage line. */
export function placeholder(field: ArgumentField): string {
  if (field.type === "integer") return "N";
  if (field.type === "integer[]") return "N,M";
  if (field.name === "function_names") return "NAME,...";
  if (field.type === "string[]") return field.name === PATHS ? "PATH,..." : "GLOB,...";
  return field.name === "repo_path" ? "PATH" : field.name.endsWith("_ref") ? "REF" : "TEXT";
}

function findField(
  fields: readonly ArgumentField[],
  flag: string,
): { field: ArgumentField; negated: boolean } {
  const name = flag.replace(/^--/, "").replaceAll("-", "_");
  const named = (wanted: string): ArgumentField | undefined =>
    fields.find((field) => field.name === (ALIASES[wanted] ?? wanted));
  if (flag.startsWith("--")) {
    const field = named(name);
    if (field !== undefined) return { field, negated: false };
    const positive = name.startsWith("no_") ? named(name.slice(3)) : undefined;
    if (positive?.type === "boolean") return { field: positive, negated: true };
  }
  const flags = [...fields.map((field) => flagOf(field.name)), ...COMMON_FLAGS];
  const near = nearest(flag, flags);
  throw new PrismError("unknown_argument", `The flag ${JSON.stringify(flag)} is not known.`, {
    hint: near === null
      ? "See --help; a ref that begins with a dash stands after `--`."
      : `Did you mean ${near}?`,
  });
}

const WHOLE = /^[+-]?[0-9]{1,15}$/;

function parseValue(
  field: ArgumentField,
  flag: string,
  value: string | undefined,
  negated: boolean,
): unknown {
  const refuse = (wanted: string): never => {
    throw new PrismError(
      "invalid_argument",
      `The value ${JSON.stringify(value)} of ${flag} is not ${wanted}.`,
    );
  };
  if (field.type === "boolean") {
    if (value === undefined) return !negated;
    if (negated || (value !== "true" && value !== "false")) return refuse("true or false");
    return value === "true";
  }
  if (field.type === "integer") {
    return WHOLE.test(value!) ? Number(value) : refuse("a whole number");
  }
  if (field.type === "integer[]") {
    const parts = value!.split(/[,:]|(?<=[0-9])-/);
    return parts.every((part) => WHOLE.test(part)) ? parts.map(Number) : refuse("N,M");
  }
  if (field.type !== "string[]") return value;
  return PLAIN_LISTS.has(field.name) ? splitPlain(value!) : splitCommas(value!);
}

/** Splits plain texts at commas; in a text one stands behind a backslash. */
function splitPlain(text: string): string[] {
  return text.split(/(?<!\\),/).map((part) => part.replaceAll("\\,", ","));
}

/** Splits at commas, but not inside of braces or brackets, nor after a backslash. */
export function splitCommas(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === "\\") at++;
    else if (character === "{" || character === "[") depth++;
    else if (character === "}" || character === "]") depth--;
    else if (character === "," && depth <= 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}
