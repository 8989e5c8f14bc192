/**
 * The functions that a context is about: those that changed, or those of a name.
 *
 * @module
 */

import { type Impact, impactOf } from "../calls/impact.ts";
import type { DefinitionSymbol } from "../calls/symbol.ts";
import type { ContextSubject } from "../answers/context_entry.ts";
import type { FileChange } from "../changes/change_set.ts";
import type { FunctionChange } from "../changes/function_change.ts";
import { CALLABLE_KINDS, type Definition } from "../syntax/outline.ts";
import type { CodeFamily, CodeView } from "./code_view.ts";

/** One function that is asked about. */
export interface Subject extends ContextSubject {
  readonly language: string;
  /** How it changed, and in which file; `null` when it is only asked about. */
  readonly changed: { readonly change: FunctionChange; readonly file: FileChange } | null;
  readonly definition: Definition;
}

/** The changed functions of a change set, in order of file and line. */
export function changedSubjects(
  files: ReadonlyMap<FileChange, { readonly functions: readonly FunctionChange[] }>,
): Subject[] {
  return [...files].flatMap(([file, { functions }]) =>
    functions.map((change) => {
      const { path, definition } = (change.after ?? change.before)!;
      return {
        name: definition.qualifiedName,
        path,
        change: change.kind,
        startLine: definition.startLine,
        signature: definition.signature,
        language: file.language,
        changed: { change, file },
        definition,
      };
    })
  );
}

/** The functions of these names among all files of a view. */
export async function namedSubjects(
  names: readonly string[],
  view: CodeView,
): Promise<Subject[]> {
  const found: Subject[] = [];
  for (const family of await view.families()) {
    for (const name of names) {
      for (const { file, index } of family.code.definers(leafOf(name), family.name)) {
        const definition = file.definition(index);
        if (!CALLABLE_KINDS.has(definition.kind) || !isNamed(definition, name)) continue;
        found.push({
          name: definition.qualifiedName,
          path: file.path,
          change: null,
          startLine: definition.startLine,
          signature: definition.signature,
          language: file.language,
          changed: null,
          definition,
        });
      }
    }
  }
  const order = (a: string, b: string): number => a < b ? -1 : a > b ? 1 : 0;
  return found.sort((a, b) => order(a.path, b.path) || a.startLine - b.startLine);
}

/** Whether a definition answers to a name: its own, the qualified one, or the end of that. */
export function isNamed({ name, qualifiedName }: Definition, asked: string): boolean {
  if (asked === name || asked === qualifiedName) return true;
  const plain = (text: string): string => text.replace(/[()*&\s]/g, "").replace(/::|[#\\]/g, ".");
  const full = plain(qualifiedName);
  const wanted = plain(asked);
  return full === wanted || full.endsWith(`.${wanted}`);
}

function leafOf(name: string): string {
  return /[^.:#\\\s]+$/.exec(name.trim())?.[0] ?? name;
}

/** Finds what surrounds one function. */
export async function surroundings(
  subject: Subject,
  view: CodeView,
  depth: number,
): Promise<Impact> {
  const after = await view.family(subject.language);
  const change = subject.changed?.change ?? null;
  const now = change?.kind === "deleted" ? null : find(after, subject.path, subject.definition);
  const old = await oldSymbol(subject, view);
  return impactOf({ now, after, change, depth, ...(old === null ? {} : { old }) });
}

/** The function as it was, where its old name or place is gone. */
async function oldSymbol(
  { changed, language }: Subject,
  view: CodeView,
): Promise<{ symbol: DefinitionSymbol; before: CodeFamily } | null> {
  if (changed === null) return null;
  const { change, file } = changed;
  const leaves = change.kind === "deleted" || change.kind === "renamed" || change.kind === "moved";
  if (!leaves || change.before === null) return null;
  const { path, definition } = change.before;
  const side = path === (file.oldPath ?? file.path) ? file.before : null;
  const before = side === null
    ? await view.family(language)
    : await view.familyWith({ path, language, side });
  const symbol = find(before, path, definition);
  return symbol === null ? null : { symbol, before };
}

function find(family: CodeFamily, path: string, wanted: Definition): DefinitionSymbol | null {
  const file = family.code.file(path);
  if (file === null) return null;
  const index = file.named(wanted.name).find((each) => {
    const { start, qualifiedName } = file.definition(each);
    return start === wanted.start && qualifiedName === wanted.qualifiedName;
  });
  return index === undefined ? null : { file, index };
}
