/**
 * Pages of a list, and what every answer says about what it left out.
 *
 * @module
 */

import * as z from "zod/mini";
import type { Equal } from "./equal.ts";

/** Most items of one page. */
export const LARGEST_PAGE = 500;

/** Where a page lies in its list. */
export interface Pagination {
  /** Items of the whole list. */
  total_items: number;
  /** Number of the page's first item, from 0. */
  page_start: number;
  /** Most items that the page may have. */
  page_size: number;
  /** Cursor of the next page; `null` on the last one. */
  next_cursor: string | null;
}

/** Something that an answer left out. */
export interface Omission {
  /** The list that was cut. */
  what: string;
  /** How many of its entries are missing. */
  count: number;
  /** What cut it. */
  why: string;
  /** The call that gets the rest. */
  how: string;
}

/** Schema of {@link Pagination}. */
export const paginationSchema = z.object({
  total_items: z.int(),
  page_start: z.int(),
  page_size: z.int(),
  next_cursor: z.nullable(z.string()),
});

/** Schema of {@link Omission}. */
export const omissionSchema = z.object({
  what: z.string(),
  count: z.int(),
  why: z.string(),
  how: z.string(),
});

true satisfies Equal<z.infer<typeof paginationSchema>, Pagination>;
true satisfies Equal<z.infer<typeof omissionSchema>, Omission>;

/** A page size as asked for, brought into 1..{@link LARGEST_PAGE}. */
export function clampPageSize(size: number): number {
  return Math.min(LARGEST_PAGE, Math.max(1, size));
}
