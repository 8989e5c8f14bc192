/**
 * What a name can mean.
 *
 * @module
 */

import type { Definition } from "../syntax/outline.ts";
import type { ModuleRules } from "../syntax/module_rules.ts";
import type { CodeFile } from "./code_file.ts";

/** A definition in a file. */
export interface DefinitionSymbol {
  readonly file: CodeFile;
  /** Index in the outline's definitions. */
  readonly index: number;
}

/** Several definitions: overloads, twins. */
export type Definitions = readonly DefinitionSymbol[];

/** What a name means. */
export type NamedThing =
  | { readonly kind: "definition"; readonly definition: DefinitionSymbol }
  /** A module; its names are those of the file. */
  | {
    readonly kind: "module";
    readonly file: CodeFile;
    /** Names of the scope in the file that it is; the whole file without. */
    readonly scope?: string;
  }
  /** A package; its names are those of all its files. */
  | { readonly kind: "package"; readonly name: string; readonly rules: ModuleRules }
  /** A variable, parameter or field, of which type and value are known as they are written. */
  | { readonly kind: "variable"; readonly variable: Variable }
  /** Something out of the repository. */
  | { readonly kind: "external" };

/** A variable as it is written. */
export interface Variable {
  /** As it is written; left out where it does not matter. */
  readonly name?: string;
  /** Function that it is a parameter of; absent for any other. */
  readonly parameterOf?: number;
  readonly file: CodeFile;
  readonly type: string | null;
  readonly value: string | null;
  /** Definition that it stands in. */
  readonly within: number;
  /** Where it stands. */
  readonly start: number;
}

/** The definition behind a symbol. */
export function definitionOf({ file, index }: DefinitionSymbol): Definition {
  return file.definition(index);
}

/** Whether two symbols are one definition. */
export function isSame(a: DefinitionSymbol, b: DefinitionSymbol): boolean {
  return a.index === b.index && a.file.path === b.file.path;
}
