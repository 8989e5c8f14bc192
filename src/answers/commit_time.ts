/**
 * Moments of commits, as `git log --format=%aI` writes them: with the offset of whoever made the commit.
 *
 * @module
 */

import { type Person, timezoneMinutes } from "../git/person.ts";

/** The furthest moment that a date can be, in seconds. */
const LATEST = 8.64e12;

/** ISO 8601 with an offset; what no calendar holds is the epoch, as in git. */
export function isoTime({ time, timezone }: Pick<Person, "time" | "timezone">): string {
  const minutes = timezoneMinutes(timezone);
  const local = time + minutes * 60;
  if (time < 0 || Math.abs(local) > LATEST) return "1970-01-01T00:00:00+00:00";
  const date = new Date(local * 1000);
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = [
    date.getUTCFullYear().toString().padStart(4, "0"),
    two(date.getUTCMonth() + 1),
    two(date.getUTCDate()),
  ];
  const clock = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(two);
  const size = Math.abs(minutes);
  const offset = `${minutes < 0 ? "-" : "+"}${two(Math.trunc(size / 60))}:${two(size % 60)}`;
  return `${day.join("-")}T${clock.join(":")}${offset}`;
}
