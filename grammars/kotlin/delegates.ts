/**
 * Classes and objects that leave an interface to another object.
 *
 * @module
 */

/** `by delegate` before a body, which the parser would take for a lambda that is given to the delegate. */
const DELEGATE = /\bby\s+[\w.]+(?:\([^()\n]*\))?(?=[ \t]*\{)/g;
/** How far before it the declaration is looked for. */
const REACH = 300;

/** The text with blanks in the place of such delegates; all other places stay the same. */
export function blankDelegates(text: string): string {
  return text.replace(
    DELEGATE,
    (match, at: number) => isProperty(at, text) ? match : match.replace(/[^\n]/g, " "),
  );
}

/** Whether what is declared before a place is a variable or function, not a class or object. */
function isProperty(at: number, text: string): boolean {
  let head = text.slice(Math.max(0, at - REACH), at);
  for (let before = ""; before !== head;) {
    before = head;
    head = head.replace(/\([^()]*\)/g, " ");
  }
  const last = head.match(/\b(?:class|object|interface|val|var|fun)\b/g)?.at(-1);
  return last === undefined || /^(?:val|var|fun)$/.test(last);
}
