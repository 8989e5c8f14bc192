/**
 * Makes file snapshots fit a budget. Every file has its entry. Of the rest, what matters most goes in
 * first: hunks, in at most half of the budget; then one content of each file in the order of the files,
 * that at the head where there is one; then the other contents. What no longer fits as a whole is cut
 * behind a line, what follows is left out, and each cut is written down with the call that gets the
 * rest.
 *
 * @module
 */

import { firstLines, type SelectedText } from "./file_content.ts";
import {
  type FileSnapshot,
  type SideDraft,
  type SnapshotDraft,
  toFileContent,
} from "./file_snapshot.ts";
import { sentBytes } from "./shape/json_size.ts";
import type { Omission } from "./shape/page.ts";

/** What of the files goes out. */
export interface FittedSnapshots {
  readonly files: FileSnapshot[];
  readonly omitted: Omission[];
  /** Whether the answer is over budget in spite of all. */
  readonly over: boolean;
}

/** What {@link fitSnapshots} works on. */
export interface SnapshotFitRequest {
  readonly drafts: readonly SnapshotDraft[];
  /** Most tokens; 0 for no limit. */
  readonly budget: number;
  /** `max_file_size_bytes` of the call. */
  readonly largest: number;
  /** Writes the call that asks for these files with these arguments. */
  describe(args: Record<string, unknown>): string;
  /** Tokens of the finished answer with these files. */
  tokens(fitted: FittedSnapshots): number;
}

type SideName = "before" | "after";

/** One content, by its file. */
interface Slot {
  readonly at: number;
  readonly name: SideName;
  readonly side: SideDraft & { readonly selected: SelectedText };
}

/** What is kept. */
interface Choice {
  /** Hunks kept, by file; all when absent. */
  readonly hunks: ReadonlyMap<number, number>;
  /** Text kept of each content; none when absent. */
  readonly kept: ReadonlyMap<Slot, SelectedText>;
}

/** Room for the words that say where a content was cut. */
const CUT_NOTE = 400;
/** How often a guess is made smaller. */
const ATTEMPTS = 12;

/** As much of the contents as the budget allows. */
export function fitSnapshots(request: SnapshotFitRequest): FittedSnapshots {
  const { drafts, budget } = request;
  const slots = slotsOf(drafts);
  const all = new Map(slots.map((slot) => [slot, slot.side.selected]));
  const whole = build(request, slots, { hunks: new Map(), kept: all });
  if (budget === 0 || request.tokens(whole) <= budget) return whole;
  const limit = budget * 4;
  const hunks = fitHunks(drafts, limit / 2);
  const bare = request.tokens(build(request, slots, { hunks, kept: new Map() })) * 4;
  let room = limit - bare;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const kept = fill(slots, room);
    const fitted = build(request, slots, { hunks, kept });
    const over = request.tokens(fitted) - budget;
    if (over <= 0) return fitted;
    room -= over * 4 + 16;
  }
  const kept = fill(slots, 0);
  return build(request, slots, { hunks, kept }, true);
}

/** Contents in the order in which they matter. */
function slotsOf(drafts: readonly SnapshotDraft[]): Slot[] {
  const slot = (at: number, name: SideName): Slot[] => {
    const side = drafts[at][name];
    return side === null || side.selected === null
      ? []
      : [{ at, name, side: { ...side, selected: side.selected } }];
  };
  const files = [...drafts.keys()];
  const main = files.flatMap((at) => {
    const after = slot(at, "after");
    return after.length > 0 ? after : slot(at, "before");
  });
  const rest = files.flatMap((at) => slot(at, "before"))
    .filter((each) => !main.some(({ at, name }) => at === each.at && name === each.name));
  return [...main, ...rest];
}

/** Something of the first content always goes out. */
function fill(slots: readonly Slot[], room: number): Map<Slot, SelectedText> {
  const kept = new Map<Slot, SelectedText>();
  let left = room;
  for (const slot of slots) {
    const { selected } = slot.side;
    const spent = cost(selected.text) - cost("");
    if (spent > left) {
      const part = firstLines(selected, cost, {
        most: Math.max(0, left - CUT_NOTE) + cost(""),
        something: kept.size === 0,
      });
      if (part.text !== "") kept.set(slot, part);
      break;
    }
    kept.set(slot, selected);
    left -= spent;
  }
  return kept;
}

