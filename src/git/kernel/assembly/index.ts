// The kernel: all work that touches each byte of an object. Every function takes addresses and
// lengths in this module's memory, checks its bounds, and never traps on hostile bytes.

export { mark, release, reserve } from "./memory";
export { inflate } from "./inflate";
export { streamBegin, streamDone, streamInflate, streamPosition } from "./inflate_stream";
export { applyDelta, deltaPrefix, deltaResultSize } from "./delta";
export { compareTrees, findTreeEntry } from "./trees";
export { digestBegin, digestFinish, digestUpdate } from "./digest";
export { beginEndings, countEndings, dropReturns, endEndings } from "./line_endings";
export { countLines } from "./lines";
export { seedLines } from "./line_table";
export { lineCounts, lineHunks } from "./line_diff";
export {
  addSpans,
  dropSpans,
  endSpans,
  loadSpans,
  openSpans,
  scoreSpans,
  takeSpans,
  unloadSpans,
} from "./spans";
export { asciiLength } from "./ascii";
export { readDefined, readWords, takeWords } from "./words";
