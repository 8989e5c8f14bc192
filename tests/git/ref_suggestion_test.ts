import assert from "node:assert/strict";
import type { ObjectId } from "../../src/git/object_id.ts";
import { editDistance, nearestRefs } from "../../src/git/ref_suggestion.ts";
import type { RefStore } from "../../src/git/refs.ts";

function storeOf(names: readonly string[]): RefStore {
  return {
    read: () => null,
    list: (prefix) =>
      names.filter((name) => name.startsWith(prefix))
        .map((name) => ({ name, value: { kind: "direct", id: "0" as ObjectId } })),
    reflog: () => null,
  };
}

Deno.test("editDistance() counts slips", () => {
  assert.equal(editDistance("main", "main", 3), 0);
  assert.equal(editDistance("mian", "main", 3), 1);
  assert.equal(editDistance("", "abc", 3), 3);
  assert.equal(editDistance("kitten", "sitting", 9), 3);
  assert.ok(editDistance("kitten", "sitting", 2) > 2);
});

Deno.test("nearestRefs() offers at most five names, nearest first", () => {
  const refs = storeOf([
    ...["refs/heads/feature", "refs/heads/user/featur", "refs/tags/features", "refs/heads/other"],
    ...Array.from({ length: 9 }, (_, i) => `refs/remotes/origin/feature${i}`),
  ]);
  const near = nearestRefs(refs, "featrue");
  assert.equal(near[0], "feature");
  assert.equal(near.length, 5);
  assert.ok(!near.includes("other"));
  assert.deepEqual(nearestRefs(refs, "nothing-like-it"), []);
  assert.deepEqual(nearestRefs(refs, ""), []);
});
