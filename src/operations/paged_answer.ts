/**
 * An answer with pages, made to fit: which items go out, what of them is cut, and how the rest is had.
 *
 * @module
 */

import { toNotice } from "../answers/notice.ts";
import { fitPage, type Fitted } from "../answers/shape/budget.ts";
import { type CursorScope, mintCursor } from "../answers/shape/cursor.ts";
import type { Omission } from "../answers/shape/page.ts";
import type { AnyAnswer, PagedDraft } from "./operation.ts";

/** Which page of an answer is asked for, and how. */
export interface PageRequest<Unit, Answer extends AnyAnswer> {
  /** Name of the operation. */
  readonly operation: string;
  readonly draft: PagedDraft<Unit, Answer>;
  readonly scope: CursorScope;
  /** Number of the first item. */
  readonly start: number;
  /** Most items. */
  readonly size: number;
  /** Most tokens; 0 for no limit. */
  readonly budget: number;
  /** The arguments of the call as they came in. */
  readonly given: Readonly<Record<string, unknown>>;
  /** Writes a call. */
  readonly describe: (operation: string, args: Record<string, unknown>) => string;
  /** Completes an answer with what can only be told of the whole. */
  readonly complete: (answer: Answer) => Answer;
}

/** A call with more characters than this is described in words. */
const LONGEST_CALL = 2000;

/** The page, and the number of its items. */
export async function pagedAnswer<Unit, Answer extends AnyAnswer>(
  request: PageRequest<Unit, Answer>,
): Promise<{ answer: Answer; items: number }> {
  const { draft, start, size, budget } = request;
  const units = await draft.units(start, Math.min(size, draft.total - start));
  const page = await fitPage({
    units,
    budget,
    trims: draft.trims,
    ...(draft.pageTrims === undefined ? {} : { pageTrims: draft.pageTrims }),
    json: (unit) => draft.unitJson(unit),
    answer: (page) => JSON.stringify(build(request, page)),
  });
  return { answer: build(request, page), items: page.units.length };
}

function build<Unit, Answer extends AnyAnswer>(
  request: PageRequest<Unit, Answer>,
  page: Fitted<Unit>,
): Answer {
  const { draft, scope, start, size, budget } = request;
  const end = start + page.units.length;
  const cursor = end < draft.total ? mintCursor(scope, end) : null;
  const answer = draft.build({
    units: page.units,
    pagination: {
      total_items: draft.total,
      page_start: start,
      page_size: size,
      next_cursor: cursor,
    },
    omitted: omissions(request, page, cursor),
    budget,
  });
  if (page.over) {
    answer.metadata.notices.push(toNotice({
      code: "page_over_budget",
      message: `One of the ${draft.items} alone is over the budget of ${budget} tokens.`,
    }));
  }
  return request.complete(answer);
}

function omissions<Unit, Answer extends AnyAnswer>(
  { operation, draft, start, size, budget, given, describe }: PageRequest<Unit, Answer>,
  page: Fitted<Unit>,
  cursor: string | null,
): Omission[] {
  const list: Omission[] = page.trimmed.map(({ what, count, across }) => {
    const call = across ? null : draft.detailCall(page.units[0], what);
    return {
      what,
      count,
      why: `max_response_tokens ${budget}`,
      how: call === null
        ? describe(operation, { ...given, max_response_tokens: 0 })
        : describe(call.operation ?? operation, { ...repositoryArguments(given), ...call.args }),
    };
  });
  if (cursor !== null) {
    const call = describe(operation, { ...given, cursor });
    list.push({
      what: draft.items,
      count: draft.total - start - page.units.length,
      why: page.units.length < size ? `max_response_tokens ${budget}` : `page_size ${size}`,
      how: call.length <= LONGEST_CALL
        ? call
        : "Repeat this call with cursor set to pagination.next_cursor.",
    });
  }
  return list;
}

/** Where the question was asked, without what it asked for. */
export function repositoryArguments(
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return given.repo_path === undefined || given.repo_path === null
    ? {}
    : { repo_path: given.repo_path };
}
