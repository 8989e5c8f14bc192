import assert from "node:assert/strict";
import fc from "fast-check";
import { fitPage, type Fitted, type Trim } from "../../../src/answers/shape/budget.ts";
import { sentBytes } from "../../../src/answers/shape/json_size.ts";

interface Unit {
  readonly id: number;
  readonly imports: string[] | null;
  readonly functions: string[] | null;
}

function trimOf(what: "imports" | "functions"): Trim<Unit> {
  return {
    what,
    count: (unit) => unit[what]?.length ?? 0,
    apply(unit, keep) {
      const list = unit[what] ?? [];
      if (list.length <= keep) return { unit, cut: 0 };
      return {
        unit: { ...unit, [what]: keep === 0 ? null : list.slice(0, keep) },
        cut: list.length - keep,
      };
    },
  };
}

const TRIMS = [trimOf("imports"), trimOf("functions")];
const answer = (page: Fitted<Unit>): string =>
  JSON.stringify({ units: page.units, cut: page.trimmed });

function fit(units: Unit[], budget: number): Promise<Fitted<Unit>> {
  return fitPage({
    units,
    budget,
    trims: TRIMS,
    pageTrims: TRIMS,
    json: (unit) => JSON.stringify(unit),
    answer,
  });
}

const text = fc.string({ maxLength: 12 });
const units = fc.array(
  fc.record({
    imports: fc.array(text, { maxLength: 6 }),
    functions: fc.array(text, { maxLength: 6 }),
  }),
  { minLength: 1, maxLength: 12 },
).map((list) => list.map((unit, id) => ({ id, ...unit })));

Deno.test("fitPage() cuts details before it leaves items out, and accounts for each", async () => {
  await fc.assert(
    fc.asyncProperty(units, fc.integer({ min: 1, max: 400 }), async (all, budget) => {
      const page = await fit(all, budget);
      const within = sentBytes(answer(page)) <= budget * 4;
      assert.equal(page.over, !within);
      assert.ok(page.units.length >= 1);
      assert.deepEqual(
        page.units.map(({ id }) => id),
        all.slice(0, page.units.length).map((u) => u.id),
      );
      for (const what of ["imports", "functions"] as const) {
        const had = all.slice(0, page.units.length).reduce(
          (sum, unit) => sum + unit[what].length,
          0,
        );
        const has = page.units.reduce((sum, unit) => sum + (unit[what]?.length ?? 0), 0);
        const cut = page.trimmed.filter((each) => each.what === what)
          .reduce((sum, each) => sum + each.count, 0);
        assert.equal(has + cut, had, what);
      }
      // Items are left out only when all of them would not fit without imports and functions.
      if (page.units.length < all.length) {
        const bare = all.map((unit) =>
          TRIMS.reduce((u, trim) => trim.apply(u, 0).unit, unit as Unit)
        );
        const cut = TRIMS.map(({ what, count }) => ({
          what,
          count: all.reduce((sum, unit) => sum + count(unit), 0),
          across: true,
        })).filter(({ count }) => count > 0);
        assert.ok(sentBytes(answer({ units: bare, trimmed: cut, over: false })) > budget * 4);
      }
    }),
  );
});

Deno.test("fitPage() keeps functions as long as imports are enough to cut", async () => {
  const all = Array.from({ length: 5 }, (_, id) => ({
    id,
    imports: ["from a import b", "from c import d"],
    functions: ["f", "g"],
  }));
  const whole = sentBytes(answer({ units: all, trimmed: [], over: false })) / 4;
  const page = await fit(all, Math.floor(whole) - 20);
  assert.equal(page.units.length, 5);
  assert.ok(page.units.every(({ functions }) => functions?.length === 2));
  assert.deepEqual(page.trimmed.map(({ what }) => what), ["imports"]);
});
