import assert from "node:assert/strict";
import { type CodeFiles, scoreEdges, scoreText } from "../support/code_base.ts";

const FILES: CodeFiles = {
  "Sources/Shop/Store.swift": `import Foundation

protocol Saver { func save(_ item: Item) }

class Base {
  let log: Log
  init(log: Log) { self.log = log; log.write("x") } //> Log.write
  func prepare() { log.write("y") } //> Log.write
  func close() { prepare() } //> Base.prepare, Store.prepare
}

class Store: Base, Saver {
  private var cache = Cache(limit: 3) //> Cache.init
  var last: Item?
  init(path: String) { super.init(log: Log()) } //> Base.init, Log
  func save(_ item: Item) {
    item.validate() //> Item.validate
    cache.put(item.name) //> Cache.put
    last?.validate() //> Item.validate
    self.prepare() //> Store.prepare
    close() //> Base.close
    describeAll() //> Store.describeAll
  }
  override func prepare() { super.prepare() } //> Base.prepare
  static func open(_ path: String) -> Store { return Store(path: path) } //> Store.init
}

struct Cache {
  init(limit: Int) {}
  func put(_ key: String) { register(self) } //> register
}
class Log { func write(_ text: String) { helper() } } //> Sources/Shop/Store.swift:helper

private func helper() {}
func register(_ any: Any) {}
`,
  "Sources/Shop/Item.swift": `struct Item {
  let name: String
  func validate() -> Bool { return check(name) } //> Item.check
  private func check(_ text: String) -> Bool { true }
}

extension Store {
  func describeAll() { save(Item(name: "x")); prepare() } //> Store.save, Item, Store.prepare
}

extension String {
  func shortenText() -> String { self }
}

private func helper() {}
`,
  "Sources/App/main.swift": `import Shop

final class App {
  let saver: Saver
  let store: Store
  init(saver: Saver) {
    self.saver = saver
    self.store = Store.open("x") //> Store.open
  }
  func run(items: [Item]) {
    store.save(items[0]) //> Store.save
    saver.save(Item(name: "y")) //> Saver.save, Store.save, Item
    Store.open("z").save(Item(name: "q")) //> Store.open, Store.save, Item
    for item in items { item.validate() } //> Item.validate
    let cache = Cache(limit: 1) //> Cache.init
    cache.put("k".shortenText()) //> Cache.put, String.shortenText
    guard let last = store.last else { return }
    last.validate() //> Item.validate
    if let other = find() { other.validate() } //> App.find, Item.validate
    let register = { 1 }
    print(last)
  }
  func find() -> Item? { nil }
}

let app = App(saver: Store.open("m")) //> App.init, Store.open
app.run(items: []) //> App.run
`,
  "Tests/ShopTests/StoreTests.swift": `import XCTest
@testable import Shop

final class StoreTests: XCTestCase {
  func testSave() {
    let store = makeStore() //> StoreTests.makeStore
    store.save(Item(name: "t")) //> Store.save, Item
    helper()
  }
  private func makeStore() -> Store { Store(path: "t") } //> Store.init
}
`,
};

Deno.test("callers of Swift are found where its users see them", async () => {
  const score = await scoreEdges(FILES, "swift");
  console.log(scoreText(score));
  assert.ok(score.labelled >= 30);
  assert.ok(score.precision >= 0.95);
  assert.ok(score.recall >= 0.75);
});
