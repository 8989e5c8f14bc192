/**
 * What JSON costs: the bytes of its text, and the tokens they make for a language model.
 *
 * @module
 */

const encoder = new TextEncoder();
const scratch = new Uint8Array(64 * 1024);

/** Bytes of the text in UTF-8. */
export function byteLength(text: string): number {
  let bytes = 0;
  // encodeInto counts without an allocation as long as the text.
  for (let rest = text; rest.length > 0;) {
    const { read, written } = encoder.encodeInto(rest, scratch);
    bytes += written;
    if (read === rest.length) break;
    rest = rest.slice(read);
  }
  return bytes;
}

/** Bytes of a JSON text when it is sent as a JSON string itself: with its quotes and backslashes escaped. */
export function sentBytes(json: string): number {
  return byteLength(json) + (json.split('"').length - 1) + (json.split("\\").length - 1);
}

/** Estimated tokens of so many bytes: four bytes a token. */
export function tokensOf(bytes: number): number {
  return Math.ceil(bytes / 4);
}
