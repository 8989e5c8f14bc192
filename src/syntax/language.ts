/**
 * What a language is, as data. Everything that is particular to one language stands in
 * `grammars/<id>/language.ts`; the code asks the data and never names a language.
 *
 * @module
 */

import type {
  CallForm,
  DefinitionKind,
  ExportedName,
  ImportedName,
  Parameter,
  Span,
} from "./outline.ts";
import type { ModuleRules } from "./module_rules.ts";
import type { Source, SyntaxNode } from "./syntax_node.ts";

/** How a file is labelled, and by what it is known. */
export interface LanguageLabel {
  /** Label in answers: lower case, stable, unique. */
  readonly id: string;
  /** Name as its users write it; with the id, what `linguist-language` may say. */
  readonly name: string;
  /** File name endings with the leading dot; the longest that fits wins. */
  readonly extensions: readonly string[];
  /** Whole file names. */
  readonly filenames: readonly string[];
  /** Programs on a `#!` line, without folder and version: `python` covers `/usr/bin/python3.11`. */
  readonly interpreters: readonly string[];
}

/** A language whose code is read. */
export interface Language extends LanguageLabel {
  /** Loads its tables, which most questions do not need. */
  readonly grammar?: () => Promise<Grammar>;
}

/** A parser: a tree-sitter grammar in WebAssembly, taken from a pinned npm package. */
export interface ParserPackage {
  /** Name of the module that holds it, `parser.gen.ts` without the ending, and of its file. */
  readonly module: string;
  /** npm package. */
  readonly package: string;
  readonly version: string;
  /** Path of the parser in the package. */
  readonly file: string;
  /** SHA-256 of the file, in hex. */
  readonly sha256: string;
  /** Licence and copyright of what the package was built from, where the package does not say them. */
  readonly notice?: string;
  /** The files it reads, by ending; absent for all that no other parser of the language reads. */
  readonly extensions?: readonly string[];
  /** Bytes that are replaced when it is loaded, in hex; the pattern must be there exactly `count` times. */
  readonly patch?: { readonly find: string; readonly replace: string; readonly count: number };
  /** Loads the generated module. */
  readonly load: () => Promise<ParserModule>;
}

/** A generated module. */
export interface ParserModule {
  /** `ParserPackage.sha256` of what it was made from. */
  readonly SHA256: string;
  /** The parser, compressed, in base64. */
  readonly PARSER: string;
}

/** A child by the name of its field, or what finds it. */
export type ChildRule = string | ((node: SyntaxNode, source: Source) => SyntaxNode | null);

/** A name with what stands before it. */
export interface FoundName {
  /** Name alone. */
  readonly name: string;
  /** Where it stands; where the node begins when left out. */
  readonly at?: number;
  /** Where the definition begins, when its node is only the last part of it. */
  readonly start?: number;
  /**
   * Whether it only declares what is defined elsewhere, as a prototype does; it is not listed when the
   * file has the definition as well.
   */
  readonly declares?: boolean;
  /** Containers that the node itself names: `A::B` of `void A::B::f()`, `(*T)` of a Go method. */
  readonly container?: string;
  /** What joins it to its container: `#`, ` > `; the separator of the grammar when left out. */
  readonly joint?: string;
  /** See `Definition.discriminator`. */
  readonly discriminator?: string;
}

/** A name by the field that holds it, or what finds it; `null` when the node defines nothing. */
export type NameRule =
  | string
  | ((
    node: SyntaxNode,
    source: Source,
    around: Omit<Surroundings, "decorators">,
  ) => FoundName | string | null);

/** What a node of some type defines. */
export interface DefinitionRule {
  /** `scope` is in no list and only gives its name to what it contains. */
  readonly kind:
    | DefinitionKind
    | "scope"
    | ((
      node: SyntaxNode,
      source: Source,
      around: Surroundings,
      value: SyntaxNode,
    ) => DefinitionKind | "scope" | null);
  /**
   * The children that the rule is for, of a node that holds several: `int a, b;`; a field or what finds
   * them. The node around them is their wrapper.
   */
  readonly each?: string | ((node: SyntaxNode, source: Source) => readonly SyntaxNode[]);
  readonly name: NameRule;
  /** The child that is the function, of a node that only names one: `const f = () => 1`. */
  readonly value?: {
    readonly field: ChildRule;
    /** Without one of these types in the field the node defines nothing. */
    readonly types: readonly string[];
    /** Whether it does define something without them, which then is the node itself. */
    readonly optional?: boolean;
  };
  readonly body?: ChildRule;
  /** The list of parameters; for a single parameter without parentheses, the parameter. */
  readonly parameters?: ChildRule;
  /** The parameters, where no list holds them. */
  readonly readParameters?: (node: SyntaxNode, source: Source) => readonly Parameter[];
  readonly returns?: ChildRule;
  /** The return type, where no single child holds it: `char *` of `char *f(void)`. */
  readonly returnType?: (node: SyntaxNode, source: Source) => string | null;
  readonly typeParameters?: ChildRule;
  /** Matches, between parameters and body, what it throws; a group holds the types. */
  readonly throws?: RegExp;
  /** Types that it builds on, without their type arguments: `extends A implements B<C>` gives A and B. */
  readonly bases?: (node: SyntaxNode, source: Source) => readonly string[];
  /** What a part of its head defines besides: the constructor of `record Point(int x)`. */
  readonly head?: { readonly part: ChildRule; readonly rule: DefinitionRule };
  /** Whether names inside are written with its name before them; so by default. */
  readonly qualifies?: boolean;
  /** Whether, without a body, it holds for the rest of the block that it stands in: `namespace A;`. */
  readonly restOfBlock?: boolean;
}

