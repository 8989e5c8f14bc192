/**
 * What others rely on, as literals. A change here is a change of the contract.
 *
 * @module
 */

import assert from "node:assert/strict";
import * as z from "zod/mini";
import { stringFields } from "../../src/answers/shape/untrusted.ts";
import { ERROR_CODES, EXIT_CODES } from "../../src/errors.ts";
import { loadOperations } from "../../src/operations/mod.ts";
import { listTools } from "../../src/surfaces/mcp/tools.ts";

const operations = await loadOperations();
const [manifest, snapshots, history, context, review] = operations;

Deno.test("names of tools and commands", () => {
  assert.deepEqual(operations.map(({ name, command, effect }) => [name, command, effect]), [
    ["get_change_manifest", "manifest", "read"],
    ["get_file_snapshots", "snapshot", "read"],
    ["get_commit_history", "history", "read"],
    ["get_function_context", "context", "read"],
    ["review_change", "review", "read"],
  ]);
});

function inputs(operation: { input: z.ZodMiniType }): unknown[][] {
  const schema = z.toJSONSchema(operation.input, { io: "input" });
  assert.equal(schema.additionalProperties, false);
  return Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const { type, default: fallback } = field as z.core.JSONSchema.BaseSchema;
    const required = schema.required?.includes(name) ? ["required"] : [];
    return [name, type, ...(fallback === undefined ? required : [fallback])];
  });
}

Deno.test("inputs of get_file_snapshots", () => {
  assert.deepEqual(inputs(snapshots), [
    ["base_ref", "string", "required"],
    ["head_ref", "string"],
    ["paths", "array", "required"],
    ["repo_path", "string"],
    ["include_before", "boolean", true],
    ["include_after", "boolean", true],
    ["max_file_size_bytes", "integer", 100_000],
    ["line_range", "array"],
    ["include_diff_hunks", "boolean", false],
    ["max_response_tokens", "integer", 8192],
  ]);
});

Deno.test("fields of file snapshots, in order", () => {
  const content = ["content", "line_count", "size_bytes", "truncated", "total_lines", "encoding"];
  assert.deepEqual(names(z.toJSONSchema(snapshots.output)), [
    "metadata",
    "metadata.repo_path",
    "metadata.base_ref",
    "metadata.head_ref",
    "metadata.base_sha",
    "metadata.head_sha",
    "metadata.merge_base_sha",
    "metadata.object_format",
    "metadata.generated_at",
    "metadata.version",
    "metadata.budget_tokens",
    "metadata.notices",
    "metadata.notices.code",
    "metadata.notices.path",
    "metadata.notices.message",
    "files",
    "files.path",
    "files.old_path",
    "files.language",
    "files.is_binary",
    "files.mode_before",
    "files.mode_after",
    "files.submodule",
    "files.submodule.old_sha",
    "files.submodule.new_sha",
    "files.before",
    ...content.map((name) => `files.before.${name}`),
    "files.after",
    ...content.map((name) => `files.after.${name}`),
    "files.diff_hunks",
    "files.diff_hunks.old_start",
    "files.diff_hunks.old_lines",
    "files.diff_hunks.new_start",
    "files.diff_hunks.new_lines",
    "files.error",
    "files.error.code",
    "files.error.message",
    "token_estimate",
    "omitted",
    "omitted.what",
    "omitted.count",
    "omitted.why",
    "omitted.how",
  ]);
  const untrusted = [...stringFields(snapshots.output)].filter(([, mark]) => mark !== null);
  assert.deepEqual(untrusted, [
    ["metadata.notices[].path", "path"],
    ["metadata.notices[].message", "message that may quote the repository"],
    ["files[].path", "path"],
    ["files[].old_path", "path"],
    ["files[].before.content", "file content"],
    ["files[].after.content", "file content"],
    ["files[].error.message", "message that may quote the repository"],
  ]);
});

