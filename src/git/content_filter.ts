/**
 * Filters that a program would apply at check-in (gitattributes(5), "filter"). No program is run
 * here; what Git LFS would store is made natively.
 *
 * @module
 */

import type { Config } from "./config.ts";

/** How a filter is dealt with: nothing to do, the pointer of Git LFS, or a program that is not run. */
export type FilterKind = "none" | "lfs" | "program";

const LFS_COMMAND = /^(?:\S*\/)?git-lfs(?:\.exe)?(?: |$)/;

/** What the configuration makes of a filter's name. Without a command git does nothing either. */
export function filterKind(name: string, config: Config): FilterKind {
  const command = config.get(`filter.${name}.process`) || config.get(`filter.${name}.clean`);
  if (!command) return "none";
  // Extensions of LFS are programs again.
  const extended = config.subsections("lfs").some((section) => section.startsWith("extension."));
  return LFS_COMMAND.test(command) && !extended ? "lfs" : "program";
}
