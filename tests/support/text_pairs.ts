/**
 * Pairs of texts to compare, made at random from a seed: repeated lines, blank lines, indentation,
 * moved and doubled blocks, few and very many edits, missing newlines, CRLF, long common tails.
 *
 * @module
 */

/** A file before and after a change. */
export interface Pair {
  readonly name: string;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

type Random = (below: number) => number;

const LINES = [
  ...["", "", "\t", "  ", "}", "\t}", "    }", "  {", "f();", "\tf();", "\t\tg();", "        h"],
  ...[" \t x", "\r", "\f", "\v", "end", "  end", "\xa0 y", "\r x", "\f  q", "/**", " */", "a", "b"],
];

/** So many pairs; equal seeds give equal pairs. */
export function randomPairs(seed: number, count: number): Pair[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, (_, i) => randomPair(random, `${i}`.padStart(6, "0")));
}

/**
 * So many pairs of which one repeats some lines more often than the other, so that the run that
 * changed can slide: short units of indented and blank lines, and units of about 100 lines.
 */
export function slidingPairs(seed: number, count: number): Pair[] {
  const random = randomFrom(seed);
  const indents = ["", " ", "  ", "    ", "\t", "\t\t", "      ", " \t"];
  const line = () => {
    const indent = random(30) ? indents[random(indents.length)] : " ".repeat(196 + random(8));
    return indent + (random(4) ? "xyz"[random(3)] : "");
  };
  const lines = (length: number) => Array.from({ length }, line);
  return Array.from({ length: count }, (_, i) => {
    const unit = lines(random(20) ? 1 + random(9) : 90 + random(20));
    const times = 1 + random(3);
    const [head, tail] = [lines(random(4)), lines(random(4))];
    const repeated = (n: number) => Array.from({ length: n }, () => unit).flat();
    const text = (n: number) => [...head, ...repeated(n), ...tail, ""].join("\n");
    const sides = [bytesOf(text(times)), bytesOf(text(times + 1 + random(2)))];
    const turned = random(2);
    return { name: `${i}`.padStart(6, "0"), before: sides[turned], after: sides[1 - turned] };
  });
}

/**
 * So many pairs with thousands of edits among runs of 17 to 24 lines. Few different runs occur, so
 * that they match in many places and a search that stops early may follow any. The files are of more
 * than 32,768 lines: only there git lets a long run end a search.
 */
export function interruptedPairs(seed: number, count: number): Pair[] {
  const random = randomFrom(seed);
  const tokens = (length: number) => Array.from({ length }, () => `t${random(400)}`);
  return Array.from({ length: count }, (_, i) => {
    const runs = Array.from({ length: 4 + random(20) }, () => tokens(17 + random(8)));
    const noise = 1 + random(6), changed = 2 + random(8);
    const before: string[] = [], after: string[] = [];
    for (let n = 1800 + random(400); n > 0; n--) {
      const run = runs[random(runs.length)];
      const other = random(changed) ? run : runs[random(runs.length)];
      before.push(...run, ...tokens(random(noise)));
      after.push(...other, ...tokens(random(noise)));
    }
    const [a, b] = [bytesOf(before.join("\n")), bytesOf(after.join("\n"))];
    return { name: `${i}`.padStart(6, "0"), before: a, after: b };
  });
}

function randomPair(random: Random, name: string): Pair {
  const lines = randomLines(random);
  let before = joined(random, lines);
  let after = joined(random, edited(random, lines));
  if (random(2)) {
    const tail = "tail of both\n".repeat(random(300)) + joined(random, randomLines(random));
    before += tail;
    after += tail;
  }
  if (before === after) after += "x\n";
  return { name, before: bytesOf(before), after: bytesOf(after) };
}

// Mulberry32.
function randomFrom(seed: number): Random {
  return (below) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

function randomLines(random: Random): string[] {
  const several = (most: number, line: (i: number) => string) =>
    Array.from({ length: random(most) }, (_, i) => line(i));
  const distinct = 1 + random(1500);
  switch (random(7)) {
    case 0:
      return several(60, () => LINES[random(LINES.length)]);
    case 1:
      return several(3000, () => `line${random(distinct)}`);
    case 2:
      return several(3000, (i) => random(5) < 2 ? LINES[random(LINES.length)] : `only${i}`);
    case 3:
      return several(3000, () => random(5) < 3 ? "same" : `v${random(3000)}`);
    case 4:
      return several(300, (i) => LINES[i % (1 + distinct % 5)]);
    case 5:
      return several(200, () => " ".repeat(random(3) * random(80)) + "xy\n"[random(3)].trim());
    default:
      return several(20, () => "abc"[random(3)].repeat(random(3000)));
  }
}

function edited(random: Random, lines: readonly string[]): string[] {
  const edits = [1 + random(3), random(30), random(1 + lines.length), 700][Math.min(random(5), 3)];
  const longest = 1 + random(random(3) ? 6 : 60);
  const after = [...lines];
  for (let i = 0; i < edits; i++) {
    const at = random(after.length + 1), length = random(longest);
    switch (random(5)) {
      case 0:
        after.splice(at, length);
        break;
      case 1:
        after.splice(at, 0, ...after.slice(at, at + length));
        break;
      case 2:
        after.splice(at, 1, `new${random(1000)}`);
        break;
      case 3:
        after.splice(random(after.length + 1), 0, ...after.splice(at, length));
        break;
      default:
        after.splice(at, 0, ...Array.from({ length }, () => LINES[random(LINES.length)]));
    }
  }
  return random(40) ? after : after.reverse();
}

function joined(random: Random, lines: readonly string[]): string {
  const ending = random(25) ? "\n" : "\r\n";
  return lines.join(ending) + (lines.length > 0 && random(4) ? ending : "");
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (c) => c.charCodeAt(0));
}

/** A stream for `git fast-import`: commits `before` and `after` with one file for each pair. */
export function filesOf(pairs: readonly Pair[]): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const side of ["before", "after"] as const) {
    parts.push(bytesOf(`commit refs/heads/${side}\ncommitter a <a@b> 1 +0000\ndata 0\n`));
    for (const pair of pairs) {
      parts.push(bytesOf(`M 100644 inline ${pair.name}\ndata ${pair[side].length}\n`));
      parts.push(pair[side], bytesOf("\n"));
    }
  }
  const stream = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    stream.set(part, at);
    at += part.length;
  }
  return stream;
}
