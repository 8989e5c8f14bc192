/**
 * In which encoding a changed text is written. Most are ASCII, which the kernel tells faster than a
 * decoder does.
 *
 * @module
 */

import { detectEncoding as detect, isValidUtf8 } from "../syntax/encoding.ts";
import { isAscii } from "./ascii.ts";

export { decodeText } from "../syntax/encoding.ts";

/** See `detectEncoding` of `syntax/encoding.ts`. */
export function detectEncoding(bytes: Uint8Array): string | null {
  return detect(bytes, (whole) => isAscii(whole) || isValidUtf8(whole));
}
