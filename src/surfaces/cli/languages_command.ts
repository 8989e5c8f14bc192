/**
 * The languages that git-prism tells apart, for people and programs.
 *
 * @module
 */

import { PrismError } from "../../errors.ts";
import { type ListedLanguage, listLanguages } from "../../syntax/language_list.ts";
import { print } from "./output.ts";

/**
 * Prints the languages.
 * @throws {PrismError} `invalid_argument`
 */
export async function runLanguages(words: readonly string[]): Promise<void> {
  const wrong = words.find((word) => word !== "--json");
  if (wrong !== undefined) {
    throw new PrismError(
      "invalid_argument",
      `The command languages takes no ${JSON.stringify(wrong)}.`,
      { hint: "Write git-prism languages, or git-prism languages --json." },
    );
  }
  const languages = await listLanguages();
  print(words.includes("--json") ? `${JSON.stringify({ languages })}\n` : table(languages));
}

function table(languages: readonly ListedLanguage[]): string {
  const rows = languages.filter(({ analysed }) => analysed.length > 0)
    .map(({ name, extensions, filenames, analysed }) => ({
      name,
      files: [...extensions, ...filenames].join(" "),
      what: analysed.join(", "),
    }));
  const width = (column: "name" | "what"): number =>
    Math.max(0, ...rows.map((row) => row[column].length));
  const [names, aspects] = [width("name"), width("what")];
  const lines = rows.map(({ name, what, files }) =>
    `  ${name.padEnd(names)}  ${what.padEnd(aspects)}  ${files}`
  );
  const others = languages.length - rows.length;
  return [
    "Languages whose code is read:",
    ...lines,
    "",
    `${others} more are told by name, extension or first line; --json lists them.`,
    "",
  ].join("\n");
}