function cost(text: string): number {
  return sentBytes(JSON.stringify(text));
}

/** Hunks within so many bytes, file by file. */
function fitHunks(drafts: readonly SnapshotDraft[], room: number): Map<number, number> {
  const kept = new Map<number, number>();
  let left = room;
  for (const [at, { hunks }] of drafts.entries()) {
    let count = 0;
    for (const hunk of hunks ?? []) {
      left -= sentBytes(JSON.stringify(hunk)) + 1;
      if (left < 0) break;
      count++;
    }
    if (hunks !== null && count < hunks.length) kept.set(at, count);
  }
  return kept;
}

function build(
  request: SnapshotFitRequest,
  slots: readonly Slot[],
  { hunks, kept }: Choice,
  over: boolean = false,
): FittedSnapshots {
  const texts = new Map(slots.map((slot) => [`${slot.name} ${slot.at}`, kept.get(slot) ?? null]));
  const files = request.drafts.map((draft, at): FileSnapshot => {
    const content = (name: SideName) => {
      const side = draft[name];
      return side === null ? null : toFileContent(side, texts.get(`${name} ${at}`) ?? null);
    };
    return {
      ...draft.file,
      before: content("before"),
      after: content("after"),
      diff_hunks: draft.hunks === null ? null : draft.hunks.slice(0, hunks.get(at)),
    };
  });
  return { files, omitted: omissions(request, slots, { hunks, kept }), over };
}

function omissions(
  request: SnapshotFitRequest,
  slots: readonly Slot[],
  { hunks, kept }: Choice,
): Omission[] {
  const { drafts, budget, largest, describe } = request;
  const path = (at: number) => drafts[at].file.path;
  const why = `max_response_tokens ${budget}`;
  const list: Omission[] = [...hunks].map(([at, count]) => ({
    what: `files[${at}].diff_hunks`,
    count: drafts[at].hunks!.length - count,
    why,
    how: describe({
      paths: [path(at)],
      include_before: false,
      include_after: false,
      include_diff_hunks: true,
      max_response_tokens: 0,
    }),
  }));
  for (const slot of slots) {
    const text = kept.get(slot);
    if (text?.cut !== true) continue;
    const bySize = text === slot.side.selected;
    const next = text.first + text.lines - (text.insideLine ? 1 : 0);
    list.push({
      what: `files[${slot.at}].${slot.name}.content, lines ${next} to ${text.last}`,
      count: text.last - next + 1,
      why: bySize ? `max_file_size_bytes ${largest}` : why,
      how: describe({
        paths: [path(slot.at)],
        ...onlySide(slot.name),
        line_range: [next, text.last],
        // A line that does not fit as a whole is had without the limit alone.
        ...(text.insideLine && !bySize ? { max_response_tokens: 0 } : {}),
        ...(text.insideLine && bySize ? { max_file_size_bytes: slot.side.size * 4 } : {}),
      }),
    });
  }
  // Contents that are left out as a whole are had by one call for each side.
  for (const name of ["after", "before"] as const) {
    const left = slots.filter((slot) =>
      slot.name === name && !kept.has(slot) && slot.side.selected.text !== ""
    );
    if (left.length === 0) continue;
    list.push({
      what: `${name}.content of ${left.map(({ at }) => `files[${at}]`).join(", ")}`,
      count: left.length,
      why,
      how: describe({ paths: left.map(({ at }) => path(at)), ...onlySide(name), ...rangeOf(left) }),
    });
  }
  return list;
}

function onlySide(name: SideName): Record<string, boolean> {
  return name === "after" ? { include_before: false } : { include_after: false };
}

/** All contents of an answer are of the same lines. */
function rangeOf([first]: readonly Slot[]): Record<string, unknown> {
  const { wanted } = first.side.selected;
  return wanted === null ? {} : { line_range: wanted };
}