Deno.test("inputs of get_commit_history", () => {
  assert.deepEqual(inputs(history), [
    ["base_ref", "string", "required"],
    ["head_ref", "string"],
    ["repo_path", "string"],
    ["paths", "array", []],
    ["first_parent", "boolean", false],
    ["include_function_analysis", "boolean", true],
    ["max_response_tokens", "integer", 8192],
    ["cursor", "string"],
    ["page_size", "integer", 100],
  ]);
});

Deno.test("fields of a commit history, in order: files and summary are those of a manifest", () => {
  const fields = names(z.toJSONSchema(manifest.output));
  const part = (name: string) =>
    fields.filter((field) => field === name || field.startsWith(`${name}.`));
  assert.deepEqual(names(z.toJSONSchema(history.output)), [
    "commits",
    "commits.metadata",
    "commits.metadata.sha",
    "commits.metadata.subject",
    "commits.metadata.message",
    "commits.metadata.author",
    "commits.metadata.author_email",
    "commits.metadata.timestamp",
    "commits.metadata.committer",
    "commits.metadata.committer_email",
    "commits.metadata.commit_timestamp",
    "commits.metadata.parents",
    "commits.metadata.is_merge",
    ...["summary", "files", "dependency_changes"].flatMap(part).map((name) => `commits.${name}`),
    "commits.notices",
    "commits.notices.code",
    "commits.notices.path",
    "commits.notices.message",
    "commits.error",
    "commits.error.code",
    "commits.error.message",
    ...part("pagination"),
    ...part("metadata"),
    ...part("omitted"),
  ]);
  const marks = stringFields(history.output);
  for (const [place, mark] of stringFields(manifest.output)) {
    const at = /^(files|summary|dependency)/.test(place) ? `commits[].${place}` : place;
    assert.equal(marks.get(at), mark, at);
  }
  const own = [...marks].filter(([place, mark]) =>
    mark !== null && place.startsWith("commits[].metadata")
  );
  assert.deepEqual(own, [
    ["commits[].metadata.subject", "commit subject"],
    ["commits[].metadata.message", "commit message"],
    ["commits[].metadata.author", "author's name"],
    ["commits[].metadata.author_email", "author's address"],
    ["commits[].metadata.committer", "committer's name"],
    ["commits[].metadata.committer_email", "committer's address"],
  ]);
});

Deno.test("inputs of get_change_manifest", () => {
  assert.deepEqual(inputs(manifest), [
    ["base_ref", "string", "required"],
    ["head_ref", "string"],
    ["repo_path", "string"],
    ["include_patterns", "array", []],
    ["exclude_patterns", "array", []],
    ["include_function_analysis", "boolean", false],
    ["include_types", "boolean", false],
    ["no_formatting", "boolean", false],
    ["max_response_tokens", "integer", 8192],
    ["cursor", "string"],
    ["page_size", "integer", 100],
  ]);
});

function names(schema: z.core.JSONSchema.BaseSchema, at = ""): string[] {
  const some = (schema.anyOf?.find(({ type }) => type !== "null") ?? schema) as typeof schema;
  const inner = some.items ?? some;
  return Object.entries((inner as z.core.JSONSchema.BaseSchema).properties ?? {})
    .flatMap(([name, field]) => [
      `${at}${name}`,
      ...names(field as z.core.JSONSchema.BaseSchema, `${at}${name}.`),
    ]);
}

