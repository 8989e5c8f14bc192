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
  c: { language: "C", kinds: "fdesgutm", theirs: named },
  cpp: { language: "C++", kinds: "fdesgutmcn", theirs: named },
  csharp: { language: "C#", kinds: "Ecefgimpst" },
};

/** What has no name is given one by ctags. */
function named({ name }: Tag): string | null {
  return name.startsWith("__anon") ? null : name;
}
