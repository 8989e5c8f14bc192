/**
 * The rules by which git reads a work tree, put together for one repository.
 *
 * @module
 */

import { worktreeAttributes } from "./attribute_sources.ts";
import { openAttributes } from "./attributes.ts";
import { openConversion } from "./conversion.ts";
import { openIgnore } from "./ignore.ts";
import { findEntry } from "./index_file.ts";
import type { GitEnvironment, RepositoryLayout } from "./layout.ts";
import type { Objects } from "./objects.ts";
import { indexContent, type WorktreeSources } from "./worktree.ts";

/**
 * Attributes, ignore rules and conversions as git would apply them; rule files that are not on disk
 * are taken from the index. `GIT_INDEX_FILE` has its meaning, if it is absolute.
 */
export function worktreeSources(
  layout: RepositoryLayout,
  objects: Objects,
  environment: GitEnvironment,
): WorktreeSources {
  return {
    layout,
    objects,
    indexFile: environment.GIT_INDEX_FILE || undefined,
    ignore(index) {
      return openIgnore(layout, environment, {
        skippedFile(path) {
          const skipped = findEntry(index, path, 0)?.skipWorktree === true;
          return skipped ? indexContent(objects, index, path) : null;
        },
      });
    },
    conversion(index) {
      const file = (path: string) => indexContent(objects, index, path);
      return openConversion(
        openAttributes(worktreeAttributes(layout, environment, file)),
        layout.config,
      );
    },
  };
}
