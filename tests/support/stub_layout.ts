/**
 * The layout of a plain repository with given settings, for tests below discovery.
 *
 * @module
 */

import type { Config } from "../../src/git/config.ts";
import type { RepositoryLayout } from "../../src/git/layout.ts";

/** Settings by lower-case name; each has one value. */
export function stubConfig(settings: Readonly<Record<string, string>> = {}): Config {
  const value = (name: string): string | undefined => {
    const known = Object.entries(settings).find(([key]) =>
      key.toLowerCase() === name.toLowerCase()
    );
    return known?.[1];
  };
  return {
    get: value,
    all: (name) => [value(name)].filter((one) => one !== undefined),
    bool: (name) => {
      const text = value(name);
      return text === undefined ? undefined : /^(?:true|yes|on|1)$/i.test(text);
    },
    int: (name) => value(name) === undefined ? undefined : Number(value(name)),
    path: value,
    subsections: () => [],
    unread: [],
  };
}

/** The layout of `git init` in a directory. */
export function stubLayout(
  directory: string,
  settings: Readonly<Record<string, string>> = {},
): RepositoryLayout {
  return {
    gitDir: `${directory}/.git`,
    commonDir: `${directory}/.git`,
    objectDir: `${directory}/.git/objects`,
    workTree: directory,
    objectFormat: "sha1",
    refFormat: "files",
    partialClone: false,
    config: stubConfig(settings),
  };
}
