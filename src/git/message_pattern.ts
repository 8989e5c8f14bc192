/**
 * The extended regular expressions of `:/text` (regex(7)), matched in time proportional to the
 * text: an automaton that tries all ways at once, so that no pattern can make it hang. Without back
 * references and word anchors.
 *
 * @module
 */

import { PrismError } from "../errors.ts";

/** A compiled pattern. */
export interface MessagePattern {
  /** Whether some part of the text matches. */
  matches(text: string): boolean;
}

/**
 * Compiles a pattern. Without special characters it is plain text.
 * @throws {PrismError} `invalid_revision` when it is no such expression, or too large
 */
export function compilePattern(source: string): MessagePattern {
  if (!SPECIAL.test(source)) return { matches: (text) => text.includes(source) };
  const start = new PatternParser(source).parse();
  const machine = new Machine(start);
  return { matches: (text) => machine.matches(text) };
}

const SPECIAL = /[\\^$.[\]|()*+?{}]/;
const MAX_STATES = 1024;
const MAX_REPEAT = 255;
const MAX_DEPTH = 100;

/** What a step of the automaton asks of the text. */
type Test = ((code: number) => boolean) | "start" | "end" | null;

/** A state: a test that leads on, or (`test` null) free ways on. `MATCH` has neither. */
interface State {
  readonly test: Test;
  readonly next: State[];
  index: number;
}

/** A piece of the automaton between two states. */
interface Piece {
  readonly first: State;
  readonly last: State;
}

type Build = () => Piece;

