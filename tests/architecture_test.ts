import assert from "node:assert/strict";
import { relative } from "node:path";

const ROOT = new URL("../", import.meta.url).pathname;

/** What each layer may import besides itself; `errors.ts` may be imported by all. */
const BELOW: Record<string, readonly string[]> = {
  git: [],
  syntax: ["grammars"],
  memory: [],
  changes: ["git", "syntax"],
  history: ["changes", "git", "syntax"],
  calls: ["changes", "git", "syntax"],
  answers: ["calls", "history", "changes", "git", "syntax"],
  operations: ["answers", "calls", "history", "changes", "git", "syntax", "memory"],
  surfaces: ["operations", "answers", "calls", "history", "changes", "git", "syntax", "memory"],
};

interface Module {
  path: string;
  imports: string[];
}

function modules(): Module[] {
  const found: Module[] = [];
  const entries = ["mod.ts", "cli.ts", "server.ts"];
  const seen = new Set<string>();
  for (const entry of entries) {
    const { stdout } = new Deno.Command(Deno.execPath(), {
      args: ["info", "--json", `${ROOT}${entry}`],
    }).outputSync();
    for (const module of JSON.parse(new TextDecoder().decode(stdout)).modules) {
      if (!module.local?.startsWith(ROOT) || seen.has(module.local)) continue;
      seen.add(module.local);
      const imports = (module.dependencies ?? []).flatMap(
        (
          dependency: { code?: { specifier: string }; type?: { specifier: string } },
        ) => [dependency.code?.specifier, dependency.type?.specifier],
      ).filter((specifier: string | undefined) => specifier?.startsWith("file:"));
      found.push({
        path: relative(ROOT, module.local),
        imports: imports.map((url: string) => relative(ROOT, new URL(url).pathname)),
      });
    }
  }
  return found;
}

function layerOf(path: string): string {
  const [top, next] = path.split("/");
  if (top !== "src") return top;
  return path.split("/").length === 2 ? next : next;
}

const ALL = modules();

Deno.test("no module imports upward or sideways", () => {
  const wrong: string[] = [];
  for (const { path, imports } of ALL) {
    const layer = layerOf(path);
    if (!path.startsWith("src/") || !(layer in BELOW)) continue;
    for (const target of imports) {
      const below = layerOf(target);
      const shared = below === "errors.ts" || below === "version.ts";
      if (below !== layer && !shared && !BELOW[layer].includes(below)) {
        wrong.push(`${path} → ${target}`);
      }
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(ALL.length > 50, "the graph was read");
});

Deno.test("no two modules import each other, directly or around", () => {
  const edges = new Map(ALL.map(({ path, imports }) => [path, imports]));
  const done = new Set<string>();
  const open: string[] = [];
  const cycles: string[] = [];
  const visit = (path: string) => {
    if (done.has(path)) return;
    if (open.includes(path)) {
      cycles.push([...open.slice(open.indexOf(path)), path].join(" → "));
      return;
    }
    open.push(path);
    for (const target of edges.get(path) ?? []) visit(target);
    open.pop();
    done.add(path);
  };
  for (const path of edges.keys()) visit(path);
  assert.deepEqual(cycles, []);
});

/** Words that only some places may hold, outside of comments. */
const RESERVED: [what: string, word: RegExp, allowed: RegExp][] = [
  [
    "the environment, arguments and streams",
    /\bDeno\.(env|args|stdin|stdout|stderr|exit)\b/,
    /^src\/surfaces\//,
  ],
  // A parse that does not end can be told by nothing but the time it takes.
  [
    "the clock",
    /\bDate\.now\(|\bnew Date\(\)|performance\.now/,
    /^src\/(surfaces\/|syntax\/parser\.ts$)/,
  ],
  ["the console", /\bconsole\./, /^src\/surfaces\//],
  ["programs", /\bDeno\.(Command|run)\b|node:child_process/, /^$/],
  [
    "writing",
    /\bDeno\.(write\w*|remove\w*|rename\w*|mkdir\w*|create\w*|truncate\w*|symlink\w*|chmod\w*)\b/,
    /^$/,
  ],
  [
    "the network",
    /\bfetch\(|\bDeno\.(connect|listen|serve)\b|WebSocket/,
    /^src\/surfaces\/telemetry\//,
  ],
  ["files", /\bDeno\.(open|read|stat|lstat|realPath)\w*\b/, /^src\/(git|syntax|memory|surfaces)\//],
  ["the list of grammars", /grammars\/mod\.ts/, /^src\/syntax\//],
];

Deno.test("what belongs to one layer is used in no other", () => {
  const wrong: string[] = [];
  for (const { path } of ALL) {
    if (!path.startsWith("src/") || path.endsWith(".gen.ts")) continue;
    const code = Deno.readTextFileSync(ROOT + path)
      .replace(/\/\*[\s\S]*?\*\//g, "")
      .replace(/^\s*\/\/.*$/gm, "");
    for (const [what, word, allowed] of RESERVED) {
      if (word.test(code) && !allowed.test(path)) wrong.push(`${path} uses ${what}`);
    }
  }
  assert.deepEqual(wrong, []);
});

Deno.test("no drawer for leftovers", () => {
  const drawers = ALL.filter(({ path }) =>
    /(^|[\/_])(utils?|helpers?|common|types|managers?)(\.ts|\/)/.test(path)
  );
  assert.deepEqual(drawers.map(({ path }) => path), []);
});
