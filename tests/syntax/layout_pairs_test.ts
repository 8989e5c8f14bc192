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
