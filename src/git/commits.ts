/**
 * The commits of a repository as a graph: parents and dates by name, from the commit-graph where
 * there is one, cut where the repository is shallow, re-tied where it has grafts
 * (gitrepository-layout(5), "shallow" and "info/grafts").
 *
 * @module
 */

import { readAlternates } from "./alternates.ts";
import { parseCommitLinks } from "./commit.ts";
import { CommitGraph } from "./commit_graph.ts";
import type { RepositoryLayout } from "./layout.ts";
import { readMetadataText } from "./metadata_file.ts";
import { isObjectId, type ObjectFormat, type ObjectId } from "./object_id.ts";
import type { RepositoryObjects } from "./object_store.ts";

/** Generation of a commit that the commit-graph does not know: above all others. */
export const NO_GENERATION: number = Infinity;

/** A commit as a walk sees it. Of one {@link CommitWalk} there is one node a commit. */
export interface CommitNode {
  readonly id: ObjectId;
  /** Numbers the nodes of a walk from 0. */
  readonly index: number;
  readonly parents: readonly ObjectId[];
  /** The committer's time in seconds since the epoch. */
  readonly time: number;
  /** Above that of every parent, or {@link NO_GENERATION}. */
  readonly generation: number;
}

/** Where the graph's files lie. Only names are needed, and nothing is opened before it is used. */
export interface CommitSourceOptions {
  /** Objects directories whose commit-graphs may be used, the repository's own first. */
  readonly objectDirs?: readonly string[];
  /** `$GIT_COMMON_DIR`, for `shallow` and `info/grafts`; none are looked for without it. */
  readonly commonDir?: string;
  /** False where `core.commitGraph` is false or replacements are in force: git ignores the graph then. */
  readonly useGraph?: boolean;
}

/** Bytes that `shallow` or `info/grafts` may have: millions of lines. */
const MAX_BOUNDARY = 256 * 1024 * 1024;
/** Nodes kept from one walk for the next. */
const KEPT_NODES = 400_000;

/** What opening the commits takes: what opening the objects took. */
export interface CommitsOptions {
  /** Objects directories besides the repository's own (`GIT_ALTERNATE_OBJECT_DIRECTORIES`). */
  readonly alternates?: readonly string[];
  /** The replacements that the objects apply: with any, git leaves the commit-graph aside. */
  readonly replacements?: ReadonlyMap<ObjectId, ObjectId>;
}

/** The commits of a repository. */
export function openCommits(
  layout: Pick<RepositoryLayout, "objectDir" | "commonDir" | "config">,
  objects: RepositoryObjects,
  options: CommitsOptions = {},
): CommitSource {
  const replaced = (options.replacements?.size ?? 0) > 0;
  return new CommitSource(objects, {
    objectDirs: readAlternates(layout.objectDir, options.alternates ?? []),
    commonDir: layout.commonDir,
    useGraph: !replaced && layout.config.bool("core.commitgraph") !== false,
  });
}

/** Parents and dates of commits. Answers are kept: make a new source when the repository changed. */
export class CommitSource {
  /** Where commits are read that the graph does not know. */
  readonly objects: RepositoryObjects;
  readonly #options: CommitSourceOptions;
  #grafts: ReadonlyMap<ObjectId, readonly ObjectId[]> | undefined;
  #shallow: ReadonlySet<ObjectId> | undefined;
  #graph: CommitGraph | null | undefined;
  #walk: CommitWalk | undefined;

  /** Commits of these objects. */
  constructor(objects: RepositoryObjects, options: CommitSourceOptions = {}) {
    this.objects = objects;
    this.#options = options;
  }

