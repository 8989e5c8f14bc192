/**
 * What the parser of Swift does not know yet.
 *
 * @module
 */

/** A name of any signs, `` `adds two numbers` ``. */
const RAW_NAME = /`(?=[^`\n]*[^\w`\n])[^`\n]*`/g;

/** Macros without arguments that stand for values: `= #_sourceLocation`, `= #isolation`. */
const VALUE_MACRO = /#(?=_[a-z]\w*|isolation\b)/g;

/** The text for the parser; all places stay the same. */
export function prepare(text: string): string {
  const plain = text.replace(VALUE_MACRO, "_");
  return plain.includes("`")
    ? plain.replace(RAW_NAME, (name) => `\`${name.slice(1, -1).replace(/\W/g, "_")}\``)
    : plain;
}
