/**
 * Lists what TypeScript's own parser defines, as `definition_spans.ts --reference` reads it.
 *
 * `deno run --allow-all tests/oracles/typescript_tags.ts --typescript FILE --dir DIR > TAGS`
 *
 * FILE is `lib/typescript.js` of an installed TypeScript 5; it reads JavaScript too.
 */

import { createRequire } from "node:module";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: { typescript: { type: "string" }, dir: { type: "string" } },
});
if (values.typescript === undefined || values.dir === undefined) {
  console.error("--typescript and --dir are needed");
  Deno.exit(2);
}
// deno-lint-ignore no-explicit-any -- the compiler is no dependency
const ts: any = createRequire(import.meta.url)(values.typescript);
type Node = ReturnType<typeof ts.createSourceFile>;
const { SyntaxKind: K } = ts;
const FUNCTIONS = new Set([K.ArrowFunction, K.FunctionExpression, K.ClassExpression]);
const WRAPPERS = new Set([
  K.ParenthesizedExpression,
  K.AsExpression,
  K.SatisfiesExpression,
  K.NonNullExpression,
  K.TypeAssertionExpression,
]);
const NAMED = new Set([
  K.FunctionDeclaration,
  K.ClassDeclaration,
  K.InterfaceDeclaration,
  K.EnumDeclaration,
  K.TypeAliasDeclaration,
]);
const MEMBERS = new Set([
  K.MethodDeclaration,
  K.MethodSignature,
  K.Constructor,
  K.GetAccessor,
  K.SetAccessor,
]);
const GROUP = /^(?:describe|context|suite)\b/;
const TEST =
  /^(?:it|test|t\.step|Deno\.test|Deno\.bench|describe|context|suite)(?:\.(?:only|skip|ignore))?$/;
const ENDINGS = /\.(?:[cm]?[jt]s|[jt]sx)$/;

for (const path of files(values.dir, "")) {
  const text = Deno.readTextFileSync(`${values.dir}/${path}`);
  list(path, ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
}

function* files(dir: string, below: string): Generator<string> {
  const entries = [...Deno.readDirSync(`${dir}/${below}`)].sort((a, b) => a.name < b.name ? -1 : 1);
  for (const { name, isDirectory } of entries) {
    if (name === "node_modules" || name === ".git") continue;
    if (isDirectory) yield* files(dir, `${below}${name}/`);
    else if (ENDINGS.test(name)) yield below + name;
  }
}

function list(path: string, file: Node): void {
  const lineAt = (place: number): number => file.getLineAndCharacterOfPosition(place).line + 1;
  const given = new Set<Node>();
  const tag = (name: string | null, at: Node, whole: Node): void => {
    if (name === null) return;
    console.log([path, lineAt(at.getStart(file)), name, lineAt(whole.getEnd())].join("\t"));
  };
  const visit = (node: Node): void => {
    const { kind } = node;
    const test = testOf(node, file);
    if (test !== null) {
      given.add(test.run);
      if (!GROUP.test(node.expression.getText(file)) && ts.isStringLiteralLike(test.title)) {
        tag(plain(test.title), test.title, node);
      }
    }
    if (given.has(node) && kind === K.MethodDeclaration) return ts.forEachChild(node, visit);
    const value = definedValue(node.initializer ?? node.right ?? node.expression);
    if (kind === K.VariableDeclaration && value && node.name.kind === K.Identifier) {
      given.add(value);
      const alone = node.parent.declarations?.length === 1 &&
        ts.isVariableStatement(node.parent.parent);
      tag(node.name.text, node.name, alone ? node.parent.parent : node);
    } else if (kind === K.BinaryExpression && value && node.operatorToken.kind === K.EqualsToken) {
      const whole = node.left.getText(file) === "module.exports" && value.name ? value : node.left;
      given.add(value);
      tag(assignedName(whole, file), lastName(whole), node);
    } else if (kind === K.PropertyAssignment && value) {
      if (!given.has(value)) tag(memberName(node.name, file), node.name, node);
      given.add(value);
    } else if (kind === K.PropertyDeclaration) {
      if (value) given.add(value);
      tag(memberName(node.name, file), node.name, node);
    } else if (kind === K.ExportAssignment && value && !node.isExportEquals) {
      given.add(value);
      tag(value.name?.text ?? "default", value.name ?? value, node);
    } else if (MEMBERS.has(kind)) {
      if (!inTypeOfPart(node)) {
        tag(
          kind === K.Constructor ? "constructor" : memberName(node.name, file),
          node.name ?? lastModifier(node),
          node,
        );
      }
    } else if (NAMED.has(kind)) {
      if (node.name) tag(node.name.text, node.name, node);
      else if (node.modifiers) tag("default", node, node);
    } else if (
      (kind === K.FunctionExpression || kind === K.ClassExpression) && node.name && !given.has(node)
    ) {
      tag(node.name.text, node.name, node);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
}

/** The title and the function of a test. */
function testOf(node: Node, file: Node): { title: Node; run: Node } | null {
  if (node.kind !== K.CallExpression || !TEST.test(node.expression.getText(file))) return null;
  const [first] = node.arguments;
  if (first?.kind === K.ObjectLiteralExpression) {
    const of = (key: string) => first.properties.find((each: Node) => each.name?.text === key);
    const title = of("name")?.initializer;
    const run = of("fn");
    const value = run?.kind === K.MethodDeclaration ? run : run?.initializer;
    return value?.body === undefined ? null : { title: title ?? first, run: value };
  }
  const run = node.arguments.findLast((each: Node) => FUNCTIONS.has(each.kind));
  if (run === undefined) return null;
  const title = node.arguments.slice(0, 2).find(ts.isStringLiteralLike) ?? first;
  return { title, run };
}

function plain(title: Node): string {
  return title.getText().slice(1, -1).replace(/\\(["'`])/g, "$1").replace(/\s+/g, " ").trim();
}

/** A constructor has no name; the line of its word is that behind its modifiers. */
function lastModifier(node: Node): Node {
  return node.modifiers === undefined ? node : node.modifiers[node.modifiers.length - 1];
}

/** Whether a signature stands in a type that is no declaration of its own. */
function inTypeOfPart({ parent }: Node): boolean {
  return parent.kind === K.TypeLiteral && parent.parent.kind !== K.TypeAliasDeclaration;
}

function definedValue(value: Node | undefined): Node | null {
  for (let node = value; node !== undefined; node = node.expression) {
    if (FUNCTIONS.has(node.kind)) return node;
    if (!WRAPPERS.has(node.kind)) return null;
  }
  return null;
}

function lastName(node: Node): Node {
  return node.argumentExpression ?? node.name ?? node;
}

function assignedName(node: Node, file: Node): string | null {
  if (node.kind === K.Identifier) return node.text;
  if (node.kind === K.ElementAccessExpression) {
    const inner = node.argumentExpression;
    return ts.isStringLiteral(inner) && /^[\w$]+$/.test(inner.text)
      ? inner.text
      : `[${inner.getText(file).replace(/\s*([.[\]])\s*/g, "$1").replaceAll("'", '"')}]`;
  }
  return node.name?.text ?? null;
}

function memberName(name: Node, file: Node): string | null {
  if (name === undefined) return null;
  if (ts.isComputedPropertyName(name) && !ts.isStringLiteral(name.expression)) {
    return name.getText(file).replace(/\s+/g, " ");
  }
  if (ts.isNumericLiteral(name)) return `[${name.getText(file)}]`;
  const { text } = name.expression ?? name;
  return /^#?[\w$\u0080-\uffff]+$/.test(text) ? text : `["${text}"]`;
}
