/**
 * What a manifest file says a project depends on.
 *
 * @module
 */

/** One entry of a manifest: versions and sources as they are written, never resolved over a network. */
export interface Dependency {
  /** The package's own name, not the alias it is used under. */
  readonly name: string;
  /** Version or requirement as written; null when the entry gives none. */
  readonly version: string | null;
  /** The table, scope or section it stands in; null where a format has only one. */
  readonly group: string | null;
  /** Where it comes from when not from the usual registry: URL, path, `workspace`; null otherwise. */
  readonly source: string | null;
}

/** A format of manifest. */
export interface DependencyManifest {
  /**
   * Every entry in the text, without running anything.
   * @throws when the text is not of this format.
   */
  parse(text: string): Dependency[];
  /** Form in which two spellings of one name are equal; the name itself unless given. */
  readonly normalizeName?: (name: string) => string;
}

/** An entry; what is left out is null. */
export function dependency(
  name: string,
  version: string | null,
  group: string | null = null,
  source: string | null = null,
): Dependency {
  return { name, version, group, source };
}
