/**
 * In which encoding a text is written when it is not UTF-8.
 *
 * @module
 */

/** How much is looked at to tell text from other data, in bytes. */
export const PROBE = 8000;
/** Text of 1-byte encodings has next to no control characters; compressed data has one in ten bytes. */
const CONTROL_SHARE = 0.01;
const PIECE = 1024 * 1024;

// deno-lint-ignore no-control-regex
const CONTROLS = /[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]/g;
const latin1 = new TextDecoder("latin1");

/**
 * Encoding of a text, null when it is UTF-8 (with a byte order mark or not) or no text at all.
 *
 * A byte order mark decides for `utf-16le`, `utf-16be`, `utf-32le` and `utf-32be`; without it UTF-16 is
 * known by its zero bytes. Other text that is not valid UTF-8 is `iso-8859-1`, or `windows-1252` when it
 * has bytes 0x80 to 0x9F: other 8-bit and multi-byte encodings cannot be told from these. A text that
 * is UTF-8 for its most part and broken in places counts as UTF-8.
 *
 * @param isUtf8 Tells UTF-8, for callers who have a faster way.
 */
export function detectEncoding(
  bytes: Uint8Array,
  isUtf8: (bytes: Uint8Array) => boolean = isValidUtf8,
): string | null {
  const head = bytes.subarray(0, PROBE);
  const wide = byMark(head);
  if (wide !== null) return looksLikeText(head, wide) ? wide : null;
  if (head.includes(0)) {
    return ["utf-16le", "utf-16be"].find((encoding) => looksLikeText(head, encoding)) ?? null;
  }
  if (isUtf8(bytes)) return null;
  const text = latin1.decode(head);
  if ((text.match(CONTROLS)?.length ?? 0) > text.length * CONTROL_SHARE) return null;
  if (isBrokenUtf8(bytes)) return null;
  return hasWindowsByte(bytes) ? "windows-1252" : "iso-8859-1";
}

/**
 * The text of a content whose encoding {@link detectEncoding} gave; null is UTF-8. A byte order mark is
 * left out and what cannot be decoded becomes U+FFFD.
 */
export function decodeText(bytes: Uint8Array, encoding: string | null): string {
  if (encoding === "utf-32le" || encoding === "utf-32be") {
    return decodeUtf32(bytes, encoding === "utf-32le");
  }
  return new TextDecoder(encoding ?? "utf-8").decode(bytes);
}

function byMark(head: Uint8Array): string | null {
  const [a, b, c, d] = head;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? "utf-32le" : "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return "utf-32be";
  return null;
}

/** Whether the bytes, taken as this encoding, are characters that texts are made of. */
function looksLikeText(head: Uint8Array, encoding: string): boolean {
  const unit = encoding.startsWith("utf-32") ? 4 : 2;
  const text = decodeText(head.subarray(0, head.length - head.length % unit), encoding);
  // The probe may cut a character of two units.
  const whole = /[\ufffd\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
  if (whole.length === 0) return head.length > 0 && byMark(head) !== null;
  if (whole.includes("\ufffd") || (whole.match(CONTROLS)?.length ?? 0) > 0) return false;
  // In the wrong byte order, and in most binary data, the characters are from anywhere.
  const plain = whole.match(/[\t\n\r\x20-\x7e]/g)?.length ?? 0;
  return byMark(head) !== null || plain >= whole.length / 4;
}

/** Whether the bytes are valid UTF-8. */
export function isValidUtf8(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for (let at = 0; at < bytes.length; at += PIECE) {
      decoder.decode(bytes.subarray(at, at + PIECE), { stream: at + PIECE < bytes.length });
    }
    return true;
  } catch {
    return false;
  }
}

/** Whether the first piece has more valid characters beyond ASCII than broken ones. */
function isBrokenUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder("utf-8").decode(bytes.subarray(0, PIECE));
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  const valid = text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0;
  return valid > broken;
}

function hasWindowsByte(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += PIECE) {
    // What windows-1252 has at 0x80 to 0x9F lies above U+00FF, or is one of five C1 controls.
    if (/[\x80-\x9f\u0100-\uffff]/.test(latin1.decode(bytes.subarray(at, at + PIECE)))) return true;
  }
  return false;
}

function decodeUtf32(bytes: Uint8Array, littleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 4) {
    const code = at + 4 <= bytes.length ? view.getUint32(at, littleEndian) : -1;
    const valid = code >= 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    if (at > 0 || code !== 0xfeff) parts.push(valid ? String.fromCodePoint(code) : "\ufffd");
  }
  return parts.join("");
}
