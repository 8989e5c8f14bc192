import assert from "node:assert/strict";
import { fileUrlPath } from "../../src/surfaces/mcp/client_root.ts";

Deno.test("fileUrlPath() decodes the path of a file URL", () => {
  assert.equal(fileUrlPath("file:///home/a%20b/caf%C3%A9"), "/home/a b/café");
  assert.equal(fileUrlPath("file:///C:/Users/x"), "C:/Users/x");
  assert.equal(fileUrlPath("file:///bad%ff"), null);
  assert.equal(fileUrlPath("https://example.org/x"), null);
  assert.equal(fileUrlPath("/plain"), null);
});
