/**
 * Types to look for in a tree.
 *
 * @module
 */

/**
 * A list that tells at once whether it holds a type: tree-sitter asks it for every type of the grammar,
 * for each file anew.
 */
export class TypeList extends Array<string> {
  readonly #all = new Set<string>();

  override push(...types: string[]): number {
    for (const type of types) this.#all.add(type);
    return super.push(...types);
  }

  override includes(type: string): boolean {
    return this.#all.has(type);
  }
}

/** The list of these types. */
export function typeList(types: Iterable<string>): TypeList {
  const list = new TypeList();
  for (const type of new Set(types)) list.push(type);
  return list;
}
