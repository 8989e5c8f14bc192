/**
 * What one parse of a file gives: its functions and types, imports, exports and calls, as plain data.
 *
 * @module
 */

/** What a definition is. */
export type DefinitionKind = CallableKind | TypeKind;

/** Definitions that can be called. */
export type CallableKind =
  | "function"
  | "method"
  | "constructor"
  | "destructor"
  | "getter"
  | "setter"
  | "operator"
  | "lambda"
  | "macro"
  | "test";

/** Definitions that cannot be called. */
export type TypeKind =
  | "class"
  | "interface"
  | "enum"
  | "struct"
  | "trait"
  | "type"
  | "constant"
  | "field";

/** The callable kinds. */
export const CALLABLE_KINDS: ReadonlySet<DefinitionKind> = new Set<DefinitionKind>([
  "function",
  "method",
  "constructor",
  "destructor",
  "getter",
  "setter",
  "operator",
  "lambda",
  "macro",
  "test",
]);

/** A stretch of text in UTF-16 code units, the end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One parameter of a function. */
export interface Parameter {
  /** Name; the whole text of a pattern, empty when it has none. */
  readonly name: string;
  /** Type as written, blanks collapsed; `null` when none is written. */
  readonly type: string | null;
  /** Default value as written; `null` when there is none. */
  readonly default: string | null;
  /** Marks around the name: `...`, `*`, `&`, `mut`, `ref`, `vararg`, `?`; empty when there are none. */
  readonly marks: string;
}

/** A function, type or other thing that has a name. */
export interface Definition extends Span {
  readonly kind: DefinitionKind;
  /** Name alone. */
  readonly name: string;
  /** Name with its containers, written as users of the language write it. */
  readonly qualifiedName: string;
  /** Qualified name of the container; `null` at the top level of a file. */
  readonly container: string | null;
  /** What tells it from a twin of equal qualified name: the trait of a Rust `impl`; mostly empty. */
  readonly discriminator: string;
  /** Index in {@link Outline.definitions} of the innermost definition around it; -1 for none. */
  readonly parent: number;
  /** Where the name begins. */
  readonly nameStart: number;
  /** The body with its braces; `null` when there is none. */
  readonly body: Span | null;
  /** First line, decorators and modifiers included; from 1. */
  readonly startLine: number;
  /** Last line; from 1. */
  readonly endLine: number;
  /** From the first modifier to the body, blanks collapsed, without decorators. */
  readonly signature: string;
  /** `null` when it takes none by its nature: a class, a property. */
  readonly parameters: readonly Parameter[] | null;
  /** As written, blanks collapsed; `null` when none is written. */
  readonly returnType: string | null;
  /** `<T: Clone>` as written; `null` when there are none. */
  readonly typeParameters: string | null;
  /** Checked exceptions as written; `null` when there are none. */
  readonly throws: string | null;
  /** `async`, `static`, `export`, `unsafe`, … in order of text; visibility is not among them. */
  readonly modifiers: readonly string[];
  /** `public`, `private`, `pub(crate)`, …; `null` when none is written. */
  readonly visibility: string | null;
  /** Decorators, annotations, attributes as written, blanks collapsed. */
  readonly decorators: readonly string[];
  /** Whether it has, or touches, a syntax error: its facts may be off. */
  readonly broken: boolean;
  /** Types that it extends, implements, mixes in or belongs to, as written; absent for none. */
  readonly bases?: readonly string[];
}

/** One name that comes into a file, or goes through it. */
export interface ImportedName {
  /** The import as users write it, for this name alone: `from a import b as c`, `fmt`, `<stdio.h>`. */
  readonly text: string;
  /** What is imported from: module, package, file, as written without quotes. */
  readonly path: string;
  /** Name inside `path`; `*` for all; `null` when the module itself is imported. */
  readonly name: string | null;
  /** Name in this file when it is another one. */
  readonly alias: string | null;
  /** Whether it goes out again: `export … from`, `pub use`. */
  readonly reexport: boolean;
  /** Whether only types are imported. */
  readonly typeOnly: boolean;
  /** First line of the statement; from 1. */
  readonly line: number;
}

/** A name that a file gives away by a statement of its own: `export { a as b }`, `module.exports = a`. */
export interface ExportedName {
  /** Name outside; `default` for the default export. */
  readonly name: string;
  /** Name inside; `null` for an expression. */
  readonly local: string | null;
  readonly line: number;
}

/** How a call is written. */
export type CallForm = "call" | "new" | "macro" | "decorator" | "reference";

/** One place where something is called. */
export interface CallSite {
  /** Where it begins, in UTF-16 code units. */
  readonly start: number;
  /** Last name of what is called; empty where it has none and the receiver is called: `f()()`. */
  readonly callee: string;
  /** What stands before it, `this`, `fmt`, `a.b()`; `null` when nothing does. At most 200 characters. */
  readonly receiver: string | null;
  readonly form: CallForm;
  readonly line: number;
  /** Index in {@link Outline.definitions} of the innermost definition around it; -1 for none. */
  readonly within: number;
}

/** A name that stands for something at a place of the text: a variable, a field, a loop variable. */
export interface Binding {
  /** As written: `user`, `this.user`. */
  readonly name: string;
  /** Type as written, blanks collapsed; `null` when none is written. */
  readonly type: string | null;
  /** What it is set to, its first 200 characters; `null` for nothing. */
  readonly value: string | null;
  /** Where the node begins, in UTF-16 code units. */
  readonly start: number;
  /** Index in {@link Outline.definitions} of the innermost definition around it; -1 for none. */
  readonly within: number;
  /** Where its scope ends that is smaller than the definition around: that of a function without a name. */
  readonly until?: number;
}

/** Name of the bindings that say what the function around gives back; no language has such a name. */
export const RETURNED = "=>";
/** The same of what it gives one after the other. */
export const YIELDED = "=>*";

/** What could not be read. */
export interface OutlineProblem {
  readonly code: "syntax_error" | "too_large" | "too_slow" | "parser_failed";
  /** One sentence. */
  readonly message: string;
  /** Where; absent for the whole file. From 1. */
  readonly line?: number;
}

/** All facts of one file. */
export interface Outline {
  /** In order of where they begin; a container stands before what it contains. */
  readonly definitions: readonly Definition[];
  readonly imports: readonly ImportedName[];
  readonly exports: readonly ExportedName[];
  readonly calls: readonly CallSite[];
  /** Package or namespace that the file says it belongs to, as written; absent when it says none. */
  readonly package?: string;
  /** Present when they were asked for. */
  readonly bindings?: readonly Binding[];
  readonly problems: readonly OutlineProblem[];
}

/** A file that was read. The tree behind it lives until it is disposed. */
export interface SourceReading extends Disposable {
  /** The decoded text. */
  readonly text: string;
  readonly outline: Outline;
  /**
   * The tokens of a definition in order, comments and blanks left out.
   *
   * @param index Index in {@link Outline.definitions}.
   */
  tokens(index: number): readonly string[];
  /**
   * A key of the definition's syntax tree that layout does not change: comments, blanks, redundant
   * parentheses, optional punctuation and the kind of quotes are left out. Equal keys, equal meaning.
   *
   * @param index Index in {@link Outline.definitions}.
   * @param withoutName Whether the definition's own name is left out, to compare across a rename.
   */
  layoutFreeKey(index: number, withoutName?: boolean): string;
}
