/**
 * Files of a repository on disk, found on both sides of a range.
 *
 * @module
 */

import { detectRenames, type RenameOptions } from "../changes/renames.ts";
import type { Notice, NoticeCode } from "../errors.ts";
import { PrismError } from "../errors.ts";
import { lstat } from "../git/disk_file.ts";
import type { FileSide } from "../git/file_side.ts";
import { isInvalidUtf8 } from "../git/path_bytes.ts";
import { firstEntries, nearestPath } from "../git/path_suggestion.ts";
import type { Repository } from "../git/repository.ts";
import type { Snapshot } from "../git/snapshot.ts";
import { compareTrees } from "../git/tree_diff.ts";
import { lookupPath } from "../git/tree_lookup.ts";
import { TreeSnapshot } from "../git/tree_snapshot.ts";
import type { Worktree } from "../git/worktree.ts";
import { attributeSource, type RangeAttributes, rangeAttributes } from "./range_attributes.ts";
import type { RangeSides } from "./range_sides.ts";
import type { Steps } from "./steps.ts";
import type { FileReading, FilesReading } from "./workspace.ts";

/** What is looked for. */
export interface FilesRequest {
  readonly sides: RangeSides;
  /** As they were asked for. */
  readonly paths: readonly string[];
  readonly renames: RenameOptions;
}

/** Finds the files. */
export async function findFiles(
  repository: Repository,
  request: FilesRequest,
  steps: Steps,
): Promise<Pick<FilesReading, "files" | "notices">> {
  const { sides } = request;
  const worktree = sides.head === null ? await lookAtWorktree(repository) : null;
  const finder = new FileFinder(repository, request, worktree);
  const files: FileReading[] = [];
  for (const [done, path] of request.paths.entries()) {
    await steps.step("finding files", done, request.paths.length);
    files.push(finder.find(path));
  }
  // The notices of the work tree are complete only now.
  return { files, notices: [...sides.notices, ...finder.notices, ...worktree?.tree.notices ?? []] };
}

interface LookedAt {
  readonly tree: Worktree;
  readonly snapshot: Snapshot;
  readonly compare: typeof import("../git/tree_index_diff.ts")["compareTreeToIndex"];
}

async function lookAtWorktree({ layout, objects, environment }: Repository): Promise<LookedAt> {
  const [{ openWorktree }, { WorktreeSnapshot }, { worktreeSources }, { compareTreeToIndex }] =
    await Promise.all([
      import("../git/worktree.ts"),
      import("../git/worktree_snapshot.ts"),
      import("../git/worktree_sources.ts"),
      import("../git/tree_index_diff.ts"),
    ]);
  const tree = openWorktree(worktreeSources(layout, objects, environment));
  return { tree, snapshot: new WorktreeSnapshot(tree), compare: compareTreeToIndex };
}

class FileFinder {
  readonly notices: Notice[] = [];
  readonly #repository: Repository;
  readonly #request: FilesRequest;
  readonly #worktree: LookedAt | null;
  readonly #before: Snapshot;
  readonly #after: Snapshot;
  readonly #attributes: RangeAttributes;
  /** Renamed files by their path at the head, and at the base. */
  #renamed: { to: Map<string, Renamed>; from: Map<string, Renamed> } | undefined;

  constructor(repository: Repository, request: FilesRequest, worktree: LookedAt | null) {
    const { objects } = repository;
    const { head, from } = request.sides;
    this.#repository = repository;
    this.#request = request;
    this.#worktree = worktree;
    this.#before = new TreeSnapshot(objects, from);
    this.#after = worktree?.snapshot ?? new TreeSnapshot(objects, head!.tree);
    const inIndex = (path: string) => worktree?.tree.indexContent(path)?.slice() ?? null;
    const source = attributeSource(repository, head?.tree ?? from, inIndex);
    this.#attributes = rangeAttributes(repository, source);
  }