/** What a rule may know of what is around its node. */
export interface Surroundings {
  /** Kind of the innermost definition around the node; `scope` for one that is not listed. */
  readonly kind: DefinitionKind | "scope" | null;
  /** Its name alone; empty at the top level. */
  readonly name: string;
  /** The body of that definition; asks the tree. */
  readonly body: () => SyntaxNode | null;
  /** Decorators right before the node; those inside it are not known yet. */
  readonly decorators: readonly string[];
}

/** A node around one definition that belongs to it. */
export interface WrapperRule {
  /** What the wrapper adds: `template<class T>`. */
  readonly typeParameters?: ChildRule;
  /** Whether it is one; without it always. */
  readonly when?: (node: SyntaxNode, source: Source) => boolean;
}

/** What a node of some type calls. */
export interface CallRule {
  readonly form: CallForm | ((node: SyntaxNode, source: Source) => CallForm);
  /** The whole of what is called, `a.b::c`; its last name and the rest are told apart by its text. */
  readonly callee?: ChildRule;
  /**
   * Matches, at the begin of the node, a plain callee with what follows it, where no other call begins:
   * groups for the receiver with its joint, and the name. Saves asking the tree.
   */
  readonly plain?: RegExp;
  /** Where the whole of what is called stands, when no node is it: before the arguments in a macro. */
  readonly span?: (node: SyntaxNode, source: Source) => Span | null;
  /** The name that is called, where the grammar has it apart; the receiver is what stands before. */
  readonly name?: ChildRule;
  /** Whether the text of `name` is the name, whatever signs are in it, and has no receiver. */
  readonly verbatim?: boolean;
}

/** A name that a node binds: `const user: User = load()`. */
export interface BindingRule {
  readonly name?: ChildRule;
  readonly type?: ChildRule;
  readonly value?: ChildRule;
  /** The names of a node that binds several, or whose value is not written as such. */
  readonly each?: (node: SyntaxNode, source: Source) => readonly BoundName[];
}

/** One of several names that a node binds. */
export interface BoundName {
  /** As code writes it; `RETURNED` or `YIELDED` for what the function around gives back. */
  readonly name: string;
  /** Type, and value, as code that means the same: `load().user` of `const { user } = load()`. */
  readonly type?: string | null;
  readonly value?: string | null;
  /** Where it begins; where the node begins when left out. */
  readonly start?: number;
  /** Whether it is a parameter, which is listed for functions without a name alone. */
  readonly parameter?: boolean;
  /** Whether it holds in the node alone. */
  readonly inside?: boolean;
}

/** A parameter by the type of its node. */
export interface ParameterRule {
  readonly name: ChildRule;
  readonly type?: ChildRule;
  readonly default?: ChildRule;
  /** Finds the parts that fields do not give; what it leaves out is read by the fields. */
  readonly read?: (node: SyntaxNode, source: Source) => readonly Parameter[] | null;
}

/** What layout may change without changing the meaning. */
export interface LayoutRules {
  /** Types of comments. */
  readonly comments: readonly string[];
  /** Named nodes that may come and go around their only child: `parenthesized_expression`. */
  readonly transparent: readonly string[];
  /** Anonymous tokens that may come and go: `,` before a closing bracket, `;` at the end of a line. */
  readonly optional: readonly string[];
  /** Types of string literals, whose quotes may change. */
  readonly strings: readonly string[];
  /** Types of nodes whose children may stand in any order: a list of imported names. */
  readonly unordered?: readonly string[];
  /**
   * Whether a transparent node or an optional token may go in its place; without it always.
   *
   * @param type Type of the node or token, which stands from `start` to `end`.
   * @param around The node that it stands in.
   */
  readonly mayGo?: (
    type: string,
    start: number,
    around: { readonly type: string; readonly start: number },
    text: string,
    end: number,
  ) => boolean;
  /** Types that are one to the language, each with a name for all of its kind: `(a, b)` and `a, b`. */
  readonly alike?: Readonly<Record<string, string>>;
  /**
   * Types of nodes of which all but the first child only notes something on it, and whose place in the
   * tree says nothing, since the parser binds them otherwise than the language: `a ?? b as C`.
   */
  readonly aside?: readonly string[];
  /** Text of a leaf in one form, for what else may change: `0XFF`, a bare key against a quoted one. */
  readonly leaf?: (type: string, text: string) => string;
  /**
   * By type, nodes that may be one leaf: the leaf's text in one form, empty for a node that may come and
   * go as it is, `null` to look inside. They are told their text and the type of the node around.
   */
  readonly folded?: Readonly<Record<string, (text: string, around: string) => string | null>>;
}

