import assert from "node:assert/strict";
import { CallerSearch } from "../../src/calls/callers.ts";
import { openCode, scoreEdges, scoreText } from "../support/code_base.ts";

/** Edges are labelled in the text: `//> what the line runs`. */
const SHOP: Record<string, string> = {
  "tsconfig.json":
    `{ "compilerOptions": { "baseUrl": ".", "paths": { "@shop/*": ["packages/*/src"] } } }`,
  "packages/core/src/index.ts": `
export * from "./cart";
export { price as cost, default as format } from "./price.js";
export * as prices from "./price";
`,
  "packages/core/src/price.ts": `
export function price(n: number): number { return n; }
export default function (n: number): string { return String(price(n)); } //> price
export const alias = price;
export const options = { round(n: number) { return n; }, twice: price };
export type Rounder = { round(n: number): number };
export const exact: Rounder = { round: (n) => n };
`,
  "packages/core/src/cart.ts": `
import { price } from "./price";
export interface Store { save(cart: Cart): void; }
export class Memory implements Store {
  save(cart: Cart): void { cart.total(); } //> Cart.total
}
export abstract class Base {
  #items: Item[] = [];
  constructor(protected readonly store: Store) {}
  #check(): void { for (const item of this.#items) item.check(); } //> Item.check
  total(): number { this.#check(); return this.#items.map((item) => item.worth()).length; } //> Base.#check, Item.worth
}
export class Item {
  check(): this { return this; }
  worth(): number { return price(1); } //> price
}
export class Cart extends Base {
  items = new Map<string, Item>();
  total(): number {
    this.items.get("a")!.check().worth(); //> Item.check, Item.worth
    this.store.save(this); //> Store.save, Memory.save
    return super.total(); //> Base.total
  }
}
export function open(store: Store) { return { cart: new Cart(store), close() {} }; } //> Base.constructor
export function pick<T extends Item>(items: T[]) { return items[0].worth(); } //> Item.worth
`,
  "packages/app/src/main.ts": `
import { Cart, cost, format, open, prices } from "@shop/core";
import render from "./view.jsx";
const { cart, close } = open(null!); //> open
cart.total(); //> Cart.total
close(); //> open.close
cost(1); //> price
format(2); //> default
prices.alias(3); //> price
prices.options.round(4); //> options.round
render.call(null); //> View
export async function later() {
  const { price } = await import("../../core/src/price");
  price(5); //> price
  (cart as Cart).total(); //> Cart.total
}
function shadow(cost: () => void, items: { open(): void }[]) {
  cost();
  items.forEach((open) => open.open());
  const format = () => 1; 
  return [1].map((price) => price);
}
`,
  "packages/app/src/view.jsx": `
export function Row({ price }) { return <b>{price()}</b>; }
export default function View() { return <Row price={1} />; } //> Row
`,
  "lib/app.js": `
var utils = require("./utils");
var once = require("./utils").once;
var app = exports = module.exports = {};
app.run = function run() { this.stop(); utils.twice(); once(); }; //> app.stop, exports.twice, once
app.stop = function stop() {};
function Server() { this.listen(); } //> Server.listen
Server.prototype.listen = function () { return helper.bind(this); };
function helper() {}
new Server().listen(); //> Server, Server.listen
`,
  "lib/utils.js": `
exports.twice = function () {};
exports.once = once;
function once() {}
`,
  "lib/app.test.js": `
const app = require("./app");
describe("app", () => {
  function twiceRun() { app.run(); } //> app.run
  it("twice", () => { twiceRun(); }); //> app.twiceRun
  it("stop", () => { app.stop(); }); //> app.stop
});
`,
};

Deno.test("callers of TypeScript and JavaScript are found where their users see them", async () => {
  const score = await scoreEdges(SHOP, "ecmascript");
  assert.ok(score.labelled >= 30, scoreText(score));
  assert.ok(score.precision >= 0.95 && score.recall >= 0.95, scoreText(score));
});

Deno.test("callersOf() tells what is handed over by name from what is called", async () => {
  const code = await openCode({
    "a.ts": `
export function each() {}
export function run(list: unknown[], each2: () => void) { list.forEach(each); each(); each2(); }
`,
  }, "ecmascript");
  const file = code.file("a.ts")!;
  const [index] = file.named("each");
  const { callers } = new CallerSearch(code).callersOf({ file, index });
  assert.deepEqual(
    callers.map(({ call, confidence }) => [call.form, confidence]),
    [["reference", "likely"], ["call", "resolved"]],
  );
});

Deno.test("callersOf() counts calls on what is unknown, and never shows them as resolved", async () => {
  const code = await openCode({
    "a.ts": `
export class A { get() {} }
export class B { get() {} }
export function f(x, map: Map<string, string>) { x.get(); map.get(); new A().get(); }
`,
  }, "ecmascript");
  const file = code.file("a.ts")!;
  const [index] = file.named("get");
  const { callers, unknown } = new CallerSearch(code).callersOf({ file, index });
  assert.equal(callers.length, 1);
  assert.equal(callers[0].confidence, "resolved");
  assert.equal(unknown, 1);
});
