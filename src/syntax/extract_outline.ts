/**
 * Makes the outline of a tree in one pass over the nodes that the grammar's tables name.
 *
 * The nodes come in the order of their begin, so a stack of open definitions tells what is around each;
 * nothing asks a node for its parent, which would search the tree from its root.
 *
 * @module
 */

import type { Node } from "web-tree-sitter";
import { readCall } from "./call_site.ts";
import type { CompiledGrammar, NodeRules } from "./compiled_grammar.ts";
import { withoutDeclared } from "./declared.ts";
import { DefinitionDraft, type OpenDecorator, type OpenWrapper } from "./definition_draft.ts";
import { typeText } from "./definition_header.ts";
import type {
  BindingRule,
  CallRule,
  ChildRule,
  DefinitionRule,
  FoundName,
  Surroundings,
  WrapperRule,
} from "./language.ts";
import type {
  Binding,
  CallSite,
  Definition,
  ExportedName,
  ImportedName,
  Outline,
  Span,
} from "./outline.ts";
import { RETURNED, YIELDED } from "./outline.ts";
import { collapseBlanks, type ParsedSource } from "./parsed_source.ts";
import { syntaxProblems } from "./syntax_problems.ts";
import { typeList } from "./type_list.ts";

/** An outline, and the nodes of its definitions, which live as long as the tree. */
export interface Extraction {
  readonly outline: Outline;
  readonly drafts: readonly DefinitionDraft[];
}

/** What stands open at a place of the text. */
interface Frame {
  readonly start: number;
  readonly end: number;
  /** Its definition; `null` of a scope that is not listed. */
  readonly draft: DefinitionDraft | null;
  /** Index of the innermost listed definition, itself included. */
  readonly index: number;
  readonly kind: Surroundings["kind"];
  readonly name: string;
  /** What names inside are written with before them; empty at the top level. */
  readonly qualifier: string;
  readonly discriminator: string;
  /** Wrappers that begin here or before are around it, not around what it contains. */
  readonly floor: number;
  /** Number of the node that is its function, where another one names it; -1 for none. */
  readonly valueId: number;
  /** See `Surroundings.body`. */
  readonly body: () => Node | null;
  /** Whether it ends where another of its kind begins. */
  readonly restOfBlock: boolean;
}

/** A child that a rule is for, of a node that holds several. */
interface OpenPart {
  readonly node: Node;
  readonly rule: DefinitionRule;
  readonly start: number;
  /** The node that holds it and its neighbours. */
  readonly holder: Node;
}

/** What an outline holds besides what it always does. */
export interface OutlineOptions {
  /** Whether it lists variables and fields. */
  readonly bindings?: boolean;
}

const CONTEXT_ERROR = "ERROR";
/** What is called that has no name: a chain of names that ends with a call or a key. */
const CALLED = /^[\p{L}_$][^{}=;]*[\])]$/u;
const LONGEST_CALLED = 120;
const REFERENCE: CallRule = { form: "reference" };
/** Longest value of a binding that is kept. */
const LONGEST_VALUE = 200;

/** Extracts the outline below a root. */
export function extractOutline(
  root: Node,
  source: ParsedSource,
  grammar: CompiledGrammar,
  options: OutlineOptions = {},
): Extraction {
  return withoutDeclared(new Extractor(source, grammar, options).run(root));
}

class Extractor {
  readonly #source: ParsedSource;
  readonly #grammar: CompiledGrammar;
  readonly #drafts: DefinitionDraft[] = [];
  readonly #imports: ImportedName[] = [];
  readonly #exports: ExportedName[] = [];
  readonly #calls: CallSite[] = [];
  readonly #bindings: Binding[] | undefined;
  /** Functions without a name, the innermost last. */
  readonly #nameless: Span[] = [];
  #package: string | undefined;
  readonly #frames: Frame[] = [];
  readonly #errors: Node[] = [];
  #top: Frame;
  #wrappers: OpenWrapper[] = [];
  /** Children that wait for their turn, the next one last. */
  #parts: OpenPart[] = [];
  /** Where the first of them begins. */
  #nextPart = Infinity;
  #decorators: OpenDecorator[] = [];
  /** Where the last node ends in which nothing is called. */
  #calllessEnd = -1;
  #errorEnd = -1;
  #hasError = false;