Deno.test("fields of a change manifest, in order", () => {
  assert.deepEqual(names(z.toJSONSchema(manifest.output)), [
    "metadata",
    "metadata.repo_path",
    "metadata.base_ref",
    "metadata.head_ref",
    "metadata.base_sha",
    "metadata.head_sha",
    "metadata.merge_base_sha",
    "metadata.object_format",
    "metadata.generated_at",
    "metadata.version",
    "metadata.token_estimate",
    "metadata.function_analysis_truncated",
    "metadata.budget_tokens",
    "metadata.notices",
    "metadata.notices.code",
    "metadata.notices.path",
    "metadata.notices.message",
    "summary",
    "summary.total_files_changed",
    "summary.files_added",
    "summary.files_modified",
    "summary.files_deleted",
    "summary.files_renamed",
    "summary.files_copied",
    "summary.files_type_changed",
    "summary.total_lines_added",
    "summary.total_lines_removed",
    "summary.total_functions_changed",
    "summary.languages_affected",
    "summary.functions_by_change",
    "summary.functions_by_change.added",
    "summary.functions_by_change.modified",
    "summary.functions_by_change.deleted",
    "summary.functions_by_change.signature_changed",
    "summary.functions_by_change.renamed",
    "summary.functions_by_change.moved",
    "files",
    "files.path",
    "files.old_path",
    "files.change_type",
    "files.change_scope",
    "files.language",
    "files.is_binary",
    "files.is_generated",
    "files.lines_added",
    "files.lines_removed",
    "files.size_before",
    "files.size_after",
    "files.similarity",
    "files.mode_before",
    "files.mode_after",
    "files.submodule",
    "files.submodule.old_sha",
    "files.submodule.new_sha",
    "files.encoding",
    "files.functions_changed",
    "files.functions_changed.name",
    "files.functions_changed.old_name",
    "files.functions_changed.change_type",
    "files.functions_changed.start_line",
    "files.functions_changed.end_line",
    "files.functions_changed.signature",
    "files.functions_changed.kind",
    "files.functions_changed.container",
    "files.functions_changed.old_signature",
    "files.functions_changed.old_path",
    "files.functions_changed.old_start_line",
    "files.functions_changed.formatting_only",
    "files.functions_changed.with_container",
    "files.functions_changed.signature_changes",
    "files.functions_changed.signature_changes.kind",
    "files.functions_changed.signature_changes.name",
    "files.functions_changed.signature_changes.old",
    "files.functions_changed.signature_changes.new",
    "files.functions_changed.lines_added",
    "files.functions_changed.lines_removed",
    "files.functions_changed.has_syntax_error",
    "files.functions_changed.hunks",
    "files.imports_changed",
    "files.imports_changed.added",
    "files.imports_changed.removed",
    "files.hunks",
    "files.error",
    "files.error.code",
    "files.error.message",
    "dependency_changes",
    "dependency_changes.file",
    "dependency_changes.added",
    "dependency_changes.added.name",
    "dependency_changes.added.old_version",
    "dependency_changes.added.new_version",
    "dependency_changes.added.group",
    "dependency_changes.added.old_group",
    "dependency_changes.added.source",
    "dependency_changes.added.old_source",
    "dependency_changes.removed",
    "dependency_changes.removed.name",
    "dependency_changes.removed.old_version",
    "dependency_changes.removed.new_version",
    "dependency_changes.removed.group",
    "dependency_changes.removed.old_group",
    "dependency_changes.removed.source",
    "dependency_changes.removed.old_source",
    "dependency_changes.changed",
    "dependency_changes.changed.name",
    "dependency_changes.changed.old_version",
    "dependency_changes.changed.new_version",
    "dependency_changes.changed.group",
    "dependency_changes.changed.old_group",
    "dependency_changes.changed.source",
    "dependency_changes.changed.old_source",
    "dependency_changes.error",
    "dependency_changes.error.code",
    "dependency_changes.error.message",
    "pagination",
    "pagination.total_items",
    "pagination.page_start",
    "pagination.page_size",
    "pagination.next_cursor",
    "omitted",
    "omitted.what",
    "omitted.count",
    "omitted.why",
    "omitted.how",
  ]);
});

Deno.test("inputs of get_function_context", () => {
  assert.deepEqual(inputs(context), [
    ["base_ref", "string"],
    ["head_ref", "string"],
    ["repo_path", "string"],
    ["function_names", "array", []],
    ["depth", "integer", 1],
    ["max_response_tokens", "integer", 8192],
    ["cursor", "string"],
    ["page_size", "integer", 25],
  ]);
});

