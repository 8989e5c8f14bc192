/**
 * What formatters of C may change besides blanks.
 *
 * @module
 */

const TOKEN =
  /\/\/[^\n]*|\/\*[^]*?(?:\*\/|(?![^]))|(?:u8|[uUL])?"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\w+|<<=|>>=|\.\.\.|->\*?|\+\+|--|<<|>>|[<>=!]=|&&|\|\||[-+*/%&|^]=|##|::|\S/g;
const LITERAL = /^"((?:\\[^]|[^"\\])*)"$/;
/** An escape at the end of a literal that a digit after it would change. */
const OPEN_ESCAPE = /\\(?:x[\dA-Fa-f]*|[0-7]{1,2})$/;
const COMMENT = /^(?:\/\/|\/\*)/;

/** Tokens with literals that stand side by side as one, since a formatter breaks long ones. */
function joinLiterals(tokens: readonly string[]): string[] {
  const joined: string[] = [];
  /** Whether the last one may go on. */
  let open = false;
  /** Whether its last escape would take in a digit. */
  let isEscaped = false;
  for (const token of tokens) {
    const content = LITERAL.exec(token)?.[1];
    if (content === undefined) {
      if (COMMENT.test(token)) continue;
      joined.push(token);
      open = false;
      continue;
    }
    if (open && !(isEscaped && /^[\dA-Fa-f]/.test(content))) joined[joined.length - 1] += content;
    else joined.push(`"${content}`);
    open = true;
    isEscaped = OPEN_ESCAPE.test(content);
  }
  return joined;
}

function tokensOf(text: string): string[] {
  // The quotes of a raw string may stand anywhere in it.
  if (/\b(?:u8|[uUL])?R"/.test(text)) return [text];
  return joinLiterals(text.replace(/\\\r?\n/g, " ").match(TOKEN) ?? []);
}

/** A literal alone, in the form that it has beside others; its letters tell its type. */
export function literal(text: string): string {
  const [, prefix, content] = /^(u8|[uUL])?"([^]*)"$/.exec(text) ?? ["", "", text];
  return `${prefix ?? ""}"${content.replace(/\\(["'])/g, "$1")}`;
}

/** Literals and macros side by side, `"%" PRIu64 "\n"`. */
export function concatenated(text: string): string {
  return tokensOf(text).join(" ").replace(/\\(["'])/g, "$1");
}

/** The text of a macro as its tokens, and `#  define` as `#define`. */
export function leaf(type: string, text: string): string {
  if (type !== "preproc_arg") return text[0] === "#" ? text.replace(/\s+/g, "") : text;
  return tokensOf(text).join(" ");
}
