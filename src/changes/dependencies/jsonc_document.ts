/**
 * JSON with comments and trailing commas.
 *
 * @module
 */

import { createScanner, type ScanError, type SyntaxKind } from "jsonc-parser";

// The library declares these as constants that only its own compiler sees.
const UNKNOWN: SyntaxKind = 16;
const END: SyntaxKind = 17;
const NO_ERROR: ScanError = 0;

/**
 * The value of a JSONC text. The tokens are written out as plain JSON for the native parser, which
 * knows no recursion limit and makes `__proto__` a key like others.
 */
export function parseJsonc(text: string): unknown {
  const scanner = createScanner(text, true);
  const parts: string[] = [];
  for (let kind = scanner.scan(); kind !== END; kind = scanner.scan()) {
    if (scanner.getTokenError() !== NO_ERROR || kind === UNKNOWN) {
      throw new SyntaxError(`Unexpected token at line ${scanner.getTokenStartLine() + 1}`);
    }
    const start = scanner.getTokenOffset();
    const token = text.slice(start, start + scanner.getTokenLength());
    if ((token === "}" || token === "]") && parts.at(-1) === ",") parts.pop();
    parts.push(token);
  }
  return JSON.parse(parts.join(" "));
}
