/**
 * A changed function, and changed imports, as answers write them.
 *
 * @module
 */

import * as z from "zod/mini";
import type {
  FunctionChange,
  FunctionChangeKind,
  SignatureChange,
  SignatureChangeKind,
} from "../changes/function_change.ts";
import type { ImportChanges } from "../changes/imports.ts";
import type { DefinitionKind } from "../syntax/outline.ts";
import type { Equal } from "./shape/equal.ts";
import { pathText } from "./shape/path_text.ts";
import { untrusted, untrustedLines } from "./shape/untrusted.ts";

/** One change of a signature. */
export interface SignatureChangeEntry {
  /** What changed. */
  kind: SignatureChangeKind;
  /** Name of the parameter, when it is one. */
  name?: string;
  /** What stood there before, when anything did. */
  old?: string;
  /** What stands there now, when anything does. */
  new?: string;
}

/** One changed function. */
export interface FunctionEntry {
  /** Qualified name as users of the language write it. */
  name: string;
  /** Qualified name before, when it was another one. */
  old_name: string | null;
  /** How it changed. */
  change_type: FunctionChangeKind;
  /** First line, decorators and modifiers included; of a deleted function before, else after. */
  start_line: number;
  /** Last line, on the same side. */
  end_line: number;
  /** From the first modifier to the body, blanks collapsed. */
  signature: string;
  /** What it is. */
  kind: DefinitionKind;
  /** Qualified name of what contains it, when anything does. */
  container?: string;
  /** Signature before, when it was another one. */
  old_signature?: string;
  /** Path before, of a function that came from another file. */
  old_path?: string;
  /** First line before, when it was another one. */
  old_start_line?: number;
  /** Given when only comments, blanks and the like differ. */
  formatting_only?: true;
  /** Given when its container was moved or renamed and it only went along. */
  with_container?: true;
  /** What changed in the signature, when anything did. */
  signature_changes?: SignatureChangeEntry[];
  /** Lines that only the later side has, when there are any; functions inside count for themselves. */
  lines_added?: number;
  /** Lines that only the earlier side has, when there are any. */
  lines_removed?: number;
  /** Given when it has, or touches, a syntax error: its facts may be off. */
  has_syntax_error?: true;
  /** Its changed lines as git writes them, in a review. */
  hunks?: string;
}

/** Imports that were added and removed, as users of the language write them, by text. */
export interface ImportEntry {
  /** Imports that were not there before. */
  added: string[];
  /** Imports that are gone. */
  removed: string[];
}

const CHANGE_KINDS = [
  "added",
  "modified",
  "deleted",
  "signature_changed",
  "renamed",
  "moved",
] as const;

const SIGNATURE_KINDS = [
  "parameter_added",
  "parameter_removed",
  "parameter_renamed",
  "parameter_reordered",
  "parameter_type_changed",
  "parameter_default_changed",
  "return_type_changed",
  "visibility_changed",
  "modifier_changed",
  "decorator_added",
  "decorator_removed",
  "generics_changed",
  "throws_changed",
] as const;

const KINDS = [
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
  "class",
  "interface",
  "enum",
  "struct",
  "trait",
  "type",
  "constant",
  "field",
] as const;

/** Schema of {@link FunctionEntry}. */
export const functionEntrySchema = z.object({
  name: untrusted("function name"),
  old_name: z.nullable(untrusted("function name")),
  change_type: z.enum(CHANGE_KINDS),
  start_line: z.int(),
  end_line: z.int(),
  signature: untrusted("function signature"),
  kind: z.enum(KINDS),
  container: z.optional(untrusted("container name")),
  old_signature: z.optional(untrusted("function signature")),
  old_path: z.optional(untrusted("path")),
  old_start_line: z.optional(z.int()),
  formatting_only: z.optional(z.literal(true)),
  with_container: z.optional(z.literal(true)),
  signature_changes: z.optional(z.array(z.object({
    kind: z.enum(SIGNATURE_KINDS),
    name: z.optional(untrusted("parameter name")),
    old: z.optional(untrusted("part of a signature")),
    new: z.optional(untrusted("part of a signature")),
  }))),
  lines_added: z.optional(z.int()),
  lines_removed: z.optional(z.int()),
  has_syntax_error: z.optional(z.literal(true)),
  hunks: z.optional(untrustedLines("changed lines")),
});

true satisfies Equal<z.infer<typeof functionEntrySchema>, FunctionEntry>;

/** Schema of {@link ImportEntry}. */
export const importEntrySchema = z.object({
  added: z.array(untrusted("import")),
  removed: z.array(untrusted("import")),
});

true satisfies Equal<z.infer<typeof importEntrySchema>, ImportEntry>;

/** A changed function as an answer writes it. */
export function toFunctionEntry(change: FunctionChange): FunctionEntry {
  const { before, after, signatureChanges } = change;
  const { definition } = (after ?? before)!;
  const old = before !== null && after !== null ? before.definition : null;
  const other = <T>(was: T | undefined, is: T): boolean => was !== undefined && was !== is;
  return {
    name: definition.qualifiedName,
    old_name: other(old?.qualifiedName, definition.qualifiedName) ? old!.qualifiedName : null,
    change_type: change.kind,
    start_line: definition.startLine,
    end_line: definition.endLine,
    signature: definition.signature,
    kind: definition.kind,
    ...(definition.container === null ? {} : { container: definition.container }),
    ...(other(old?.signature, definition.signature) ? { old_signature: old!.signature } : {}),
    ...(change.kind === "moved" && before!.path !== after!.path
      ? { old_path: pathText(before!.path) }
      : {}),
    ...(other(old?.startLine, definition.startLine) ? { old_start_line: old!.startLine } : {}),
    ...(change.formattingOnly ? { formatting_only: true } : {}),
    ...(change.withContainer ? { with_container: true } : {}),
    ...(signatureChanges.length === 0
      ? {}
      : { signature_changes: signatureChanges.map(toSignatureChange) }),
    ...(change.linesAdded === 0 ? {} : { lines_added: change.linesAdded }),
    ...(change.linesRemoved === 0 ? {} : { lines_removed: change.linesRemoved }),
    ...(definition.broken ? { has_syntax_error: true } : {}),
  };
}

function toSignatureChange(change: SignatureChange): SignatureChangeEntry {
  return {
    kind: change.kind,
    ...(change.name === null ? {} : { name: change.name }),
    ...(change.old === null ? {} : { old: change.old }),
    ...(change.new === null ? {} : { new: change.new }),
  };
}

/** Changed imports as an answer writes them. */
export function toImportEntry({ added, removed }: ImportChanges): ImportEntry {
  return { added: [...added], removed: [...removed] };
}

/** Whether only the layout of a function changed, not its name or place. */
export function isFormatting({ kind, formattingOnly }: FunctionChange): boolean {
  return formattingOnly && kind === "modified";
}
