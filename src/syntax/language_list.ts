/**
 * All languages that are told apart, and what of their code is read.
 *
 * @module
 */

import { LABELS, LANGUAGES } from "../../grammars/mod.ts";
import type { LanguageLabel } from "./language.ts";

/** What can be read of a language's code. */
export type LanguageAspect = "functions" | "imports" | "calls";

/** A language, and what of it is read. */
export interface ListedLanguage extends LanguageLabel {
  /** Empty of a language that only has a label. */
  readonly analysed: readonly LanguageAspect[];
}

/** The languages whose code can be read, then the others, each in order of their tables. */
export async function listLanguages(): Promise<ListedLanguage[]> {
  const read = await Promise.all(LANGUAGES.map(async (language): Promise<ListedLanguage> => {
    const grammar = await language.grammar?.();
    const has = (rules: object | undefined): boolean => Object.keys(rules ?? {}).length > 0;
    const analysed: LanguageAspect[] = [
      ...(has(grammar?.definitions) ? ["functions" as const] : []),
      ...(has(grammar?.imports) ? ["imports" as const] : []),
      ...(has(grammar?.calls) ? ["calls" as const] : []),
    ];
    return { ...labelOf(language), analysed };
  }));
  return [...read, ...LABELS.map((label) => ({ ...labelOf(label), analysed: [] }))];
}

function labelOf({ id, name, extensions, filenames, interpreters }: LanguageLabel): LanguageLabel {
  return { id, name, extensions, filenames, interpreters };
}
