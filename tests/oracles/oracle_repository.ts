/** Reads labels and sources from a checkout of RefactoringMiner, working or bare. */

import { compareFiles } from "../../src/changes/compare_files.ts";
import type { FileChange } from "../../src/changes/change_set.ts";
import { openRepository, type Repository } from "../../src/git/repository.ts";
import type { ObjectId } from "../../src/git/object_id.ts";
import { compareTrees } from "../../src/git/tree_diff.ts";
import { gitText } from "../support/scratch_repository.ts";
import { type LabelledCommit, parseLabels } from "./refactoring_labels.ts";

const ORACLE = "src/test/resources/oracle";
/** Where the Java labels stood in former times; later versions are too large for a mirror. */
const FORMER = "src-test/Data/data.json";
/** Files of labels. */
const SETS: readonly [string, string][] = [
  ["java", "data.json"],
  ["java-tse", "tse-dataset"],
  ["kotlin", "kotlin-dataset/data.json"],
  ["python", "python-dataset/data.json"],
  ["javascript", "javascript-dataset/data.json"],
];

/** Labels of one data set. */
export interface LabelSet {
  readonly name: string;
  readonly commits: readonly LabelledCommit[];
}

/** The oracle in a repository. */
export class OracleRepository {
  readonly #directory: string;
  readonly #repository: Repository;
  /** Folders of sources by commit. */
  readonly #folders = new Map<string, { id: ObjectId; name: string }>();
  readonly #lists = new Map<string, string>();

  /** @param directory The checkout. */
  constructor(directory: string) {
    this.#directory = directory;
    this.#repository = openRepository(directory, {});
    for (const line of this.#git("ls-tree", "HEAD", `${ORACLE}/commits/`).split("\n")) {
      const [, type, id, path] = /^\d+ (\w+) (\w+)\t(.*)$/.exec(line) ?? [];
      if (path === undefined) continue;
      const name = path.split("/").at(-1)!;
      const commit = /([0-9a-f]{40})(?:\.json)?$/.exec(name)?.[1];
      if (commit === undefined) continue;
      if (type === "tree") this.#folders.set(commit, { id: id as ObjectId, name });
      else this.#lists.set(commit, id);
    }
  }

  /** The labels of commits whose id begins with one of these digits. */
  labels(digits: string): LabelSet[] {
    return SETS.map(([name, path]) => {
      const commits = this.#files(path).flatMap((id) =>
        parseLabels(this.#git("cat-file", "blob", id))
      );
      return { name, commits: commits.filter(({ id }) => digits.includes(id[0])) };
    });
  }

  /** The changed files of a commit; `null` when its sources are not there. */
  async changes(commit: string): Promise<readonly FileChange[] | null> {
    const list = this.#lists.get(commit);
    if (list === undefined) return null;
    const facts = JSON.parse(this.#git("cat-file", "blob", list));
    const before = this.#folders.get(facts.parentCommitId);
    const after = this.#folders.get(facts.currentCommitId);
    if (before === undefined || after === undefined) return null;
    // A folder may serve several commits.
    const paths = new Set([...facts.filesBefore, ...facts.filesCurrent]);
    const raw = compareTrees(this.#repository.objects, before.id, after.id)
      .filter(({ path }) => paths.has(path));
    const attributes = { get: () => undefined, isBinary: () => undefined };
    const { files } = await compareFiles(raw, { attributes, renames: {} });
    return files;
  }

  /** Ids of the files of labels; of a file that the checkout lacks, the newest version that it has. */
  #files(path: string): string[] {
    const at = `${ORACLE}/${path}`;
    const [, type, id] = /^\d+ (\w+) (\w+)\t/.exec(this.#git("ls-tree", "HEAD", at)) ?? [];
    if (type === "tree") {
      return this.#git("ls-tree", "HEAD", `${at}/`).split("\n").flatMap((line) =>
        /^\d+ blob (\w+)\t/.exec(line)?.[1] ?? []
      );
    }
    const versions = [at, FORMER].flatMap((file) =>
      this.#git("log", "--format=%H", "HEAD", "--", file).split("\n")
        .map((version) => `${version}:${file}`)
    );
    const found = gitText(this.#directory, ["cat-file", "--batch-check"], {
      stdin: [id, ...versions].join("\n"),
    }).split("\n").find((line) => / blob \d+$/.test(line));
    return found === undefined ? [] : [found.split(" ")[0]];
  }

  #git(...args: string[]): string {
    return gitText(this.#directory, args);
  }
}
