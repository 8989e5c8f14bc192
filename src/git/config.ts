/**
 * Git's configuration (git-config(1)): all files that apply, in order, the last value winning.
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import { type ConfigContext, ConfigSources } from "./config_sources.ts";
import type { ConfigSetting } from "./config_sources.ts";

/** Values of the configuration variables. Names are `section.key` or `section.subsection.key`; section and key in any case. */
export interface Config {
  /** The last value; `undefined` when unset; `null` of a variable written without `=` (true as a boolean). */
  get(name: string): string | null | undefined;
  /** Every value, in order. */
  all(name: string): (string | null)[];
  /**
   * The last value as a boolean, as `git config --type=bool` reads it; `undefined` when unset.
   * @throws {PrismError} `config_invalid`
   */
  bool(name: string): boolean | undefined;
  /**
   * The last value as an integer with the suffixes k, m, g; `undefined` when unset.
   * @throws {PrismError} `config_invalid`
   */
  int(name: string): number | undefined;
  /**
   * The last value as a path, `~/` expanded (`git config --type=path`); `undefined` when unset, when
   * the home directory is unknown, and of `~user/`, which needs the list of users.
   * @throws {PrismError} `config_invalid` of a variable written without `=`
   */
  path(name: string): string | undefined;
  /** The subsections of a section, in order of first appearance. */
  subsections(section: string): string[];
  /** Files that apply but could not be read, with the reason. */
  readonly unread: readonly { path: string; reason: string }[];
}

/**
 * Reads all files that apply to a repository, and the variables of the environment.
 * @throws {PrismError} `config_invalid` or `unreadable` of the repository's own files; files of the
 * system and the user that cannot be read are listed in `unread` instead
 */
export function loadConfig(context: ConfigContext): Config {
  const sources = new ConfigSources(context);
  sources.readAll();
  return new ConfigValues(sources.settings, sources.unread, sources.home);
}

/** A list of settings as a {@link Config}. */
export class ConfigValues implements Config {
  /** All settings, in the order in which they apply. */
  readonly settings: readonly ConfigSetting[];
  readonly unread: readonly { path: string; reason: string }[];
  readonly #home: string | undefined;
  readonly #values = new Map<string, (string | null)[]>();

  /** Later settings win. */
  constructor(
    settings: readonly ConfigSetting[],
    unread: readonly { path: string; reason: string }[] = [],
    home?: string,
  ) {
    this.settings = settings;
    this.unread = unread;
    this.#home = home;
    for (const { name, value } of settings) {
      const values = this.#values.get(name);
      if (values === undefined) this.#values.set(name, [value]);
      else values.push(value);
    }
  }

  get(name: string): string | null | undefined {
    return this.#values.get(normalName(name))?.at(-1);
  }

  all(name: string): (string | null)[] {
    return this.#values.get(normalName(name))?.slice() ?? [];
  }

  bool(name: string): boolean | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    const known = value === null ? true : BOOLEANS.get(value.toLowerCase());
    if (known !== undefined) return known;
    const number = parseInteger(value!);
    if (number === undefined) throw invalid(name, value, "a boolean");
    return number !== 0;
  }

  int(name: string): number | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    const number = value === null ? undefined : parseInteger(value);
    if (number === undefined) throw invalid(name, value, "an integer");
    return number;
  }

  path(name: string): string | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    if (value === null) throw invalid(name, value, "a path");
    if (!value.startsWith("~")) return value;
    return value.startsWith("~/") && this.#home !== undefined
      ? this.#home + value.slice(1)
      : undefined;
  }

  subsections(section: string): string[] {
    const prefix = section.toLowerCase() + ".";
    const found = new Set<string>();
    for (const name of this.#values.keys()) {
      const end = name.lastIndexOf(".");
      if (name.startsWith(prefix) && end > prefix.length - 1) {
        found.add(name.slice(prefix.length, end));
      }
    }
    return [...found];
  }
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["yes", true],
  ["on", true],
  ["false", false],
  ["no", false],
  ["off", false],
  ["", false],
]);

const INTEGER = /^[ \t\n\v\f\r]*([+-]?)(0x[0-9a-f]+|[0-9]+)([kmg]?)$/i;
const OCTAL = /^0[0-7]+$/;
const UNITS: Readonly<Record<string, bigint>> = {
  "": 1n,
  k: 1n << 10n,
  m: 1n << 20n,
  g: 1n << 30n,
};
const LIMIT = 1n << 63n;

/** A number in C's notation with a unit; `undefined` when it is none or needs more than 64 bits. */
function parseInteger(text: string): number | undefined {
  const match = text.length > 100 ? null : INTEGER.exec(text);
  if (match === null) return undefined;
  const [, sign, digits, unit] = match;
  if (/^0[0-9]/.test(digits) && !OCTAL.test(digits)) return undefined;
  const magnitude = BigInt(OCTAL.test(digits) ? "0o" + digits.slice(1) : digits);
  const number = (sign === "-" ? -magnitude : magnitude) * UNITS[unit.toLowerCase()];
  return number >= LIMIT || number < -LIMIT ? undefined : Number(number);
}

/** Section and key in lower case; a subsection stays as it is. */
export function normalName(name: string): string {
  const first = name.indexOf(".");
  const last = name.lastIndexOf(".");
  if (first === last) return name.toLowerCase();
  return name.slice(0, first).toLowerCase() + name.slice(first, last) +
    name.slice(last).toLowerCase();
}

function invalid(name: string, value: string | null, wanted: string): PrismError {
  return new PrismError(
    "config_invalid",
    `The configuration variable "${name}" is ${
      value === null ? "written without a value" : `"${value}"`
    }, which is not ${wanted}.`,
    { hint: `See \`git config --show-origin --get ${name}\` for the file that sets it.` },
  );
}
