/**
 * Dates as people write them between the braces of `main@{yesterday}`: exact forms, and git's
 * approximate ones, which fill in from the current time what is not said (git-commit(1), "Date
 * Formats"; what no page says was found by asking `git rev-parse --since`).
 *
 * @module
 */

/** The moment of the question, handed down by a surface. */
export interface CurrentTime {
  /** Seconds since the epoch. */
  readonly now: number;
  /** Minutes that local time lies east of UTC at a moment; UTC when absent. */
  readonly offsetAt?: (seconds: number) => number;
}

/**
 * Reads a date.
 * @returns seconds since the epoch, or `null` when no word of it means a date
 */
export function parseReflogDate(text: string, current: CurrentTime): number | null {
  const stamp = STAMP.exec(text);
  if (stamp !== null) return Number(stamp[1]);
  return new ExactDate(current).read(text) ?? new ApproximateDate(current).read(text);
}

/** Git's own form: seconds since the epoch and an offset that is only for show. */
const STAMP = /^@(\d{1,15}) [+-]\d{4}$/;
const TOKEN =
  /(\d+)(?:([-./:])(\d+)(?:\2(\d+)(?:\.\d+(?=\D|$))?)?)?|[A-Za-z]+|[+-]\d\d(?::?\d\d)?(?!\d)/g;
const DAY = 86400;
const EPOCH_FROM = 100_000_000;
/** So far ahead of now a date may lie before its day and month are taken the other way round. */
const FUTURE = 10 * DAY;

const MONTHS = [
  ...["january", "february", "march", "april", "may", "june", "july"],
  ...["august", "september", "october", "november", "december"],
];
const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const NUMBERS = [
  ...["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"],
];
const UNITS: Readonly<Record<string, number>> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: DAY,
  week: 7 * DAY,
};
const HOURS: Readonly<Record<string, number>> = { midnight: 0, noon: 12, tea: 17 };
/** Hours east of UTC. */
const ZONES: Readonly<Record<string, number>> = {
  ...{ utc: 0, gmt: 0, z: 0, wet: 0, bst: 1, cet: 1, west: 1, cest: 2, eet: 2, eest: 3, msk: 3 },
  ...{ ist: 5.5, jst: 9, nzst: 12, nzdt: 13, ast: -4, adt: -3, est: -5, edt: -4, cst: -6 },
  ...{ cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7, akst: -9, akdt: -8, hst: -10 },
};

/** Fields of a date and a time of day; `null` where nothing was said. */
interface Fields {
  year: number | null;
  /** From 0. */
  month: number | null;
  day: number | null;
  hour: number | null;
  minute: number;
  second: number;
}

abstract class DateReader {
  protected readonly fields: Fields;
  protected readonly current: CurrentTime;
  readonly #local: Date;

  constructor(current: CurrentTime) {
    this.current = current;
    this.#local = new Date((current.now + this.#offset(current.now)) * 1000);
    this.fields = { year: null, month: null, day: null, hour: null, minute: 0, second: 0 };
  }

  protected get local(): Date {
    return this.#local;
  }

