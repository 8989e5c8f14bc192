// Linear memory as one stack above the module's static data. A caller reserves, works and releases
// back to a mark; nothing is freed in between. Memory only grows: a job that needs much of it gets
// an instance of its own (see ../kernel.ts).

let top: usize = (__heap_base + 15) & ~15;

/** The current end of the reserved stack, to release back to. */
export function mark(): usize {
  return top;
}

/** Forgets everything reserved since the mark. */
export function release(to: usize): void {
  top = to;
}

/** Reserves bytes aligned to 16, with 64 bytes of slack behind them; 0 when memory cannot grow. */
export function reserve(size: usize): usize {
  const at = top;
  const end = at + ((size + 64 + 15) & ~15);
  const have: usize = (<usize>memory.size()) << 16;
  if (end < at) return 0;
  if (end > have) {
    const pages = <i32>(((end - have) + 0xffff) >> 16);
    // Grow by at least 1 MiB so that many small reservations do not each pay for it.
    if (memory.grow(pages < 16 ? 16 : pages) < 0) {
      if (memory.grow(pages) < 0) return 0;
    }
  }
  top = end;
  return at;
}
