/**
 * The gate that every question goes through, whichever face it came from: check the input, run, cut
 * the page, fit the budget, mark untrusted text, check the output, tell the observer.
 *
 * @module
 */

import { toNotice } from "../answers/notice.ts";
import { estimateTokens } from "../answers/shape/budget.ts";
import { hashOf, readCursor } from "../answers/shape/cursor.ts";
import { clampPageSize, LARGEST_PAGE } from "../answers/shape/page.ts";
import { jsonPieces } from "../answers/shape/json_pieces.ts";
import { byteLength, sentBytes, tokensOf } from "../answers/shape/json_size.ts";
import { InvisibleText } from "../answers/shape/untrusted.ts";
import { type ErrorCode, PrismError } from "../errors.ts";
import { parseArguments } from "./arguments.ts";
import type { AnyAnswer, AnyInput, Draft, Fit, Operation, PagedDraft } from "./operation.ts";
import { pagedAnswer, repositoryArguments } from "./paged_answer.ts";
import { observedSteps, type Progress, type Steps } from "./steps.ts";
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

/** A part of a whole answer that goes out as it is made. */
export type AnswerPart<Answer> =
  /** One item of the list of this name, which is the answer's first field. */
  | { readonly list: string; readonly item: unknown }
  /** The answer, at the end; its list is empty when the items went out before. */
  | { readonly answer: Answer };

/**
 * Asks one question.
 *
 * @param raw The arguments as they came in.
 * @throws {PrismError}
 */
export async function ask<Input extends AnyInput, Unit, Answer extends AnyAnswer>(
  operation: Operation<Input, Unit, Answer>,
  raw: unknown,
  workspace: Workspace,
  options: AskOptions = {},
): Promise<Answer> {
  const call = new Call(operation, raw, workspace, options);
  return await call.observed(async () => await call.answer(await call.draft()));
}

/**
 * Asks for a whole answer, and gives its items while they are made where there may be very many.
 *
 * @throws {PrismError}
 */
export async function* askInParts<Input extends AnyInput, Unit, Answer extends AnyAnswer>(
  operation: Operation<Input, Unit, Answer>,
  raw: unknown,
  workspace: Workspace,
  options: AskOptions = {},
): AsyncGenerator<AnswerPart<Answer>, void, undefined> {
  const call = new Call(operation, raw, workspace, { ...options, whole: true });
  const draft = await call.observed(() => call.draft(), false);
  if (draft.kind === "single" || draft.stream === undefined || call.budget > 0) {
    yield { answer: await call.observed(() => call.answer(draft)) };
    return;
  }
  yield* call.parts(draft);
}

/** One question on its way through the gate. */
class Call<Input extends AnyInput, Unit, Answer extends AnyAnswer> {
  readonly #operation: Operation<Input, Unit, Answer>;
  readonly #given: Readonly<Record<string, unknown>>;
  readonly #workspace: Workspace;
  readonly #options: AskOptions;
  readonly #started: number;
  #input: Input | undefined;
  /** What a reader would not see in items that have gone out. */
  readonly #sent: InvisibleText;

  constructor(
    operation: Operation<Input, Unit, Answer>,
    raw: unknown,
    workspace: Workspace,
    options: AskOptions,
  ) {
    this.#operation = operation;
    this.#given = raw as Record<string, unknown>;
    this.#workspace = workspace;
    this.#options = options;
    this.#started = workspace.now().getTime();
    this.#sent = new InvisibleText(operation.output);
  }

