/**
 * Compares the callers that are found with those that a tool of the language knows.
 *
 * `deno task oracle:callers --language ID --dir DIR [--functions N] [--seed S] [--misses N]`
 *
 * DIR is a checkout. N functions are drawn from it, 300 if not said otherwise. Callers are compared at the
 * level of functions: pairs of the calling file and the function around the call. What tool a language is
 * compared with, and what it needs, stands in `callers_<ID>.ts`.
 */

import { parseArgs } from "node:util";

const { values } = parseArgs({
  args: Deno.args.filter((argument) => argument !== "--"),
  options: { language: { type: "string" } },
  strict: false,
});
const { language } = values;
if (typeof language !== "string" || !/^\w+$/.test(language)) {
  console.error("--language is needed");
  Deno.exit(2);
}
await import(import.meta.resolve(`./callers_${language}.ts`));
