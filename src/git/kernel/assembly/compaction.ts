// Compaction: a run of changed lines whose neighbours repeat it can slide without changing what the
// diff says. Each run goes where the other file changed too, or where the indentation reads best.

import { equalBytes } from "./lines";

// How far back positions are tried, how deep indentation counts, how many blank lines are looked at.
const MOST_SLIDING: i32 = 100;
const DEEPEST: i32 = 200;
const MOST_BLANKS: i32 = 20;
const BLANK: i32 = -1;
// What the memory of indentations holds for a blank line, and for one not looked at yet.
const BLANK_LINE: u8 = 254;
const UNKNOWN: u8 = 255;

// The file being compacted: where lines start, which are changed (with an unchanged one before and
// after all), how many there are.
let starts: usize = 0;
let marks: usize = 0;
let lines: i32 = 0;
// The indentation of each line that was looked at, so that no long line is looked at twice.
let known: usize = 0;
// The run in hand, and the run (often empty) at the same place of the other file.
let runStart: i32 = 0;
let runEnd: i32 = 0;
let otherMarks: usize = 0;
let otherStart: i32 = 0;
let otherEnd: i32 = 0;

/** Slides the changed runs of one file. `scratch` is one byte a line. */
export function compact(
  fileStarts: usize,
  fileMarks: usize,
  fileLines: i32,
  other: usize,
  scratch: usize,
): void {
  starts = fileStarts;
  marks = fileMarks;
  lines = fileLines;
  otherMarks = other;
  known = scratch;
  memory.fill(known, UNKNOWN, fileLines);
  runStart = 0;
  runEnd = endOfRun(marks, 0);
  otherStart = 0;
  otherEnd = endOfRun(otherMarks, 0);
  while (true) {
    if (runEnd > runStart) settle();
    if (runEnd >= lines) return;
    runStart = runEnd + 1;
    runEnd = endOfRun(marks, runStart);
    nextOther();
  }
}

@inline
function endOfRun(side: usize, line: i32): i32 {
  while (load<u8>(side + line)) line++;
  return line;
}

@inline
function nextOther(): void {
  otherStart = otherEnd + 1;
  otherEnd = endOfRun(otherMarks, otherStart);
}

@inline
function previousOther(): void {
  otherEnd = otherStart - 1;
  otherStart = otherEnd;
  while (load<u8>(otherMarks + otherStart - 1)) otherStart--;
}

function settle(): void {
  let size: i32, first: i32, meeting: i32;
  do {
    size = runEnd - runStart;
    while (slideUp()) previousOther();
    first = runEnd;
    meeting = otherEnd > otherStart ? runEnd : -1;
    while (slideDown()) {
      nextOther();
      if (otherEnd > otherStart) meeting = runEnd;
    }
  } while (size !== runEnd - runStart);
  if (runEnd === first) return;
  const end = meeting !== -1 ? meeting : bestEnd(max(first, runEnd - size - 1), size);
  while (runEnd > end) {
    slideUp();
    previousOther();
  }
}

function slideUp(): bool {
  if (runStart === 0 || !equalLines(runStart - 1, runEnd - 1)) return false;
  store<u8>(marks + --runStart, 1);
  store<u8>(marks + --runEnd, 0);
  while (load<u8>(marks + runStart - 1)) runStart--;
  return true;
}

function slideDown(): bool {
  if (runEnd >= lines || !equalLines(runStart, runEnd)) return false;
  store<u8>(marks + runStart++, 0);
  store<u8>(marks + runEnd++, 1);
  runEnd = endOfRun(marks, runEnd);
  return true;
}

function equalLines(i: i32, j: i32): bool {
  const a = lineAt(i), b = lineAt(j);
  const length = lineAt(i + 1) - a;
  return length === lineAt(j + 1) - b && equalBytes(a, b, length);
}

@inline
function lineAt(i: i32): usize {
  return load<u32>(starts + (<usize>i << 2));
}

// What `addSplit` adds up for one position.
let indents: i32 = 0;
let penalty: i32 = 0;

// The end, from `from` to where the run is now, whose two edges read best; the later of equals.
function bestEnd(from: i32, size: i32): i32 {
  let best = -1, bestIndents = 0, bestPenalty = 0;
  for (let end = max(from, runEnd - MOST_SLIDING); end <= runEnd; end++) {
    indents = 0;
    penalty = 0;
    addSplit(end);
    addSplit(end - size);
    const deeper = indents > bestIndents ? 60 : indents < bestIndents ? -60 : 0;
    if (best === -1 || deeper + penalty - bestPenalty <= 0) {
      best = end;
      bestIndents = indents;
      bestPenalty = penalty;
    }
  }
  return best;
}

// Judges the gap before a line.
function addSplit(line: i32): void {
  let indent = line < lines ? indentOf(line) : BLANK;
  let before = BLANK, blanksBefore = 0;
  for (let i = line - 1; i >= 0; i--) {
    before = indentOf(i);
    if (before !== BLANK) break;
    if (++blanksBefore === MOST_BLANKS) {
      before = 0;
      break;
    }
  }
  let after = BLANK, blanksAfter = 0;
  for (let i = line + 1; i < lines; i++) {
    after = indentOf(i);
    if (after !== BLANK) break;
    if (++blanksAfter === MOST_BLANKS) {
      after = 0;
      break;
    }
  }
  if (before === BLANK && blanksBefore === 0) penalty += 1;
  if (line >= lines) penalty += 21;
  // Blank lines after count only when the gap itself is before a blank line.
  blanksAfter = indent === BLANK ? blanksAfter + 1 : 0;
  const blanks = blanksBefore + blanksAfter;
  penalty += 6 * blanksAfter - 30 * blanks;
  if (indent === BLANK) indent = after;
  indents += indent;
  if (indent === BLANK || before === BLANK || indent === before) return;
  if (indent > before) penalty += blanks ? 10 : -4;
  else if (after !== BLANK && after > indent) penalty += blanks ? 17 : 24;
  else penalty += blanks ? 17 : 23;
}

@inline
function indentOf(line: i32): i32 {
  let indent = load<u8>(known + line);
  if (indent === UNKNOWN) store<u8>(known + line, indent = measureIndent(line));
  return indent === BLANK_LINE ? BLANK : indent;
}

// Columns of white space before the text, if there is text. Vertical tab and form feed are text to
// git.
function measureIndent(line: i32): u8 {
  const end = lineAt(line + 1);
  let columns = 0;
  for (let at = lineAt(line); at < end; at++) {
    const c = load<u8>(at);
    if (c === 32) columns++;
    else if (c === 9) columns += 8 - (columns & 7);
    else if (c !== 10 && c !== 13) return <u8>columns;
    if (columns >= DEEPEST) return <u8>DEEPEST;
  }
  return BLANK_LINE;
}
