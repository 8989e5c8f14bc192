/**
 * From what a person writes to the object that is meant (gitrevisions(7)).
 *
 * @module
 */

import { type Notice, PrismError } from "../errors.ts";
import { findAbbreviation, type WantedTypes } from "./abbreviation.ts";
import { searchMessages } from "./message_search.ts";
import { emptyTreeId, isObjectId, type ObjectId } from "./object_id.ts";
import type { ObjectType } from "./object_store.ts";
import { peelTags, peelTo, peelToCommit, peelToTree, typeOf, wrongType } from "./peel.ts";
import { findRefs, readRef } from "./ref_lookup.ts";
import { nameNotFound } from "./ref_not_found.ts";
import { resolveMarks } from "./ref_marks.ts";
import type { RevisionContext } from "./revision_context.ts";
import { parseRange, parseRevision, type RevisionStep } from "./revision_syntax.ts";
import { lookupPath } from "./tree_lookup.ts";

/** The object that a revision means. */
export interface ResolvedRevision {
  readonly id: ObjectId;
  readonly type: ObjectType;
  /** Full name of the reference, when the whole revision is one. */
  readonly ref: string | null;
  /** Mode of the entry, when the revision is a path. */
  readonly mode: number | null;
  readonly notices: readonly Notice[];
}

/** Both sides of a range. */
export interface ResolvedRange {
  readonly base: ResolvedRevision;
  /** `null` when one revision was written. */
  readonly head: ResolvedRevision | null;
  /** Whether the merge base of the two takes the place of the base. */
  readonly symmetric: boolean;
}

/** A short id that may mean several objects means the commit, then the tree, if that decides it. */
const PREFERRED: WantedTypes = ["commit", "tree"];

/**
 * Finds the object that a revision means. A text that begins with `-` is a reference that does not
 * exist, never an option.
 * @throws {PrismError} `ref_not_found` with the nearest names, `ref_ambiguous` with the candidates,
 * `ref_wrong_type`, `path_not_found`, `invalid_revision`, and what reading objects throws
 */
export function resolveRevision(context: RevisionContext, text: string): ResolvedRevision {
  const { base, steps, path } = parseRevision(text);
  if (base.kind === "index") return resolveIndexEntry(context, text, base.path, base.stage);
  const { objects } = context;
  const notices: Notice[] = [];
  let ref: string | null = null;
  let id: ObjectId;
  if (base.kind === "search") {
    id = searchAll(context, base.pattern, text);
  } else {
    const wanted = steps.length > 0 ? wantedBy(steps[0].step) : path === null ? PREFERRED : TREE;
    const found = resolveName(context, base.name, { wanted, text, notices, marks: base.marks });
    id = found.id;
    if (steps.length === 0 && path === null) ref = found.ref;
  }
  for (const step of steps) id = take(context, id, step.step, step.text);
  if (path === null) return { id, type: typeOf(objects, id), ref, mode: null, notices };
  const { tree } = peelToTree(objects, id, text.slice(0, text.length - path.length - 1));
  const entry = lookupPath(objects, tree, fromRoot(context, path, text));
  if (entry === null) {
    throw new PrismError("path_not_found", `"${text}" names no file: nothing stands at "${path}"`, {
      hint: "give the path from the root of the repository, in the case it is stored in",
    });
  }
  return { id: entry.id, type: entry.type, ref, mode: entry.mode, notices };
}

/**
 * Finds both sides of a range. Where they make no sense and the text may be one revision with dots
 * in it (`HEAD:a..b`), it is read as that.
 * @throws {PrismError} as {@link resolveRevision}
 */
export function resolveRange(context: RevisionContext, text: string): ResolvedRange {
  const { base, head, symmetric } = parseRange(text);
  try {
    return {
      base: resolveRevision(context, base),
      head: head === null ? null : resolveRevision(context, head),
      symmetric,
    };
  } catch (error) {
    if (head === null || !text.includes(":") || !(error instanceof PrismError)) throw error;
    try {
      return { base: resolveRevision(context, text), head: null, symmetric: false };
    } catch {
      throw error;
    }
  }
}

const TREE: WantedTypes = ["tree"];

function wantedBy(step: RevisionStep): WantedTypes {
  if (step.kind !== "peel") return ["commit"];
  return step.type === "any" || step.type === "untagged" ? PREFERRED : [step.type];
}

/** How a name is to be read. */
interface NameOptions {
  readonly wanted: WantedTypes;
  /** The whole revision, for errors. */
  readonly text: string;
  readonly notices: Notice[];
  readonly marks: Parameters<typeof resolveMarks>[2];
}

function resolveName(
  context: RevisionContext,
  name: string,
  options: NameOptions,
): { id: ObjectId; ref: string | null } {
  const { objects, refs } = context;
  const { text, notices, wanted } = options;
  if (options.marks.length > 0) {
    const found = resolveMarks(context, name, options.marks, { text, notices });
    if ("id" in found) return found;
    return resolveName(context, found.name, { ...options, marks: [] });
  }
  const lower = name.toLowerCase();
  if (isObjectId(lower, objects.format)) return { id: lower, ref: null };
  const found = name === "@" ? [readRef(refs, "HEAD")] : findRefs(refs, name);
  const first = found[0] ?? null;
  if (first !== null) {
    if (found.length > 1 || (SHORT_ID.test(name) && objects.withPrefix(lower, 1).length > 0)) {
      notices.push({
        code: "ref_ambiguous",
        message: `"${name}" may mean several things and was read as ${first.asked}`,
      });
    }
    return { id: first.id, ref: first.name };
  }
  const described = DESCRIBED.exec(name)?.[1].toLowerCase();
  if (described !== undefined) {
    if (isObjectId(described, objects.format)) return { id: described, ref: null };
    const id = findAbbreviation(objects, described, ["commit"]);
    if (id !== null) return { id, ref: null };
  }
  const id = findAbbreviation(objects, name, wanted);
  if (id === null) throw nameNotFound(refs, objects.format, name, text);
  return { id, ref: null };
}