  /** Commits whose parents are not here although they have some (git-clone(1), `--depth`). */
  get shallow(): ReadonlySet<ObjectId> {
    this.#shallow ??= new Set(
      this.#lines("shallow").filter((line) => isObjectId(line, this.objects.format)) as ObjectId[],
    );
    return this.#shallow;
  }

  /** The nodes of one walk. A walk that is under way keeps its own, whatever happens here. */
  walk(): CommitWalk {
    if (this.#walk === undefined || this.#walk.size > KEPT_NODES) {
      this.#walk = new CommitWalk((id) => this.read(id));
    }
    return this.#walk;
  }

  /**
   * Parents, time and generation of a commit.
   * @throws {PrismError} `object_missing`, `object_promised`, `object_corrupt`, `ref_wrong_type`
   */
  read(id: ObjectId): Omit<CommitNode, "id" | "index"> {
    const known = this.#openGraph()?.find(id);
    if (known !== undefined && known !== null) {
      return {
        parents: known.parents,
        time: known.time,
        generation: known.generation === 0 ? NO_GENERATION : known.generation,
      };
    }
    const { format } = this.objects;
    const links = parseCommitLinks(this.objects.readTyped(id, "commit"), id, format);
    return { parents: this.#ties(id, links.parents), time: links.time, generation: NO_GENERATION };
  }

  /** The root tree of a commit; throws as {@link CommitSource.read} does. */
  tree(id: ObjectId): ObjectId {
    return this.#openGraph()?.find(id)?.tree ??
      parseCommitLinks(this.objects.readTyped(id, "commit"), id, this.objects.format).tree;
  }

  /** Lets go of open files. */
  close(): void {
    this.#graph?.close();
    this.#graph = undefined;
  }

  /** The parents that count: grafts say others, the shallow boundary has none. */
  #ties(id: ObjectId, parents: readonly ObjectId[]): readonly ObjectId[] {
    this.#grafts ??= parseGrafts(this.#lines("info/grafts"), this.objects.format);
    const graft = this.#grafts.get(id);
    if (graft !== undefined) return graft;
    return this.shallow.has(id) ? [] : parents;
  }

  #openGraph(): CommitGraph | null {
    if (this.#graph !== undefined) return this.#graph;
    this.#grafts ??= parseGrafts(this.#lines("info/grafts"), this.objects.format);
    const { objectDirs = [], useGraph = true } = this.#options;
    const usable = useGraph && this.#grafts.size === 0 && this.shallow.size === 0;
    this.#graph = usable ? CommitGraph.open(objectDirs, this.objects.format) : null;
    return this.#graph;
  }

  #lines(name: string): string[] {
    if (this.#options.commonDir === undefined) return [];
    // Guessing "not shallow" would turn cut history into broken history: not readable is an error.
    const text = readMetadataText(`${this.#options.commonDir}/${name}`, MAX_BOUNDARY);
    return text === null ? [] : text.split("\n").map((line) => line.trim());
  }
}

/** Each line a commit and the parents it is given; `#` begins a comment. */
function parseGrafts(
  lines: readonly string[],
  format: ObjectFormat,
): Map<ObjectId, readonly ObjectId[]> {
  const grafts = new Map<ObjectId, readonly ObjectId[]>();
  for (const line of lines) {
    if (line === "" || line.startsWith("#")) continue;
    const ids = line.split(" ");
    if (!ids.every((id) => isObjectId(id, format))) continue;
    const [commit, ...parents] = ids as ObjectId[];
    grafts.set(commit, parents);
  }
  return grafts;
}

/** The nodes that one or more walks have met. */
export class CommitWalk {
  readonly #read: (id: ObjectId) => Omit<CommitNode, "id" | "index">;
  readonly #nodes = new Map<ObjectId, CommitNode>();

  /** Nodes that are read as they are met. */
  constructor(read: (id: ObjectId) => Omit<CommitNode, "id" | "index">) {
    this.#read = read;
  }

  /** Number of nodes met. */
  get size(): number {
    return this.#nodes.size;
  }

  /** The commit's node; throws as {@link CommitSource.read} does. */
  node(id: ObjectId): CommitNode {
    let node = this.#nodes.get(id);
    if (node === undefined) {
      node = { id, index: this.#nodes.size, ...this.#read(id) };
      this.#nodes.set(id, node);
    }
    return node;
  }
}

/** Marks of a walk's nodes, a few bits each. */
export class CommitMarks {
  #bits = new Uint8Array(1024);

  /** All marks of the node. */
  get(node: CommitNode): number {
    return node.index < this.#bits.length ? this.#bits[node.index] : 0;
  }

  /** Adds marks to the node. */
  add(node: CommitNode, marks: number): void {
    if (node.index >= this.#bits.length) {
      const grown = new Uint8Array(Math.max(node.index + 1, this.#bits.length * 2));
      grown.set(this.#bits);
      this.#bits = grown;
    }
    this.#bits[node.index] |= marks;
  }

  /** Takes marks from the node. */
  remove(node: CommitNode, marks: number): void {
    if (node.index < this.#bits.length) this.#bits[node.index] &= ~marks;
  }
}