  /** Most tokens of the answer; 0 for no limit. */
  get budget(): number {
    const named = (this.#given.max_response_tokens ?? null) !== null;
    return this.#options.whole && !named ? 0 : this.#input!.max_response_tokens;
  }

  /** Tells the observer how the work ended. */
  async observed<T extends Answer | Draft<Unit, Answer>>(
    work: () => Promise<T>,
    last: boolean = true,
  ): Promise<T> {
    try {
      const made = await work();
      if (last) this.#tell("answered", tokenEstimate(made as Answer));
      return made;
    } catch (failure) {
      this.#tell(codeOf(failure), 0);
      throw failure;
    }
  }

  async draft(): Promise<Draft<Unit, Answer>> {
    this.#input = parseArguments<Input>(this.#operation, this.#given);
    const { signal, progress } = this.#options;
    const workspace = this.#workspace;
    const steps: Steps = observedSteps(signal, progress, () => workspace.now().getTime());
    const draft = await this.#operation.run(this.#input, {
      workspace,
      steps,
      budget: this.budget,
      describe: (args) => this.#fit().describe(args),
    });
    await steps.step("writing the answer");
    return draft;
  }

  async answer(draft: Draft<Unit, Answer>): Promise<Answer> {
    const { answer, items } = draft.kind === "single"
      ? { answer: await draft.answer(this.#fit()), items: 0 }
      : await this.#page(draft);
    // A whole answer is made of what pages are, and is not checked again.
    if (items <= LARGEST_PAGE && !(this.#options.whole && draft.kind === "pages")) {
      this.#check(answer);
    }
    return answer;
  }

  /** All items, one by one, then the answer without them. */
  async *parts(
    draft: PagedDraft<Unit, Answer>,
  ): AsyncGenerator<AnswerPart<Answer>, void, undefined> {
    const { total } = draft;
    let bytes = 0;
    let outcome: AskEvent["outcome"] = "cancelled";
    let tokens = 0;
    try {
      const empty = { total_items: total, page_start: 0, page_size: total, next_cursor: null };
      const answer = draft.build({ units: [], pagination: empty, omitted: [], budget: 0 });
      const [list] = Object.keys(answer);
      for await (const unit of await draft.units(0, total)) {
        const item = draft.stream!(unit);
        this.#sent.look({ [list]: [item] });
        bytes += byteLength(JSON.stringify(item)) + (bytes === 0 ? 0 : 1);
        yield { list, item };
      }
      this.#complete(answer, bytes);
      tokens = tokenEstimate(answer);
      outcome = "answered";
      yield { answer };
    } catch (failure) {
      outcome = codeOf(failure);
      throw failure;
    } finally {
      // Whoever takes no more parts has called the work off.
      this.#tell(outcome, tokens);
    }
  }

  #page(draft: PagedDraft<Unit, Answer>): Promise<{ answer: Answer; items: number }> {
    const { name: operation } = this.#operation;
    const { cursor, page_size = LARGEST_PAGE } = this.#input!;
    const scope = { ...draft.scope, tool: operation, filtersHash: hashOf(draft.filters) };
    return pagedAnswer({
      operation,
      draft,
      scope,
      start: cursor === undefined ? 0 : readCursor(cursor, scope, draft.total),
      size: this.#options.whole ? Math.max(1, draft.total) : clampPageSize(page_size),
      budget: this.budget,
      given: this.#given,
      describe: this.#describe,
      complete: (answer) => this.#complete(answer),
    });
  }

  #fit(): Fit<Answer> {
    const { name } = this.#operation;
    return {
      budget: this.budget,
      whole: this.#options.whole ?? false,
      describe: (args) => this.#describe(name, { ...repositoryArguments(this.#given), ...args }),
      describeCall: this.#describe,
      complete: (answer) => tokensOf(sentBytes(JSON.stringify(this.#complete(answer)))),
    };
  }

  get #describe(): NonNullable<AskOptions["describeCall"]> {
    return this.#options.describeCall ?? describeToolCall;
  }

  /** Adds what can only be told of the finished answer, of which so many bytes have gone out. */
  #complete(answer: Answer, gone: number = 0): Answer {
    const invisible = gone === 0 ? new InvisibleText(this.#operation.output) : this.#sent;
    invisible.look(answer);
    answer.metadata.notices.push(...invisible.notices().map(toNotice));
    const holder = answer.token_estimate === undefined ? answer.metadata : answer;
    holder.token_estimate = 0;
    holder.token_estimate = estimateTokens(jsonPieces(answer), gone);
    return answer;
  }

  /** A wrong answer is a fault of ours. */
  #check(answer: Answer): void {
    const checked = this.#operation.output.safeParse(answer);
    if (checked.success) return;
    const [issue] = checked.error.issues;
    throw new PrismError(
      "internal",
      `The answer of ${this.#operation.name} breaks its schema at ${
        issue.path.join(".")
      }: ${issue.message}.`,
    );
  }

  #tell(outcome: AskEvent["outcome"], tokens: number): void {
    this.#options.observe?.({
      operation: this.#operation.name,
      outcome,
      milliseconds: this.#workspace.now().getTime() - this.#started,
      tokens,
    });
  }
}

function codeOf(failure: unknown): ErrorCode {
  return failure instanceof PrismError ? failure.code : "internal";
}

function tokenEstimate(answer: AnyAnswer): number {
  return answer.token_estimate ?? answer.metadata.token_estimate ?? 0;
}

function describeToolCall(operation: string, args: Record<string, unknown>): string {
  return `${operation} ${JSON.stringify(args)}`;
}
