/**
 * Extensions that belong to several languages, and what in the content tells which it is.
 *
 * @module
 */

import type { SharedExtension } from "../src/syntax/language.ts";

/** Looked up after the extension itself; content that is not given leaves `otherwise`. */
export const SHARED_EXTENSIONS: readonly SharedExtension[] = [
  {
    extension: ".h",
    otherwise: "c",
    rules: [
      {
        label: "objectivec",
        sign: /^[ \t]*@(?:interface|protocol|class|import|property)\b/m,
        ignore: withoutComments,
      },
      {
        label: "cpp",
        sign:
          /^[ \t]*(?:(?:inline[ \t]+)?namespace(?:[ \t]+\w+(?:::\w+)*)?[ \t\w()]*(?:\{|$)|template[ \t]*<|(?:class|(?:enum|friend)[ \t]+class)[ \t]+(?:\w+[ \t]+|\w+\([^)\n]*\)[ \t]+|\[\[[^\n]*?\]\][ \t]*)*\w+(?:<[^\n]*>)?[ \t]*(?:final[ \t]*)?(?::[^:]|[{;]|$)|using[ \t]+(?:namespace[ \t]+\w|\w+[ \t]*=|(?:typename[ \t]+)?[\w:]+::\w+;)|(?:public|private|protected)[ \t]*:|(?:virtual|explicit|constexpr|consteval|friend|mutable|operator)[ \t][^\n]*\(|typedef[ \t]+(?:typename\b|[^\n;]*\w::\w)|#[ \t]*include[ \t]*<(?:[a-z_]+|c(?:assert|ctype|errno|float|limits|math|stddef|stdint|stdio|stdlib|string|time))>)|(?:^|[^\w:"'])(?:std|boost)::\w|\w::~?\w+[ \t]*\(|=[ \t]*(?:delete|default)[ \t]*;|\b(?:static|const|reinterpret|dynamic)_cast[ \t]*</m,
        ignore: (text) => withoutCppGuards(withoutComments(text)),
      },
    ],
  },
  {
    extension: ".m",
    otherwise: "objectivec",
    rules: [
      { label: "matlab", sign: /^[ \t]*(?:%|function\b[^{\n]*$|classdef\b)/m },
    ],
  },
  {
    // Qt keeps translations in XML files of this name.
    extension: ".ts",
    otherwise: "typescript",
    rules: [{ label: "xml", sign: /^\s*<(?:\?xml|!DOCTYPE TS|TS\b)/ }],
  },
  {
    extension: ".pl",
    otherwise: "perl",
    rules: [{ label: "prolog", sign: /^[ \t]*:-|^[a-z]\w*\([^)\n]*\)[ \t]*:-/m }],
  },
];

/** Comments and strings gone; an `#include` keeps its angle brackets. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[^]*?(?:\*\/|$)|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"/g, " ");
}

/** Without what only a C++ compiler sees in a header that is C: `#ifdef __cplusplus` to its end. */
function withoutCppGuards(text: string): string {
  if (!text.includes("__cplusplus")) return text;
  const kept: string[] = [];
  // One entry per open condition: whether it is about C++ alone, and whether its text is left out now.
  const open: { guard: boolean; hidden: boolean }[] = [];
  for (const line of text.split("\n")) {
    const directive = /^\s*#\s*(ifdef|ifndef|if|elif|else|endif)\b(.*)/.exec(line);
    if (directive === null) {
      if (!open.some((condition) => condition.hidden)) kept.push(line);
      continue;
    }
    const [, word, rest] = directive;
    if (word === "endif") open.pop();
    else if (word === "else" || word === "elif") {
      const top = open.at(-1);
      if (top?.guard) top.hidden = !top.hidden;
    } else {
      const guard = rest.includes("__cplusplus");
      const negative = word === "ifndef" || /!\s*defined/.test(rest);
      open.push({ guard, hidden: guard && !negative });
    }
  }
  return kept.join("\n");
}
