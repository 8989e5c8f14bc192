/**
 * Prints an answer while it is made: as one line of JSON, as JSON for people, or as a table.
 *
 * @module
 */

import { jsonPieces } from "../../answers/shape/json_pieces.ts";
import type { AnswerPart } from "../../operations/ask.ts";
import { Printer, type ProgressLine } from "./output.ts";

/** How an answer looks at a terminal. Every text ends with a newline. */
export interface AnswerTable {
  /** An item of an answer whose items go out one by one. */
  readonly item?: (item: unknown) => string;
  /** The answer, without the items that went out before. */
  readonly rest: (answer: unknown) => string;
}

/** How an answer is printed. */
export interface PrintOptions {
  /** Goes away before anything is printed. */
  readonly progress: ProgressLine;
  /** Lines in place of JSON. */
  readonly table?: AnswerTable;
  /** Blanks of a level of JSON; 0 for one line. */
  readonly indent: number;
}

/** Prints the parts of an answer. */
export async function printAnswer(
  parts: AsyncIterable<AnswerPart<object>> | Iterable<AnswerPart<object>>,
  { progress, table, indent }: PrintOptions,
): Promise<void> {
  const printer = new Printer(() => progress.clear());
  let head = "";
  for await (const part of parts) {
    if ("item" in part) {
      if (table?.item !== undefined) printer.add(table.item(part.item));
      else {
        // The list is the answer's first field; its items stand where its JSON is empty.
        const begin = head === "" ? head = `{${JSON.stringify(part.list)}:[` : ",";
        printer.add(begin + JSON.stringify(part.item));
      }
    } else if (table !== undefined) printer.add(table.rest(part.answer));
    else if (head !== "") printer.add(`${JSON.stringify(part.answer).slice(head.length)}\n`);
    else if (indent > 0) printer.add(`${JSON.stringify(part.answer, null, indent)}\n`);
    else {
      for (const piece of jsonPieces(part.answer)) printer.add(piece);
      printer.add("\n");
    }
  }
  printer.flush();
}
