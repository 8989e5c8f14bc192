/**
 * What `@{}` behind a reference makes of it (gitrevisions(7), `@{<n>}` to `@{push}`).
 *
 * @module
 */

import { type Notice, PrismError } from "../errors.ts";
import type { ObjectId } from "./object_id.ts";
import { parseReflogDate } from "./reflog_date.ts";
import {
  findReflog,
  type FoundReflog,
  previousCheckout,
  valueAt,
  valueBefore,
} from "./reflog_lookup.ts";
import { currentBranch, findRefs, readRef } from "./ref_lookup.ts";
import { nameNotFound } from "./ref_not_found.ts";
import type { RevisionContext } from "./revision_context.ts";
import type { RefMark } from "./revision_syntax.ts";
import { pushOf, upstreamOf } from "./upstream.ts";

/** What the marks lead to: an object, or another name that is to be looked up. */
export type Marked = { readonly id: ObjectId; readonly ref: string | null } | {
  readonly name: string;
};

/** Where a failure is told and what the answer must say. */
export interface MarkOptions {
  readonly text: string;
  readonly notices: Notice[];
}

/**
 * Follows the marks from left to right. A reflog mark ends them, `@{-n}` begins them.
 * @throws {PrismError} `ref_not_found`, `invalid_revision`
 */
export function resolveMarks(
  context: RevisionContext,
  name: string,
  marks: readonly RefMark[],
  options: MarkOptions,
): Marked {
  const { refs, objects } = context;
  const { text } = options;
  let at = name === "@" ? "HEAD" : name;
  for (const [i, mark] of marks.entries()) {
    switch (mark.kind) {
      case "previous": {
        if (i > 0 || name !== "") {
          throw invalid(text, "@{-n} stands alone, without a reference before it");
        }
        const previous = previousCheckout(refs, mark.count);
        if (previous === null) {
          throw new PrismError(
            "ref_not_found",
            `"${text}" does not exist: there were fewer switches`,
            {
              hint: "git reflog shows the switches of this work tree",
            },
          );
        }
        at = previous;
        break;
      }
      case "upstream":
      case "push":
        at = track(context, at, mark.kind, text);
        break;
      default:
        if (i < marks.length - 1) throw invalid(text, "nothing may follow a reflog entry");
        return { id: pastValue(context, at, mark, options), ref: null };
    }
  }
  if (marks.at(-1)!.kind === "previous") return { name: at };
  const found = readRef(refs, at);
  if (found === null) throw nameNotFound(refs, objects.format, at, text);
  return { id: found.id, ref: found.name };
}

function invalid(text: string, reason: string): PrismError {
  return new PrismError("invalid_revision", `"${text}" cannot be read: ${reason}`, {
    hint: "gitrevisions(7) describes the forms",
  });
}

function track(
  context: RevisionContext,
  name: string,
  kind: "upstream" | "push",
  text: string,
): string {
  const { refs, config, objects } = context;
  const asksHead = name === "" || name === "HEAD";
  const branch = asksHead ? currentBranch(refs) : `refs/heads/${name}`;
  if (branch === null || !branch.startsWith("refs/heads/")) {
    throw new PrismError("ref_not_found", `"${text}" does not exist: HEAD is on no branch`, {
      hint: "name the branch before @{upstream}",
    });
  }
  const tracking = kind === "upstream" ? upstreamOf(config, branch) : pushOf(config, branch);
  if ("ref" in tracking) return tracking.ref;
  if (!asksHead && readRef(refs, branch) === null) {
    throw nameNotFound(refs, objects.format, name, text);
  }
  throw new PrismError("ref_not_found", `"${text}" does not exist: ${tracking.reason}`, {
    hint: "name the remote branch itself, such as origin/main",
  });
}

function pastValue(
  context: RevisionContext,
  name: string,
  mark: RefMark & { kind: "entry" | "date" },
  { text, notices }: MarkOptions,
): ObjectId {
  const { refs, objects } = context;
  const asked = name === "" ? currentBranch(refs) ?? "HEAD" : name;
  const log = findReflog(refs, asked);
  if (log === null) {
    if (findRefs(refs, asked).length === 0) throw nameNotFound(refs, objects.format, asked, text);
    throw new PrismError("ref_not_found", `"${text}" does not exist: "${asked}" has no reflog`, {
      hint: "reflogs are not cloned; name the commit itself",
    });
  }
  if (mark.kind === "entry") {
    return valueBefore(log, mark.count, objects.format) ?? tooShort(log, text);
  }
  const time = parseReflogDate(mark.text, context.time);
  if (time === null) throw invalid(text, `"${mark.text}" is no date, number, upstream or push`);
  const value = valueAt(log, time, objects.format) ?? tooShort(log, text);
  if (value.early) {
    const oldest = new Date(log.entries.at(-1)!.time * 1000);
    const since = Number.isNaN(oldest.getTime()) ? "" : ` to ${oldest.toISOString()}`;
    notices.push({
      code: "reflog_short",
      message: `The reflog of ${log.name} goes back only${since}; "${text}" is its oldest value`,
    });
  }
  return value.id;
}

function tooShort(log: FoundReflog, text: string): never {
  const count = log.entries.length;
  const entries = count === 0 ? "is empty" : `has ${count} ${count === 1 ? "entry" : "entries"}`;
  throw new PrismError(
    "ref_not_found",
    `"${text}" does not exist: the reflog of ${log.name} ${entries}`,
    {
      hint: "git reflog shows what it holds",
    },
  );
}
