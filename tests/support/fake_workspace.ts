/**
 * A repository in memory: what an operation needs, without git.
 *
 * @module
 */

import type { DependencyChange } from "../../src/answers/dependency_change.ts";
import type { ChangeSet, FileChange } from "../../src/changes/change_set.ts";
import type { CodeChanges } from "../../src/changes/function_analysis.ts";
import { PrismError } from "../../src/errors.ts";
import { type FileSide, MODE } from "../../src/git/file_side.ts";
import { memorySide } from "./memory_side.ts";
import type { OpenedRepository, RangeRequest, Workspace } from "../../src/operations/workspace.ts";

/** What the fake repository holds. */
export interface FakeRepository {
  files: FileChange[];
  notices?: ChangeSet["notices"];
  dependencies?: DependencyChange[];
  code?: CodeChanges["files"];
  /** Called before a range is read: may wait, throw, or count. */
  before?: (range: RangeRequest, step: (message: string) => Promise<void>) => Promise<void> | void;
}

/** A side with content of this size. */
export function side(size: number, mode: number = MODE.regular): FileSide {
  const content = new Uint8Array(size);
  return memorySide("1".repeat(40), () => content, mode);
}

/** A modified text file, with other fields as given. */
export function change(path: string, fields: Partial<FileChange> = {}): FileChange {
  return {
    path,
    oldPath: null,
    kind: "modified",
    scope: "committed",
    before: side(10),
    after: side(12),
    similarity: null,
    linesAdded: 2,
    linesRemoved: 1,
    binary: false,
    generated: false,
    language: "go",
    encoding: null,
    problem: null,
    ...fields,
  };
}

/** Refs of the fake repository. */
export const FAKE_REFS: Readonly<Record<string, string>> = {
  main: "a".repeat(40),
  HEAD: "b".repeat(40),
  other: "c".repeat(40),
};

/** A workspace whose only repository is this one. */
export function fakeWorkspace(repository: FakeRepository): Workspace {
  const resolve = (ref: string): string => {
    const sha = FAKE_REFS[ref];
    if (sha !== undefined) return sha;
    throw new PrismError("ref_not_found", `The ref "${ref}" does not exist.`, {
      hint: "Did you mean main?",
    });
  };
  const opened: OpenedRepository = {
    root: "/repo",
    objectFormat: "sha1",
    async readRange(range, steps) {
      await repository.before?.(range, (message) => steps.step(message));
      return {
        baseSha: resolve(range.base),
        headSha: range.head === null ? null : resolve(range.head),
        ...(range.symmetric ? { mergeBaseSha: "d".repeat(40) } : {}),
        changeSet: { files: repository.files, notices: repository.notices ?? [] },
        openCode: () => Promise.reject(new Error("not part of the fake repository")),
        codeChanges: () => Promise.resolve({ files: repository.code ?? new Map(), notices: [] }),
        dependencyChanges: (files) => {
          const paths = new Set(files.map((file) => file.path));
          return Promise.resolve(
            (repository.dependencies ?? []).filter(({ file }) => paths.has(file)),
          );
        },
      };
    },
    readCode: () => Promise.reject(new Error("not part of the fake repository")),
    readHistory: () => Promise.reject(new Error("not part of the fake repository")),
    readFiles: () => Promise.reject(new Error("not part of the fake repository")),
  };
  return {
    cwd: "/repo",
    environment: {},
    version: "0.0.0-test",
    now: () => new Date("2026-01-02T03:04:05.678Z"),
    open: (from) => {
      if (from === "/nowhere") {
        throw new PrismError("not_a_repository", `No repository at "${from}" or above it.`, {
          hint: "Pass repo_path, a folder inside a repository.",
        });
      }
      return Promise.resolve(opened);
    },
  };
}
