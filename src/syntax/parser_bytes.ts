/**
 * The WebAssembly of a parser, from its generated module to what can be loaded.
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import { inflate } from "./inflate.ts";
import type { ParserPackage } from "./language.ts";

/** Modules that the runtime provides to parsers. */
const PROVIDED = new Set(["env", "GOT.mem", "GOT.func", "wasi_snapshot_preview1"]);

/**
 * Loads and compiles a parser.
 *
 * The module's own word for what it was made from is compared, not its bytes: the module is code, so
 * that whoever can change it can change the comparison, and hashing 5 MB would cost more than loading it.
 *
 * @throws {PrismError} `parser_unavailable`
 */
export async function compileParser(parser: ParserPackage): Promise<WebAssembly.Module> {
  const name = `${parser.file} of ${parser.package}@${parser.version}`;
  const fail = (message: string, cause?: unknown) =>
    new PrismError("parser_unavailable", message, {
      hint: "Run `deno task parsers` in the folder of git-prism.",
      cause,
    });
  let generated;
  try {
    generated = await parser.load();
  } catch (error) {
    throw fail(`The module of ${name} is not made yet`, error);
  }
  if (generated.SHA256 !== parser.sha256) {
    throw fail(`The module of ${name} was made from another file, ${generated.SHA256}`);
  }
  let module: WebAssembly.Module;
  try {
    const bytes = await inflate(generated.PARSER);
    if (parser.patch) applyPatch(bytes, parser.patch, name);
    module = new WebAssembly.Module(bytes);
  } catch (error) {
    if (error instanceof PrismError) throw error;
    throw fail(`The module of ${name} is damaged: ${(error as Error).message}`, error);
  }
  checkFormat(module, name);
  return module;
}

/** Replaces a pattern; all places have it before any is changed. */
function applyPatch(
  bytes: Uint8Array,
  patch: NonNullable<ParserPackage["patch"]>,
  name: string,
): void {
  const find = Uint8Array.fromHex(patch.find);
  const replace = Uint8Array.fromHex(patch.replace);
  const hits: number[] = [];
  for (let at = bytes.indexOf(find[0]); at >= 0; at = bytes.indexOf(find[0], at + 1)) {
    if (find.every((byte, offset) => bytes[at + offset] === byte)) hits.push(at);
  }
  if (hits.length !== patch.count || replace.length !== find.length) {
    throw new PrismError(
      "parser_unavailable",
      `The pattern ${patch.find} is ${hits.length} times in ${name}, not ${patch.count} times`,
      { hint: "The patch in the language's folder is for another build of the parser." },
    );
  }
  for (const at of hits) bytes.set(replace, at);
}

/** Names what the runtime would refuse with an empty message or only at the first call. */
function checkFormat(module: WebAssembly.Module, name: string): void {
  const fail = (message: string) =>
    new PrismError("parser_unavailable", message, {
      hint: "Take a build of the parser made by tree-sitter 0.26 or later.",
    });
  if (WebAssembly.Module.customSections(module, "dylink.0").length === 0) {
    const old = WebAssembly.Module.customSections(module, "dylink").length > 0;
    throw fail(
      old
        ? `${name} has the old "dylink" section, which the runtime does not read`
        : `${name} is no dynamic library`,
    );
  }
  const foreign = WebAssembly.Module.imports(module).find((it) => !PROVIDED.has(it.module));
  if (foreign) throw fail(`${name} imports "${foreign.name}" from "${foreign.module}"`);
}