class PatternParser {
  readonly #characters: string[];
  #at = 0;
  #count = 0;
  #depth = 0;
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
    this.#characters = [...source];
  }

  parse(): State {
    return this.#alternatives()().first;
  }

  #alternatives(): Build {
    if (++this.#depth > MAX_DEPTH) throw this.#invalid("it is nested too deeply");
    const branches = [this.#sequence()];
    while (this.#take("|")) branches.push(this.#sequence());
    this.#depth--;
    if (branches.length === 1) return branches[0];
    return () => {
      const first = this.#state(null);
      const last = this.#state(null);
      for (const build of branches) {
        const piece = build();
        first.next.push(piece.first);
        piece.last.next.push(last);
      }
      return { first, last };
    };
  }

  #sequence(): Build {
    const parts: Build[] = [];
    while (this.#at < this.#characters.length && !this.#sees("|") && !this.#closes()) {
      parts.push(this.#repeated());
    }
    return () => {
      const first = this.#state(null);
      let last = first;
      for (const build of parts) {
        const piece = build();
        last.next.push(piece.first);
        last = piece.last;
      }
      return { first, last };
    };
  }

  #closes(): boolean {
    return this.#depth > 1 && this.#sees(")");
  }

  #repeated(): Build {
    let build = this.#atom();
    while (true) {
      if (this.#take("*")) build = this.#repeat(build, 0, Infinity);
      else if (this.#take("+")) build = this.#repeat(build, 1, Infinity);
      else if (this.#take("?")) build = this.#repeat(build, 0, 1);
      else {
        const bounds = this.#sees("{") ? this.#bounds() : null;
        if (bounds === null) return build;
        build = this.#repeat(build, bounds[0], bounds[1]);
      }
    }
  }

  #bounds(): [number, number] | null {
    const rest = this.#characters.slice(this.#at, this.#at + 10).join("");
    const found = /^\{(\d{0,3})(?:(,)(\d{0,3}))?\}/.exec(rest);
    if (found === null) return null;
    const [all, least, comma, most] = found;
    const low = Number(least);
    const high = comma === undefined ? low : most === "" ? Infinity : Number(most);
    if (least === "" && comma === undefined) return null;
    if (low > high || low > MAX_REPEAT || (high > MAX_REPEAT && high !== Infinity)) {
      throw this.#invalid("a repetition count is out of range");
    }
    this.#at += all.length;
    return [low, high];
  }

  #repeat(build: Build, least: number, most: number): Build {
    return () => {
      const first = this.#state(null);
      let last = first;
      for (let i = 0; i < least; i++) last = this.#join(last, build());
      if (most === Infinity) {
        const piece = build();
        const end = this.#state(null);
        last.next.push(piece.first, end);
        piece.last.next.push(piece.first, end);
        return { first, last: end };
      }
      const end = this.#state(null);
      for (let i = least; i < most; i++) {
        last.next.push(end);
        last = this.#join(last, build());
      }
      last.next.push(end);
      return { first, last: end };
    };
  }

  #join(last: State, piece: Piece): State {
    last.next.push(piece.first);
    return piece.last;
  }

  #atom(): Build {
    const character = this.#characters[this.#at++];
    switch (character) {
      case "(": {
        const build = this.#alternatives();
        if (!this.#take(")")) throw this.#invalid("a bracket is not closed");
        return build;
      }
      case "[":
        return this.#step(this.#set());
      case ".":
        return this.#step(() => true);
      case "^":
        return this.#step("start");
      case "$":
        return this.#step("end");
      case ")":
        throw this.#invalid("a bracket is closed too often");
      case "*":
      case "+":
      case "?":
        if (this.#at === 1) return this.#literal(character);
        throw this.#invalid("a repetition follows nothing");
      case "\\":
        return this.#escaped();
      default:
        return this.#literal(character);
    }
  }

  #escaped(): Build {
    const character = this.#characters[this.#at++];
    if (character === undefined) throw this.#invalid("it ends with a backslash");
    const negated = CLASSES[character.toLowerCase()];
    if (negated !== undefined && /[wWsS]/.test(character)) {
      const test = negated;
      return this.#step(character === character.toLowerCase() ? test : (code) => !test(code));
    }
    if (/[0-9A-Za-z<>`']/.test(character)) throw this.#invalid(`"\\${character}" is not supported`);
    return this.#literal(character);
  }

  #literal(character: string): Build {
    const wanted = character.codePointAt(0)!;
    return this.#step((code) => code === wanted);
  }

  /** A bracket expression; its `[` is already taken. */
  #set(): (code: number) => boolean {
    const negated = this.#take("^");
    const tests: ((code: number) => boolean)[] = [];
    for (let first = true; first || !this.#sees("]"); first = false) {
      const character = this.#characters[this.#at++];
      if (character === undefined) throw this.#invalid("a set is not closed");
      if (character === "[" && /[:.=]/.test(this.#characters[this.#at] ?? "")) {
        tests.push(this.#named());
        continue;
      }
      const low = character.codePointAt(0)!;
      let high = low;
      if (this.#sees("-") && this.#characters[this.#at + 1] !== "]") {
        this.#at++;
        high = this.#characters[this.#at++]?.codePointAt(0) ?? -1;
        if (high < low) throw this.#invalid("a range in a set is upside down");
      }
      tests.push((code) => code >= low && code <= high);
    }
    this.#at++;
    return (code) => tests.some((test) => test(code)) !== negated;
  }

  #named(): (code: number) => boolean {
    const rest = this.#characters.slice(this.#at, this.#at + 12).join("");
    const name = /^:([a-z]+):\]/.exec(rest)?.[1] ?? "";
    const test = Object.hasOwn(CLASSES, name) ? CLASSES[name] : undefined;
    if (name.length < 2 || test === undefined) throw this.#invalid("a set names an unknown class");
    this.#at += name.length + 3;
    return test;
  }

  #step(test: Test): Build {
    return () => {
      const first = this.#state(test);
      const last = this.#state(null);
      first.next.push(last);
      return { first, last };
    };
  }

  #state(test: Test): State {
    if (this.#count >= MAX_STATES) throw this.#invalid("it is too large");
    return { test, next: [], index: this.#count++ };
  }

  #sees(character: string): boolean {
    return this.#characters[this.#at] === character;
  }

  #take(character: string): boolean {
    if (!this.#sees(character)) return false;
    this.#at++;
    return true;
  }

  #invalid(reason: string): PrismError {
    return new PrismError(
      "invalid_revision",
      `Pattern "${this.#source}" cannot be used: ${reason}`,
      {
        hint: "search for plain text, or put a backslash before special characters",
      },
    );
  }
}

function classOf(expression: RegExp): (code: number) => boolean {
  return (code) => expression.test(String.fromCodePoint(code));
}

/** Classes by their name in `[:name:]`; `w` and `s` by their letter. */
const CLASSES: Readonly<Record<string, (code: number) => boolean>> = {
  w: classOf(/[\p{L}\p{N}_]/u),
  s: classOf(/\s/),
  alpha: classOf(/\p{L}/u),
  digit: classOf(/[0-9]/),
  alnum: classOf(/[\p{L}\p{N}]/u),
  upper: classOf(/\p{Lu}/u),
  lower: classOf(/\p{Ll}/u),
  space: classOf(/\s/),
  blank: classOf(/[ \t]/),
  punct: classOf(/[\p{P}\p{S}]/u),
  print: classOf(/[^\p{C}]/u),
  graph: classOf(/[^\p{C}\s]/u),
  cntrl: classOf(/\p{Cc}/u),
  xdigit: classOf(/[0-9A-Fa-f]/),
};

/** Sets of states that were met together, by the next character: the automaton made certain. */
interface Known {
  readonly states: readonly State[];
  /** Whether the pattern has matched here, and here if the text ends. */
  readonly matched: boolean;
  readonly matchedAtEnd: boolean;
  readonly next: Map<number, Known>;
}

const KEPT_SETS = 2000;

class Machine {
  readonly #first: State;
  #known = new Map<string, Known>();
  #begin: Known;

  constructor(first: State) {
    this.#first = first;
    this.#begin = this.#set([first], true);
  }

  matches(text: string): boolean {
    if (this.#known.size >= KEPT_SETS) {
      this.#known = new Map();
      this.#begin = this.#set([this.#first], true);
    }
    let set = this.#begin;
    for (const character of text) {
      if (set.matched) return true;
      const code = character.codePointAt(0)!;
      let next = set.next.get(code);
      if (next === undefined) {
        next = this.#step(set, code);
        // Beyond the limit sets are made anew each time, so that memory stays bounded.
        if (this.#known.size < KEPT_SETS) set.next.set(code, next);
      }
      set = next;
    }
    return set.matched || set.matchedAtEnd;
  }

  #step(set: Known, code: number): Known {
    const reached: State[] = [this.#first];
    for (const { test, next } of set.states) {
      if (typeof test === "function" && test(code)) reached.push(...next);
    }
    return this.#set(reached, false);
  }

  #set(from: readonly State[], atStart: boolean): Known {
    const states = closure(from, atStart, false);
    const key = (atStart ? "^" : "") +
      [...states].map((state) => state.index).sort((a, b) => a - b).join(",");
    let known = this.#known.get(key);
    if (known === undefined) {
      known = {
        states: [...states].filter(({ test }) => test !== null),
        matched: [...states].some(isMatch),
        matchedAtEnd: [...closure(from, atStart, true)].some(isMatch),
        next: new Map(),
      };
      if (this.#known.size < KEPT_SETS) this.#known.set(key, known);
    }
    return known;
  }
}

function isMatch({ test, next }: State): boolean {
  return test === null && next.length === 0;
}

/** The states that can be reached without a character. */
function closure(from: readonly State[], atStart: boolean, atEnd: boolean): Set<State> {
  const reached = new Set<State>();
  const stack = [...from];
  for (let state = stack.pop(); state !== undefined; state = stack.pop()) {
    if (reached.has(state)) continue;
    reached.add(state);
    const { test, next } = state;
    const free = test === null || (test === "start" && atStart) || (test === "end" && atEnd);
    if (free) stack.push(...next);
  }
  return reached;
}
