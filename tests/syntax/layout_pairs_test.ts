import assert from "node:assert/strict";
import { openReader } from "../../src/syntax/read_source.ts";

// Bodies of one function that mean the same in another layout, and bodies that look alike but differ.

interface Pairs {
  readonly language: string;
  readonly path: string;
  /** A whole function around a body. */
  readonly around: (body: string) => string;
  readonly equal: readonly [string, string][];
  readonly different: readonly [string, string][];
}

const javascript: Pick<Pairs, "equal" | "different"> = {
  equal: [
    ["f('a', \"it's\")", "f(\n  \"a\",\n  'it\\'s',\n)"],
    ["g(a => a)", "g((a) => a);"],
    ["({ 'a': 1, b: 2 })", "({ a: 1, b: 2, })"],
    ["x = 0XFF + 1.50 + .5 + 1E+05", "x = 0xff + 1.5 + 0.5 + 1e5;"],
    ["return (a && b)", "return a && b; // why"],
    ["new Foo", "new Foo()"],
    ["if (a) { b() };", "if (a) {\n b();\n}"],
    ["/a/gi.test(b)", "/a/ig.test(b)"],
    ["class A { x = 1; m() {}; }", "class A { x = 1\n m() {} }"],
    ["(function () {})()", "(function () {\n})();"],
  ],
  different: [
    ["[a, , b]", "[a, b]"],
    ["[, a]", "[a]"],
    ["[a, ,]", "[a,]"],
    ["for (a; ; ) {}", "for (; a; ) {}"],
    ["for (; a; ) {}", "for (; ; a) {}"],
    ["(a?.b).c", "a?.b.c"],
    ["(a?.b)()", "a?.b()"],
    ["f((a, b))", "f(a, b)"],
    ["f('a')", "f(a)"],
    ["f('a\\\\')", "f('a\\\\\\\\')"],
    ["a - (b - c)", "a - b - c"],
    ["('use strict')", "'use strict'"],
    ["f(1)", "f('1')"],
    ["x.a", "x['a']"],
    ["x = () => {}", "x = () => ({})"],
    ["`a b`", "`a  b`"],
    ["new (f())()", "new f()()"],
  ],
};

