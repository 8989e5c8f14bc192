/**
 * Which language a file is in: by attribute, name and first line, from the tables in `grammars/`.
 *
 * @module
 */

import { LABELS, LANGUAGES, SHARED_EXTENSIONS } from "../../grammars/mod.ts";
import type { Language, LanguageLabel, SharedExtension } from "./language.ts";

/** Label of a file that no table knows. */
export const UNKNOWN_LANGUAGE = "unknown";

const latin1 = new TextDecoder("latin1");
const HASH = 0x23, BANG = 0x21, LINE_FEED = 0x0a;
/** A longer first line names no interpreter. */
const LONGEST_SHEBANG = 512;
/** How much of the content is looked at to tell languages of one extension apart. */
const LONGEST_PROBE = 16 * 1024;

// The languages come first, so that a label never takes a name from them.
const ALL: readonly LanguageLabel[] = [...LANGUAGES, ...LABELS];
const names = index((language) => [language.id, language.name], attributeKey);
const filenames = index((language) => language.filenames, exact);
const extensions = index((language) => language.extensions, exact);
const looseExtensions = index((language) => language.extensions, (key) => key.toLowerCase());
const interpreters = index((language) => language.interpreters, exact);
const shared = new Map<string, SharedExtension>(
  SHARED_EXTENSIONS.map((entry) => [entry.extension, entry]),
);

/**
 * Label of a file in lower case, {@link UNKNOWN_LANGUAGE} when nothing tells.
 *
 * @param path Path in the repository.
 * @param firstBytes Begin of the content, a few KB are enough; without it names alone decide.
 * @param attribute Value of `linguist-language` (gitattributes(5)); it wins when it names a language by
 * id or name, spaces written as dashes or not, in any case.
 */
export function detectLanguage(
  path: string,
  firstBytes?: Uint8Array | null,
  attribute?: string | null,
): string {
  const said = attribute ? names.get(attributeKey(attribute)) : undefined;
  if (said !== undefined) return said;
  const name = path.slice(path.lastIndexOf("/") + 1);
  const byFilename = filenames.get(name);
  if (byFilename !== undefined) return byFilename;
  return byExtension(name, firstBytes) ?? byShebang(firstBytes) ?? byStem(name) ??
    UNKNOWN_LANGUAGE;
}

/** Whether the content decides between languages that share the ending of a path. */
export function isSharedExtension(path: string): boolean {
  const dot = path.lastIndexOf(".");
  return dot >= 0 && shared.has(path.slice(dot).toLowerCase());
}

/** The language of this id whose code can be read. */
export function findLanguage(id: string): Language | undefined {
  return LANGUAGES.find((language) => language.id === id);
}

function byExtension(name: string, bytes: Uint8Array | null | undefined): string | undefined {
  // A dot at the begin hides the file and begins no extension.
  for (let dot = name.indexOf(".", 1); dot > 0; dot = name.indexOf(".", dot + 1)) {
    const extension = name.slice(dot);
    const label = extensions.get(extension) ?? looseExtensions.get(extension.toLowerCase());
    if (label === undefined) continue;
    const entry = shared.get(extension.toLowerCase());
    return entry !== undefined && bytes ? byContent(entry, bytes) : label;
  }
  return undefined;
}

function byContent(entry: SharedExtension, bytes: Uint8Array): string {
  const text = latin1.decode(bytes.subarray(0, LONGEST_PROBE));
  for (const { label, sign, ignore } of entry.rules) {
    if (sign.test(text) && (ignore === undefined || sign.test(ignore(text)))) return label;
  }
  return entry.otherwise;
}

/** `Dockerfile.dev`, `Makefile.linux`: what stands before the first dot is a known file name. */
function byStem(name: string): string | undefined {
  const dot = name.indexOf(".", 1);
  return dot > 0 ? filenames.get(name.slice(0, dot)) : undefined;
}

function byShebang(bytes: Uint8Array | null | undefined): string | undefined {
  if (!bytes || bytes[0] !== HASH || bytes[1] !== BANG) return undefined;
  const head = bytes.subarray(2, LONGEST_SHEBANG);
  const end = head.indexOf(LINE_FEED);
  const line = latin1.decode(end < 0 ? head : head.subarray(0, end));
  const [first = "", ...rest] = line.trim().split(/\s+/);
  let program = first.slice(first.lastIndexOf("/") + 1);
  if (program === "env") {
    // What is left of options (`-S`, `-i`) and assignments is the program.
    program = rest.find((word) => !word.startsWith("-") && !word.includes("=")) ?? "";
    program = program.slice(program.lastIndexOf("/") + 1);
  }
  return interpreters.get(program) ?? interpreters.get(program.replace(/-?[\d.]+$/, ""));
}

function attributeKey(value: string): string {
  return value.trim().toLowerCase().replaceAll(" ", "-");
}

function exact(key: string): string {
  return key;
}

/** Label by key; the first language that has a key keeps it. */
function index(
  keysOf: (language: LanguageLabel) => readonly string[],
  normalize: (key: string) => string,
): Map<string, string> {
  const labels = new Map<string, string>();
  for (const language of ALL) {
    for (const key of keysOf(language)) {
      const normal = normalize(key);
      if (!labels.has(normal)) labels.set(normal, language.id);
    }
  }
  return labels;
}
