import assert from "node:assert/strict";
import * as z from "zod/mini";
import {
  escapeInvisible,
  hasInvisible,
  invisibleNotices,
  untrusted,
} from "../../../src/answers/shape/untrusted.ts";

Deno.test("hasInvisible() tells hidden characters from plain ones of any script", () => {
  for (const text of ["a.go", "naïve 漢字 ไทย", "👍🏽 ❤️", "a b\u3000c", "עברית"]) {
    assert.ok(!hasInvisible(text), text);
  }
  const hidden = [
    "\u0000",
    "\n",
    "\u007f",
    "\u0085",
    "\u00ad",
    "\u200b",
    "\u202e",
    "\u2066",
    "\ufeff",
    "\u{e0041}",
    "\u{e0100}",
  ];
  for (const character of hidden) {
    assert.ok(hasInvisible(`a${character}b`), escapeInvisible(character));
    assert.ok(!hasInvisible(escapeInvisible(character)));
  }
});

Deno.test("invisibleNotices() looks at untrusted strings only, wherever they stand", () => {
  const schema = z.object({
    own: z.string(),
    list: z.array(z.object({ path: z.nullable(untrusted("path")), other: z.optional(z.string()) })),
    name: z.optional(untrusted("name")),
  });
  const bad = "x\u202ey";
  const notices = invisibleNotices(schema, {
    own: bad,
    list: [{ path: null }, { path: bad, other: bad }, { path: bad }, { path: "fine" }],
    name: "\u200b",
  });
  assert.deepEqual(notices.map(({ message }) => message), [
    "A path holds characters that cannot be seen: x\\u{202e}y",
    "A name holds characters that cannot be seen: \\u{200b}",
  ]);
  const many = Array.from({ length: 50 }, (_, i) => ({ path: `${i}\u202e` }));
  assert.equal(invisibleNotices(schema, { own: "", list: many }).length, 11);
});