const CASES: readonly Pairs[] = [
  {
    language: "javascript",
    path: "a.js",
    around: (body) => `function f() {\n${body}\n}`,
    ...javascript,
  },
  {
    language: "javascript",
    path: "a.jsx",
    around: (body) => `const f = () => ${body};`,
    equal: [
      ["<a b='c'>one two <i/></a>", '(\n  <a b="c">\n    one two <i />\n  </a>\n)'],
      ["<a>one <i/></a>", '<a>\n  one{" "}\n  <i />\n</a>'],
      ["<a b={'c'} />", '<a b="c" />'],
      ["<a>{/* said */}</a>", "<a></a>"],
    ],
    different: [
      ["<a>one <i/></a>", "<a>one<i/></a>"],
      ["<a>one</a>", "<a>two</a>"],
      ["<a b={c} />", '<a b="c" />'],
      ["<a b={'c\\n'} />", '<a b="c\\n" />'],
    ],
  },
  {
    language: "typescript",
    path: "a.ts",
    around: (body) => `function f() {\n${body}\n}`,
    equal: [
      ...javascript.equal,
      ["let a: { b: 1, c(): void }", "let a: {\n b: 1;\n c(): void\n};"],
      ["let a: | A | B", "let a: A | B;"],
      ["let a: (A)[]", "let a: A[]"],
      ["return a ?? b as C", "return a ?? (b as C);"],
      ["return await a() as C", "return (await a()) as C;"],
      ["f<A,>(b)", "f<A>(b)"],
    ],
    different: [
      ...javascript.different,
      ["return (a ?? b) as C", "return a ?? (b as C)"],
      ["return await (a() as C)", "return (await a()) as C"],
      ["return (a as C).b", "return a.b as C"],
      ["return a as C", "return a as D"],
      ["return a as C", "return a satisfies C"],
      ["class A { constructor(readonly a) {} }", "class A { constructor(a) {} }"],
      ["let a: [A, B]", "let a: [A]"],
      ["let a: (A | B)[]", "let a: A | B[]"],
    ],
  },
  {
    language: "python",
    path: "a.py",
    around: (body) => `def f():\n${body.replace(/^/gm, "    ")}\n`,
    equal: [
      ["f('a', \"it's\")", 'f(\n    "a",\n    "it\'s",\n)'],
      ["x = (a + b)", "x = a + b  # why"],
      ["from a import (b, c)", "from a import b, c"],
      ["a = 0XfF + 1E5 + 10J", "a = 0xFF + 1e5 + 10j"],
      ["x = U'a' + R'b'", 'x = u"a" + r"b"'],
      ["x = u'a'", 'x = "a"'],
      ["class A(): pass", "class A:\n    pass"],
      ["for (a, b) in c: pass", "for a, b in c:\n    pass"],
      ["del (a, b)", "del a, b"],
      ["a = 1; b = 2", "a = 1\nb = 2"],
      ["x = a + \\\n    b", "x = a + b"],
      ["'''  Says.\n\n      More.\n    '''\nf()", '"""Says.\n\n  More.\n"""\nf()'],
      ["with (open(a) as b): pass", "with open(a) as b:\n    pass"],
      ["print((yield))", "print((yield))"],
    ],
    different: [
      ["x = a,", "x = a"],
      ["x = (a,)", "x = (a)"],
      ["x = a[b,]", "x = a[b]"],
      ["x = b'a'", "x = 'ba'"],
      ["x = b'a'", "x = 'a'"],
      ["x = r'\\'\\'", "x = r\"''\""],
      ["for a, in b: pass", "for a in b: pass"],
      ["x = a - (b - c)", "x = a - b - c"],
      ["if a:\n    b()\n    c()", "if a:\n    b()\nc()"],
      ["x = 'a b'", "x = 'a  b'"],
      ["x = '''a\nb'''", "x = '''a\n  b'''"],
      ["f(x for x in y)", "f([x for x in y])"],
      ["return f", "return f()"],
      ["x = not a == b", "x = (not a) == b"],
    ],
  },
  {
    language: "rust",
    path: "a.rs",
    around: (body) => `fn f() {\n${body}\n}\n`,
    equal: [
      ["g(a, b)", "g(\n    a,\n    b,\n)"],
      [
        "match a { A => { b } B => {}, C => c }",
        "match a {\n    A => b,\n    B => {}\n    C => c,\n}",
      ],
      ["h(|x| { x.a })", "h(|x| x.a)"],
      ["h(|x| { match x { _ => 1 } })", "h(|x| match x { _ => 1 })"],
      ["return a", "return a;"],
      ["m!(g(a, b,), c)", "m!(\n    g(a, b),\n    c\n)"],
      ["use a::{c, b};", "use a::{b, c};"],
      ['let a = "b \\\n        c";', 'let a = "b \\\n    c";'],
      ["let a: (A, B,) = b;", "let a: (A, B) = b; // why"],
    ],
    different: [
      ["let a: (A,) = b;", "let a: (A) = b;"],
      ["m!((a,))", "m!((a))"],
      ["m!(a, b)", "m!(a b)"],
      ["a", "a;"],
      ["loop { a }", "loop { a; }"],
      ["(a,)", "(a)"],
      ['g("a b")', 'g("a  b")'],
      ['g(b"a")', 'g("a")'],
      ["let a = { b };", "let a = b;"],
      ["a - (b - c)", "a - b - c"],
    ],
  },
  {
    language: "c",
    path: "a.c",
    around: (body) => `void f(void)\n{\n${body}\n}\n`,
    equal: [
      ["g(a,b);", "g(a,\n  b); /* why */"],
      ['g("ab" "c");', 'g("a"\n  "bc");'],
      ['g("%" PRIu64 "a b");', 'g("%" PRIu64\n  "a "\n  "b");'],
      ["if(a){b();}", "if (a)\n{\n\tb();\n}"],
    ],
    different: [
      ['g("\\1" "2");', 'g("\\12");'],
      ['g("a" "b");', 'g("a", "b");'],
      ['g(L"a");', 'g("a");'],
      ['g(u"a");', 'g(U"a");'],
      ["a = b - -c;", "a = b-- - c;"],
      ["if (a) { b(); c(); }", "if (a) { b(); } c();"],
      ["g(a)(b);", "g(a, b);"],
      [
        "#ifdef A\nif (a) {\n#else\nif (b) {\n#endif\n}",
        "#ifdef A\nif (a) {\n#else\nif (c) {\n#endif\n}",
      ],
    ],
  },
  {
    language: "cpp",
    path: "a.cpp",
    around: (body) => `void f() {\n${body}\n}\n`,
    equal: [
      ["g<A<B> >(a);", "g<A<B>>(\n    a);"],
      ["auto a = [ & ](int b){return b;};", "auto a = [&](int b) {\n  return b;\n};"],
    ],
    different: [
      ['g(R"(a" "b)");', 'g(R"(ab)");'],
      ["decltype((a)) b;", "decltype(a) b;"],
      ["MY_EXPORT int a();", "int a();"],
    ],
  },
  {
    language: "swift",
    path: "a.swift",
    around: (body) => `func f() {\n${body}\n}\n`,
    equal: [
      ["g(a, b)", "g(\n    a,\n    b\n)"],
      ["let a = [b, c]", "let a = [\n    b,\n    c,\n]"],
      ["a();", "a() // why"],
    ],
    different: [
      ["g(a: b)", "g(b)"],
      ["let a = b", "var a = b"],
      ['g("a b")', 'g("a  b")'],
      ["a { $0 }", "a({ $1 })"],
    ],
  },
  {
    language: "java",
    path: "A.java",
    around: (body) => `class A { void f() {\n${body}\n} }`,
    equal: [
      ["int[] a = {1, 2,};", "int[] a = {\n  1, 2 // two\n};"],
      ["return (a + b);", "return a + b;"],
      ['f("a " + "b");', 'f("a b");'],
      ['f("a \\"" +\n  "b" + "c");', 'f("a \\"b" + "c");'],
      ["final static class B {}", "static final class B {}"],
      ['f("""\n    a\n      b\n    """);', 'f("""\n  a\n    b\n  """);'],
    ],
    different: [
      ['f("\\1" + "2");', 'f("\\12");'],
      ["f('a');", 'f("a");'],
      ['f("""\n    a\n      b\n    """);', 'f("""\n    a\n    b\n    """);'],
      ["for (a(); ; ) {}", "for (; ; a()) {}"],
      ["a = b - (c - d);", "a = b - c - d;"],
      ['f(a + "b" + "c");', 'f(a + "bc" + "");'],
      ["a = (int) b;", "a = (long) b;"],
      ["@A @B class C {}", "@B @A class C {}"],
      ["f(1, 2);", "f(12);"],
      ["if (a) b(); c();", "if (a) { b(); c(); }"],
    ],
  },
  {
    language: "go",
    path: "a.go",
    around: (body) => `package a\nfunc f() {\n${body}\n}\n`,
    equal: [
      ["a(); b()", "a()\n\nb() // why"],
      ["x := []int{1, 2}", "x := []int{\n1,\n2,\n}"],
      ["return (a + b)", "return a + b"],
      ["x := 0XFF + 1E3", "x := 0xff + 1e3"],
      ["if (a) { b(); }", "if a {\nb()\n}"],
      ["for { ; }", "for {\n}"],
    ],
    different: [
      ["for a(); ; { }", "for ; ; a() { }"],
      ["for ; a; { }", "for ; ; a { }"],
      ["if a(); b { }", "if a() { b() }"],
      ["x := `a  b`", "x := `a b`"],
      ["x := 'a'", 'x := "a"'],
      ["var c chan (<-chan int)", "var c chan<- (chan int)"],
      ["a.b = c", "a.b := c"],
      ["x := -(a - b)", "x := -a - b"],
      ["return a, b", "return a"],
      ["go a()", "defer a()"],
    ],
  },
  {
    language: "kotlin",
    path: "a.kt",
    around: (body) => `fun f(x: Any) {\n${body}\n}\n`,
    equal: [
      ["a(); b()", "a()\nb() // why"],
      ["a(1, 2)", "a(\n  1,\n  2,\n)"],
      ["val y = (a + b)", "val y = a + b"],
      ["when (x) { a, b, -> c() }", "when (x) {\n  a,\n  b -> c()\n}"],
      ["class B { val c: Int get() = 1 }", "class B {\n  val c: Int\n    get() = 1\n}"],
    ],
    different: [
      ["when (x) { is A if b -> c() }", "when (x) { is A, b -> c() }"],
      ["val y = 0b11", "val y = 0x11"],
      ["a.b().c = 1", "a.b().c + 1"],
      ["a().c += 1", "a().c == 1"],
      ["val y = a..<b", "val y = a..+b"],
      ["val y = a..<b", "val y = a..b"],
      ['val y = $$"a"', 'val y = "a"'],
      ["class B : C by d {\n}", "class B : C {\n}"],
      ["class B : C by d {\n}", "class B : C by e {\n}"],
      ["fun interface B {\n  fun c()\n}", "interface B {\n  fun c()\n}"],
      ["class B\n  @C\n  constructor(d: E)", "class B\n  @D\n  constructor(d: E)"],
      ["a - (b - c)", "a - b - c"],
      ["val y = '1'", 'val y = "1"'],
      ["a?.b()", "a.b()"],
      ["a { b }", "a { -> b }"],
    ],
  },
  {
    language: "csharp",
    path: "A.cs",
    around: (body) => `class A { void f() {\n${body}\n} }`,
    equal: [
      ["int[] a = {1, 2,};", "int[] a = {\n  1, 2 // two\n};"],
      ["return (a + b);", "return a + b;"],
      ['f("a " + "b");', 'f("a b");'],
      ["var a = new B { C = 1, };", "var a = new B\n{\n    C = 1\n};"],
    ],
    different: [
      ['f("\\x4" + "1");', 'f("\\x41");'],
      ['f(@"a\\n");', 'f("a\\n");'],
      ["f('a');", 'f("a");'],
      ['f($"a {b}");', 'f("a {b}");'],
      ["for (a(); ; ) {}", "for (; ; a()) {}"],
      ["a = b - (c - d);", "a = b - c - d;"],
      ["f(ref a);", "f(out a);"],
      ["var a = b?.c;", "var a = b.c;"],
      ["checked { a++; }", "unchecked { a++; }"],
    ],
  },
];

for (const { language, path, around, equal, different } of CASES) {
  Deno.test(`layoutFreeKey() of ${path} is the same in another layout, and only then`, async () => {
    const reader = (await openReader(language, path))!;
    const keyOf = (body: string): string => {
      using reading = reader.read(new TextEncoder().encode(around(body)));
      return reading.layoutFreeKey(0);
    };
    for (const [one, two] of equal) assert.equal(keyOf(one), keyOf(two), `${one}  ${two}`);
    for (const [one, two] of different) assert.notEqual(keyOf(one), keyOf(two), `${one}  ${two}`);
  });
}
