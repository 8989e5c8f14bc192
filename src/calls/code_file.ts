/**
 * A source file as callers are looked for in it.
 *
 * @module
 */

import type { TestConventions } from "../syntax/language.ts";
import type { ModuleRules } from "../syntax/module_rules.ts";
import type { Binding, Definition, ImportedName, Outline } from "../syntax/outline.ts";
import { isTestFile } from "./test_files.ts";

/** A file with its outline, looked at by name. */
export class CodeFile {
  readonly path: string;
  readonly language: string;
  readonly outline: Outline;
  readonly rules: ModuleRules;
  /** How tests of the language are known. */
  readonly tests: TestConventions;
  /** What joins names of the language. */
  readonly separator: string;
  /** Package that it belongs to. */
  readonly package: string;
  readonly #byName = new Map<string, number[]>();
  #bindings: Map<string, Binding[]> | undefined;
  #imports: Map<string, ImportedName[]> | undefined;
  #holders: Set<string> | undefined;

  constructor(
    parts: Pick<
      CodeFile,
      "path" | "language" | "outline" | "rules" | "tests" | "separator" | "package"
    >,
  ) {
    this.path = parts.path;
    this.language = parts.language;
    this.outline = parts.outline;
    this.rules = parts.rules;
    this.tests = parts.tests;
    this.separator = parts.separator;
    this.package = parts.package;
    parts.outline.definitions.forEach(({ name }, index) => add(this.#byName, name, index));
  }

  definition(index: number): Definition {
    return this.outline.definitions[index];
  }

  /** Indexes of the definitions of this name, whatever they are in. */
  named(name: string): readonly number[] {
    return this.#byName.get(name) ?? [];
  }

  /** Variables and fields of this name. */
  bindings(name: string): readonly Binding[] {
    this.#bindings ??= group(this.outline.bindings ?? [], (each) => each.name);
    return this.#bindings.get(name) ?? [];
  }

  /** Whether functions stand in an object of this name, the last of its container's. */
  holds(name: string): boolean {
    this.#holders ??= new Set(
      this.outline.definitions.flatMap(({ container, parent, kind }) =>
        container === null || (kind === "function" && isTestFile(this.path, this.tests)) ||
          (parent >= 0 && this.definition(parent).qualifiedName === container)
          ? []
          : [container.slice(Math.max(container.lastIndexOf("."), container.lastIndexOf(" ")) + 1)]
      ),
    );
    return this.#holders.has(name);
  }

  /** Imports that bind this name. */
  imports(name: string): readonly ImportedName[] {
    this.#imports ??= group(this.outline.imports, (each) => this.rules.binds(each) ?? "");
    return this.#imports.get(name) ?? [];
  }

  /** Imports of all names of a module. */
  starImports(): readonly ImportedName[] {
    return this.outline.imports.filter(({ name, alias }) => name === "*" && alias === null);
  }

  /** The definitions around a place, the innermost first. */
  *around(index: number): Generator<number> {
    for (let at = index; at >= 0; at = this.definition(at).parent) yield at;
  }
}

function group<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) add(groups, keyOf(item), item);
  return groups;
}

function add<T>(groups: Map<string, T[]>, key: string, item: T): void {
  const known = groups.get(key);
  if (known === undefined) groups.set(key, [item]);
  else known.push(item);
}
