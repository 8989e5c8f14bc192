/**
 * Looks for each change in the histories of methods that people wrote down for CodeTracker.
 *
 * `deno task oracle:history -- ORACLE PROJECT [--set training|test] [--misses]`
 *
 * ORACLE is a checkout of github.com/jodavimehran/code-tracker, PROJECT one of a project that it speaks
 * of, both bare or not. A change is found when the comparison of its commit with that commit's parent
 * lists the method, on the later side by file, class, name and number of parameters, with a kind that fits:
 * one that was introduced must be new, one that was renamed or moved must say where from.
 *
 * A change inside a function within the method is that function's. Not counted are changes of documentation, which stands outside of the method, and of the file or
 * package alone, which are changes of the file.
 */

import { parseArgs } from "node:util";
import { compareFiles } from "../../src/changes/compare_files.ts";
import type { FunctionChange, FunctionPlace } from "../../src/changes/function_change.ts";
import type { ObjectId } from "../../src/git/object_id.ts";
import { openRepository } from "../../src/git/repository.ts";
import { compareTrees } from "../../src/git/tree_diff.ts";
import { gitText, tryGit } from "../support/scratch_repository.ts";
import { functionChanges } from "./compared_commit.ts";
import { parameterNames } from "./refactoring_labels.ts";

const { values, positionals } = parseArgs({
  args: Deno.args.filter((argument) => argument !== "--"),
  allowPositionals: true,
  options: {
    set: { type: "string", default: "test" },
    misses: { type: "boolean", default: false },
  },
});

interface Expected {
  readonly parentCommitId: string;
  readonly commitId: string;
  readonly changeType: string;
  readonly elementFileAfter: string;
  readonly elementNameAfter: string;
}

const [oracle, project] = positionals;
const repository = openRepository(project, {});
const attributes = { get: () => undefined, isBinary: () => undefined };
const compared = new Map<string, FunctionChange[] | null>();

async function changesOf(parent: string, commit: string): Promise<FunctionChange[] | null> {
  const known = compared.get(commit);
  if (known !== undefined) return known;
  let changes: FunctionChange[] | null = null;
  const trees = [parent, commit].map((id) => tryGit(project, ["rev-parse", `${id}^{tree}`]));
  if (trees.every(({ ok }) => ok)) {
    const [before, after] = trees.map(({ stdout }) =>
      new TextDecoder().decode(stdout).trim() as ObjectId
    );
    const raw = compareTrees(repository.objects, before, after);
    const { files } = await compareFiles(raw, { attributes, renames: {} });
    changes = await functionChanges(files);
  }
  compared.set(commit, changes);
  return changes;
}

/** `src/main/java/org.mockito.Matchers#geq(double)`. */
function isMethod({ path, definition }: FunctionPlace, file: string, element: string): boolean {
  const [, owner, name, list] = /([\w$]+)#([^(]+)\((.*)\)$/.exec(element) ?? [];
  const container = definition.container?.split(/\W+/).at(-1) ?? "";
  return path === file && definition.name === name && container === owner &&
    (definition.parameters ?? []).length === parameterNames(list).length;
}

/** Whether it stands inside such a method, so that a change of it is listed apart. */
function isInside({ path, definition }: FunctionPlace, file: string, element: string): boolean {
  const [, owner, name] = /([\w$]+)#([^(]+)\(/.exec(element) ?? [];
  return path === file && ` ${definition.container?.replace(/\W+/g, " ")} `
    .includes(` ${owner} ${name} `);
}

/** What the kind of a change must be; all others fit anything. */
const KINDS: Record<string, readonly string[]> = {
  introduced: ["added"],
  rename: ["renamed", "moved"],
  "method move": ["moved", "renamed"],
};
const LEFT_OUT = new Set(["documentation change", "container change", "package change"]);

const counts = new Map<string, { labels: number; found: number }>();
const folder = `src/main/resources/oracle/method/${values.set}/`;
const name = gitText(project, ["rev-parse", "--absolute-git-dir"]);
let unread = 0;
for (const file of gitText(oracle, ["ls-tree", "-r", "--name-only", "HEAD", folder]).split("\n")) {
  const history = JSON.parse(gitText(oracle, ["cat-file", "blob", `HEAD:${file}`]));
  if (!name.toLowerCase().includes(history.repositoryName.toLowerCase())) continue;
  for (const expected of history.expectedChanges as Expected[]) {
    const { changeType, parentCommitId, commitId, elementFileAfter, elementNameAfter } = expected;
    if (LEFT_OUT.has(changeType)) continue;
    const changes = await changesOf(parentCommitId, commitId);
    if (changes === null) {
      unread++;
      continue;
    }
    let count = counts.get(changeType);
    if (count === undefined) counts.set(changeType, count = { labels: 0, found: 0 });
    count.labels++;
    const found = changes.filter(({ after }) =>
      after !== null && isMethod(after, elementFileAfter, elementNameAfter)
    );
    const inside = changeType === "body change" &&
      changes.some(({ after }) => after && isInside(after, elementFileAfter, elementNameAfter));
    if (inside || found.some(({ kind }) => KINDS[changeType]?.includes(kind) ?? true)) {
      count.found++;
    } else if (values.misses) {
      const ours = found.map(({ kind, before }) =>
        `${kind} ${before?.definition.qualifiedName ?? ""}`
      );
      console.log(`MISS\t${commitId.slice(0, 10)}\t${changeType}\t${elementNameAfter}\t${ours}`);
    }
  }
}

console.log("change\tlabels\tfound\trecall");
for (const [type, { labels, found }] of [...counts].sort((a, b) => a[0] < b[0] ? -1 : 1)) {
  console.log([type, labels, found, (found / labels).toFixed(3)].join("\t"));
}
if (unread > 0) console.log(`${unread} changes of commits that the project does not have`);
