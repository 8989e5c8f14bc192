import assert from "node:assert/strict";
import fc from "fast-check";
import { parseReflogDate } from "../../src/git/reflog_date.ts";
import { gitText, withRepository } from "../support/scratch_repository.ts";

const DATES = [
  ...["now", "yesterday", "noon", "midnight", "tea", "never", "2.days.ago", "2 days ago"],
  ...["3.weeks", "last week", "last monday", "monday", "1 month ago", "2024-01-01", "20240101"],
  ...["2024-01-01 12:00", "2024-01-01T12:00:30Z", "2024-01-01T12:00:30+0200", "2024/01/02"],
  ...["01/02/2024", "13/02/2024", "02.01.2024", "1234567890", "123456789", "12345678", "10:30"],
  ...["3pm", "noon yesterday", "yesterday noon", "3 days ago at 10:30", "Jan 5", "5 jan 2020"],
  ...["Thu, 7 Apr 2005 22:13:13 +0200", "one week ago", "2 fortnights ago", "1 year ago"],
  ...["2.hours.30.minutes.ago", "20240101T101010", "2024", "2024-13-45", "2024-01", "12"],
  ...["1.5 days ago", "last friday at noon", "june", "june 2020", "6am", "6 am", "10 seconds"],
  ...["yesterday 10:00", "@12345 +0100", "2024-01-01 12:00:30.123", "tea yesterday", "31 feb"],
  ...["feb 31 2023", "13 months ago", "ten days ago", "a day ago", "1969-01-01", "1970-01-02"],
  ...["2024-01-01 12:00 PST", "2024-01-01 12:00:00 EST", "monday 10:00", "2 mondays ago"],
  ...["12/25", "25/12", "2024-1-1", "24-01-01", "10.11.12", "11/12/13", "noon monday"],
  ...["1 month 2 weeks 3 days 1 hour 1 second ago", "2 months ago at noon", "december", "nov"],
  ...["dec 25 2022", "midnight yesterday", "12am", "12 pm", "0:30", "at 5pm", "last year"],
  ...["30 days", "100 days ago", "5", "31", "32", "1999", "2101", "69", "70", "3 tuesdays ago"],
  ...["2023-11-14 25:00", "10:61", "2023-02-30", "2023.02.01", "2023-11-14T10"],
  ...["Wed Nov 1 10:11:12 2023", "Wed Nov 1 10:11:12 2023 +0100", "1 Nov 2023 10:11"],
  ...["Wed, 01 Nov 2023 10:11:12 GMT", "10:11 nov 1 2023", "10:11 2023-11-01"],
  ...["2023-11-01 10:11 +05:30", "2023-11-01 10:11 +05", "2023-11-01T10:11Z"],
  ...["2023-11-01 10am", "1st nov 2023", "nov 1st, 2023", "yesterday at 3pm", "5 pm yesterday"],
  ...["6 min", "1 mon ago", "3 da ago", "foo 3 days", "3 foo days", "two", "-1 day", "1,5 days"],
  ...["2023 nov 5", "nov 2023 5", "5 2023", "0", "00:00", "5/1", "1.5", "11/20/2023"],
  ...["11/30/2023", "5-6-2023", "5.6.2023", "5/6/23", "23/6/5", "99-1-2", "10:11 pm"],
  ...["2023-11-01 10:11:12 -0800", "2023-11-01 10:11:12 pm", "10 pm nov 1", "tea 2 days ago"],
];

for (const [zone, minutes] of [["UTC", 0], ["<+0530>-5:30", 330], ["<-03>3", -180]] as const) {
  Deno.test(`parseReflogDate() reads dates as git does, at ${zone}`, () => {
    withRepository((directory) => {
      const wrong: string[] = [];
      for (const now of [1_700_000_000, 1_709_251_199, 1_704_078_000]) {
        const args = DATES.map((date) => `--since=${date}`);
        const answers = gitText(directory, ["rev-parse", ...args], {
          env: { TZ: zone, GIT_TEST_DATE_NOW: `${now}` },
        }).split("\n").map((line) => Number(line.replace("--max-age=", "")));
        DATES.forEach((date, i) => {
          const actual = parseReflogDate(date, { now, offsetAt: () => minutes });
          if (actual !== answers[i]) wrong.push(`${now} ${date}: ${actual}, git ${answers[i]}`);
        });
      }
      assert.deepEqual(wrong, []);
    });
  });
}

Deno.test("parseReflogDate() understands nothing in words that are no date", () => {
  for (const text of ["", "garbage", "tomorrow", "constructor", "__proto__", "ago"]) {
    assert.equal(parseReflogDate(text, { now: 1_700_000_000 }), null, text);
  }
});

Deno.test("parseReflogDate() gives a number or null for any text", () => {
  fc.assert(fc.property(fc.string(), (text) => {
    const date = parseReflogDate(text, { now: 1_700_000_000 });
    assert.ok(date === null || Number.isFinite(date));
  }));
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(..."0123456789 -./:+TZ", "day", "last ", "may")),
      (words) => {
        const date = parseReflogDate(words.join(""), { now: 1_700_000_000 });
        assert.ok(date === null || Number.isFinite(date), words.join(""));
      },
    ),
  );
});
