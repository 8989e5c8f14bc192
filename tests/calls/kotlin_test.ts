import assert from "node:assert/strict";
import { type CodeFiles, scoreEdges, scoreText } from "../support/code_base.ts";

const FILES: CodeFiles = {
  "src/main/kotlin/shop/store/Store.kt": `package shop.store

import shop.model.Item
import shop.model.shorten as cut

interface Saver { fun save(item: Item) }

open class Base(private val log: Log) {
  open fun prepare() { log.write("x") } //> Log.write
  fun close() { prepare() } //> Base.prepare, Store.prepare
}

class Store(private val cache: Cache, log: Log) : Base(log), Saver { //> Base.constructor
  val last = Item("x") //> Item.constructor
  override fun save(item: Item) {
    item.validate() //> Item.validate
    cache.put(cut(item.name)) //> Cache.put, shorten
    last.validate() //> Item.validate
    this.prepare() //> Store.prepare
    close() //> Base.close
  }
  override fun prepare() { super.prepare() } //> Base.prepare

  companion object {
    fun open(path: String): Store = Store(Cache(), Log()) //> Store.constructor, Cache, Log
  }
}

class Cache { fun put(key: String) { Registry.register(this) } } //> Registry.register
class Log { fun write(text: String) {} }

object Registry { fun register(any: Any) { helper() } } //> src/main/kotlin/shop/store/Store.kt:helper

private fun helper() {}
`,
  "src/main/kotlin/shop/model/Item.kt": `package shop.model

class Item(val name: String) {
  fun validate(): Boolean = check(name) //> Item.check
  private fun check(text: String) = text.isNotEmpty()
}

fun String.shorten(): String = this
fun shorten(text: String): String = text
fun Item.describe(): String { validate(); return shorten(name) } //> Item.validate, shorten

typealias Things = List<Item>
`,
  "src/main/kotlin/app/Main.kt": `package app

import shop.model.*
import shop.store.Saver
import shop.store.Store
import shop.store.Registry as Reg

fun helper() {}

class App(val saver: Saver) {
  private val store: Store by lazy { Store.open("x") } //> Store.Companion.open
  fun run(items: List<Item>) {
    store.save(items.first()) //> Store.save
    saver.save(Item("y")) //> Saver.save, Store.save, Item.constructor
    Store.open("z").save(Item("q")) //> Store.Companion.open, Store.save, Item.constructor
    for (item in items) item.validate() //> Item.validate
    Reg.register(this) //> Registry.register
    helper() //> src/main/kotlin/app/Main.kt:helper
    val item: Item? = null
    item?.validate() //> Item.validate
    items.map(::process) //> process
    val helper = { 1 }
    shop.model.shorten("x") //> shorten
    Legacy().start(store) //> Legacy, Legacy.start
  }
}

fun process(item: Item) = item.describe() //> Item.describe
`,
  "src/main/java/app/Legacy.java": `package app;

import shop.store.Store;

public class Legacy {
  public void start(Store store) { store.close(); finish(); } //> Base.close, Legacy.finish
  private void finish() {}
}
`,
  "src/test/kotlin/app/MainTest.kt": `package app

import org.junit.Test
import shop.store.Store

class MainTest {
  @Test fun runs() {
    val app = App(Store.open("t")) //> App.constructor, Store.Companion.open
    app.run(emptyList()) //> App.run
  }
}
`,
  "decoy/Other.kt": `package decoy

class Store { fun save(x: Int) {} }
class Other { fun go(store: Store) { store.save(1) } } //> decoy/Other.kt:Store.save
`,
};

Deno.test("callers of Kotlin are found where its users see them", async () => {
  const score = await scoreEdges(FILES, "jvm");
  console.log(scoreText(score));
  assert.ok(score.labelled >= 30);
  assert.ok(score.precision >= 0.95);
  assert.ok(score.recall >= 0.75);
});
