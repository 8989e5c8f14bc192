/**
 * Kotlin that the parser does not know, in words of the same length that it does. Names, signatures and
 * all else are read from the text itself, so only the shape of the replacement matters.
 *
 * @module
 */

import { blankDelegates } from "./delegates.ts";

/** A place that is written anew. */
interface Rewrite {
  /** Without it in the text there is nothing to rewrite; a look at it is cheaper than the pattern. */
  readonly sign?: string;
  readonly pattern: RegExp;
  /** @param before What stands before the match in its line. */
  readonly rewrite: (match: RegExpExecArray, before: () => string) => string;
}

const SOFT_NAMES =
  "open|data|inner|value|annotation|sealed|enum|final|abstract|override|external|" +
  "inline|infix|operator|const|lateinit|vararg|tailrec|expect|actual|companion|out";
const MODIFIED =
  "fun|val|var|class|interface|object|private|public|internal|protected|override|suspend|" +
  "inline|open|abstract|operator|infix|tailrec|data|sealed|enum|annotation|value|const|lateinit|companion|" +
  "inner|external|final|expect|actual|constructor|get|set";
/** What is no beginning of something that is given a value. */
const NO_TARGET = /\b(?:val|var|fun|class)\b|->|\{/;
/** What may stand before the guard of an entry of `when`. */
const CONDITION = /(?:^|[{;])[ \t]*(?!else\b)(?:!?(?:is|in)[ \t]+)?[\w.<>?*]+[ \t]+$/;
/** The end of a line that goes on in the next, or at which nothing can be put. */
const OPEN_LINE = /[{,(>][ \t]*$|\/\/|\*\/[ \t]*$/;

/** How far in a line is looked. */
const REACH = 300;

const blank = (text: string): string => text.replace(/[^\n]/g, " ");
const underline = (text: string): string => "_".repeat(text.length);

const REWRITES: readonly Rewrite[] = [
  // The constructor of a class in a line of its own.
  {
    sign: "constructor",
    pattern:
      /(\bclass\s+[\w`]+(?:<[^\n{}()]*>)?)((?:\s|@[\w.:]+(?:\([^()]*\))?|\b(?:private|internal|protected|public)\b)+)(?=constructor\b)/g,
    rewrite: ([, head, rest]) => head + rest.replaceAll("\n", " "),
  },
  // An interface of one function.
  { sign: "interface", pattern: /\bfun(?=\s+interface\b)/g, rewrite: () => "   " },
  // Numbers of two digits.
  { pattern: /\b0[bB](?=[01_])/g, rewrite: () => "0x" },
  // A name that begins with an operator's.
  { pattern: /\b(?:in|is|as)(?=\d)/g, rewrite: () => "__" },
  // A cast in the next line.
  { pattern: /\n(?=[ \t]*as\??[ \t]+[A-Z(])/g, rewrite: () => " " },
  // A name that may be a modifier.
  {
    pattern: new RegExp(`\\b(?:${SOFT_NAMES})(?=\\(|[ \\t]*[-+*/]?=[^=])`, "g"),
    rewrite: ([name]) => `_${name.slice(1)}`,
  },
  // A property of a result that is given a value; the parser knows only names there.
  {
    pattern: /(\)[\w.!?[\]]*(?:\.[\w`]+|\])[ \t]*)([-+*/%]?=)(?!=)/g,
    rewrite: ([all, left, sign], before) =>
      NO_TARGET.test(before()) ? all : left + (sign === "=" ? "+" : "=="),
  },
  // A function type on a type with a qualifier.
  { sign: ".(", pattern: /\.(?=[\w.]{1,100}\.\([^()\n]{0,200}\)[ \t]*->)/g, rewrite: () => "_" },
  // A class in a package.
  { sign: "::class", pattern: /\.(?=[\w.]{1,100}::class\b)/g, rewrite: () => "_" },
  // A comment between annotations.
  {
    sign: "@",
    pattern: /(@[\w.:]+(?:\([^()\n]*\))?[ \t]*)(\/\/[^\n]*)/g,
    rewrite: ([, annotation, comment]) => annotation + blank(comment),
  },
  // Context parameters, as an annotation.
  {
    sign: "context(",
    pattern: new RegExp(
      `\\bcontext(\\([^()\\n]*(?:\\([^()\\n]*\\)[^()\\n]*)*\\))(?=\\s*(?:@|(?:${MODIFIED})\\b))`,
      "g",
    ),
    rewrite: ([, given]) => `@contex${underline(given)}`,
  },
  // Arguments of an annotation at the top level, which the parser may take for an expression of its own.
  {
    sign: "@",
    pattern:
      /^(@(?!file:)[\w.:]+)(\((?:[^()"]|"(?:[^"\\\n]|\\.)*"|\((?:[^()"]|"(?:[^"\\\n]|\\.)*"){0,500}\)){0,500}\))/gm,
    rewrite: ([, name, given]) => name + underline(given),
  },
  // A guard of `when`, as one more condition.
  {
    sign: "->",
    pattern: /\bif\b(?=[^\n{};]{0,200}->)/g,
    rewrite: ([all], before) => CONDITION.test(before()) ? ", " : all,
  },
  // An entry of `when` that seems to go on with the line before it.
  {
    sign: "->",
    pattern: /\n(?=[ \t]*!?in[ \t][^\n]*->)/g,
    rewrite: ([all], before) => OPEN_LINE.test(before()) ? all : ";",
  },
  // A comma after the last condition; it is layout, which a blank would not be.
  { sign: "->", pattern: /,(?=\s*->)/g, rewrite: () => "\n" },
  // An accessor in the line of its property, which stands below it everywhere else.
  {
    sign: "et",
    pattern:
      /[ \t](?=[ \t]*(?:get\(\)[ \t]*[=:{]|(?:private|internal|protected|public)[ \t]+set\b))/g,
    rewrite: ([all], before) => /\b(?:val|var)\b[^{]*$/.test(before()) ? ";" : all,
  },
  // A range without its end.
  { sign: "..<", pattern: /\.\.<(?=\S)/g, rewrite: () => "..+" },
  // What is declared right before a brace in its line.
  {
    pattern:
      /(\b(?:class|object|interface|fun|val|var)\b[^\n{}]{0,200}[^\s{};,(])[ \t]([ \t]*)(?=\})/g,
    rewrite: ([, head, rest]) => `${head};${rest}`,
  },
  { pattern: /\}[ \t](?=[ \t]*\})/g, rewrite: () => "};" },
  // A class without a body, which the parser may take for a call that goes on below.
  {
    pattern:
      /(\b(?:class|object|interface)[ \t]+\w+(?:[<(:][^\n{}]{0,200}[\w)>])?[ \t]*)\n(?=[ \t]*\n)/g,
    rewrite: ([, head]) => `${head};`,
  },
  // A string with another sign for its holes, as an operator and a string.
  { sign: "$$", pattern: /\$\$+(?=")/g, rewrite: ([signs]) => "+".repeat(signs.length) },
];

/** See `Grammar.prepare`. */
export function prepare(text: string): string {
  return blankDelegates(REWRITES.reduce(rewriteAll, text.replaceAll("\r\n", " \n")));
}

function rewriteAll(text: string, { sign, pattern, rewrite }: Rewrite): string {
  if (sign !== undefined && !text.includes(sign)) return text;
  let done = "";
  let end = 0;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const { index } = match;
    const before = () => {
      const near = text.slice(Math.max(0, index - REACH), index);
      return near.slice(near.lastIndexOf("\n") + 1);
    };
    done += text.slice(end, index) + rewrite(match, before);
    end = pattern.lastIndex;
  }
  return end === 0 ? text : done + text.slice(end);
}
