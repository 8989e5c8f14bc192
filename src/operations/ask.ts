/**
 * The gate that every question goes through, whichever face it came from: check the input, run, cut
 * the page, fit the budget, mark untrusted text, check the output, tell the observer.
 *
 * @module
 */

import { toNotice } from "../answers/notice.ts";
import { estimateTokens, fitPage, type Fitted } from "../answers/shape/budget.ts";
import { type CursorScope, hashOf, mintCursor, readCursor } from "../answers/shape/cursor.ts";
import { clampPageSize, LARGEST_PAGE, type Omission } from "../answers/shape/page.ts";
import { jsonPieces } from "../answers/shape/json_pieces.ts";
import { invisibleNotices } from "../answers/shape/untrusted.ts";
import { type ErrorCode, PrismError } from "../errors.ts";
import { parseArguments } from "./arguments.ts";
import type { Draft, Operation, PagedAnswer, PagedInput } from "./operation.ts";
import { observedSteps, type Progress } from "./steps.ts";
import type { Workspace } from "./workspace.ts";

/** One question, when it has been answered or has failed. */
export interface AskEvent {
  /** Name of the operation. */
  readonly operation: string;
  /** How it ended. */
  readonly outcome: "answered" | ErrorCode;
  /** Milliseconds it took. */
  readonly milliseconds: number;
  /** Estimated tokens of the answer; 0 when there was none. */
  readonly tokens: number;
}

/** How a question is asked. */
export interface AskOptions {
  /** Calls the work off. */
  readonly signal?: AbortSignal;
  /** Hears how far the work is. */
  readonly progress?: (progress: Progress) => void;
  /** Hears how the question ended. */
  readonly observe?: (event: AskEvent) => void;
  /** All items on one page. A budget holds only when the call names one. */
  readonly whole?: boolean;
  /** How the face writes a call; by default as a tool call. */
  readonly describeCall?: (operation: string, args: Record<string, unknown>) => string;
}

/** A call with more arguments than this is described in words. */
const LONGEST_CALL = 2000;

/**
 * Asks one question.
 *
 * @param raw The arguments as they came in.
 * @throws {PrismError}
 */
export async function ask<Input extends PagedInput, Unit, Answer extends PagedAnswer>(
  operation: Operation<Input, Unit, Answer>,
  raw: unknown,
  workspace: Workspace,
  options: AskOptions = {},
): Promise<Answer> {
  const started = workspace.now().getTime();
  const tell = (outcome: AskEvent["outcome"], tokens: number): void =>
    options.observe?.({
      operation: operation.name,
      outcome,
      milliseconds: workspace.now().getTime() - started,
      tokens,
    });
  try {
    const answer = await answerOf(operation, raw, workspace, options);
    tell("answered", answer.metadata.token_estimate);
    return answer;
  } catch (failure) {
    tell(failure instanceof PrismError ? failure.code : "internal", 0);
    throw failure;
  }
}

async function answerOf<Input extends PagedInput, Unit, Answer extends PagedAnswer>(
  operation: Operation<Input, Unit, Answer>,
  raw: unknown,
  workspace: Workspace,
  options: AskOptions,
): Promise<Answer> {
  const input = parseArguments<Input>(operation, raw);
  const given = raw as Record<string, unknown>;
  const steps = observedSteps(options.signal, options.progress, () => workspace.now().getTime());
  const draft = await operation.run(input, { workspace, steps });
  await steps.step("writing the answer");

  const scope = { ...draft.scope, tool: operation.name, filtersHash: hashOf(draft.filters) };
  const start = input.cursor === undefined ? 0 : readCursor(input.cursor, scope, draft.total);
  const size = options.whole ? Math.max(1, draft.total) : clampPageSize(input.page_size);
  const budget = options.whole && (given.max_response_tokens ?? null) === null
    ? 0
    : input.max_response_tokens;
  const units = await draft.units(start, Math.min(size, draft.total - start));
  const describe = options.describeCall ?? describeToolCall;
  const build = (page: Fitted<Unit>): Answer =>
    finish({ operation, draft, scope, start, size, budget, given, describe }, page);
  const page = fitPage({
    units,
    budget,
    trims: draft.trims,
    json: (unit) => draft.unitJson(unit),
    answer: (page) => JSON.stringify(build(page)),
  });
  const answer = build(page);
  if (!options.whole) checkOutput(operation, answer, page.units.length);
  return answer;
}

interface Page<Unit, Answer extends PagedAnswer> {
  readonly operation: {
    readonly name: string;
    readonly output: Parameters<typeof invisibleNotices>[0];
  };
  readonly draft: Draft<Unit, Answer>;
  readonly scope: CursorScope;
  readonly start: number;
  readonly size: number;
  readonly budget: number;
  readonly given: Record<string, unknown>;
  readonly describe: NonNullable<AskOptions["describeCall"]>;
}

function finish<Unit, Answer extends PagedAnswer>(
  context: Page<Unit, Answer>,
  page: Fitted<Unit>,
): Answer {
  const { operation, draft, scope, start, size, budget } = context;
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
    omitted: omissions(context, page, cursor),
    budget,
  });
  if (page.over) {
    answer.metadata.notices.push(toNotice({
      code: "page_over_budget",
      message: `One of the ${draft.items} alone is over the budget of ${budget} tokens.`,
    }));
  }
  answer.metadata.notices.push(...invisibleNotices(operation.output, answer).map(toNotice));
  answer.metadata.token_estimate = 0;
  answer.metadata.token_estimate = estimateTokens(jsonPieces(answer));
  return answer;
}

function omissions<Unit, Answer extends PagedAnswer>(
  { operation, draft, start, size, budget, given, describe }: Page<Unit, Answer>,
  page: Fitted<Unit>,
  cursor: string | null,
): Omission[] {
  const list: Omission[] = page.trimmed.map(({ what, count }) => ({
    what,
    count,
    why: `max_response_tokens ${budget}`,
    how: describe(operation.name, {
      ...repositoryArguments(given),
      ...draft.detailArguments(page.units[0]),
      max_response_tokens: 0,
    }),
  }));
  if (cursor !== null) {
    const call = describe(operation.name, { ...given, cursor });
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
function repositoryArguments(given: Record<string, unknown>): Record<string, unknown> {
  return given.repo_path === undefined || given.repo_path === null
    ? {}
    : { repo_path: given.repo_path };
}

function describeToolCall(operation: string, args: Record<string, unknown>): string {
  return `${operation} ${JSON.stringify(args)}`;
}

/** A wrong answer is a fault of ours. A whole answer is made of what pages are, and is not checked again. */
function checkOutput<Answer extends PagedAnswer>(
  operation: {
    readonly name: string;
    readonly output: Operation<PagedInput, unknown, Answer>["output"];
  },
  answer: Answer,
  items: number,
): void {
  if (items > LARGEST_PAGE) return;
  const checked = operation.output.safeParse(answer);
  if (checked.success) return;
  const [issue] = checked.error.issues;
  throw new PrismError(
    "internal",
    `The answer of ${operation.name} breaks its schema at ${
      issue.path.join(".")
    }: ${issue.message}.`,
  );
}