  constructor(source: ParsedSource, grammar: CompiledGrammar, options: OutlineOptions) {
    this.#source = source;
    this.#grammar = grammar;
    if (options.bindings) this.#bindings = [];
    this.#top = {
      start: -1,
      end: Infinity,
      draft: null,
      index: -1,
      kind: null,
      name: "",
      qualifier: "",
      discriminator: "",
      floor: -1,
      valueId: -1,
      body: () => null,
      restOfBlock: false,
    };
  }

  run(root: Node): Extraction {
    const { rules } = this.#grammar;
    const types = this.#bindings ? this.#grammar.typesWithBindings : this.#grammar.types;
    this.#hasError = root.hasError;
    const nodes = root.descendantsOfType(
      this.#hasError ? typeList([...types, CONTEXT_ERROR]) : types,
    );
    for (let at = 0; at < nodes.length; at++) {
      const node = nodes[at];
      if (node === null) continue;
      const start = node.startIndex;
      if (this.#nextPart <= start) this.#definePartsUpTo(start);
      this.#leave(start);
      const rule = rules[node.typeId];
      if (rule === undefined) {
        if (node.isError) this.#error(node);
        continue;
      }
      if (rule.decorator) this.#decorator(node);
      if (rule.wrapper?.when?.(node, this.#source) ?? rule.wrapper) {
        this.#wrap(node, rule.wrapper!, start);
      }
      if (rule.definition !== undefined) {
        if (rule.definition.each === undefined) this.#definition(node, rule.definition);
        else this.#divide(node, rule.definition, start);
      }
      if (rule.callless) this.#calllessEnd = node.endIndex;
      if (rule.call !== undefined && start >= this.#calllessEnd) {
        this.#call(node, rule.call, nodes[at + 1]?.startIndex !== start);
      }
      if (rule.package !== undefined) this.#package ??= this.#packageOf(node, rule.package);
      if (this.#bindings) this.#use(node, rule, start);
      if (rule.imports !== undefined) {
        const found = rule.imports(node, this.#source);
        const line = found.length === 0 ? 0 : this.#source.lineAt(start);
        for (const each of found) this.#imports.push({ ...each, line });
      }
      if (rule.exports !== undefined) {
        const found = rule.exports(node, this.#source);
        const line = found.length === 0 ? 0 : this.#source.lineAt(start);
        for (const each of found) this.#exports.push({ ...each, line });
      }
    }
    this.#definePartsUpTo(Infinity);
    const definitions: Definition[] = this.#drafts.map((draft) =>
      draft.finish(this.#source, this.#grammar)
    );
    return {
      outline: {
        definitions,
        imports: this.#imports,
        exports: this.#exports,
        calls: this.#calls,
        ...(this.#package === undefined ? {} : { package: this.#package }),
        ...(this.#bindings === undefined ? {} : { bindings: this.#bindings }),
        problems: this.#hasError ? syntaxProblems(root, this.#errors, this.#source) : [],
      },
      drafts: this.#drafts,
    };
  }

  #packageOf(node: Node, rule: ChildRule): string | undefined {
    const name = this.#source.child(node, rule);
    return name === null ? undefined : this.#source.textOf(name).replace(/\s+/g, "");
  }

  /** What is listed with bindings: names, and names that are handed over. */
  #use(node: Node, rule: NodeRules, start: number): void {
    if (rule.isFunction) this.#function(node, start);
    if (rule.binding !== undefined) this.#bind(node, rule.binding);
    if (rule.references === undefined || start < this.#calllessEnd) return;
    for (const name of rule.references(node, this.#source)) {
      const read = readCall(name as Node, REFERENCE, this.#source, false);
      if (read === null) continue;
      const { startIndex, startPosition } = name as Node;
      const within = this.#top.index;
      this.#calls.push({ ...read, start: startIndex, line: startPosition.row + 1, within });
    }
  }

  /** Remembers a function without a name. */
  #function(node: Node, start: number): void {
    while (this.#nameless.length > 0 && this.#nameless.at(-1)!.end <= start) this.#nameless.pop();
    const { valueId, draft } = this.#top;
    if (node.id !== valueId && node.id !== draft?.node.id) {
      this.#nameless.push({ start, end: node.endIndex });
    }
  }

  /** Whether a place is in a function without a name, inside the definition around it. */
  #isNameless(start: number): boolean {
    const inner = this.#nameless.findLast(({ end }) => end > start);
    return inner !== undefined && inner.start > this.#top.start;
  }

  #bind(node: Node, rule: BindingRule): void {
    const source = this.#source;
    const within = this.#top.index;
    const start = node.startIndex;
    if (rule.each !== undefined) {
      const nameless = this.#isNameless(start);
      for (const each of rule.each(node, source)) {
        const returns = each.name === RETURNED || each.name === YIELDED;
        if (returns ? nameless : each.parameter && !nameless) continue;
        this.#bindings!.push({
          name: each.name,
          type: each.type ? typeText(each.type) : null,
          value: each.value?.slice(0, LONGEST_VALUE) ?? null,
          start: each.start ?? start,
          within,
          ...(each.inside ? { until: node.endIndex } : {}),
        });
      }
      return;
    }
    const name = source.child(node, rule.name);
    if (name === null) return;
    const type = source.child(node, rule.type);
    const value = source.child(node, rule.value);
    const end = value === null ? 0 : Math.min(value.endIndex, value.startIndex + LONGEST_VALUE);
    this.#bindings!.push({
      name: collapseBlanks(source.textOf(name)),
      type: type === null ? null : typeText(source.textOf(type)),
      value: value === null ? null : source.text.slice(value.startIndex, end),
      start,
      within,
    });
  }

  /** Closes the definitions that end at or before a place. */
  #leave(start: number): void {
    while (this.#top.end <= start) this.#top = this.#frames.pop()!;
  }

  #wrap(node: Node, rule: WrapperRule, start: number, holds = false): void {
    this.#wrappers.push({ node, rule, start, end: node.endIndex, firstStart: -1, holds });
  }

  /** Lets the parts of a node that holds several definitions wait for their place in the text. */
  #divide(node: Node, rule: DefinitionRule, start: number): void {
    const source = this.#source;
    const each = rule.each!;
    this.#wrap(node, {}, start, true);
    const parts = typeof each === "string" ? source.fields(node, each) : each(node, source);
    for (let at = parts.length - 1; at >= 0; at--) {
      const part = parts[at] as Node;
      this.#parts.push({ node: part, rule, start: part.startIndex, holder: node });
    }
    this.#nextPart = this.#parts.at(-1)?.start ?? Infinity;
  }

  #definePartsUpTo(start: number): void {
    while (this.#nextPart <= start && this.#parts.length > 0) {
      const part = this.#parts.pop()!;
      this.#leave(part.start);
      this.#definition(part.node, part.rule, part.holder);
      this.#nextPart = this.#parts.at(-1)?.start ?? Infinity;
    }
  }

  #error(node: Node): void {
    this.#errors.push(node);
    this.#errorEnd = Math.max(this.#errorEnd, node.endIndex);
    if (this.#top.draft !== null) this.#top.draft.broken = true;
    // What has no body and ends right before it may have lost it.
    const last = this.#drafts.at(-1);
    if (last !== undefined && !last.broken && last.lacksBody(this.#source)) {
      const between = this.#source.text.slice(last.node.endIndex, node.startIndex);
      if (between.length < 200 && between.trim() === "") last.broken = true;
    }
  }

  #decorator(node: Node): void {
    const start = node.startIndex;
    const decorator = { node, start, end: node.endIndex };
    const { draft } = this.#top;
    if (draft !== null && start < draft.nameEdge) {
      const last = draft.decorators.at(-1);
      if (last === undefined || last.end <= start) draft.decorators.push(decorator);
      return;
    }
    const last = this.#decorators.at(-1);
    // One inside another belongs to it.
    if (last !== undefined && start < last.end) return;
    this.#decorators.push(decorator);
  }

  /** @param holder The node that holds it and its neighbours, of a rule for each of them. */
  #definition(node: Node, rule: DefinitionRule, holder?: Node): void {
    const source = this.#source;
    const nameNode = typeof rule.name === "string" ? source.field(node, rule.name) : null;
    const found = typeof rule.name === "string"
      ? source.textOf(nameNode)
      : rule.name(node, source, this.#top);
    if (found === null || found === "") return;
    const value = this.#valueOf(node, rule);
    if (value === null) return;
    const name: FoundName = typeof found === "string" ? { name: found } : found;
    const restOfBlock = rule.restOfBlock === true && source.child(value, rule.body) === null;
    if (rule.restOfBlock) {
      while (this.#top.restOfBlock) this.#top = this.#frames.pop()!;
    }
    const wrappers = this.#takeWrappers(node, holder);
    const decorators = this.#takeDecorators(node, wrappers[0]?.start ?? node.startIndex);
    const top = this.#top;
    const kind = typeof rule.kind === "string" ? rule.kind : rule.kind(node, source, {
      kind: top.kind,
      name: top.name,
      body: top.body,
      decorators: decorators.map(({ start, end }) => collapseBlanks(source.text.slice(start, end))),
    }, value);
    // Torn text may leave the name of a definition empty.
    if (kind === null || (kind !== "scope" && name.name === "")) return;
    const end = node.endIndex;
    const { separator } = this.#grammar.grammar;
    const container = join(top.qualifier, name.container ?? "", separator);
    const qualifiedName = join(container, name.name, name.joint ?? separator);
    const discriminator = name.discriminator ?? top.discriminator;
    let draft: DefinitionDraft | null = null;
    let floor = name.at ?? node.startIndex;
    if (kind !== "scope") {
      const at = name.at ?? nameNode?.startIndex ?? node.startIndex;
      draft = new DefinitionDraft({
        node,
        value,
        rule,
        kind,
        name: name.name,
        qualifiedName,
        container: container === "" ? null : container,
        discriminator,
        parent: top.index,
        start: name.start ?? node.startIndex,
        declares: name.declares === true,
        nameStart: at,
        wrappers,
        decorators,
        broken: this.#hasError && (node.startIndex < this.#errorEnd || node.hasError),
      }, source.text);
      floor = draft.nameEdge;
      this.#drafts.push(draft);
    }
    this.#frames.push(top);
    this.#top = {
      start: node.startIndex,
      end: restOfBlock ? top.end : end,
      draft,
      index: draft === null ? top.index : this.#drafts.length - 1,
      kind,
      name: name.name,
      qualifier: rule.qualifies === false ? top.qualifier : qualifiedName,
      discriminator,
      floor,
      valueId: value === node ? -1 : value.id,
      body: () => source.child(value, rule.body),
      restOfBlock,
    };
    const part = rule.head === undefined ? null : source.child(value, rule.head.part);
    if (part !== null) {
      const start = part.startIndex;
      this.#parts.push({ node: part, rule: rule.head!.rule, start, holder: node });
      this.#nextPart = start;
    }
  }

  /** The function of a node, or the node; `null` when it defines nothing, or what is defined already. */
  #valueOf(node: Node, rule: DefinitionRule): Node | null {
    const { valueId } = this.#top;
    if (rule.value === undefined) return node.id === valueId ? null : node;
    const { field, types, optional } = rule.value;
    const value = this.#source.child(node, field);
    if (value === null || !types.includes(value.type)) return optional ? node : null;
    return value.id === valueId ? null : value;
  }

  /** The wrappers around a node, the outermost first. */
  #takeWrappers(node: Node, holder: Node | undefined): OpenWrapper[] {
    if (this.#wrappers.length === 0) return [];
    const start = node.startIndex;
    this.#wrappers = this.#wrappers.filter((wrapper) => wrapper.end > start);
    const { floor } = this.#top;
    const around = this.#wrappers.filter((wrapper) =>
      wrapper.start > floor && (!wrapper.holds || wrapper.node === holder)
    );
    const result = around.map((wrapper) => ({ ...wrapper }));
    for (const wrapper of around) {
      if (wrapper.firstStart < 0) wrapper.firstStart = start;
    }
    return result;
  }

  /** The decorators that stand right before a definition. */
  #takeDecorators(node: Node, wrapperStart: number): OpenDecorator[] {
    if (this.#decorators.length === 0) return [];
    const taken: OpenDecorator[] = [];
    let edge = Math.min(node.startIndex, wrapperStart);
    for (let at = this.#decorators.length - 1; at >= 0; at--) {
      const decorator = this.#decorators[at];
      const inside = decorator.start >= wrapperStart && decorator.end <= node.startIndex;
      if (!inside && !isBlank(this.#source.text.slice(decorator.end, edge))) break;
      taken.unshift(decorator);
      edge = Math.min(edge, decorator.start);
    }
    this.#decorators = [];
    return taken;
  }

  /** @param alone Whether nothing else begins where it begins. */
  #call(node: Node, rule: CallRule, alone: boolean): void {
    const read = readCall(node, rule, this.#source, alone) ?? this.#resultCalled(node, rule);
    if (read === null) return;
    const draft = this.#top.draft;
    // What stands before a name runs outside, as decorators do, and so does a call that only defines.
    const isOutside = draft !== null &&
      (node.startIndex < draft.nameEdge || node.id === draft.node.id);
    const within = isOutside ? draft.parent : this.#top.index;
    this.#calls.push({
      callee: read.callee,
      receiver: read.receiver,
      form: read.form,
      start: node.startIndex,
      line: this.#source.lineAt(node.startIndex),
      within,
    });
  }

  /** A call of what a call or a collection gives: `f()()`, `a[0]()`; listed with bindings. */
  #resultCalled(
    node: Node,
    rule: CallRule,
  ): Pick<CallSite, "callee" | "receiver" | "form"> | null {
    if (this.#bindings === undefined || rule.callee === undefined) return null;
    const called = this.#source.child(node, rule.callee);
    if (called === null || called.endIndex - called.startIndex > LONGEST_CALLED) return null;
    const text = this.#source.textOf(called);
    return CALLED.test(text) ? { callee: "", receiver: collapseBlanks(text), form: "call" } : null;
  }
}

function join(qualifier: string, name: string, separator: string): string {
  if (qualifier === "") return name;
  return name === "" ? qualifier : qualifier + separator + name;
}

/** Whether there is nothing but blanks and comments. */
function isBlank(text: string): boolean {
  if (text.length > 2000) return false;
  return /^(?:\s|\/\/[^\n]*(?:\n|$)|\/\*[^]*?\*\/|#(?!\[)[^\n]*(?:\n|$))*$/.test(text);
}