/** How the users of a language tell tests from other code. */
export interface TestConventions {
  /** Globs of test files, as in `.gitignore`. */
  readonly files: readonly string[];
  /** Names of functions that are tests, in a test file or anywhere when a decorator says so. */
  readonly names?: RegExp;
  /** Decorators, annotations, attributes that make a function a test. */
  readonly decorators?: RegExp;
  /** Names of types or scopes whose functions are tests: `mod tests`. */
  readonly containers?: RegExp;
}

/** How the source of a language is read. */
export interface Grammar {
  readonly parsers: readonly ParserPackage[];
  /**
   * The text as the parser is to read it, of equal length: blanks in place of what is no code to it, plain
   * signs in place of those it does not know.
   */
  readonly prepare?: (text: string) => string;
  /** Between the parts of a qualified name: `.`, `::`. */
  readonly separator: string;
  /**
   * Signs that may stand before a name where it is defined, other than a word and the begin of a line;
   * empty for none. Without this, nothing tells names that are defined from names that are used.
   */
  readonly definedAfter?: string;
  /** By type of node. */
  readonly definitions: Readonly<Record<string, DefinitionRule>>;
  /** Nodes around one definition that belong to it: `export_statement`, `decorated_definition`. */
  readonly wrappers: Readonly<Record<string, WrapperRule>>;
  /** Decorators, annotations, attributes, inside a definition's header or right before it. */
  readonly decorators: readonly string[];
  /** Words before the name that are modifiers. */
  readonly modifiers: readonly string[];
  /** Words between parameters and body that are modifiers. */
  readonly trailingModifiers?: readonly string[];
  /** What else may follow a header and is no part of the signature: `end`. */
  readonly headerEnd?: RegExp;
  /** Words of a header that say who may use it. */
  readonly visibilities: readonly string[];
  /** By type of node; a list of parameters is read child by child. */
  readonly parameters: Readonly<Record<string, ParameterRule>>;
  /** By type of node. */
  readonly calls: Readonly<Record<string, CallRule>>;
  /** Types of nodes in which nothing is called, whatever stands there: attributes of Rust. */
  readonly callless?: readonly string[];
  /** The names that a node brings in; by type of node. */
  readonly imports: Readonly<
    Record<string, (node: SyntaxNode, source: Source) => readonly Omit<ImportedName, "line">[]>
  >;
  /** The names that a node gives away; by type of node. */
  readonly exports?: Readonly<
    Record<string, (node: SyntaxNode, source: Source) => readonly Omit<ExportedName, "line">[]>
  >;
  /** Variables and fields, for finding what a receiver is; by type of node. Parameters are known. */
  readonly bindings?: Readonly<Record<string, BindingRule>>;
  /** Types of functions that may stand without a name; what they give back is not that of others. */
  readonly functions?: readonly string[];
  /** What hands names over without calling them: arguments. By type of node; listed with bindings. */
  readonly references?: Readonly<
    Record<string, (node: SyntaxNode, source: Source) => readonly SyntaxNode[]>
  >;
  /** The package or namespace of the whole file; by type of node. */
  readonly packages?: Readonly<Record<string, ChildRule>>;
  /** How its files see each other; without it, callers are looked for in the same file alone. */
  readonly modules?: ModuleRules;
  readonly layout: LayoutRules;
  readonly tests: TestConventions;
}

/** An extension that several languages share, and how the content tells them apart. */
export interface SharedExtension {
  /** With the leading dot. */
  readonly extension: string;
  /** The label when no rule applies. */
  readonly otherwise: string;
  /** Tried in order. */
  readonly rules: readonly ContentRule[];
}

/** A sign in the content that decides for one label. */
export interface ContentRule {
  /** The label. */
  readonly label: string;
  /** Must be found in the first bytes of the content, read as Latin-1. */
  readonly sign: RegExp;
  /** Removed from the content before `sign` is tried again, and must not be what made it fit. */
  readonly ignore?: (text: string) => string;
}
