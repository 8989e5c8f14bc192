/**
 * What formatters may change in Java without changing the meaning.
 *
 * @module
 */

/**
 * A string literal in one form: the blanks that all lines of a text block begin with are no part of
 * its text, nor are those at the end of a line (Java Language Specification, 3.10.6).
 */
export function textBlock(_type: string, text: string): string {
  const block = /^"[ \t\f]*\n/.exec(text);
  if (block === null) return text;
  const lines = text.slice(block[0].length).split("\n");
  let indent = Infinity;
  lines.forEach((line, index) => {
    const blank = line.search(/[^ \t\f]/);
    if (blank >= 0) indent = Math.min(indent, blank);
    else if (index === lines.length - 1) indent = Math.min(indent, line.length);
  });
  return `"\n${lines.map((line) => line.slice(indent).replace(/[ \t\f]+$/, "")).join("\n")}`;
}

/** Modifiers in one order; those with annotations stay as they are. */
export function sortedModifiers(text: string): string | null {
  return /^[a-z\s-]+$/.test(text) ? text.split(/\s+/).sort().join(" ") : null;
}
