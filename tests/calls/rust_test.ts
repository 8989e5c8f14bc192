import assert from "node:assert/strict";
import { type CodeFiles, scoreEdges, scoreText } from "../support/code_base.ts";

const FILES: CodeFiles = {
  "Cargo.toml": '[workspace]\nmembers = ["app", "crates/*"]\n',
  "app/Cargo.toml":
    '[package]\nname = "app"\n[dependencies]\nmy-core = { path = "../crates/core" }\nserde_json = "1"\n',
  "crates/core/Cargo.toml": '[package]\nname = "my-core"\n',
  "crates/core/src/lib.rs": `mod store;
pub mod text;
pub use store::{Memory, Store as Storage};
pub use text::shorten as cut;

pub fn start() -> Memory {
    let memory = Memory::new("x"); //> Memory::new
    memory.reset(); //> Memory::reset
    self::finish(); //> crates/core/src/lib.rs:finish
    memory
}

fn finish() { text::inner::deep() } //> inner::deep

#[macro_export]
macro_rules! shout { ($x:expr) => { $x } }
`,
  "crates/core/src/store.rs": `use crate::text::{self, shorten};
use super::finish;

pub trait Store {
    fn put(&self, key: &str);
    fn put_all(&self, keys: &[&str]) { self.put(keys[0]) } //> Store::put, crates/core/src/store.rs:Memory::put, Disk::put
}

pub struct Memory { name: String, log: Option<Log> }

impl Memory {
    pub fn new(name: &str) -> Self {
        Self { name: shorten(name), log: None } //> shorten
    }
    pub fn reset(&self) {
        self.log.as_ref().unwrap().flush(); //> Log::flush
        finish(); //> crates/core/src/lib.rs:finish
        Self::check(1); //> Memory::check
        text::shorten("y"); //> shorten
    }
    fn check(n: u8) -> u8 { n }
}

impl Store for Memory {
    fn put(&self, key: &str) { self.reset() } //> Memory::reset
}

pub struct Disk;
impl Store for Disk { fn put(&self, key: &str) {} }

pub struct Log { lines: Vec<Line> }
impl Log {
    pub fn flush(&self) {
        for line in &self.lines { line.print(); } //> Line::print
        if let Some(first) = self.first() { first.print(); } //> Log::first, Line::print
    }
    fn first(&self) -> Option<&Line> { self.lines.first() }
}
pub struct Line;
impl Line { pub fn print(&self) {} }

#[cfg(test)]
mod tests {
    use super::*;

    fn helper() -> Memory { Memory::new("t") } //> Memory::new

    #[test]
    fn resets() {
        helper().reset(); //> tests::helper, Memory::reset
        assert_eq!(Memory::check(1), 1); //> Memory::check
        super::free(); //> crates/core/src/store.rs:free
        free(); //> crates/core/src/store.rs:free
    }
}

fn free() {}
`,
  "crates/core/src/text.rs": `pub fn shorten(text: &str) -> String { trim(text) } //> trim
fn trim(text: &str) -> String { text.trim().to_string() }
pub mod inner { pub fn deep() { super::trim("x"); } } //> trim
pub fn free() {}
`,
  "app/src/main.rs": `mod util;
use my_core::{cut, start, Memory as Mem, Storage};
use util::tools::{sharpen, *};

struct App<'a> { store: Box<dyn Storage>, mem: &'a Mem }

impl<'a> App<'a> {
    fn run(&self) {
        self.store.put("a"); //> Store::put, crates/core/src/store.rs:Memory::put, Disk::put
        self.mem.reset(); //> Memory::reset
        let names: Vec<String> = vec![cut("b")]; //> shorten
        names.iter().map(util::upper).count(); //> upper
    }
}

fn generic<S: Storage>(store: &S) { store.put_all(&[]) } //> Store::put_all

fn main() {
    let mem = start(); //> start
    let app = App { store: Box::new(Mem::new("x")), mem: &mem }; //> Memory::new
    app.run(); //> App::run
    sharpen(); //> sharpen
    polish(); //> polish
    crate::util::upper("x"); //> upper
    my_core::text::shorten("y"); //> shorten
    serde_json::free();
    let free = || 1;
    free();
    println!("{}", util::upper("z")); //> upper
    generic(&mem); //> generic
}
`,
  "app/src/util/mod.rs": `pub mod tools;
pub fn upper(text: &str) -> String { tools::sharpen(); text.to_uppercase() } //> sharpen
`,
  "app/src/util/tools.rs": `pub fn sharpen() { super::upper("x"); } //> upper
pub fn polish() {}
`,
};

Deno.test("callers of Rust are found where its users see them", async () => {
  const score = await scoreEdges(FILES, "rust");
  console.log(scoreText(score));
  assert.ok(score.labelled >= 30);
  assert.ok(score.precision >= 0.95);
  assert.ok(score.recall >= 0.75);
});
