/** Reads the labels of RefactoringMiner's oracle: what each says of which method. */

/** A method as a label writes it. */
export interface LabelledMethod {
  /** Last name. */
  readonly name: string;
  /** Names of the parameters, without `self`, stars and the like. */
  readonly parameters: readonly string[];
  /** Class as the label writes it, its package before it. */
  readonly container: string;
}

/** What one label says. */
export interface Label {
  readonly type: string;
  /** Whether the oracle holds it for true. */
  readonly valid: boolean;
  readonly before: LabelledMethod | null;
  readonly after: LabelledMethod | null;
  /** The parameters that it is about: names before, names after. */
  readonly detail: readonly [string, string] | null;
  readonly text: string;
}

/** The labels of one commit. */
export interface LabelledCommit {
  readonly id: string;
  readonly labels: readonly Label[];
}

interface RawLabel {
  readonly type: string;
  readonly description: string;
  readonly validation: string | boolean;
}

interface RawCommit {
  readonly sha1: string;
  readonly refactorings?: readonly RawLabel[];
  readonly commonRefactoring?: readonly RawLabel[];
  readonly baseline?: readonly RawLabel[];
  readonly ourApproach?: readonly RawLabel[];
}

/** Parses one file of labels, in either of its two forms. */
export function parseLabels(json: string): LabelledCommit[] {
  const data = JSON.parse(json);
  const commits: RawCommit[] = Array.isArray(data) ? data : data.results;
  return commits.map((commit) => ({
    id: commit.sha1,
    labels: [
      ...commit.refactorings ?? [],
      ...commit.commonRefactoring ?? [],
      ...commit.baseline ?? [],
      ...commit.ourApproach ?? [],
    ].flatMap(parseLabel),
  }));
}

const PATTERNS: readonly RegExp[] = [
  /^Rename Method (?<old>.+?) renamed to (?<now>.+) in class (?<nowClass>\S+)$/,
  /^(?:Move Method|Pull Up Method|Push Down Method|Move And Rename Method) (?<old>.+?) from class (?<oldClass>\S+) to (?<now>.+) from class (?<nowClass>\S+)$/,
  /^(?:Add|Remove) Parameter (?!Annotation|Modifier)(?<one>.+?) in method (?<now>.+) (?:in|from) class (?<nowClass>\S+)$/,
  /^(?:Rename Parameter|Change Parameter Type) (?<one>.+?) to (?<other>.+?) in method (?<now>.+) (?:in|from) class (?<nowClass>\S+)$/,
  /^Reorder Parameter (?<one>\[.*?\]) to (?<other>\[.*?\]) in method (?<now>.+) (?:in|from) class (?<nowClass>\S+)$/,
  /^Change Return Type (?<one>.+) to (?<other>.+) in method (?<now>.+) (?:in|from) class (?<nowClass>\S+)$/,
  /^(?:Add|Remove) Method Annotation (?<one>.+) in method (?<now>.+) (?:in|from) class (?<nowClass>\S+)$/,
  /^Change Method Access Modifier (?<one>\S+) to (?<other>\S+) in method (?<now>.+) (?:in|from) class (?<nowClass>\S+)$/,
  /^(?:Add|Remove) Method Modifier (?<one>\S+) in method (?<now>.+) (?:in|from) class (?<nowClass>\S+)$/,
];
const TYPE =
  /^(?:(?:Rename|Move|Pull Up|Push Down|Move And Rename) Method|(?:Add|Remove|Reorder|Rename) Parameter|Change Parameter Type|Change Return Type|(?:Add|Remove) Method (?:Annotation|Modifier)|Change Method Access Modifier)/;

interface Groups {
  old?: string;
  oldClass?: string;
  now: string;
  nowClass: string;
  one?: string;
  other?: string;
}

function parseLabel({ type, description, validation }: RawLabel): Label[] {
  const text = description.replaceAll("\t", " ");
  const valid = validation === true || validation === "TP" || validation === "CTP";
  for (const pattern of PATTERNS) {
    const groups = pattern.exec(text)?.groups as Groups | undefined;
    if (groups === undefined) continue;
    const after = method(groups.now, groups.nowClass);
    const before = groups.old === undefined
      ? null
      : method(groups.old, groups.oldClass ?? groups.nowClass);
    const kind = TYPE.exec(text)?.[0] ?? type;
    const detail = groups.one === undefined ? null : [groups.one, groups.other ?? ""] as const;
    return [{ type: kind, valid, before, after, detail, text }];
  }
  return [];
}

/** `public helpers.lineTo(ctx CanvasContext, previous Point) : void`. */
function method(signature: string, container: string): LabelledMethod {
  const open = signature.indexOf("(");
  const name = signature.slice(0, open).split(/[\s.]/).at(-1)!;
  const close = closing(signature, open);
  return { name, parameters: parameterNames(signature.slice(open + 1, close)), container };
}

function closing(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    if (text[i] === "(") depth++;
    if (text[i] === ")" && --depth === 0) return i;
  }
  return text.length;
}

/** Names of a list; each comes before its type. */
export function parameterNames(list: string): string[] {
  const names: string[] = [];
  let depth = 0;
  let start = 0;
  const push = (end: number): void => {
    const name = /^[^\s:]+/.exec(list.slice(start, end).trim())?.[0];
    if (name !== undefined) names.push(name);
  };
  for (let i = 0; i < list.length; i++) {
    if ("<([{".includes(list[i])) depth++;
    if (")]}".includes(list[i]) || (list[i] === ">" && list[i - 1] !== "-")) depth--;
    if (list[i] !== "," || depth !== 0) continue;
    push(i);
    start = i + 1;
  }
  push(list.length);
  return names;
}