Deno.test("fields of a function context, in order", () => {
  const caller = ["file", "line", "caller", "is_test", "confidence", "via", "depth", "calls"];
  assert.deepEqual(names(z.toJSONSchema(context.output)), [
    "metadata",
    "metadata.repo_path",
    "metadata.base_ref",
    "metadata.head_ref",
    "metadata.base_sha",
    "metadata.head_sha",
    "metadata.merge_base_sha",
    "metadata.generated_at",
    "metadata.version",
    "metadata.token_estimate",
    "metadata.function_analysis_truncated",
    "metadata.next_cursor",
    "metadata.budget_tokens",
    "metadata.notices",
    "metadata.notices.code",
    "metadata.notices.path",
    "metadata.notices.message",
    "functions",
    "functions.name",
    "functions.file",
    "functions.change_type",
    "functions.start_line",
    "functions.signature",
    "functions.blast_radius",
    "functions.blast_radius.production_callers",
    "functions.blast_radius.test_callers",
    "functions.blast_radius.has_tests",
    "functions.blast_radius.risk",
    "functions.blast_radius.reasons",
    "functions.blast_radius.public_api",
    "functions.scoping_mode",
    "functions.callers",
    ...caller.map((name) => `functions.callers.${name}`),
    "functions.callees",
    "functions.callees.callee",
    "functions.callees.line",
    "functions.callees.file",
    "functions.callees.definition_line",
    "functions.test_references",
    ...caller.map((name) => `functions.test_references.${name}`),
    "functions.caller_count",
    "functions.truncated",
    "functions.zero_reason",
    "functions.stale_callers",
    "functions.stale_callers.file",
    "functions.stale_callers.line",
    "functions.stale_callers.caller",
    "functions.stale_callers.old_name",
    "pagination",
    "pagination.total_items",
    "pagination.page_start",
    "pagination.page_size",
    "pagination.next_cursor",
    "omitted",
    "omitted.what",
    "omitted.count",
    "omitted.why",
    "omitted.how",
  ]);
});

Deno.test("inputs and fields of review_change: its halves are a manifest and a context", () => {
  assert.deepEqual(inputs(review), [
    ["base_ref", "string", "required"],
    ["head_ref", "string"],
    ["repo_path", "string"],
    ["include_patterns", "array", []],
    ["exclude_patterns", "array", []],
    ["function_names", "array", []],
    ["include_hunks", "string", "functions"],
    ["max_response_tokens", "integer", 8192],
    ["manifest_cursor", "string"],
    ["function_context_cursor", "string"],
    ["page_size", "integer", 25],
  ]);
  const half = (name: string, { output }: { output: z.ZodMiniType }) => [
    name,
    ...names(z.toJSONSchema(output)).map((field) => `${name}.${field}`),
  ];
  assert.deepEqual(names(z.toJSONSchema(review.output)), [
    "metadata",
    "metadata.token_estimate",
    "metadata.budget_tokens",
    "metadata.notices",
    "metadata.notices.code",
    "metadata.notices.path",
    "metadata.notices.message",
    ...half("manifest", manifest),
    ...half("function_context", context),
    "review",
    "review.order",
    "review.order.name",
    "review.order.file",
    "review.order.line",
    "review.order.risk",
    "review.order.why",
    "review.order.hunks",
    "review.groups",
    "review.groups.functions",
    "review.groups.why",
    "omitted",
    "omitted.what",
    "omitted.count",
    "omitted.why",
    "omitted.how",
  ]);
});

