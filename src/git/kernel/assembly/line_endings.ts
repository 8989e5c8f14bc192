// Line endings and how much of a file is text, as git's automatic conversion at check-in counts them
// (gitattributes(5), `text=auto`). A file comes in pieces, so a carriage return at the end of one is
// kept back until the next byte is known.

const CR: u32 = 13;
const LF: u32 = 10;

let nul: u64 = 0;
let loneCr: u64 = 0;
let loneLf: u64 = 0;
let crLf: u64 = 0;
let printable: u64 = 0;
let control: u64 = 0;
let pending: bool = false;

/** Begins a file: for `countEndings` and for `dropReturns`. */
export function beginEndings(): void {
  nul = 0;
  loneCr = 0;
  loneLf = 0;
  crLf = 0;
  printable = 0;
  control = 0;
  pending = false;
}

@inline
function countByte(byte: u32): void {
  if (byte === LF) {
    if (pending) crLf++;
    else loneLf++;
    pending = false;
    return;
  }
  if (pending) loneCr++;
  pending = byte === CR;
  if (pending) return;
  if (byte === 0) nul++;
  // Backspace, tab, form feed and escape belong to text.
  if ((byte >= 32 && byte !== 127) || byte === 8 || byte === 9 || byte === 12 || byte === 27) {
    printable++;
  } else control++;
}

/** Counts the bytes of a piece. */
export function countEndings(at: usize, length: usize): void {
  const end = at + length;
  const space = i8x16.splat(32);
  const del = i8x16.splat(127);
  while (at + 16 <= end) {
    const bytes = v128.load(at);
    const plain = v128.andnot(i8x16.ge_u(bytes, space), i8x16.eq(bytes, del));
    if (i8x16.all_true(plain)) {
      if (pending) loneCr++;
      pending = false;
      printable += 16;
    } else {
      for (let i: usize = 0; i < 16; i++) countByte(load<u8>(at + i));
    }
    at += 16;
  }
  for (; at < end; at++) countByte(load<u8>(at));
}

/**
 * Ends counting and writes six f64: NULs, carriage returns alone, newlines alone, pairs of both,
 * printable bytes, other bytes.
 */
export function endEndings(output: usize): void {
  if (pending) loneCr++;
  pending = false;
  store<f64>(output, <f64>nul);
  store<f64>(output, <f64>loneCr, 8);
  store<f64>(output, <f64>loneLf, 16);
  store<f64>(output, <f64>crLf, 24);
  store<f64>(output, <f64>printable, 32);
  store<f64>(output, <f64>control, 40);
}

/**
 * Copies a piece without the carriage returns that a newline follows. Returns the bytes written, one
 * more than the piece at most. With `last` a carriage return at the end is written, not kept back.
 */
export function dropReturns(at: usize, length: usize, output: usize, last: bool): usize {
  const end = at + length;
  const start = output;
  const returns = i8x16.splat(13);
  while (at < end) {
    // What was kept back goes out once it is known that no newline follows.
    if (pending) {
      if (load<u8>(at) !== LF) store<u8>(output++, <u8>CR);
      pending = false;
    }
    while (at + 16 <= end) {
      const bytes = v128.load(at);
      if (v128.any_true(i8x16.eq(bytes, returns))) break;
      v128.store(output, bytes);
      at += 16;
      output += 16;
    }
    for (; at < end; at++) {
      const byte = load<u8>(at);
      if (byte === CR) {
        pending = true;
        at++;
        break;
      }
      store<u8>(output++, byte);
    }
  }
  if (last && pending) {
    store<u8>(output++, <u8>CR);
    pending = false;
  }
  return output - start;
}
