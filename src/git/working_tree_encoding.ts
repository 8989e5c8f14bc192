/**
 * Files that stand in the work tree in another encoding than UTF-8 (gitattributes(5),
 * "working-tree-encoding").
 *
 * @module
 */

import { legacyEncoding } from "./legacy_encoding.ts";

const encoder = new TextEncoder();

/** Whether the attribute's value asks for no conversion. */
export function isUtf8Name(name: string): boolean {
  return name === "" || /^UTF-?8$/i.test(name);
}

/**
 * The text in UTF-8. Git demands a byte order mark where the name leaves the order open, and refuses
 * one where the name says it.
 * @returns a reason instead when the bytes cannot be converted
 */
export function reencode(bytes: Uint8Array, name: string): Uint8Array | string {
  const unicode = /^UTF-?(16|32)(LE|BE|LE-BOM)?$/i.exec(name);
  if (unicode !== null) {
    return fromUnicode(bytes, Number(unicode[1]), unicode[2]?.toUpperCase() ?? "");
  }
  const table = legacyEncoding(name);
  if (table === null) return `the encoding "${name}" is not known here`;
  const text = table(bytes);
  return text === null ? `it is not valid ${name}` : encoder.encode(text);
}

function fromUnicode(bytes: Uint8Array, width: number, order: string): Uint8Array | string {
  const mark = markOf(bytes, width);
  if (order === "" && mark === null) return "it has no byte order mark";
  if ((order === "LE" || order === "BE") && mark !== null) return "it has a byte order mark";
  const little = order === "" ? mark === "LE" : order.startsWith("LE");
  try {
    if (width === 16) {
      const decoder = new TextDecoder(little ? "utf-16le" : "utf-16be", { fatal: true });
      return encoder.encode(decoder.decode(bytes));
    }
    return encoder.encode(decodeUtf32(bytes, little));
  } catch {
    return `it is not valid UTF-${width}`;
  }
}

function markOf(bytes: Uint8Array, width: number): "LE" | "BE" | null {
  const [a, b, c, d] = bytes;
  if (width === 16) return a === 0xff && b === 0xfe ? "LE" : a === 0xfe && b === 0xff ? "BE" : null;
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return "LE";
  return a === 0 && b === 0 && c === 0xfe && d === 0xff ? "BE" : null;
}

const BYTE_ORDER_MARK = 0xfeff;

function decodeUtf32(bytes: Uint8Array, little: boolean): string {
  if (bytes.length % 4 !== 0) throw new RangeError("a character is cut off");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let text = "";
  for (let at = 0; at < bytes.length; at += 4) {
    const code = view.getUint32(at, little);
    if (at === 0 && code === BYTE_ORDER_MARK) continue;
    if (code >= 0xd800 && code <= 0xdfff) throw new RangeError("a surrogate");
    text += String.fromCodePoint(code);
  }
  return text;
}
