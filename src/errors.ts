/**
 * Failures and notices, the one vocabulary every layer speaks.
 *
 * A {@link PrismError} ends a question; a {@link Notice} travels inside an answer and says what the
 * answer could not see. The list of codes is closed and pinned by a test.
 *
 * @module
 */

/** Whose fault a failure is; decides the exit code. */
export type ErrorKind = "usage" | "repository" | "data" | "environment" | "internal";

/** Exit code of a process that ends with an error of this kind. */
export const EXIT_CODES: Readonly<Record<ErrorKind, number>> = {
  usage: 2,
  repository: 1,
  data: 1,
  environment: 126,
  internal: 255,
};

/** Every failure code and its kind. */
export const ERROR_CODES = {
  invalid_argument: "usage",
  unknown_argument: "usage",
  unknown_command: "usage",
  invalid_pattern: "usage",
  invalid_cursor: "usage",
  stale_cursor: "usage",
  not_a_repository: "repository",
  unsupported_repository: "repository",
  unsafe_repository: "repository",
  bare_repository: "repository",
  unreadable: "repository",
  ref_not_found: "repository",
  ref_ambiguous: "repository",
  ref_wrong_type: "repository",
  invalid_revision: "repository",
  no_merge_base: "repository",
  path_not_found: "data",
  path_is_directory: "data",
  object_missing: "data",
  object_promised: "data",
  object_corrupt: "data",
  object_too_large: "data",
  index_corrupt: "data",
  config_invalid: "data",
  cancelled: "data",
  parser_unavailable: "environment",
  internal: "internal",
} as const satisfies Record<string, ErrorKind>;

/** One of the closed list of failure codes. */
export type ErrorCode = keyof typeof ERROR_CODES;

/** What an error may carry besides its message. */
export interface PrismErrorOptions {
  /** What the reader can do next. */
  hint?: string;
  /** Facts for programs: candidates, limits, positions. */
  data?: Record<string, unknown>;
  /** The failure underneath. */
  cause?: unknown;
}

/** A failure that ends the question: one sentence that quotes the value, and a hint. */
export class PrismError extends Error {
  /** Closed code, stable across releases. */
  readonly code: ErrorCode;
  /** What the reader can do next. */
  readonly hint: string | undefined;
  /** Facts for programs. */
  readonly data: Record<string, unknown> | undefined;

  /** An error with a code of the closed list. */
  constructor(code: ErrorCode, message: string, options: PrismErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "PrismError";
    this.code = code;
    this.hint = options.hint;
    this.data = options.data;
  }

  /** Whose fault it is. */
  get kind(): ErrorKind {
    return ERROR_CODES[this.code];
  }
}

/** Codes of what an answer says it could not see or did differently. */
export type NoticeCode =
  | "attributes_unread"
  | "config_unread"
  | "content_not_utf8"
  | "content_too_large"
  | "dependency_unparsed"
  | "files_not_searched"
  | "filter_not_run"
  | "function_analysis_unavailable"
  | "function_not_found"
  | "index_extension_ignored"
  | "invisible_characters"
  | "lfs_pointer"
  | "lines_out_of_range"
  | "object_corrupt"
  | "object_missing"
  | "object_promised"
  | "page_over_budget"
  | "parser_failed"
  | "path_not_found"
  | "path_not_utf8"
  | "path_renamed"
  | "ref_ambiguous"
  | "reflog_short"
  | "rename_detection_limited"
  | "repository_shallow"
  | "source_too_large"
  | "source_too_slow"
  | "sparse_checkout"
  | "submodule_unread"
  | "syntax_error"
  | "unreadable";

/** Short of failure: a fact that the reader of an answer must know. */
export interface Notice {
  /** Closed code. */
  code: NoticeCode;
  /** The path it is about, when it is about one. */
  path?: string;
  /** One sentence. */
  message: string;
}
