/**
 * A small code base in memory whose edges are labelled in its own text.
 *
 * A comment `//> a, b` or `#> a` at the end of a line says that a call on this line runs the functions of
 * these qualified names; `path:name` tells twins apart. Lines without one run nothing of the code base.
 *
 * @module
 */

import { CallerSearch } from "../../src/calls/callers.ts";
import { CodeBase, type CodeMemory } from "../../src/calls/code_base.ts";
import { projectFiles } from "../../src/calls/project_files.ts";
import { isType } from "../../src/calls/value.ts";
import type { WordFilter } from "../../src/git/words.ts";
import { detectLanguage } from "../../src/syntax/detect_language.ts";
import { CALLABLE_KINDS, type Outline } from "../../src/syntax/outline.ts";

/** Files by path. */
export type CodeFiles = Readonly<Record<string, string>>;

/** What a search found of the labelled edges. */
export interface EdgeScore {
  readonly labelled: number;
  readonly precision: number;
  readonly recall: number;
  /** Labelled and not found. */
  readonly missed: readonly string[];
  /** Found and not labelled. */
  readonly wrong: readonly string[];
}

const LABEL = /(?:\/\/|#)>\s*(.*?)\s*$/;

/** A memory that forgets when it is dropped. */
export function codeMemory(): CodeMemory {
  const outlines = new Map<string, Outline>();
  const words = new Map<string, WordFilter>();
  return {
    outline: (key) => outlines.get(key),
    keepOutline: (key, outline) => void outlines.set(key, outline),
    words: (key) => words.get(key),
    keepWords: (key, filter) => void words.set(key, filter),
  };
}

/** Opens the files of one family of languages. */
export function openCode(files: CodeFiles, family: string): Promise<CodeBase> {
  const contents = new Map(
    Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)]),
  );
  const read = (path: string): Uint8Array | null => contents.get(path) ?? null;
  const paths = [...contents.keys()].sort();
  const sources = paths.map((path) => ({
    path,
    language: detectLanguage(path, null, null),
    key: path,
    read: () => read(path),
  }));
  return CodeBase.open(sources, new Set([family]), codeMemory(), projectFiles(paths, read));
}

/** The edges that the text of the files says there are, as `file:line -> name`. */
export function labelledEdges(files: CodeFiles): Set<string> {
  const edges = new Set<string>();
  for (const [path, text] of Object.entries(files)) {
    for (const [at, line] of text.split("\n").entries()) {
      for (const name of LABEL.exec(line)?.[1].split(/,\s*/) ?? []) {
        edges.add(`${path}:${at + 1} -> ${name}`);
      }
    }
  }
  return edges;
}

/** Looks for the callers of all functions, and compares with the labels. */
export async function scoreEdges(files: CodeFiles, family: string): Promise<EdgeScore> {
  const code = await openCode(files, family);
  const search = new CallerSearch(code);
  const labelled = labelledEdges(files);
  const seen = new Set<string>();
  const wrong = new Set<string>();
  for (const path of Object.keys(files)) {
    const file = code.file(path);
    for (const [index, definition] of file?.outline.definitions.entries() ?? []) {
      const target = { file: file!, index };
      if (!CALLABLE_KINDS.has(definition.kind) && !isType(target)) continue;
      for (const caller of search.callersOf(target).callers) {
        const place = `${caller.file.path}:${caller.call.line} -> `;
        const names = [definition.qualifiedName, `${path}:${definition.qualifiedName}`];
        const known = names.map((name) => place + name).find((edge) => labelled.has(edge));
        if (known === undefined) wrong.add(`${place}${names[1]} (${caller.confidence})`);
        else seen.add(known);
      }
    }
  }
  return {
    labelled: labelled.size,
    precision: seen.size / (seen.size + wrong.size),
    recall: seen.size / labelled.size,
    missed: [...labelled].filter((edge) => !seen.has(edge)),
    wrong: [...wrong],
  };
}

/** One line for a test's output. */
export function scoreText({ labelled, precision, recall, missed, wrong }: EdgeScore): string {
  const share = (value: number): string => value.toFixed(3);
  return [
    `${labelled} edges, precision ${share(precision)}, recall ${share(recall)}`,
    ...missed.map((edge) => `  missed ${edge}`),
    ...wrong.map((edge) => `  wrong  ${edge}`),
  ].join("\n");
}
