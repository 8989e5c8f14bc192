/**
 * A long answer's JSON in pieces, so that its text never stands in memory as a whole.
 *
 * @module
 */

/** The compact JSON of an object, piece by piece: the items of each list in it are pieces of their own. */
export function* jsonPieces(value: object): Generator<string, void, undefined> {
  let separator = "{";
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const head = `${separator}${JSON.stringify(key)}:`;
    separator = ",";
    if (!Array.isArray(member)) yield head + JSON.stringify(member);
    else if (member.length === 0) yield head + "[]";
    else {
      for (let at = 0; at < member.length; at++) {
        yield (at === 0 ? head + "[" : ",") + (JSON.stringify(member[at]) ?? "null");
      }
      yield "]";
    }
  }
  yield separator === "{" ? "{}" : "}";
}
