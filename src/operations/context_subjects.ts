/**
 * The functions that a context is about: those that changed, or those of a name.
 *
 * @module
 */

import { type Impact, impactOf, type OldFunction } from "../calls/impact.ts";
import type { DefinitionSymbol } from "../calls/symbol.ts";
import type { ContextSubject } from "../answers/context_entry.ts";
import type { FileSide } from "../git/file_side.ts";
import type { FileChange } from "../changes/change_set.ts";
import type { FunctionChange } from "../changes/function_change.ts";
import { CALLABLE_KINDS, type Definition } from "../syntax/outline.ts";
import type { CodeFamily, CodeView, GeneratedFiles } from "./code_view.ts";
import type { Steps } from "./steps.ts";

/** One function that is asked about. */
export interface Subject extends ContextSubject {
  readonly language: string;
  /** How it changed, and in which file; `null` when it is only asked about. */
  readonly changed: {
    readonly change: FunctionChange;
    readonly file: FileChange;
    /** The file that it stood in, as it was; `null` when there is none. */
    readonly origin: FileSide | null;
  } | null;
  readonly definition: Definition;
}

/** The changed functions of a change set, in order of file and line. */
export function changedSubjects(
  files: ReadonlyMap<FileChange, { readonly functions: readonly FunctionChange[] }>,
): Subject[] {
  const origins = new Map(
    [...files.keys()].map((file) => [`${file.scope}\0${file.oldPath ?? file.path}`, file.before]),
  );
  return [...files].flatMap(([file, { functions }]) =>
    functions.map((change) => {
      const stood = `${file.scope}\0${change.before?.path}`;
      const { path, definition } = (change.after ?? change.before)!;
      return {
        name: definition.qualifiedName,
        path,
        change: change.kind,
        startLine: definition.startLine,
        signature: definition.signature,
        language: file.language,
        changed: { change, file, origin: origins.get(stood) ?? null },
        definition,
      };
    })
  );
}

