/** What Universal Ctags is asked for each language, and where its names differ from ours. */

/** A definition as ctags tells it. */
export interface Tag {
  /** Below the folder it was asked for. */
  readonly path: string;
  /** Line of the name; from 1. */
  readonly line: number;
  readonly name: string;
  readonly kind: string;
  /** Last line. */
  readonly end?: number;
  readonly scope?: string;
  readonly signature?: string;
}

/** How ctags is asked, and how names are brought together. */
export interface TagRules {
  /** Its name of the language. */
  readonly language: string;
  /** Letters of kinds. */
  readonly kinds: string;
  readonly options?: readonly string[];
  /** The name that we should have; `null` for what is no definition. */
  readonly theirs?: (tag: Tag) => string | null;
  /** Another form of a name of ours. */
  readonly ours?: (name: string) => string;
}

/** By label of the language. */
export const TAG_RULES: Readonly<Record<string, TagRules>> = {
  java: { language: "Java", kinds: "acefgim" },
  go: { language: "Go", kinds: "acfinstv" },
  rust: { language: "Rust", kinds: "fPMsgitme" },
  c: { language: "C", kinds: "fdesgutm", theirs: namedInC },
  cpp: { language: "C++", kinds: "fdesgutmc", theirs: namedInCpp },
  csharp: {
    language: "C#",
    // Not its fields, which are parameters and locals too.
    kinds: "Ecegimpst",
    // The interface of an explicit implementation stands in the qualified name.
    theirs: ({ name, kind }) => kind === "typedef" ? null : name.replace(/^.*\.(?=[^.]+$)/, ""),
    ours: (name) => name.replace(/^(?:implicit|explicit) /, ""),
  },
};

/** What has no name is given one by ctags. */
function named({ name }: Tag): string | null {
  return name.startsWith("__anon") ? null : name;
}

/** Operators without blanks; tests by the names that their runner prints. */
function namedInCpp(tag: Tag): string | null {
  const { name, kind, signature } = tag;
  if (kind === "function" && /^(?:TYPED_)?TEST/.test(name) && signature !== undefined) {
    const given = signature.replace(/^\(|\)$/g, "").split(",").map((each) => each.trim());
    return given.slice(0, 2).join(".");
  }
  if (name.startsWith("operator")) return name.replace(/ ?([^\w\s]) ?/g, "$1");
  return named(tag);
}

/** Tests that a macro makes, with what it is given. */
function namedInC(tag: Tag): string | null {
  const { name, kind, signature } = tag;
  return kind === "function" && /^(?:[A-Z]+_)?TEST$/.test(name)
    ? `${name}${signature}`
    : named(tag);
}
