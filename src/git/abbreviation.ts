/**
 * Object names cut short (gitrevisions(7), `<sha1>`).
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import { parseCommit, subjectOf } from "./commit.ts";
import { hexLength, type ObjectId } from "./object_id.ts";
import type { ObjectType, RepositoryObjects } from "./object_store.ts";
import { peelTags } from "./peel.ts";
import { parseTag } from "./tag.ts";

/** An object that a short name may mean. */
export interface Candidate {
  readonly id: ObjectId;
  readonly type: ObjectType;
  /** `2024-01-31 subject` of a commit, `2024-01-31 name` of a tag. */
  readonly about?: string;
}

/** What the place of a short name asks for: types of which one is enough, best first. */
export type WantedTypes = readonly ("commit" | "tree" | "blob" | "tag")[];

/** Git's least number of digits. */
const LEAST = 4;
/** Objects that are looked at to tell which is meant. */
const EXAMINED = 512;
/** Objects that an error describes. */
const DESCRIBED = 10;
const RANK: Readonly<Record<ObjectType, number>> = { tag: 0, commit: 1, tree: 2, blob: 3 };

/**
 * The object whose name begins with the text; `null` when the text is no short name or no object's
 * name begins so. Among several, the one that stands for the wanted type is meant.
 * @throws {PrismError} `ref_ambiguous` with the candidates
 */
export function findAbbreviation(
  objects: RepositoryObjects,
  text: string,
  wanted: WantedTypes,
): ObjectId | null {
  if (text.length < LEAST || text.length >= hexLength(objects.format)) return null;
  if (!/^[0-9a-fA-F]+$/.test(text)) return null;
  const prefix = text.toLowerCase();
  const ids = objects.withPrefix(prefix, EXAMINED);
  if (ids.length < 2) return ids[0] ?? null;
  for (const type of wanted) {
    const fitting = ids.filter((id) => standsFor(objects, id, type));
    if (fitting.length === 1) return fitting[0];
    if (fitting.length > 1) break;
  }
  throw ambiguous(objects, text, ids);
}

function standsFor(objects: RepositoryObjects, id: ObjectId, wanted: ObjectType): boolean {
  const type = objects.header(id)?.type;
  if (type === wanted) return true;
  if (type === "commit") return wanted === "tree";
  if (type !== "tag" || wanted === "blob") return false;
  try {
    const { type: below } = peelTags(objects, id);
    return below === wanted || (below === "commit" && wanted === "tree");
  } catch (error) {
    if (error instanceof PrismError) return false;
    throw error;
  }
}

function ambiguous(objects: RepositoryObjects, text: string, ids: ObjectId[]): PrismError {
  const typed = ids.map((id): Candidate => ({ id, type: objects.header(id)?.type ?? "blob" }))
    .sort((a, b) => RANK[a.type] - RANK[b.type] || (a.id < b.id ? -1 : 1));
  const candidates = typed.slice(0, DESCRIBED).map((candidate) => describe(objects, candidate));
  const many = ids.length >= EXAMINED ? `at least ${EXAMINED}` : `${ids.length}`;
  const list = candidates.map(({ id, type, about }) =>
    `${id.slice(0, Math.max(text.length + 6, 12))} ${type}${about === undefined ? "" : ` ${about}`}`
  );
  const more = ids.length > candidates.length ? "; …" : "";
  return new PrismError("ref_ambiguous", `"${text}" is short for ${many} objects`, {
    hint: `use more digits: ${list.join("; ")}${more}`,
    data: { candidates },
  });
}

function describe(objects: RepositoryObjects, candidate: Candidate): Candidate {
  const { id, type } = candidate;
  try {
    if (type === "commit") {
      const commit = parseCommit(objects.readTyped(id, type), id, objects.format);
      const subject = subjectOf(commit.message).slice(0, 72);
      return { ...candidate, about: `${dayOf(commit.committer.time)} ${subject}` };
    }
    if (type === "tag") {
      const { tagger, name } = parseTag(objects.readTyped(id, type), id, objects.format);
      return { ...candidate, about: `${tagger === null ? "" : `${dayOf(tagger.time)} `}${name}` };
    }
  } catch (error) {
    // A damaged candidate is still a candidate.
    if (!(error instanceof PrismError)) throw error;
  }
  return candidate;
}

/** The day, in UTC. */
function dayOf(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? `@${seconds}` : date.toISOString().slice(0, 10);
}
