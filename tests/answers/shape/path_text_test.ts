import assert from "node:assert/strict";
import fc from "fast-check";
import { parsePathText, pathText } from "../../../src/answers/shape/path_text.ts";
import { decodePath } from "../../../src/git/path_bytes.ts";

Deno.test("pathText() writes only what needs it in git's quotes", () => {
  assert.equal(pathText("src/café 漢.rs"), "src/café 漢.rs");
  assert.equal(pathText('tab\t"quote"\n'), 'tab\t"quote"\n');
  assert.equal(pathText(decodePath(Uint8Array.from([0x61, 0xff, 0x0a, 0x22]))), '"a\\377\\n\\""');
  // A name that looks quoted already.
  assert.equal(pathText('"a"'), '"\\"a\\""');
});

Deno.test("parsePathText() gives back the path of any bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
      const path = decodePath(bytes);
      assert.equal(parsePathText(pathText(path)), path);
    }),
    { numRuns: 2000 },
  );
  const special = fc.array(fc.constantFrom('"', "\\", "3", "a", "\udcff"), { maxLength: 8 });
  fc.assert(
    fc.property(special, (parts) => {
      const path = parts.join("");
      assert.equal(parsePathText(pathText(path)), path);
    }),
    { numRuns: 2000 },
  );
});