/** The functions of these names among all files of a view. */
export async function namedSubjects(
  names: readonly string[],
  view: CodeView,
  steps: Steps,
): Promise<Subject[]> {
  const found = new Map<string, Subject>();
  for (const family of await view.families()) {
    for (const name of names) {
      for (const leaf of leavesOf(name)) {
        // An operator is no word, so the words around it lead to its files.
        const word = /[\p{L}_$]/u.test(leaf) ? leaf : name;
        await family.code.prepare(word, family.name, progress(steps));
        const named = word === leaf
          ? family.code.definers(leaf, family.name)
          : [...family.code.mentioning(word, family.name)].flatMap((file) =>
            file.named(leaf).map((index) => ({ file, index }))
          );
        for (const { file, index } of named) {
          const definition = file.definition(index);
          if (!CALLABLE_KINDS.has(definition.kind) || !isNamed(definition, name)) continue;
          found.set(`${file.path}\0${index}`, {
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
  }
  const order = (a: string, b: string): number => a < b ? -1 : a > b ? 1 : 0;
  return [...found.values()].sort((a, b) =>
    order(a.path, b.path) || a.startLine - b.startLine ||
    a.definition.start - b.definition.start
  );
}

/** What is told while files are looked at. */
function progress(steps: Steps): (done: number, total: number) => Promise<void> {
  return (done, total) => steps.step("looking at files", done, total);
}

/** Whether a name means a function: as it is named, or as it was. */
export function answersTo({ definition, changed }: Subject, name: string): boolean {
  const before = changed?.change.before?.definition;
  return isNamed(definition, name) || before !== undefined && isNamed(before, name);
}

/** Whether a definition answers to a name: its own, the qualified one, or the end of that. */
export function isNamed({ name, qualifiedName }: Definition, asked: string): boolean {
  if (asked === name || asked === qualifiedName) return true;
  const plain = (text: string): string => text.replace(/[()*&\s]/g, "").replace(/::|[#\\]/g, ".");
  const full = plain(qualifiedName);
  const wanted = plain(asked);
  return full === wanted || full.endsWith(`.${wanted}`);
}

/** What the last name may be: a title or an operator may hold what separates names elsewhere. */
function leavesOf(name: string): Set<string> {
  const text = name.trim();
  const leaves = new Set([text]);
  for (const { index, 0: sign } of text.matchAll(/::|[.#\\\s]/g)) {
    const leaf = text.slice(index + sign.length).trim();
    if (leaf !== "") leaves.add(leaf);
  }
  return leaves;
}

/** What surrounds a function, and what could not be seen. */
export interface Surroundings extends Impact {
  /** Generated files that hold its name; nobody looked for callers there. */
  readonly generated: GeneratedFiles;
  /** Files that could not be read, of all that were asked for so far. */
  readonly unread: ReadonlySet<string>;
}

/** How surroundings are looked for. */
export interface SurroundingsOptions {
  /** How far callers of callers are followed; 1 for none. */
  readonly depth: number;
  readonly steps: Steps;
}

/** What was found of changed functions, as long as both the change and the code are held. */
const found = new WeakMap<CodeView, WeakMap<FunctionChange, Map<number, Surroundings>>>();

/**
 * Finds what surrounds one function.
 * @throws {PrismError} `cancelled`
 */
export async function surroundings(
  subject: Subject,
  view: CodeView,
  options: SurroundingsOptions,
): Promise<Surroundings> {
  if (subject.changed === null) return await look(subject, view, options);
  const { change } = subject.changed;
  const ofView = found.get(view) ?? new WeakMap();
  const ofChange = ofView.get(change) ?? new Map();
  const known = ofChange.get(options.depth);
  if (known !== undefined) return known;
  const made = await look(subject, view, options);
  found.set(view, ofView.set(change, ofChange.set(options.depth, made)));
  return made;
}

async function look(
  subject: Subject,
  view: CodeView,
  { depth, steps }: SurroundingsOptions,
): Promise<Surroundings> {
  const { language, path, definition } = subject;
  const change = subject.changed?.change ?? null;
  let after = await view.family(language);
  const names = new Set([definition.name, change?.before?.definition.name ?? definition.name]);
  for (const name of names) await after.code.prepare(name, after.name, progress(steps));
  if (change?.kind !== "deleted" && after.code.file(path) === null && subject.changed?.file.after) {
    // A generated file has callers too when it is itself what changed.
    after = await view.familyWith({ path, language, side: subject.changed.file.after });
  }
  const now = change?.kind === "deleted" ? null : find(after, path, definition);
  const old = await oldFunction(subject, view);
  return {
    ...impactOf({ now, after, change, depth, ...(old === null ? {} : { old }) }),
    generated: await view.generatedWith(definition.name, language, progress(steps)),
    unread: after.code.unread,
  };
}

/** The function as it was, where its old name or place is gone. */
async function oldFunction(
  { changed, language }: Subject,
  view: CodeView,
): Promise<OldFunction | null> {
  if (changed === null) return null;
  const { change, file, origin } = changed;
  const leaves = change.kind === "deleted" || change.kind === "renamed" || change.kind === "moved";
  if (!leaves || change.before === null) return null;
  const { path, definition } = change.before;
  const isOwn = path === (file.oldPath ?? file.path);
  const paths = new Set(isOwn && file.after !== null ? [path, file.path] : [path]);
  const before = origin === null
    ? await view.family(language)
    : await view.familyWith({ path, language, side: origin });
  const symbol = find(before, path, definition);
  return symbol === null ? null : { symbol, before, paths };
}

/** The definition in a file as the view has it, which of a staged change may be a later state. */
function find(family: CodeFamily, path: string, wanted: Definition): DefinitionSymbol | null {
  const file = family.code.file(path);
  if (file === null) return null;
  const twins = file.named(wanted.name)
    .filter((each) => file.definition(each).qualifiedName === wanted.qualifiedName);
  const index = twins.find((each) => file.definition(each).start === wanted.start) ??
    twins.find((each) => file.definition(each).signature === wanted.signature) ?? twins[0];
  return index === undefined ? null : { file, index };
}
