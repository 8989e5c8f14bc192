/**
 * What a language's own rules see of a syntax tree. The tree is tree-sitter's; rules must not keep a
 * node after they return, since the tree is freed.
 *
 * @module
 */

/** A node of a tree. Offsets count UTF-16 code units of the text, as strings do. */
export interface SyntaxNode {
  /** Name of the node's type in its grammar: `function_definition`. */
  readonly type: string;
  /** Whether the grammar names it; punctuation and keywords are anonymous. */
  readonly isNamed: boolean;
  /** Where it begins. */
  readonly startIndex: number;
  /** Where it ends, exclusive. */
  readonly endIndex: number;
  /** The node around it. Costly: the tree is searched from its root. */
  readonly parent: SyntaxNode | null;
  /** All children in order. */
  readonly children: readonly (SyntaxNode | null)[];
  /** Children that the grammar names, in order. */
  readonly namedChildren: readonly (SyntaxNode | null)[];
  /** How many {@link namedChildren} there are. */
  readonly namedChildCount: number;
  /** The first of {@link namedChildren}. */
  readonly firstNamedChild: SyntaxNode | null;
  /** The last of {@link namedChildren}. */
  readonly lastNamedChild: SyntaxNode | null;
  /** The node before it under the same parent that the grammar names. */
  readonly previousNamedSibling: SyntaxNode | null;
  /** The node after it under the same parent that the grammar names. */
  readonly nextNamedSibling: SyntaxNode | null;
  /** All nodes of these types at or below it, in order. */
  descendantsOfType(types: string[]): readonly (SyntaxNode | null)[];
}

/** The text of a file, and access to its nodes that fails loudly when a grammar lacks a field. */
export interface Source {
  /** The whole text. */
  readonly text: string;
  /** Text of a node; empty for `null`. */
  textOf(node: SyntaxNode | null): string;
  /**
   * The first child in a field; `null` when the node has none.
   * @throws {Error} when the grammar has no field of this name
   */
  field(node: SyntaxNode, name: string): SyntaxNode | null;
  /** All children in a field. */
  fields(node: SyntaxNode, name: string): readonly SyntaxNode[];
}
