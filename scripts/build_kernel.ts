/**
 * Compiles `src/git/kernel/assembly` to WebAssembly and writes it as a module, so that the kernel is
 * part of the module graph and needs no read permission and no asset at run time.
 *
 * `deno task kernel` writes the module; with `--check` it only compares and exits 1 when the
 * committed module was not made from the committed source.
 */

import asc from "assemblyscript/asc";

const HOME = new URL("../src/git/kernel/", import.meta.url);
const TARGET = new URL("kernel.gen.ts", HOME);

/** Compiles the kernel. The compiler is pinned by deno.lock, so equal source gives equal bytes. */
export async function compileKernel(): Promise<Uint8Array<ArrayBuffer>> {
  const files = new Map<string, Uint8Array<ArrayBuffer> | string>();
  const { error, stderr } = await asc.main([
    "assembly/index.ts",
    "--outFile",
    "kernel.wasm",
    "--runtime",
    "stub",
    "--optimizeLevel",
    "3",
    "--shrinkLevel",
    "0",
    "--converge",
    "--noAssert",
    "--initialMemory",
    "4",
    "--maximumMemory",
    "65536",
    "--enable",
    "simd",
    "--use",
    "abort=",
  ], {
    readFile: (name: string) => {
      try {
        return Deno.readTextFileSync(new URL(name, HOME));
      } catch {
        return null;
      }
    },
    writeFile: (name: string, contents: Uint8Array | string) => {
      files.set(name, contents as Uint8Array<ArrayBuffer>);
    },
    listFiles: () => [],
  });
  if (error) throw new Error(`the kernel did not compile:\n${stderr.toString()}`);
  return files.get("kernel.wasm") as Uint8Array<ArrayBuffer>;
}

/** The module's text: base64 of the WebAssembly and its SHA-256. */
export async function kernelModule(wasm: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", wasm)).toHex();
  return `// Made by \`deno task kernel\` from src/git/kernel/assembly; do not edit.

/** SHA-256 of the WebAssembly module. */
export const KERNEL_SHA256 = "${digest}";

/** The WebAssembly module, base64. */
export const KERNEL_BASE64 =
  "${wasm.toBase64()}";
`;
}

if (import.meta.main) {
  const wasm = await compileKernel();
  const text = await kernelModule(wasm);
  if (Deno.args.includes("--check")) {
    if (Deno.readTextFileSync(TARGET) !== text) {
      console.error("kernel.gen.ts is not what its source makes: run `deno task kernel`");
      Deno.exit(1);
    }
  } else {
    Deno.writeTextFileSync(TARGET, text);
    console.log(`kernel: ${wasm.length} bytes`);
  }
}
