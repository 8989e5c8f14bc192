/**
 * How the files of a language see each other, as data and small functions beside a grammar.
 *
 * @module
 */

import type { Definition, ImportedName, Outline } from "./outline.ts";

/** What a rule may ask about the files around. Paths are those of the repository, without a leading `/`. */
export interface ProjectFiles {
  /** Whether a file stands at the path. */
  has(path: string): boolean;
  /** Names in a folder, those of folders with `/` at the end; empty when there is none. */
  list(folder: string): readonly string[];
  /** Paths of all files of this name, in order. */
  named(name: string): readonly string[];
  /** Text of a small file, such as a manifest; `null` when there is none or it is too large. */
  text(path: string): string | null;
  /** Makes something once for all questions about these files. */
  once<T>(key: string, make: () => T): T;
}

/** Where an import leads. */
export type ModuleTarget =
  /** A file, and names from the outside in that lead to what is meant. */
  | { readonly kind: "file"; readonly path: string; readonly inside?: readonly string[] }
  /** All files of a package, and names inside. */
  | { readonly kind: "package"; readonly name: string; readonly inside?: readonly string[] }
  /** Out of the repository. */
  | { readonly kind: "external" };

/** Where a path stands that is written in code. */
export interface PathPlace {
  /** The path as it is written, as far as it is a receiver: `\\App\\Models\\User`, `crate::a`. */
  readonly written: string;
  /** Path of the file. */
  readonly path: string;
  /** Package of the file. */
  readonly package: string;
  /** Names of the scopes around in the file that are no types, as their members write them. */
  readonly scope: string | null;
}

/** How files of a language see each other. */
export interface ModuleRules {
  /** Languages of one family can call each other. */
  readonly family: string;
  /** Whether these are no rules of a language, but what holds for one that has none. */
  readonly isFallback?: true;
  /** Receivers that stand for the instance or class around: `this`, `self`, `cls`. */
  readonly selfNames: readonly string[];
  /** Receivers that stand for the class above: `super`. */
  readonly superNames: readonly string[];
  /** Whether calling such a name only gives the receiver, and runs no constructor: `super().m()`. */
  readonly superIsReceiver?: boolean;
  /** Whether a call without receiver may be one of a member of the class around. */
  readonly implicitSelf: boolean;
  /** Whether calling a class makes an instance: `Class()`. */
  readonly classCalls: boolean;
  /** Names of methods of a class that make an instance and are not written: `new` of Ruby. */
  readonly makers?: readonly string[];
  /** Whose top-level names a file sees without an import. */
  readonly sees: "file" | "package" | "all";
  /**
   * Whether members of a type may stand in other files than the type, of its package alone or anywhere:
   * receivers, `impl`, `partial`, extensions.
   */
  readonly membersElsewhere?: "package" | "anywhere";
  /**
   * What may run in place of a method that is called on something of its type: that of any type that
   * builds on it, as without this; only that of types that implement it, where it is one of an interface;
   * that of any type that has all methods of the interface, without saying so.
   */
  readonly dispatch?: "implemented" | "structural";
  /**
   * Whether what a function declares can be used only after its declaration; without this, names may be
   * used before.
   */
  readonly declaredFirst?: "all" | "variables";
  /** Ways to call a function that are members of it: `call`, `apply`. */
  readonly invokers?: readonly string[];
  /** Functions that give back the first that they are given, methods what they are called on: `bind`. */
  readonly passThrough?: readonly string[];
  /** What methods of collections give: one of what is held, all of it, all with keys, or the same again. */
  readonly collections?: Readonly<Record<string, "element" | "values" | "pairs" | "same">>;
  /** How parameters get their values from functions of their name, without being passed them: fixtures. */
  readonly providers?: {
    /** Decorator of a function that provides. */
    readonly decorator: RegExp;
    /** Functions that are provided for, by name; those that provide are as well. */
    readonly takers: RegExp;
    /** Files that are looked in, after that of the function, the nearest first. */
    files(path: string, files: ProjectFiles): readonly string[];
  };
  /** Whether of several types above that have a member the first that is written counts. */
  readonly firstBaseWins?: boolean;
  /** Member that runs when an instance is called: `__call__`. */
  readonly callMember?: string;
  /** Whether a function may be a class, whose members are put on it: `F.prototype.m = …`. */
  readonly functionClasses?: boolean;
  /** The begin of a value that an import of the same name says better: `require(`. */
  readonly loads?: RegExp;
  /** Whether tests have titles, which no code calls. */
  readonly titledTests?: boolean;
  /** Whether importing a name into a module lets others import it from there. */
  readonly importsAreExports: boolean;
  /** Whether only names that are given away can be imported. */
  readonly exportsAreWritten: boolean;
  /** Types that stand for what they hold, as far as calls go: `Promise`, `Box`, `Optional`. */
  readonly transparentTypes: readonly string[];
  /** The package that a file belongs to; files of one package see each other. */
  packageOf(path: string, declared: string | undefined, files: ProjectFiles): string;
  /** Paths of the files that a package may have, where its name tells them; `null` where it does not. */
  packageFiles?(name: string, files: ProjectFiles): readonly string[] | null;
  /** Packages that are around a package; a file sees their names when its own has none, the first before the next. */
  outerPackages?(name: string): readonly string[];
  /** The package of this name inside a package; `null` when there is none. */
  subpackage?(name: string, inner: string, files: ProjectFiles): string | null;
  /** What the first name of a path in code leads to when it is no name in sight, or the path begins with its joint; `null` for nothing. */
  root?(name: string, place: PathPlace, files: ProjectFiles): ModuleTarget | null;
  /** The file of a module inside a module, which is found without being imported there. */
  submodule?(path: string, name: string, files: ProjectFiles): string | null;
  /** Name that an import binds in its file; `null` for none. */
  binds(imported: ImportedName): string | null;
  /** Name of the type inside a type whose members are called on the type around: `Companion`. */
  readonly companion?: string;
  /** Whether what stands outside of any other definition is a member of a type: `impl`, `A::f`. */
  isMember?(definition: Definition): boolean;
  /** Whether names of a scope are seen in all files that open the same scope: modules of Ruby. */
  readonly openScopes?: true;
  /** Whether a name of the top level can be used out of its package, or out of its file in a language without; all can without this. */
  leavesPackage?(definition: Definition, path: string): boolean;
  /** Whether code outside of the repository may use a definition of this outline; without it none is known. */
  isPublic?(definition: Definition, outline: Outline, path: string): boolean;
  /** Where an import leads; `null` when that cannot be told. */
  resolve(imported: ImportedName, from: string, files: ProjectFiles): ModuleTarget | null;
}
