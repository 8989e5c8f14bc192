import assert from "node:assert/strict";
import { type CodeFiles, scoreEdges, scoreText } from "../support/code_base.ts";

const FILES: CodeFiles = {
  "store.hpp": `#pragma once
#include <memory>
namespace shop {
class Log { public: void write(const char *text); int level() { return 0; } };
class Base {
 public:
  virtual void prepare() { log_.write("x"); } //> Log_write
  void close() { prepare(); } //> Base_prepare, Store_prepare
 protected:
  Log log_;
};
class Store : public Base {
 public:
  explicit Store(int size);
  void prepare() override;
  void save(int item);
  static Store *open();
 private:
  std::unique_ptr<Log> extra_;
  Log *raw_;
};
int shorten(int x);
namespace inner { int deep(int x); }
}
`.replace("Log_write", "store.hpp:shop::Log::write, store.cpp:shop::Log::write").replace(
    "Base_prepare, Store_prepare",
    "shop::Base::prepare, store.hpp:shop::Store::prepare, store.cpp:shop::Store::prepare",
  ),
  "store.cpp": `#include "store.hpp"
namespace shop {
static int helper(int x) { return shorten(x); } //> store.hpp:shop::shorten, store.cpp:shop::shorten
void Log::write(const char *text) { level(); } //> shop::Log::level
Store::Store(int size) { this->save(size); } //> store.hpp:shop::Store::save, store.cpp:shop::Store::save
void Store::prepare() { Base::prepare(); extra_->level(); } //> shop::Base::prepare, shop::Log::level
void Store::save(int item) {
  helper(item); //> store.cpp:shop::helper
  raw_->write("y"); //> store.hpp:shop::Log::write, store.cpp:shop::Log::write
  log_.level(); //> shop::Log::level
  close(); //> shop::Base::close
  inner::deep(1); //> store.hpp:shop::inner::deep, store.cpp:shop::inner::deep
}
Store *Store::open() { return new Store(1); } //> store.hpp:shop::Store::Store, store.cpp:shop::Store::Store
int shorten(int x) { return x; }
namespace inner { int deep(int x) { return shorten(x); } } //> store.hpp:shop::shorten, store.cpp:shop::shorten
}
`,
  "main.cpp": `#include "store.hpp"
using shop::Store;
namespace in = shop::inner;

static int helper(int x) { return x; }
template <class T> T twice(T x) { return x + x; }
void apply(int (*fn)(int)) {}

int main() {
  Store *store = Store::open(); //> store.hpp:shop::Store::open, store.cpp:shop::Store::open
  store->save(1); //> store.hpp:shop::Store::save, store.cpp:shop::Store::save
  shop::Log log;
  log.level(); //> shop::Log::level
  shop::shorten(2); //> store.hpp:shop::shorten, store.cpp:shop::shorten
  in::deep(3); //> store.hpp:shop::inner::deep, store.cpp:shop::inner::deep
  helper(4); //> main.cpp:helper
  apply(helper); //> apply, main.cpp:helper
  twice<int>(5); //> twice
  auto made = new Store(6); //> store.hpp:shop::Store::Store, store.cpp:shop::Store::Store
  made->close(); //> shop::Base::close
  auto lambda = [](int x) { return helper(x); }; //> main.cpp:helper
  std::sort(0, 1);
  shorten(1);
  return 0;
}
`,
  "other.cpp": `namespace other {
class Log { public: void write(const char *text) {} };
void go(Log &log) { log.write("z"); } //> other::Log::write
int shorten(int x) { return x; }
int use() { return shorten(1); } //> other::shorten
}
`,
  "tests/store_test.cc": `#include "../store.hpp"
using namespace shop;

void check_store() {
  Store store(1);
  store.save(2); //> store.hpp:shop::Store::save, store.cpp:shop::Store::save
  shorten(3); //> store.hpp:shop::shorten, store.cpp:shop::shorten
}
`,
};

Deno.test("callers of C++ are found where its users see them", async () => {
  const score = await scoreEdges(FILES, "c");
  console.log(scoreText(score));
  assert.ok(score.labelled >= 30);
  assert.ok(score.precision >= 0.95);
  assert.ok(score.recall >= 0.75);
});
