/**
 * Makes the modules that hold the parsers (`grammars/<id>/<module>.gen.ts`) and their runtime, from
 * pinned files of npm packages. They are in the module graph, so that a parser needs no permission and
 * no asset at run time, and they are not committed, since none of it was written here.
 *
 * `deno task parsers` makes what is missing or was made from another version; with `--check` it only
 * compares, byte for byte, and exits 1 when something is missing or differs.
 */

import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { ParserPackage } from "../src/syntax/language.ts";
import { TREE_SITTER } from "../src/syntax/tree_sitter_package.ts";
import { readPackage, registryOf } from "./npm_tarball.ts";

const ROOT = new URL("../", import.meta.url);
const LICENSES = new URL("grammars/THIRD_PARTY_LICENSES.gen.txt", ROOT);
/** There when all modules are; its absence is what other tasks look for. */
const STAMP = new URL("grammars/parsers.stamp", ROOT);
/** Changes when the form of the modules does, so that they are made again. */
const FORM = 4;

type Files = Map<string, Uint8Array<ArrayBuffer>>;

/** A module to make. */
interface Target {
  readonly url: URL;
  readonly package: string;
  readonly version: string;
  readonly notice?: string;
  /** Paths in the package and what they must hash to. */
  readonly files: readonly (readonly [path: string, sha256: string])[];
  readonly text: (files: Files) => string;
}

async function targets(): Promise<Target[]> {
  const found: Target[] = [runtime()];
  for (
    const folder of [...Deno.readDirSync(new URL("grammars/", ROOT))].map((it) => it.name).sort()
  ) {
    const list = new URL(`grammars/${folder}/parser.ts`, ROOT);
    if (!exists(list)) continue;
    for (const parsers of Object.values(await import(list.href)) as (readonly ParserPackage[])[]) {
      for (const it of parsers) found.push(parser(it, new URL(`${it.module}.gen.ts`, list)));
    }
  }
  return found;
}

function parser(it: ParserPackage, url: URL): Target {
  return {
    url,
    package: it.package,
    version: it.version,
    notice: it.notice,
    files: [[it.file, it.sha256]],
    text: (files) =>
      `${header(it)}
/** SHA-256 of the parser. */
export const SHA256: string = "${it.sha256}";

/** The parser, deflated, in base64. */
export const PARSER: string =
  "${pack(files.get(it.file)!)}";
`,
  };
}

function runtime(): Target {
  const it = TREE_SITTER;
  return {
    url: new URL("src/syntax/tree_sitter.gen.ts", ROOT),
    package: it.package,
    version: it.version,
    files: [[it.file, it.sha256], [it.script, it.scriptSha256]],
    text: (files) => {
      let script = new TextDecoder().decode(files.get(it.script)!);
      for (const [find, replace] of it.edits) {
        const parts = script.split(find);
        if (parts.length !== 2) throw new Error(`${it.script} has not once: ${find}`);
        script = parts.join(replace);
      }
      const [, body, names] = /^([\s\S]*)\nexport \{([^}]*)\};\s*(?:\/\/.*\s*)?$/.exec(script) ??
        [];
      if (body === undefined) throw new Error(`${it.script} does not end with its exports`);
      return `// deno-lint-ignore-file
// @ts-nocheck: not written here
${header(it)}
/** SHA-256 of the runtime. */
export const SHA256: string = "${it.sha256}";

/** The runtime in WebAssembly, deflated, in base64. */
export const RUNTIME: string =
  "${pack(files.get(it.file)!)}";

/** Makes one more instance of the package: parsers, languages and trees of two never meet. */
export function instantiate(): typeof import("web-tree-sitter") {
// What looks for node finds none: its modules are slow to load and not needed.
const process = undefined;
// What it has to say is in its errors too.
const console = { log() {}, error() {} };
// What frees forgotten trees would call into instances that broke down, outside of any job.
const FinalizationRegistry = class { register() {} unregister() {} };
${body}
return {${names}};
}
`;
    },
  };
}

function header(it: { package: string; version: string }): string {
  return `// Made by \`deno task parsers\` from npm:${it.package}@${it.version}, form ${FORM}; do not edit.
// Licence and copyright: grammars/THIRD_PARTY_LICENSES.gen.txt
`;
}

function pack(bytes: Uint8Array<ArrayBuffer>): string {
  return new Uint8Array(deflateRawSync(bytes, { level: 9 })).toBase64();
}

function exists(url: URL): boolean {
  try {
    return Deno.statSync(url).isFile;
  } catch {
    return false;
  }
}

