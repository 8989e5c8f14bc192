/**
 * What a language is, as data. Everything that is particular to one language stands in
 * `grammars/<id>/language.ts`; the code asks the data and never names a language.
 *
 * @module
 */

/** A language, and by what its files are known. */
export interface Language {
  /** Label in answers: lower case, stable, unique. */
  readonly id: string;
  /** Name as its users write it; with the id, what `linguist-language` may say. */
  readonly name: string;
  /** File name endings with the leading dot; the longest that fits wins. */
  readonly extensions: readonly string[];
  /** Whole file names. */
  readonly filenames: readonly string[];
  /** Programs on a `#!` line, without folder and version: `python` covers `/usr/bin/python3.11`. */
  readonly interpreters: readonly string[];
}

/** An extension that several languages share, and how the content tells them apart. */
export interface SharedExtension {
  /** With the leading dot. */
  readonly extension: string;
  /** The label when no rule applies. */
  readonly otherwise: string;
  /** Tried in order. */
  readonly rules: readonly ContentRule[];
}

/** A sign in the content that decides for one label. */
export interface ContentRule {
  /** The label. */
  readonly label: string;
  /** Must be found in the first bytes of the content, read as Latin-1. */
  readonly sign: RegExp;
  /** Removed from the content before `sign` is tried again, and must not be what made it fit. */
  readonly ignore?: (text: string) => string;
}
