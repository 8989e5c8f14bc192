/**
 * Who did something and when: the author, committer and tagger lines of commits and tags
 * (git-fast-import(1), "author"; git-commit-tree(1), "Commit Information").
 *
 * @module
 */

/** A name, an address and a moment. */
export interface Person {
  readonly name: string;
  readonly email: string;
  /** Seconds since the epoch; 0 when the line holds no number. */
  readonly time: number;
  /** Offset from UTC as it is written, `+0530`; `+0000` when the line holds none. */
  readonly timezone: string;
}

const MOMENT = /^\s*(-?\d{1,15})(?:\s+([+-]\d{1,6}))?/;

/**
 * Reads `Name <address> seconds zone`. Every line gives a person: what a damaged line lacks is
 * empty or 0, as `git log` shows it.
 */
export function parsePerson(line: string): Person {
  const open = line.indexOf("<");
  const close = line.indexOf(">", open + 1);
  // The date stands after the last bracket: addresses with a bracket inside exist.
  const moment = MOMENT.exec(line.slice(line.lastIndexOf(">") + 1));
  const name = open < 0 ? line : line.slice(0, open);
  const email = open < 0 ? "" : line.slice(open + 1, close < 0 ? undefined : close);
  const time = moment === null ? 0 : Number(moment[1]);
  return { name: name.trim(), email: email.trim(), time, timezone: moment?.[2] ?? "+0000" };
}

/** Minutes that a written offset (`-0330`) lies east of UTC. */
export function timezoneMinutes(timezone: string): number {
  const value = Number(timezone);
  if (!Number.isFinite(value)) return 0;
  const size = Math.abs(value);
  const minutes = Math.trunc(size / 100) * 60 + size % 100;
  return value < 0 ? -minutes : minutes;
}
