/**
 * Git's configuration (git-config(1)): all files that apply, in order, the last value winning.
 *
 * @module
 */

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
  /** The subsections of a section, in order of first appearance. */
  subsections(section: string): string[];
  /** Files that apply but could not be read, with the reason. */
  readonly unread: readonly { path: string; reason: string }[];
}