  #offset(seconds: number): number {
    return (this.current.offsetAt?.(seconds) ?? 0) * 60;
  }

  protected shifted(seconds: number): Date {
    return new Date((seconds + this.#offset(seconds)) * 1000);
  }

  /** Seconds since the epoch of local fields. */
  protected seconds(offsetMinutes?: number): number {
    const { year, month, day, hour, minute, second } = this.fields;
    const utc = Date.UTC(year!, month!, day!, hour!, minute, second) / 1000;
    return utc - (offsetMinutes === undefined ? this.#offset(utc) : offsetMinutes * 60);
  }

  /** Takes `12:30`, `2024-01-31`, `31.1.2024`, `1/31`; whether it made sense. */
  protected takeGroup(separator: string, first: number, second: number, third: number): boolean {
    if (separator === ":") {
      if (first > 24 || second > 59 || third > 60) return false;
      if (first === 24 && (second > 0 || third > 0)) return false;
      Object.assign(this.fields, { hour: first, minute: second, second: Math.max(third, 0) });
      return true;
    }
    if (first > 70) {
      return this.#takeDate(first, second, third) || this.#takeDate(first, third, second);
    }
    if (separator !== "." && this.#takeDate(third, first, second, true)) return true;
    if (this.#takeDate(third, second, first, true)) return true;
    return separator === "." && this.#takeDate(third, first, second, true);
  }

  /** @param year below zero when it is not said */
  #takeDate(year: number, month: number, day: number, notFuture = false): boolean {
    if (month < 1 || month > 12 || day < 1 || day > 31) return false;
    const full = year < 0 ? null : fullYear(year);
    if (full === null && year >= 0) return false;
    if (notFuture) {
      const time = Date.UTC(full ?? this.#local.getUTCFullYear(), month - 1, day) / 1000;
      if (time > this.current.now + FUTURE) return false;
    }
    this.fields.month = month - 1;
    this.fields.day = day;
    if (full !== null) this.fields.year = full;
    return true;
  }
}

function fullYear(year: number): number | null {
  if (year > 1969 && year < 2100) return year;
  if (year > 69 && year < 100) return 1900 + year;
  return year < 38 ? 2000 + year : null;
}

/** Index of the name that the word abbreviates to no less than three letters; -1 of none. */
function nameIndex(names: readonly string[], word: string): number {
  return word.length < 3 ? -1 : names.findIndex((name) => name.startsWith(word));
}

/** A date that says year, month, day and time of day. */
class ExactDate extends DateReader {
  read(text: string): number | null {
    let offset: number | undefined;
    for (const [token, first, separator, second, third] of text.matchAll(TOKEN)) {
      if (second !== undefined) {
        const numbers = [Number(first), Number(second), third === undefined ? -1 : Number(third)];
        if (!this.takeGroup(separator, numbers[0], numbers[1], numbers[2])) return null;
      } else if (first !== undefined) {
        if (Number(first) >= EPOCH_FROM && first.length <= 15 && this.fields.year === null) {
          return Number(first);
        }
        this.#takeNumber(first);
      } else if (token[0] === "+" || token[0] === "-") {
        if (this.fields.hour !== null) offset = zoneMinutes(token);
      } else offset = this.#takeWord(token.toLowerCase()) ?? offset;
    }
    const { year, month, day, hour } = this.fields;
    if (year === null || month === null || day === null || hour === null) return null;
    const seconds = this.seconds(offset);
    return seconds < 0 ? null : seconds;
  }

  #takeNumber(digits: string): void {
    const { fields } = this;
    const number = Number(digits);
    if (digits.length === 8) {
      Object.assign(fields, {
        year: Number(digits.slice(0, 4)),
        month: Number(digits.slice(4, 6)) - 1,
        day: Number(digits.slice(6)),
      });
    } else if (
      (digits.length === 6 || digits.length === 4) && fields.day !== null && fields.year !== null
    ) {
      fields.hour = Number(digits.slice(0, 2));
      fields.minute = Number(digits.slice(2, 4));
      fields.second = Number(digits.slice(4));
    } else if (digits.length === 4) fields.year = fullYear(number);
    else if (number > 0 && number < 32 && fields.day === null) fields.day = number;
  }

  /** Minutes east of UTC when the word is a zone. */
  #takeWord(word: string): number | undefined {
    const { fields } = this;
    const month = nameIndex(MONTHS, word);
    if (month >= 0) fields.month = month;
    else if ((word === "am" || word === "pm") && fields.hour !== null) {
      fields.hour = fields.hour % 12 + (word === "pm" ? 12 : 0);
    } else if (fields.hour !== null && Object.hasOwn(ZONES, word)) return ZONES[word] * 60;
    return undefined;
  }
}

function zoneMinutes(zone: string): number {
  const minutes = Number(zone.slice(1, 3)) * 60 +
    Number(zone.slice(-2)) * (zone.length > 3 ? 1 : 0);
  return zone[0] === "-" ? -minutes : minutes;
}

/** A date that leaves things out, or counts back from now. */
class ApproximateDate extends DateReader {
  #number = 0;
  #understood = false;
  #never = false;

  read(text: string): number | null {
    const { local, fields } = this;
    fields.hour = local.getUTCHours();
    fields.minute = local.getUTCMinutes();
    fields.second = local.getUTCSeconds();
    for (const [token, first, separator, second, third] of text.matchAll(TOKEN)) {
      if (first !== undefined) {
        this.#understood = true;
        const parts = [first, second, third].filter((part) => part !== undefined);
        this.#takeNumber();
        const [a, b = -1, c = -1] = parts.map(Number);
        if (parts.length > 1 && this.takeGroup(separator, a, b, c)) continue;
        for (const digits of parts) this.#holdNumber(digits);
      } else if (/\d/.test(token)) {
        this.#understood = true;
        for (const digits of token.match(/\d+/g)!) this.#holdNumber(digits);
      } else this.#takeWord(token.toLowerCase());
    }
    this.#takeNumber();
    if (!this.#understood) return null;
    if (this.#never) return 0;
    this.#goBack(0);
    return Math.max(this.seconds(), 0);
  }

  #holdNumber(digits: string): void {
    this.#takeNumber();
    // A stamp counts from the epoch whatever stands around it.
    if (digits[0] !== "0" || digits.length <= 2) this.#number = Number(digits);
  }

  /** A number that no unit followed is a day, a month or a year. */
  #takeNumber(): void {
    const { fields } = this;
    const number = this.#number;
    this.#number = 0;
    if (number === 0) return;
    if (fields.day === null && number < 32) fields.day = number;
    else if (fields.month === null && number < 13) fields.month = number - 1;
    else if (fields.year === null) fields.year = fullYear(number);
  }

  #takeWord(word: string): void {
    const month = nameIndex(MONTHS, word);
    const weekday = nameIndex(WEEKDAYS, word.replace(/days$/, "day"));
    const unit = word.endsWith("s") ? word.slice(0, -1) : word;
    if (month >= 0) this.fields.month = month;
    else if (word === "yesterday") this.#goBack(DAY);
    else if (word === "now") this.#goBack(0);
    else if (word === "never") this.#never = true;
    else if (word === "am" || word === "pm") this.#takeHalf(word);
    else if (Object.hasOwn(HOURS, word)) this.#takeHour(HOURS[word]);
    else if (word === "last") this.#number = 1;
    else if (NUMBERS.includes(word)) this.#number = NUMBERS.indexOf(word);
    else if (weekday >= 0) this.#takeWeekday(weekday);
    else if (Object.hasOwn(UNITS, unit)) this.#goBack(UNITS[unit] * this.#take());
    else if (unit === "month" || unit === "year") {
      this.#goBack(0);
      const months = this.#take() * (unit === "year" ? 12 : 1);
      const index = this.fields.year! * 12 + this.fields.month! - months;
      this.fields.year = Math.floor(index / 12);
      this.fields.month = index - this.fields.year * 12;
    } else return;
    this.#understood = true;
  }

  #take(): number {
    const number = this.#number;
    this.#number = 0;
    return number;
  }

  #takeHalf(word: string): void {
    const { fields } = this;
    const number = this.#take();
    if (number > 0) Object.assign(fields, { hour: number, minute: 0, second: 0 });
    fields.hour = fields.hour! % 12 + (word === "pm" ? 12 : 0);
  }

  /** The last time it was that hour. */
  #takeHour(hour: number): void {
    if (this.fields.hour! < hour) this.#goBack(DAY);
    Object.assign(this.fields, { hour, minute: 0, second: 0 });
  }

  /** `last monday`, `2 mondays ago`; a weekday without a number says nothing to git. */
  #takeWeekday(weekday: number): void {
    const number = this.#take();
    if (number === 0) return;
    this.#goBack(0);
    const today = this.shifted(this.seconds()).getUTCDay();
    const days = today - weekday;
    this.#goBack((days + 7 * (days <= 0 ? number : number - 1)) * DAY);
  }

  /** Settles what was not said, and goes back from there. */
  #goBack(seconds: number): void {
    const { fields, local } = this;
    fields.day ??= local.getUTCDate();
    fields.month ??= local.getUTCMonth();
    fields.year ??= local.getUTCFullYear() - (fields.month > local.getUTCMonth() ? 1 : 0);
    if (seconds === 0) return;
    const then = this.shifted(this.seconds() - seconds);
    fields.year = then.getUTCFullYear();
    fields.month = then.getUTCMonth();
    fields.day = then.getUTCDate();
    fields.hour = then.getUTCHours();
    fields.minute = then.getUTCMinutes();
    fields.second = then.getUTCSeconds();
  }
}
