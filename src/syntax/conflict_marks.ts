/**
 * The lines that a merge leaves between the sides of a conflict. They are no code and would spoil the
 * reading of what follows them.
 *
 * @module
 */

const OPENING = "<<<<<<< ";
const MARKS = /^(?:<{7} .*|\|{7}(?: .*)?|={7}|>{7} .*)$/gm;

/** The text with blanks in place of such lines, so that all places stay the same; both sides are kept. */
export function blankConflictMarks(text: string): string {
  if (!text.startsWith(OPENING) && !text.includes("\n" + OPENING)) return text;
  return text.replace(MARKS, (mark) => " ".repeat(mark.length));
}