/** Whether the head of a module says that it was made from what is pinned now. */
function isCurrent(target: Target): boolean {
  try {
    using file = Deno.openSync(target.url);
    const head = new Uint8Array(1024);
    const text = new TextDecoder().decode(head.subarray(0, file.readSync(head) ?? 0));
    return text.includes(header(target)) && text.includes(`"${target.files[0][1]}"`);
  } catch {
    return false;
  }
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

/** Writes all or nothing, since another run may do the same. */
function write(url: URL, text: string): void {
  const temporary = new URL(`${url.href}.${crypto.randomUUID()}.tmp`);
  Deno.writeTextFileSync(temporary, text);
  Deno.renameSync(temporary, url);
}

/** Downloads the packages of some modules; returns the licence texts by package. */
async function make(wanted: readonly Target[]): Promise<Map<string, string>> {
  const licenses = new Map<string, string>();
  const packages = Map.groupBy(wanted, (it) => `${it.package}@${it.version}`);
  await Promise.all([...packages].map(async ([name, modules]) => {
    const [{ package: id, version }] = modules;
    const paths = modules.flatMap((it) => it.files.map(([path]) => path));
    const files = await readPackage(registryOf(id, ROOT), id, version, [...paths, "LICENSE"]);
    for (const target of modules) {
      for (const [path, expected] of target.files) {
        const actual = await sha256(files.get(path)!);
        if (actual !== expected) {
          throw new Error(`${path} of ${name} has the SHA-256 ${actual}, not ${expected}`);
        }
      }
      write(target.url, target.text(files));
    }
    licenses.set(name, new TextDecoder().decode(files.get("LICENSE")!).trim());
  }));
  return licenses;
}

/** The file of licences; the texts of packages that were not downloaded now stay. */
function licenseFile(all: readonly Target[], made: Map<string, string>): string {
  const rule = "=".repeat(80);
  const old = new Map<string, string>();
  if (exists(LICENSES)) {
    for (const part of Deno.readTextFileSync(LICENSES).split(`${rule}\n`).slice(1)) {
      const [name, ...text] = part.split("\n\n");
      old.set(name, text.join("\n\n").trim());
    }
  }
  const names = new Set(all.map((it) => `${it.package}@${it.version}`));
  const parts = [...names].sort().map((name) => {
    const notices = all.filter((it) => `${it.package}@${it.version}` === name && it.notice)
      .map((it) => `Built from: ${it.notice}\n\n`);
    const text = made.has(name) ? notices.join("") + made.get(name) : old.get(name);
    return `${rule}\n${name}\n\n${text}\n`;
  });
  return `Parts of the generated modules come from these packages.\n\n${parts.join("\n")}`;
}

/** Whether a module holds what is pinned, to the byte. */
async function holds(target: Target): Promise<boolean> {
  if (!isCurrent(target)) return false;
  const packed = /^ {2}"([A-Za-z0-9+/=]*)";$/m.exec(Deno.readTextFileSync(target.url))?.[1] ?? "";
  try {
    const bytes = new Uint8Array(inflateRawSync(Uint8Array.fromBase64(packed)));
    return await sha256(bytes) === target.files[0][1];
  } catch {
    return false;
  }
}

/** Makes what is missing; returns how many modules were made. */
export async function makeParsers(): Promise<number> {
  const all = await targets();
  const complete = exists(LICENSES);
  const wanted = complete ? all.filter((it) => !isCurrent(it)) : all;
  if (wanted.length > 0) write(LICENSES, licenseFile(all, await make(wanted)));
  if (wanted.length > 0 || !exists(STAMP)) write(STAMP, "");
  return wanted.length;
}

if (import.meta.main) {
  if (Deno.args.includes("--check")) {
    const wrong: string[] = [];
    for (const it of await targets()) {
      if (!await holds(it)) wrong.push(it.url.pathname.slice(ROOT.pathname.length));
    }
    if (!exists(LICENSES)) wrong.push("grammars/THIRD_PARTY_LICENSES.gen.txt");
    if (wrong.length > 0) {
      console.error(`not what is pinned: ${wrong.join(", ")}\nrun \`deno task parsers\``);
      Deno.exit(1);
    }
  } else {
    try {
      const made = await makeParsers();
      if (made > 0) console.error(`parsers: ${made} modules made`);
    } catch (error) {
      console.error(
        `parsers: ${(error as Error).message}\n` +
          "They are taken from an npm registry once: go online, or name a mirror that you reach in " +
          "npm_config_registry or as `registry=` in .npmrc, and run `deno task parsers` again.",
      );
      Deno.exit(1);
    }
  }
}
