/**
 * Names in double quotes with the escapes of C (git-config(1), core.quotePath).
 *
 * @module
 */

const ESCAPES: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  '"': '"',
};
const OCTAL = /^[0-3][0-7]{2}/;

/**
 * Reads the quoted byte string whose opening quote stands at `start`; `null` when the quote is not
 * closed or an escape is none. `end` is behind the closing quote.
 */
export function unquote(line: string, start: number): { text: string; end: number } | null {
  let text = "";
  for (let at = start + 1; at < line.length; at++) {
    const character = line[at];
    if (character === '"') return { text, end: at + 1 };
    if (character !== "\\") {
      text += character;
      continue;
    }
    at++;
    const octal = OCTAL.exec(line.slice(at, at + 3));
    if (octal !== null) {
      text += String.fromCharCode(parseInt(octal[0], 8));
      at += 2;
    } else {
      const escaped = ESCAPES[line[at]];
      if (escaped === undefined) return null;
      text += escaped;
    }
  }
  return null;
}
