/**
 * References and settings as the git binary lists them: stores that depend on no reader of ours.
 *
 * @module
 */

import type { Config } from "../../src/git/config.ts";
import type { ObjectId } from "../../src/git/object_id.ts";
import type { ReflogEntry, RefStore, RefValue } from "../../src/git/refs.ts";
import { gitText, tryGit } from "./scratch_repository.ts";

/** The references of a repository at this moment. */
export function dumpRefs(directory: string, gitDir: string = `${directory}/.git`): RefStore {
  const format = "--format=%(refname) %(objectname) %(symref)";
  const refs = new Map<string, RefValue>();
  for (const line of gitText(directory, ["for-each-ref", format]).split("\n").filter(Boolean)) {
    const [name, id, target] = line.split(" ");
    refs.set(
      name,
      target === "" ? { kind: "direct", id: id as ObjectId } : { kind: "symbolic", target },
    );
  }
  const head = tryGit(directory, ["symbolic-ref", "-q", "HEAD"]);
  const target = new TextDecoder().decode(head.stdout).trim();
  refs.set(
    "HEAD",
    head.ok
      ? { kind: "symbolic", target }
      : { kind: "direct", id: gitText(directory, ["rev-parse", "HEAD"]) as ObjectId },
  );
  const names = [...refs.keys()].sort();
  return {
    read: (name) => refs.get(name) ?? null,
    list: (prefix) =>
      names.filter((name) => name.startsWith(prefix))
        .map((name) => ({ name, value: refs.get(name)! })),
    reflog: (name) => readReflog(`${gitDir}/logs/${name}`),
  };
}

function readReflog(path: string): ReflogEntry[] | null {
  let text: string;
  try {
    text = Deno.readTextFileSync(path);
  } catch {
    return null;
  }
  return text.split("\n").filter(Boolean).map((line) => {
    const [, before, after, time, message] = /^(\S+) (\S+) .*> (\d+) \S+\t?(.*)$/.exec(line)!;
    return {
      before: before as ObjectId,
      after: after as ObjectId,
      time: Number(time),
      message,
    };
  }).reverse();
}

/** The configuration of a repository at this moment. */
export function dumpConfig(directory: string): Config {
  const values = new Map<string, (string | null)[]>();
  for (const entry of gitText(directory, ["config", "--list", "-z"]).split("\0").filter(Boolean)) {
    const newline = entry.indexOf("\n");
    const name = newline < 0 ? entry : entry.slice(0, newline);
    values.set(name, [...values.get(name) ?? [], newline < 0 ? null : entry.slice(newline + 1)]);
  }
  const get = (name: string): string | null | undefined => values.get(name)?.at(-1);
  return {
    get,
    all: (name) => values.get(name) ?? [],
    bool: (name) =>
      get(name) === undefined ? undefined : get(name) === null || get(name) === "true",
    int: (name) => get(name) === undefined ? undefined : Number(get(name)),
    subsections: (section) => [
      ...new Set(
        [...values.keys()].filter((name) => name.startsWith(`${section}.`))
          .map((name) => name.slice(section.length + 1, name.lastIndexOf("."))),
      ),
    ],
    path: (name) => get(name) ?? undefined,
    unread: [],
  };
}