Deno.test("every string of an answer is trusted or untrusted by decision", () => {
  const path = "path";
  const quoting = "message that may quote the repository";
  const trusted = null;
  const expected: Record<string, string | null> = {
    "metadata.repo_path": trusted,
    "metadata.base_ref": trusted,
    "metadata.head_ref": trusted,
    "metadata.base_sha": trusted,
    "metadata.head_sha": trusted,
    "metadata.merge_base_sha": trusted,
    "metadata.object_format": trusted,
    "metadata.generated_at": trusted,
    "metadata.version": trusted,
    "metadata.function_analysis_truncated[]": path,
    "metadata.notices[].code": trusted,
    "metadata.notices[].path": path,
    "metadata.notices[].message": quoting,
    "summary.languages_affected[]": trusted,
    "files[].path": path,
    "files[].old_path": path,
    "files[].language": trusted,
    "files[].mode_before": trusted,
    "files[].mode_after": trusted,
    "files[].submodule.old_sha": trusted,
    "files[].submodule.new_sha": trusted,
    "files[].encoding": trusted,
    "files[].functions_changed[].name": "function name",
    "files[].functions_changed[].old_name": "function name",
    "files[].functions_changed[].signature": "function signature",
    "files[].functions_changed[].container": "container name",
    "files[].functions_changed[].old_signature": "function signature",
    "files[].functions_changed[].old_path": path,
    "files[].functions_changed[].signature_changes[].name": "parameter name",
    "files[].functions_changed[].signature_changes[].old": "part of a signature",
    "files[].functions_changed[].signature_changes[].new": "part of a signature",
    "files[].functions_changed[].hunks": "changed lines",
    "files[].hunks": "changed lines",
    "files[].imports_changed.added[]": "import",
    "files[].imports_changed.removed[]": "import",
    "files[].error.code": trusted,
    "files[].error.message": quoting,
    "dependency_changes[].file": path,
    "dependency_changes[].error.code": trusted,
    "dependency_changes[].error.message": quoting,
    "pagination.next_cursor": trusted,
    "omitted[].what": trusted,
    "omitted[].why": trusted,
    "omitted[].how": trusted,
  };
  for (const list of ["added", "removed", "changed"]) {
    expected[`dependency_changes[].${list}[].name`] = "dependency name";
    for (const side of ["old_version", "new_version"]) {
      expected[`dependency_changes[].${list}[].${side}`] = "dependency version";
    }
    for (const field of ["group", "source"]) {
      expected[`dependency_changes[].${list}[].${field}`] = `dependency ${field}`;
      expected[`dependency_changes[].${list}[].old_${field}`] = `dependency ${field}`;
    }
  }
  assert.deepEqual(
    [...stringFields(manifest.output)].sort(),
    Object.entries(expected).sort(),
  );
});

Deno.test("x-untrusted of tools/list is exact: a field's name is untrusted everywhere or nowhere", async () => {
  for (const operation of operations) {
    const tool = (await listTools()).find(({ name }) => name === operation.name);
    const listed = (tool?.outputSchema as Record<string, unknown>)["x-untrusted"] as string[];
    for (const [place, mark] of stringFields(operation.output)) {
      const leaf = place.replace(/^.*\./, "").replace(/(?:\[\])+$/, "");
      const covered = listed.includes(leaf) || listed.includes(leaf.replace(/^old_/, ""));
      assert.equal(covered, mark !== null, `${operation.name} ${place}`);
    }
  }
});

Deno.test("codes of errors, their kinds and exit codes", () => {
  const exits = Object.entries(ERROR_CODES).map(([code, kind]) => `${code} ${EXIT_CODES[kind]}`);
  assert.deepEqual(exits, [
    "invalid_argument 2",
    "unknown_argument 2",
    "unknown_command 2",
    "invalid_pattern 2",
    "invalid_cursor 2",
    "stale_cursor 2",
    "not_a_repository 1",
    "unsupported_repository 1",
    "unsafe_repository 1",
    "bare_repository 1",
    "unreadable 1",
    "ref_not_found 1",
    "ref_ambiguous 1",
    "ref_wrong_type 1",
    "invalid_revision 1",
    "no_merge_base 1",
    "path_not_found 1",
    "path_is_directory 1",
    "object_missing 1",
    "object_promised 1",
    "object_corrupt 1",
    "object_too_large 1",
    "index_corrupt 1",
    "config_invalid 1",
    "cancelled 1",
    "parser_unavailable 126",
    "internal 255",
  ]);
  assert.deepEqual(EXIT_CODES, {
    usage: 2,
    repository: 1,
    data: 1,
    environment: 126,
    internal: 255,
  });
});

Deno.test("exports of the library", async () => {
  const library = await import("../../mod.ts");
  assert.deepEqual(Object.keys(library).sort(), [
    "ERROR_CODES",
    "EXIT_CODES",
    "PrismError",
    "VERSION",
    "changeManifest",
    "commitHistory",
    "fileSnapshots",
    "functionContext",
    "reviewChange",
    "serve",
  ]);
});
