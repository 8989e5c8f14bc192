/**
 * Pairs of trees whose files may be each other's renames, made at random from a seed: few different
 * lines, so that many files are equally alike, with equal basenames, equal content, CRLF, NUL, chunks
 * around 64 bytes, missing newlines, empty files, links and submodules.
 *
 * @module
 */

/** A file of a tree; of a submodule the data is its commit. */
export interface TreeFile {
  readonly path: string;
  readonly mode: "100644" | "100755" | "120000" | "160000";
  /** One character per byte. */
  readonly data: string;
}

/** The two trees. */
export interface TreePair {
  readonly before: readonly TreeFile[];
  readonly after: readonly TreeFile[];
}

type Random = (below: number) => number;

/** A regular file. */
export function regular(path: string, data: string): TreeFile {
  return { path, mode: "100644", data };
}

/** So many pairs; equal seeds give equal pairs. */
export function randomTreePairs(seed: number, count: number): TreePair[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => randomTreePair(random));
}

function randomTreePair(random: Random): TreePair {
  const pick = <T>(values: readonly T[]): T => values[random(values.length)];
  const lines = Array.from({ length: 2 + random(8) }, () => {
    const length = pick([1, 3, 10, 30, 62, 63, 64, 65, 66, 130]);
    const text = Array.from({ length }, () => random(20) ? "abc"[random(3)] : "\r").join("");
    return text + pick(["\n", "\n", "\n", "\r\n", "\r", "\r\r\n", "\n\n"]);
  });
  const content = () => Array.from({ length: random(13) }, () => pick(lines)).join("");
  const edits: ((text: string) => string)[] = [
    (text) => text.replaceAll("\n", "\r\n"),
    (text) => text.slice(0, -1),
    (text) => text + pick(lines),
    (text) => "\0" + text,
    (text) => text.slice(0, random(text.length + 1)),
    (text) => text + text,
    (text) => {
      const at = random(text.length + 1);
      return text.slice(0, at) + String.fromCharCode(random(256)) + text.slice(at + random(5));
    },
  ];
  const pool = Array.from({ length: 1 + random(8) }, content);
  const names = ["f", "g", "Makefile", "a.c", "f.txt", "h"].slice(0, 1 + random(6));
  const tree = (side: string): TreeFile[] => {
    const files = new Map<string, TreeFile>();
    for (let i = random(14); i >= 0; i--) {
      const name = pick(["", "a/", "b/", "a/x/", "c-d/"]) + pick(names);
      const path = pick([
        `${side}/${name}`,
        `${side}/${name}`,
        `${name}${side}${random(30)}`,
        name,
      ]);
      let data = pick(pool);
      for (let edit = random(3); edit > 0; edit--) data = pick(edits)(data);
      const kind = random(24);
      if (kind === 0) {
        files.set(path, { path, mode: "120000", data: data.replaceAll("\0", "") || "x" });
      } else if (kind === 1) {
        files.set(path, { path, mode: "160000", data: pick("123".split("")).repeat(40) });
      } else files.set(path, { path, mode: kind < 5 ? "100755" : "100644", data });
    }
    const paths = [...files.keys()];
    return [...files.values()].filter(({ path }) =>
      !paths.some((other) => other.startsWith(`${path}/`))
    );
  };
  return { before: tree("old"), after: tree("new") };
}

function randomFrom(seed: number): Random {
  return (below) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

/** Input of `git fast-import` that makes the trees the commits `b0`, `a0`, `b1`, `a1`, ... */
export function importOf(pairs: readonly TreePair[]): Uint8Array {
  let text = "";
  const tree = (ref: string, files: readonly TreeFile[]) => {
    text += `commit refs/heads/${ref}\ncommitter A <a@example.com> 1 +0000\ndata 0\n`;
    for (const { path, mode, data } of files) {
      text += mode === "160000"
        ? `M ${mode} ${data} ${path}\n`
        : `M ${mode} inline ${path}\ndata ${data.length}\n${data}\n`;
    }
    text += "\n";
  };
  pairs.forEach(({ before, after }, i) => {
    tree(`b${i}`, before);
    tree(`a${i}`, after);
  });
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
