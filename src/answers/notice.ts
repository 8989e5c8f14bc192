/**
 * Notices in an answer: what it could not see, or did differently.
 *
 * @module
 */

import * as z from "zod/mini";
import type { Notice } from "../errors.ts";
import { pathText } from "./shape/path_text.ts";
import { untrusted } from "./shape/untrusted.ts";

/** One notice of an answer. */
export interface AnswerNotice {
  /** Closed code, stable across releases. */
  code: string;
  /** The path it is about, when it is about one. */
  path?: string;
  /** One sentence. */
  message: string;
}

/** Schema of {@link AnswerNotice}. */
export const noticeSchema = z.object({
  code: z.string(),
  path: z.optional(untrusted("path")),
  message: untrusted("message that may quote the repository"),
});

/** Schema of a failure inside an answer. */
export const entryErrorSchema = z.object({
  code: z.string(),
  message: untrusted("message that may quote the repository"),
});

/** A notice as an answer writes it. */
export function toNotice({ code, path, message }: Notice): AnswerNotice {
  return path === undefined ? { code, message } : { code, path: pathText(path), message };
}
