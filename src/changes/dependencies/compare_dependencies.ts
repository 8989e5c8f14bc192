/**
 * What changed between two versions of a manifest.
 *
 * @module
 */

import type { Dependency, DependencyManifest } from "./dependency.ts";

/** A dependency that came, went or changed. */
export interface DependencyChange {
  readonly name: string;
  readonly oldVersion: string | null;
  readonly newVersion: string | null;
  /** Where it stands now; of a removed one, where it stood. */
  readonly group: string | null;
  /** Where it stood, when it changed the group; else null. */
  readonly oldGroup: string | null;
  /** Whether it stands in another group than before. */
  readonly moved: boolean;
  /** Whether a side has the name more than once, so that the group tells which entry this is. */
  readonly repeated: boolean;
  readonly oldSource: string | null;
  readonly newSource: string | null;
}

/** All changes of one manifest, each list in order of name, then group. */
export interface DependencyChanges {
  readonly added: readonly DependencyChange[];
  readonly removed: readonly DependencyChange[];
  readonly changed: readonly DependencyChange[];
  /** Set when a side that exists cannot be read; the lists are then empty and say nothing. */
  readonly error: { readonly code: "dependency_unparsed"; readonly message: string } | null;
}

/** No manifest that people write is this long, in UTF-16 units. */
const LONGEST_MANIFEST = 16 * 1024 * 1024;

/**
 * Compares the two sides of a manifest; null is a side that does not exist.
 *
 * Entries are compared by name. One that stands in several groups, or several times with different
 * versions, is compared group by group first; what is then left over on both sides is one entry that
 * changed its group or version, so nothing collides and nothing is told twice.
 */
export function compareDependencies(
  manifest: DependencyManifest,
  before: string | null,
  after: string | null,
): DependencyChanges {
  const sides: Dependency[][] = [];
  for (const [side, text] of [["earlier", before], ["later", after]] as const) {
    try {
      sides.push(text === null ? [] : read(manifest, text));
    } catch (error) {
      const reason = (error instanceof Error ? error.message : String(error)).split("\n", 1)[0];
      const message = `The ${side} version cannot be parsed: ${reason.slice(0, 200)}`;
      return {
        added: [],
        removed: [],
        changed: [],
        error: { code: "dependency_unparsed", message },
      };
    }
  }
  return { ...compareLists(sides[0], sides[1], manifest.normalizeName), error: null };
}

function read(manifest: DependencyManifest, text: string): Dependency[] {
  if (text.length > LONGEST_MANIFEST) {
    throw new Error(`${text.length} characters are more than ${LONGEST_MANIFEST}`);
  }
  return manifest.parse(text.startsWith("\ufeff") ? text.slice(1) : text);
}

function compareLists(
  before: readonly Dependency[],
  after: readonly Dependency[],
  normalize: (name: string) => string = (name) => name,
): Omit<DependencyChanges, "error"> {
  const added: DependencyChange[] = [];
  const removed: DependencyChange[] = [];
  const changed: DependencyChange[] = [];
  const [olds, news] = [byName(before, normalize), byName(after, normalize)];
  for (const name of new Set([...olds.keys(), ...news.keys()])) {
    const sides = [olds.get(name) ?? [], news.get(name) ?? []];
    const repeated = sides.some((side) => side.length > 1);
    const [old, now] = withoutEqual(sides[0], sides[1]);
    const inGroup = pair(old, now, (entry) => entry.group);
    const across = pair(inGroup.old, inGroup.now, () => null);
    const pairs = [...inGroup.pairs, ...across.pairs];
    for (const [from, to] of pairs) changed.push(change(from, to, repeated));
    for (const entry of across.old) removed.push(change(entry, null, repeated));
    for (const entry of across.now) added.push(change(null, entry, repeated));
  }
  return { added: added.sort(order), removed: removed.sort(order), changed: changed.sort(order) };
}

/** Entries by name, equal ones once. */
function byName(
  list: readonly Dependency[],
  normalize: (name: string) => string,
): Map<string, Dependency[]> {
  const names = new Map<string, Dependency[]>();
  const seen = new Set<string>();
  for (const entry of list) {
    const name = normalize(entry.name);
    const key = identity(entry, name);
    if (seen.has(key)) continue;
    seen.add(key);
    const known = names.get(name);
    if (known === undefined) names.set(name, [entry]);
    else known.push(entry);
  }
  return names;
}

function identity({ version, group, source }: Dependency, name = ""): string {
  return JSON.stringify([name, version, group, source]);
}

function withoutEqual(
  old: readonly Dependency[],
  now: readonly Dependency[],
): [Dependency[], Dependency[]] {
  const oldKeys = new Set(old.map((entry) => identity(entry)));
  const newKeys = new Set(now.map((entry) => identity(entry)));
  return [
    old.filter((entry) => !newKeys.has(identity(entry))),
    now.filter((entry) => !oldKeys.has(identity(entry))),
  ];
}

/** Pairs entries that have the same key, in order, and says what is left. */
function pair(
  old: readonly Dependency[],
  now: readonly Dependency[],
  key: (entry: Dependency) => string | null,
): { pairs: [Dependency, Dependency][]; old: Dependency[]; now: Dependency[] } {
  const waiting = Map.groupBy(old, key);
  const taken = new Map<string | null, number>();
  const pairs: [Dependency, Dependency][] = [];
  const left: Dependency[] = [];
  for (const to of now) {
    const index = taken.get(key(to)) ?? 0;
    const from = waiting.get(key(to))?.[index];
    if (from === undefined) left.push(to);
    else pairs.push([from, to]);
    taken.set(key(to), index + 1);
  }
  const paired = new Set(pairs.map(([from]) => from));
  return { pairs, old: old.filter((entry) => !paired.has(entry)), now: left };
}

function change(
  from: Dependency | null,
  to: Dependency | null,
  repeated: boolean,
): DependencyChange {
  const entry = (to ?? from)!;
  const moved = from !== null && to !== null && from.group !== to.group;
  return {
    name: entry.name,
    oldVersion: from?.version ?? null,
    newVersion: to?.version ?? null,
    group: entry.group,
    oldGroup: moved ? from.group : null,
    moved,
    repeated,
    oldSource: from?.source ?? null,
    newSource: to?.source ?? null,
  };
}

function order(a: DependencyChange, b: DependencyChange): number {
  return compareText(a.name, b.name) || compareText(a.group ?? "", b.group ?? "") ||
    compareText(a.newVersion ?? a.oldVersion ?? "", b.newVersion ?? b.oldVersion ?? "");
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
