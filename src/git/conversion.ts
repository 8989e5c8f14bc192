/**
 * What becomes of a file's bytes on their way into the repository: filter, encoding, line endings
 * and keywords, in this order (gitattributes(5), "Checking-out and checking-in").
 *
 * @module
 */

import type { Notice } from "../errors.ts";
import type { Attributes } from "./attributes.ts";
import type { Config } from "./config.ts";
import { type FilterKind, filterKind } from "./content_filter.ts";
import { collapseIdent } from "./ident.ts";
import { toLfsPointer } from "./lfs_pointer.ts";
import { countLineEndings, looksBinary, toNewlines } from "./line_endings.ts";
import { isUtf8Name, reencode } from "./working_tree_encoding.ts";

/** Conversion of files at check-in; for regular files only, never for links and submodules. */
export interface Conversion {
  /** Whether any conversion may apply; when not, the repository has the bytes as they are on disk. */
  needsConversion(path: string): boolean;
  /**
   * The bytes as git would store them; the same array when nothing changes. A conversion that cannot
   * be done leaves the bytes as they are and a notice.
   * @param indexBlob content that the index has at the path, `null` when it has none: automatic
   * conversion keeps the line endings of a file that is stored with carriage returns
   */
  toRepository(path: string, bytes: Uint8Array, indexBlob?: () => Uint8Array | null): Uint8Array;
  /** What could not be converted so far, once for each path and reason. */
  readonly notices: readonly Notice[];
}

/** Conversion by attributes and configuration. */
export function openConversion(attributes: Attributes, config: Config): Conversion {
  return new AttributeConversion(attributes, config);
}

/** `always` and `auto` turn pairs of carriage return and newline into newlines. */
type LineEndingRule = "keep" | "always" | "auto";

interface Plan {
  filter: FilterKind;
  filterName: string;
  /** `""` for none; `null` for a value that names none. */
  encoding: string | null;
  lines: LineEndingRule;
  ident: boolean;
}

class AttributeConversion implements Conversion {
  readonly #attributes: Attributes;
  readonly #config: Config;
  readonly #automatic: boolean;
  readonly #filters = new Map<string, FilterKind>();
  readonly #notices = new Map<string, Notice>();

  constructor(attributes: Attributes, config: Config) {
    this.#attributes = attributes;
    this.#config = config;
    const setting = config.get("core.autocrlf");
    this.#automatic = setting?.toLowerCase() === "input" ||
      (config.bool("core.autocrlf") ?? false);
  }

  get notices(): readonly Notice[] {
    return [...this.#notices.values()];
  }

  needsConversion(path: string): boolean {
    const { filter, encoding, lines, ident } = this.#plan(path);
    return filter !== "none" || encoding !== "" || lines !== "keep" || ident;
  }

  toRepository(path: string, bytes: Uint8Array, indexBlob?: () => Uint8Array | null): Uint8Array {
    const plan = this.#plan(path);
    let result = bytes;
    if (plan.filter === "lfs") result = toLfsPointer(result);
    else if (plan.filter === "program") {
      this.#notice(path, `the filter "${plan.filterName}" is a program, which is not run`);
    }
    result = this.#encoded(path, result, plan.encoding);
    if (plan.lines !== "keep") result = withNewlines(result, plan.lines, indexBlob);
    return plan.ident ? collapseIdent(result) : result;
  }

  #encoded(path: string, bytes: Uint8Array, encoding: string | null): Uint8Array {
    if (encoding === "" || bytes.length === 0) return bytes;
    const result = encoding === null
      ? "its working-tree-encoding names no encoding"
      : reencode(bytes, encoding);
    if (typeof result !== "string") return result;
    this.#notice(path, result);
    return bytes;
  }

  #notice(path: string, reason: string): void {
    const message = `"${path}" is compared as it is on disk, without conversion: ${reason}.`;
    this.#notices.set(message, { code: "filter_not_run", path, message });
  }

  #plan(path: string): Plan {
    const attributes = this.#attributes;
    const filterName = attributes.get(path, "filter");
    const encoding = attributes.get(path, "working-tree-encoding");
    return {
      filter: typeof filterName === "string" ? this.#filter(filterName) : "none",
      filterName: String(filterName),
      encoding: encodingName(encoding),
      lines: this.#lineEndings(path),
      ident: attributes.get(path, "ident") === true,
    };
  }

  #filter(name: string): FilterKind {
    let kind = this.#filters.get(name);
    if (kind === undefined) this.#filters.set(name, kind = filterKind(name, this.#config));
    return kind;
  }

  #lineEndings(path: string): LineEndingRule {
    const text = this.#textRule(path, "text") ?? this.#textRule(path, "crlf");
    if (text === "keep" || text === "auto") return text;
    const eol = this.#attributes.get(path, "eol");
    if (text === "always" || eol === "lf" || eol === "crlf") return "always";
    return this.#automatic ? "auto" : "keep";
  }

  /** What `text`, or its old name `crlf`, says. */
  #textRule(path: string, name: "text" | "crlf"): LineEndingRule | undefined {
    const value = this.#attributes.get(path, name);
    if (value === true || value === "input") return "always";
    return value === false ? "keep" : value === "auto" ? "auto" : undefined;
  }
}

function encodingName(value: true | false | string | undefined): string | null {
  if (value === true) return null;
  return value === undefined || value === false || isUtf8Name(value) ? "" : value;
}

const CARRIAGE_RETURN = 13;

function withNewlines(
  bytes: Uint8Array,
  rule: "always" | "auto",
  indexBlob: (() => Uint8Array | null) | undefined,
): Uint8Array {
  if (!bytes.includes(CARRIAGE_RETURN)) return bytes;
  const endings = countLineEndings(bytes);
  if (endings.crLf === 0) return bytes;
  if (rule === "auto") {
    if (looksBinary(endings)) return bytes;
    const stored = indexBlob?.() ?? null;
    if (stored !== null && isStoredWithReturns(stored)) return bytes;
  }
  return toNewlines(bytes, endings.crLf);
}

function isStoredWithReturns(stored: Uint8Array): boolean {
  if (!stored.includes(CARRIAGE_RETURN)) return false;
  const endings = countLineEndings(stored);
  return endings.crLf > 0 && !looksBinary(endings);
}
