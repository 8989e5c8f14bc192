/** The calls of a function as the TypeScript language service finds them. */

import ts from "typescript";
import { definitionOf, type DefinitionSymbol } from "../../src/calls/symbol.ts";

/** A place where a function is called. */
export interface FoundCall {
  readonly path: string;
  readonly start: number;
  /** The call as it is written. */
  readonly text: string;
}

/** How far a function is followed that is given another name. */
const DEEPEST = 3;

/** Asks a language service. */
export class TypeScriptReferences {
  readonly #service: ts.LanguageService;
  readonly #program: ts.Program;
  readonly #checker: ts.TypeChecker;
  readonly #dir: string;

  constructor(service: ts.LanguageService, dir: string) {
    this.#service = service;
    this.#program = service.getProgram()!;
    this.#checker = this.#program.getTypeChecker();
    this.#dir = dir;
  }

  /** All calls; `null` when the service does not know the function. */
  callsOf({ file, index }: DefinitionSymbol): FoundCall[] | null {
    const { nameStart } = definitionOf({ file, index });
    const path = `${this.#dir}/${file.path}`;
    if (this.#program.getSourceFile(path) === undefined) return null;
    const calls = new Map<string, FoundCall>();
    const found = this.#follow(path, nameStart, calls, new Set(), 0);
    return found ? [...calls.values()] : null;
  }

  #follow(
    path: string,
    place: number,
    calls: Map<string, FoundCall>,
    seen: Set<string>,
    depth: number,
  ): boolean {
    if (depth > DEEPEST || seen.has(`${path} ${place}`)) return true;
    seen.add(`${path} ${place}`);
    const groups = this.#service.findReferences(path, place);
    if (groups === undefined) return false;
    const own = this.#member(path, place);
    const above = own === null ? null : this.#above(own);
    for (const { definition, references } of groups) {
      const { fileName, textSpan } = definition;
      const member = this.#member(fileName, textSpan.start);
      // What only a type out of the checkout says is nobody's in particular: `Map.get`.
      if (!fileName.startsWith(this.#dir)) continue;
      // What overrides the function, or a sister of it, is another function.
      if (above !== null && member !== null && !above.has(member.parent)) continue;
      if (above === null && depth > 0 && member !== null && textSpan.start !== place) continue;
      for (const reference of references) {
        const source = this.#program.getSourceFile(reference.fileName);
        if (source === undefined || !reference.fileName.startsWith(this.#dir)) continue;
        const node = tokenAt(source, reference.textSpan.start);
        if (node === null) continue;
        const call = calledBy(node);
        if (call !== null) {
          const relative = reference.fileName.slice(this.#dir.length + 1);
          const start = reference.textSpan.start;
          const text = call.getText(source).slice(0, 120).replace(/\s+/g, " ");
          calls.set(`${relative} ${start}`, { path: relative, start, text });
          continue;
        }
        const alias = givenTo(node);
        if (alias !== null) {
          this.#follow(reference.fileName, alias.getStart(source), calls, seen, depth + 1);
        }
      }
    }
    return true;
  }

  /** Whether the compiler says that a call runs a function, which references do not always lead to. */
  confirms(target: DefinitionSymbol, path: string, start: number, callee: string): boolean {
    const source = this.#program.getSourceFile(`${this.#dir}/${path}`);
    const { nameStart } = definitionOf(target);
    const sites: (ts.CallExpression | ts.NewExpression)[] = [];
    const visit = (node: ts.Node): void => {
      if (node.end <= start || node.getStart(source) > start) return;
      if (
        (ts.isCallExpression(node) || ts.isNewExpression(node)) &&
        node.getStart(source) === start &&
        node.expression.getText(source).endsWith(callee)
      ) sites.push(node);
      ts.forEachChild(node, visit);
    };
    if (source !== undefined) visit(source);
    return sites.some((site) => {
      const declaration = this.#checker.getResolvedSignature(site)?.declaration;
      if (declaration === undefined) return false;
      const file = declaration.getSourceFile();
      const name = ts.getNameOfDeclaration(declaration as ts.Declaration)?.getStart(file);
      return file.fileName === `${this.#dir}/${target.file.path}` &&
        (name === nameStart || declaration.pos <= nameStart && nameStart < declaration.end ||
          ts.isFunctionExpression(declaration) &&
            declaration.parent.getStart(file) <= nameStart && nameStart < declaration.end);
    });
  }

  /** The member of a class, interface or object whose name stands at a place. */
  #member(path: string, place: number): ts.Node | null {
    const source = this.#program.getSourceFile(path);
    const node = source === undefined ? null : tokenAt(source, place);
    const parent = node?.parent;
    if (parent === undefined) return null;
    return ts.isClassElement(parent) || ts.isTypeElement(parent) ||
        ts.isObjectLiteralElementLike(parent)
      ? parent
      : null;
  }

  /** The class of a member and all that it builds on. */
  #above(member: ts.Node): Set<ts.Node> {
    const all = new Set<ts.Node>();
    const add = (container: ts.Node): void => {
      if (all.has(container)) return;
      all.add(container);
      if (ts.isObjectLiteralExpression(container)) {
        const type = this.#checker.getContextualType(container);
        for (const each of type?.symbol?.declarations ?? []) add(each);
      }
      if (!ts.isClassLike(container) && !ts.isInterfaceDeclaration(container)) return;
      for (const { types } of container.heritageClauses ?? []) {
        for (const { expression } of types) {
          const symbol = this.#checker.getTypeAtLocation(expression).symbol;
          for (const each of symbol?.declarations ?? []) add(each);
          const named = this.#checker.getSymbolAtLocation(expression);
          const target = named && named.flags & ts.SymbolFlags.Alias
            ? this.#checker.getAliasedSymbol(named)
            : named;
          for (const each of target?.declarations ?? []) add(each);
        }
      }
    };
    add(member.parent);
    return all;
  }
}

function tokenAt(source: ts.SourceFile, place: number): ts.Node | null {
  let node: ts.Node = source;
  for (;;) {
    const inner: ts.Node | undefined = ts.forEachChild(
      node,
      (child) => child.getStart(source) <= place && place < child.end ? child : undefined,
    );
    if (inner === undefined) break;
    node = inner;
  }
  return node === source ? null : node;
}

/** The whole of what is named, `a.b` of `b`, through parentheses and assertions. */
function whole(node: ts.Node): ts.Node {
  let at = node;
  if (ts.isStringLiteralLike(at) && ts.isElementAccessExpression(at.parent)) at = at.parent;
  if (ts.isPropertyAccessExpression(at.parent) && at.parent.name === at) at = at.parent;
  while (
    ts.isParenthesizedExpression(at.parent) || ts.isNonNullExpression(at.parent) ||
    ts.isAsExpression(at.parent) || ts.isSatisfiesExpression(at.parent)
  ) at = at.parent;
  return at;
}

/** The call of what a name is; `null` when it is only named. */
function calledBy(node: ts.Node): ts.Node | null {
  const named = whole(node);
  const { parent } = named;
  if (parent === undefined) return null;
  if ((ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression === named) {
    return parent;
  }
  if (ts.isJsxOpeningElement(parent) || ts.isJsxSelfClosingElement(parent)) {
    return parent.tagName === named ? parent : null;
  }
  if (ts.isDecorator(parent)) return parent;
  if (ts.isTaggedTemplateExpression(parent) && parent.tag === named) return parent;
  // `f.call(a)` and `f.apply(a)` call f.
  if (
    ts.isPropertyAccessExpression(parent) && parent.expression === named &&
    /^(?:call|apply)$/.test(parent.name.text) && ts.isCallExpression(parent.parent) &&
    parent.parent.expression === parent
  ) return parent.parent;
  return null;
}

/** The name that a function is given: `const a = f`, `b.a = f`, `{ a: f }`, `{ f }`. */
function givenTo(node: ts.Node): ts.Node | null {
  const named = whole(node);
  const { parent } = named;
  if (parent === undefined) return null;
  if (ts.isVariableDeclaration(parent) && parent.initializer === named) {
    return ts.isIdentifier(parent.name) ? parent.name : null;
  }
  if (ts.isPropertyAssignment(parent) && parent.initializer === named) return parent.name;
  if (ts.isShorthandPropertyAssignment(parent)) return parent.name;
  if (
    ts.isBinaryExpression(parent) && parent.right === named &&
    parent.operatorToken.kind === ts.SyntaxKind.EqualsToken
  ) {
    const { left } = parent;
    return ts.isPropertyAccessExpression(left) ? left.name : ts.isIdentifier(left) ? left : null;
  }
  return null;
}
