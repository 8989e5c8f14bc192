/**
 * Why a name means nothing, and what may have been meant.
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import { emptyTreeId, type ObjectFormat } from "./object_id.ts";
import { currentBranch, readRef, shortName } from "./ref_lookup.ts";
import { nearestRefs } from "./ref_suggestion.ts";
import type { RefStore } from "./refs.ts";

/**
 * The error for a name that no reference and no object has.
 * @param text the whole revision, when the name is only a part of it
 */
export function nameNotFound(
  refs: RefStore,
  format: ObjectFormat,
  name: string,
  text: string = name,
): PrismError {
  const unborn = unbornBranch(refs);
  const asksHead = name === "HEAD" || name === "@" || name === "";
  if (unborn !== null && (asksHead || name === unborn || name === shortName(unborn))) {
    return new PrismError(
      "ref_not_found",
      `"${text}" names no commit: branch "${shortName(unborn)}" has none yet`,
      { hint: `make a first commit, or compare with the empty tree ${emptyTreeId(format)}` },
    );
  }
  const nearest = nearestRefs(refs, name);
  const part = name === text ? "" : `: there is no "${name}"`;
  return new PrismError("ref_not_found", `"${text}" names no branch, tag or object${part}`, {
    hint: nearest.length > 0
      ? `did you mean ${nearest.map((near) => `"${near}"`).join(", ")}?`
      : "git branch --all lists branches, git tag lists tags; a name may have to be fetched first",
    data: { nearest },
  });
}

/** Full name of the branch that HEAD is on, when it has no commit yet. */
function unbornBranch(refs: RefStore): string | null {
  const branch = currentBranch(refs);
  return branch !== null && readRef(refs, branch) === null ? branch : null;
}
