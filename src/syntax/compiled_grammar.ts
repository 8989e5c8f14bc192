/**
 * The tables of a grammar, resolved against a parser: names of node types become the parser's numbers.
 * A name that the parser does not know fails at once, which is the check on a new version of a parser.
 *
 * @module
 */

import type { Language as ParserLanguage } from "web-tree-sitter";
import type {
  BindingRule,
  CallRule,
  ChildRule,
  DefinitionRule,
  Grammar,
  ParameterRule,
  WrapperRule,
} from "./language.ts";
import { type TypeList, typeList } from "./type_list.ts";

type ImportReader = Grammar["imports"][string];
type ReferenceReader = NonNullable<Grammar["references"]>[string];
type ExportReader = NonNullable<Grammar["exports"]>[string];

/** What a node of one type means. */
export interface NodeRules {
  definition?: DefinitionRule;
  wrapper?: WrapperRule;
  decorator?: boolean;
  call?: CallRule;
  callless?: boolean;
  imports?: ImportReader;
  exports?: ExportReader;
  package?: ChildRule;
  binding?: BindingRule;
  /** Whether it is a function that may stand without a name. */
  isFunction?: boolean;
  references?: ReferenceReader;
}

/** A grammar that is ready for the trees of one parser. */
export interface CompiledGrammar {
  readonly grammar: Grammar;
  /** The types that the outline is made from. */
  readonly types: TypeList;
  /** The same with those of bindings. */
  readonly typesWithBindings: TypeList;
  /** Rules by number of type. */
  readonly rules: readonly (NodeRules | undefined)[];
  /** By name of type, since it is asked for children of few functions. */
  readonly parameters: ReadonlyMap<string, ParameterRule>;
  readonly comments: ReadonlySet<string>;
  readonly transparent: ReadonlySet<string>;
  readonly strings: ReadonlySet<string>;
  readonly optional: ReadonlySet<string>;
  readonly modifiers: ReadonlySet<string>;
  readonly trailingModifiers: ReadonlySet<string>;
  readonly visibilities: ReadonlySet<string>;
}

/**
 * Resolves the tables.
 *
 * @param partial Whether types may be missing, because another parser of the language has them.
 * @throws {Error} when a type has no number
 */
export function compileGrammar(
  grammar: Grammar,
  parser: ParserLanguage,
  partial: boolean,
): CompiledGrammar {
  const rules: (NodeRules | undefined)[] = [];
  const types = typeList([]);
  const numbers = new Map<string, number[]>();
  parser.types.forEach((name, id) => {
    if (!parser.nodeTypeIsNamed(id)) return;
    const known = numbers.get(name);
    if (known === undefined) numbers.set(name, [id]);
    else known.push(id);
  });
  const resolve = (name: string): readonly number[] => {
    const ids = numbers.get(name);
    if (ids !== undefined) return ids;
    if (partial) return [];
    throw new Error(`The parser has no node type "${name}"`);
  };
  const known = new Set(parser.fields);
  const add = (name: string, rule: NodeRules, list = types): void => {
    if (!partial) checkFields(rule, known);
    const ids = resolve(name);
    if (ids.length > 0 && !list.includes(name)) list.push(name);
    for (const id of ids) rules[id] = { ...rules[id], ...rule };
  };
  for (const [name, definition] of Object.entries(grammar.definitions)) add(name, { definition });
  for (const [name, wrapper] of Object.entries(grammar.wrappers)) add(name, { wrapper });
  for (const [name, call] of Object.entries(grammar.calls)) add(name, { call });
  for (const [name, imports] of Object.entries(grammar.imports)) add(name, { imports });
  for (const [name, exports] of Object.entries(grammar.exports ?? {})) add(name, { exports });
  for (const name of grammar.callless ?? []) add(name, { callless: true });
  for (const name of grammar.decorators) add(name, { decorator: true });
  for (const [name, child] of Object.entries(grammar.packages ?? {})) add(name, { package: child });
  const typesWithBindings = typeList(types);
  for (const [name, binding] of Object.entries(grammar.bindings ?? {})) {
    add(name, { binding }, typesWithBindings);
  }
  for (const name of grammar.functions ?? []) add(name, { isFunction: true }, typesWithBindings);
  for (const [name, references] of Object.entries(grammar.references ?? {})) {
    add(name, { references }, typesWithBindings);
  }
  const { comments, transparent, strings } = grammar.layout;
  for (
    const name of [...Object.keys(grammar.parameters), ...comments, ...transparent, ...strings]
  ) {
    resolve(name);
  }
  if (!partial) {
    for (const parameter of Object.values(grammar.parameters)) checkFields({ parameter }, known);
  }
  return {
    grammar,
    types,
    typesWithBindings,
    rules,
    parameters: new Map(Object.entries(grammar.parameters)),
    comments: new Set(comments),
    transparent: new Set(transparent),
    strings: new Set(strings),
    optional: new Set(grammar.layout.optional),
    modifiers: new Set(grammar.modifiers),
    trailingModifiers: new Set(grammar.trailingModifiers),
    visibilities: new Set(grammar.visibilities),
  };
}

/** Settings of rules that are text and no fields. */
const NO_FIELDS = new Set(["kind", "form"]);

/** Fields that a rule names must exist; a rule that is code finds out when it runs. */
function checkFields(rules: object, known: ReadonlySet<string | null>): void {
  for (const rule of Object.values(rules)) {
    if (typeof rule !== "object") continue;
    const inner = typeof rule.value === "object" ? rule.value : {};
    for (const [key, value] of [...Object.entries(rule), ...Object.entries(inner)]) {
      if (typeof value !== "string" || NO_FIELDS.has(key) || known.has(value)) continue;
      throw new Error(`The parser has no field "${value}"`);
    }
  }
}