const SHORT_ID = /^[0-9a-fA-F]{4,}$/;
/** Output of `git describe`: `<tag>-<count>-g<id>`. */
const DESCRIBED = /^[^-][^]*-g([0-9a-fA-F]{4,})$/;

function take(
  context: RevisionContext,
  id: ObjectId,
  step: RevisionStep,
  text: string,
): ObjectId {
  const { objects, commits } = context;
  switch (step.kind) {
    case "peel":
      if (step.type === "untagged") return peelTags(objects, id).id;
      if (step.type === "any") return typeOf(objects, id) && id;
      return peelTo(objects, id, step.type) ?? wrongType(objects, id, text, `a ${step.type}`);
    case "search": {
      const start = peelToCommit(objects, id, text);
      if (step.pattern === "") return start;
      return searchMessages(commits, [start], step.pattern) ?? noMatch(text, step.pattern);
    }
    case "parent": {
      const commit = peelToCommit(objects, id, text);
      if (step.number === 0) return commit;
      const { parents } = commits.walk().node(commit);
      return parents[step.number - 1] ?? noParent(context, commit, text, parents.length);
    }
    case "ancestor": {
      const walk = commits.walk();
      let commit = peelToCommit(objects, id, text);
      for (let i = 0; i < step.distance; i++) {
        const { parents } = walk.node(commit);
        if (parents.length === 0) return noParent(context, commit, text, 0);
        commit = parents[0];
      }
      return commit;
    }
  }
}

function noParent(
  context: RevisionContext,
  commit: ObjectId,
  text: string,
  count: number,
): never {
  const { objects, commits } = context;
  const shallow = commits.shallow.has(commit);
  const reason = count > 0
    ? `commit ${commit} has ${count === 1 ? "one parent" : `${count} parents`}`
    : shallow
    ? `the history of this shallow clone ends at ${commit}`
    : `commit ${commit} is the first of its history`;
  throw new PrismError("ref_not_found", `"${text}" does not exist: ${reason}`, {
    hint: shallow
      ? "run git fetch --unshallow to get the rest of the history"
      : count > 0
      ? "use ^1 for the first parent"
      : `the empty tree ${emptyTreeId(objects.format)} can stand for what was before`,
  });
}

function noMatch(text: string, pattern: string): never {
  throw new PrismError(
    "ref_not_found",
    `"${text}" names no commit: no message matches "${pattern}"`,
    {
      hint: "the text is a regular expression and its case counts",
    },
  );
}

/** The latest commit that matches, among all that a reference or HEAD reaches. */
function searchAll(context: RevisionContext, pattern: string, text: string): ObjectId {
  const { objects, refs, commits } = context;
  const tips = refs.list("refs/").map(({ name }) => readRef(refs, name));
  // Git looks at HEAD first and at the references from the last to the first.
  const ordered = [...tips, readRef(refs, "HEAD")].reverse().filter((tip) => tip !== null);
  const starts: ObjectId[] = [];
  for (const { id } of ordered) {
    const commit = objects.header(id) === null ? null : peelTo(objects, id, "commit");
    if (commit !== null) starts.push(commit);
  }
  if (pattern === "") return noMatch(text, pattern);
  return searchMessages(commits, starts, pattern) ?? noMatch(text, pattern);
}

function resolveIndexEntry(
  context: RevisionContext,
  text: string,
  path: string,
  stage: number,
): ResolvedRevision {
  if (context.index === undefined) {
    throw new PrismError(
      "invalid_revision",
      `"${text}" names a file of the index, which is not here`,
      {
        hint: "name a commit: HEAD:path",
      },
    );
  }
  const entry = context.index(fromRoot(context, path, text), stage);
  if (entry === null) {
    throw new PrismError("path_not_found", `"${text}" is not in the index`, {
      hint: "give the path from the root of the repository; stages 1 to 3 exist in conflicts only",
    });
  }
  const type = (entry.mode & 0o170000) === 0o160000 ? "commit" : "blob";
  return { id: entry.id, type, ref: null, mode: entry.mode, notices: [] };
}

/** A path that begins with `./` or `../` counts from the current directory. */
function fromRoot(context: RevisionContext, path: string, text: string): string {
  if (!/^\.\.?\//.test(path)) return path;
  const parts = (context.prefix ?? "").split("/").filter((part) => part !== "");
  for (const part of path.split("/").slice(0, -1)) {
    if (part === "..") {
      if (parts.pop() === undefined) {
        throw new PrismError("path_not_found", `"${text}" leads out of the repository`, {
          hint: "give the path from the root of the repository",
        });
      }
    } else if (part !== "." && part !== "") parts.push(part);
  }
  const last = path.slice(path.lastIndexOf("/") + 1);
  return [...parts, last].join("/");
}
