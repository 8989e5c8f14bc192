/** What an oracle for callers is told. */

import { parseArgs } from "node:util";

/** Options of the command line. */
export interface CallerOptions {
  /** A checkout, without `/` at the end. */
  readonly dir: string;
  /** How many functions are drawn. */
  readonly functions: number;
  readonly seed: number;
  /** How many misses and wrong edges are printed. */
  readonly misses: number;
}

/** Reads the options. */
export function callerOptions(): CallerOptions {
  const { values } = parseArgs({
    args: Deno.args.filter((argument) => argument !== "--"),
    options: {
      language: { type: "string" },
      dir: { type: "string" },
      functions: { type: "string", default: "300" },
      seed: { type: "string", default: "1" },
      misses: { type: "string", default: "0" },
      python: { type: "string" },
    },
  });
  if (values.dir === undefined) {
    console.error("--dir is needed");
    Deno.exit(2);
  }
  return {
    dir: Deno.realPathSync(values.dir),
    functions: Number(values.functions),
    seed: Number(values.seed),
    misses: Number(values.misses),
  };
}