  find(asked: string): FileReading {
    const path = normalPath(asked, this.#repository.layout.workTree);
    if (path === null) {
      const message = `The path ${JSON.stringify(asked)} leads out of the repository.`;
      return this.#reading(asked, { problem: { code: "path_not_found", message } });
    }
    try {
      const after = this.#after.file(path);
      const before = this.#before.file(path);
      if (after === null && before === null) {
        return this.#reading(path, { problem: this.#missing(path) });
      }
      if (before === null) {
        const renamed = this.#renames().to.get(path);
        if (renamed !== undefined) {
          return this.#reading(path, { after, before: renamed.before, oldPath: renamed.from });
        }
      }
      const gone = after === null ? this.#renames().from.get(path) : undefined;
      const notices: Notice[] = gone === undefined ? [] : [{
        code: "path_renamed",
        path,
        message: `The file stands at "${gone.path}" at the head.`,
      }];
      return this.#reading(path, { before, after, notices });
    } catch (error) {
      if (!(error instanceof PrismError)) throw error;
      return this.#reading(path, { problem: { code: error.code, message: error.message } });
    }
  }

  #reading(path: string, found: Partial<FileReading>): FileReading {
    const { oldPath = null, before = null, after = null, problem = null, notices = [] } = found;
    const language = this.#attributes.get(path, "linguist-language");
    const unread: Notice[] = isInvalidUtf8(path) || (oldPath !== null && isInvalidUtf8(oldPath))
      ? [{ code: "path_not_utf8", path, message: NOT_UTF8 }]
      : [];
    return {
      path,
      oldPath,
      before,
      after,
      problem,
      notices: [...notices, ...unread],
      isBinary: (side) =>
        this.#attributes.isBinary(side === "before" && oldPath !== null ? oldPath : path),
      language: typeof language === "string" ? language : null,
    };
  }

  #missing(path: string): { code: string; message: string } {
    const { objects } = this.#repository;
    const { head, from } = this.#request.sides;
    for (const tree of head === null ? [from] : [head.tree, from]) {
      const entry = lookupPath(objects, tree, path);
      if (entry?.type !== "tree") continue;
      const some = firstEntries(objects, entry.id, 3).map((name) => `"${slashed(path)}${name}"`);
      return isDirectory(path, some);
    }
    const root = this.#worktree?.tree.root;
    if (root !== undefined && !isInvalidUtf8(path) && lstat(`${root}/${path}`)?.isDirectory) {
      return isDirectory(path, []);
    }
    const near = nearestPath(objects, head?.tree ?? from, path);
    const hint = near === null ? "" : `; the nearest is "${near}"`;
    return {
      code: "path_not_found",
      message: `No file stands at "${path}", neither at the base nor at the head${hint}.`,
    };
  }

  #renames(): { to: Map<string, Renamed>; from: Map<string, Renamed> } {
    if (this.#renamed !== undefined) return this.#renamed;
    const { objects } = this.#repository;
    const { head, from } = this.#request.sides;
    // What is staged is enough: git pairs no untracked files.
    const changes = this.#worktree !== null
      ? this.#worktree.compare(objects, from, this.#worktree.tree.index)
        .filter(({ scope }) => scope === "staged")
      : compareTrees(objects, from, head!.tree);
    const paired = detectRenames(changes, {
      isBinary: (path) => this.#attributes.isBinary(path),
      ...this.#request.renames,
    });
    if (paired.limited !== null) {
      this.notices.push({ code: LIMITED, message: "Not all pairs of files were compared." });
    }
    const renamed = paired.changes.flatMap(({ kind, path, oldPath, before }) =>
      kind === "renamed" ? [{ path, from: oldPath!, before: before! }] : []
    );
    return this.#renamed = {
      to: new Map(renamed.map((each) => [each.path, each])),
      from: new Map(renamed.map((each) => [each.from, each])),
    };
  }
}

interface Renamed {
  readonly path: string;
  readonly from: string;
  readonly before: FileSide;
}

const LIMITED: NoticeCode = "rename_detection_limited";
const NOT_UTF8 =
  "The path is not UTF-8; it is written in the quotes of git and can be passed back.";

function isDirectory(path: string, some: readonly string[]): { code: string; message: string } {
  const such = some.length === 0 ? "" : `, such as ${some.join(", ")}`;
  return {
    code: "path_is_directory",
    message: `The path "${path}" is a directory; name files in it${such}.`,
  };
}

function slashed(path: string): string {
  return path === "" || path.endsWith("/") ? path : `${path}/`;
}

/** The path from the root of the repository; `null` when it leads out of it. */
function normalPath(path: string, root: string | null): string | null {
  const inside = root !== null && (path === root || path.startsWith(slashed(root)))
    ? path.slice(root.length)
    : path.startsWith("/")
    ? null
    : path;
  if (inside === null) return null;
  const parts: string[] = [];
  for (const part of inside.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}
