/**
 * Encodings older than Unicode, by the names that iconv(1) knows, which is what git converts with.
 * The tables are those of the Encoding Standard (TextDecoder); where they differ from iconv's in the
 * characters of the national standard, the difference is evened out here. Vendors' additions that
 * iconv refuses are accepted.
 *
 * @module
 */

import { bytesAsString } from "./byte_string.ts";

/** Decodes; `null` when the bytes are not valid. */
export type Decode = (bytes: Uint8Array) => string | null;

interface Table {
  /** The name in the Encoding Standard. */
  label: string;
  /** Characters that the standard has for others of iconv's. */
  instead?: Readonly<Record<string, string>>;
  /** Bytes that iconv refuses come out as control characters. */
  gaps?: boolean;
}

const JAPANESE = { "～": "〜", "∥": "‖", "－": "−", "￠": "¢", "￡": "£", "￢": "¬" } as const;

const TABLES: readonly (readonly [RegExp, (match: RegExpExecArray) => Table])[] = [
  [/^ISO[-_]?8859-([2-8]|1[03456])$/i, ([, part]) => ({ label: `iso-8859-${part}` })],
  [/^LATIN-?2$/i, () => ({ label: "iso-8859-2" })],
  // The standard's table is Windows-1254, which differs only where Latin-5 has control characters.
  [/^(?:ISO[-_]?8859-9|LATIN-?5)$/i, () => ({ label: "windows-1254", gaps: true })],
  [/^(?:WINDOWS-|CP)(125[0-8])$/i, ([, page]) => ({ label: `windows-${page}`, gaps: true })],
  [/^KOI8-R$/i, () => ({ label: "koi8-r" })],
  [/^(?:IBM|CP)866$/i, () => ({ label: "ibm866" })],
  [/^(?:SHIFT[-_]JIS|SJIS)$/i, () => ({
    label: "shift_jis",
    instead: { ...JAPANESE, "\\": "¥", "~": "‾" },
  })],
  [/^EUC-?JP$/i, () => ({ label: "euc-jp", instead: JAPANESE })],
  [/^EUC-?KR$/i, () => ({ label: "euc-kr" })],
  [/^GBK$/i, () => ({ label: "gbk" })],
  [/^(?:GB2312|EUC-?CN)$/i, () => ({ label: "gbk", instead: { "·": "・", "—": "―" } })],
  [/^GB18030$/i, () => ({ label: "gb18030" })],
  [/^BIG-?5$/i, () => ({ label: "big5" })],
];

/** The decoder of an encoding; `null` when its name is not known here. */
export function legacyEncoding(name: string): Decode | null {
  if (/^(?:ISO[-_]?8859-1|LATIN-?1|L1)$/i.test(name)) return bytesAsString;
  if (/^(?:US-)?ASCII$/i.test(name)) return decodeAscii;
  for (const [pattern, tableOf] of TABLES) {
    const match = pattern.exec(name);
    if (match !== null) return (bytes) => decodeWith(tableOf(match), bytes);
  }
  return null;
}

// deno-lint-ignore no-control-regex
const NOT_ASCII = /[^\x00-\x7f]/;
const CONTROL = /[\x80-\x9f]/;

function decodeAscii(bytes: Uint8Array): string | null {
  const text = bytesAsString(bytes);
  return NOT_ASCII.test(text) ? null : text;
}

function decodeWith({ label, instead, gaps }: Table, bytes: Uint8Array): string | null {
  let text: string;
  try {
    text = new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
  if (gaps === true && CONTROL.test(text)) return null;
  for (const [from, to] of Object.entries(instead ?? {})) text = text.replaceAll(from, to);
  return text;
}
