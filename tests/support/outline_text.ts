/**
 * An outline as text that a person can review: a line for each fact, only what is there.
 *
 * @module
 */

import type { Definition, Outline } from "../../src/syntax/outline.ts";

/** All facts of an outline; definitions are indented below what they stand in. */
export function outlineText(outline: Outline): string {
  const lines: string[] = [];
  const { definitions } = outline;
  const depth = (at: number): number => at < 0 ? 0 : 1 + depth(definitions[at].parent);
  for (const definition of definitions) {
    lines.push("  ".repeat(depth(definition.parent)) + definitionText(definition));
  }
  for (const each of outline.imports) {
    const marks = [each.reexport ? "reexport" : "", each.typeOnly ? "type" : ""].filter(Boolean);
    const parts = [each.path, each.name ?? "-", each.alias === null ? "" : `as ${each.alias}`];
    lines.push(
      `import ${each.line}: ${each.text}  (${[...parts, ...marks].filter(Boolean).join(", ")})`,
    );
  }
  for (const each of outline.exports) {
    lines.push(`export ${each.line}: ${each.name} = ${each.local ?? "-"}`);
  }
  for (const { line, form, receiver, callee, within } of outline.calls) {
    const where = within < 0 ? "-" : definitions[within].qualifiedName;
    lines.push(
      `call ${line}: ${form} ${receiver === null ? "" : `${receiver} | `}${callee} in ${where}`,
    );
  }
  for (const problem of outline.problems) lines.push(`problem: ${problem.message}`);
  return lines.join("\n") + "\n";
}

function definitionText(definition: Definition): string {
  const parameters = definition.parameters?.map(({ marks, name, type, default: value }) =>
    `${marks === "" ? "" : `${marks} `}${name}${type === null ? "" : `: ${type}`}` +
    (value === null ? "" : ` = ${value}`)
  );
  const facts: [string, string | null][] = [
    ["parameters", parameters === undefined ? null : `(${parameters.join("; ")})`],
    ["returns", definition.returnType],
    ["generics", definition.typeParameters],
    ["throws", definition.throws],
    ["modifiers", definition.modifiers.join(" ") || null],
    ["visibility", definition.visibility],
    ["decorators", definition.decorators.join(" ") || null],
    ["of", definition.discriminator || null],
    ["body", definition.body === null ? "none" : null],
    ["broken", definition.broken ? "yes" : null],
  ];
  const { kind, qualifiedName, startLine, endLine, signature } = definition;
  return `${startLine}-${endLine} ${kind} ${qualifiedName} [${signature}]` +
    facts.filter(([, value]) => value !== null).map(([name, value]) => ` ${name}=${value}`).join(
      "",
    );
}
