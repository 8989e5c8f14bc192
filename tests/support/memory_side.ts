/**
 * A side of a change whose content is in memory.
 *
 * @module
 */

import { type FileSide, MODE } from "../../src/git/file_side.ts";
import type { ObjectId } from "../../src/git/object_id.ts";

/** The side with this content; `content` is asked at each read, so it may throw. */
export function memorySide(
  id: string,
  content: () => Uint8Array,
  mode: number = MODE.regular,
): FileSide {
  return {
    mode,
    id: () => id as ObjectId,
    size: () => content().length,
    read: content,
    head: (length) => content().slice(0, length),
    pieces: () => [content()],
    storeIn: (kernel) => {
      const bytes = content();
      return { address: kernel.store(bytes), size: bytes.length };
    },
  };
}
