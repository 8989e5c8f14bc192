import assert from "node:assert/strict";
import { type CodeFiles, scoreEdges, scoreText } from "../support/code_base.ts";

const FILES: CodeFiles = {
  "strbuf.h": `#ifndef STRBUF_H
struct strbuf { char *buf; };
void strbuf_add(struct strbuf *sb, const char *text);
void strbuf_grow(struct strbuf *sb, int by);
static inline int strbuf_len(struct strbuf *sb) { return strbuf_check(sb); } //> strbuf.h:strbuf_check, strbuf.c:strbuf_check
int strbuf_check(struct strbuf *sb);
#endif
`,
  "strbuf.c": `#include "strbuf.h"

static void die_nomem(void) { usage_all(1); } //> usage.c:usage_all

void strbuf_grow(struct strbuf *sb, int by)
{
	if (!by)
		die_nomem(); //> strbuf.c:die_nomem
}

void strbuf_add(struct strbuf *sb, const char *text)
{
	strbuf_grow(sb, 1); //> strbuf.c:strbuf_grow
	if (strbuf_len(sb)) //> strbuf.h:strbuf_len
		return helper(sb); //> strbuf.c:helper
}

static void helper(struct strbuf *sb) { strbuf_add(sb, "x"); } //> strbuf.c:strbuf_add

int strbuf_check(struct strbuf *sb) { return 0; }
`,
  "usage.c": `void usage_all(int code) { report(code); } //> usage.c:report
static void report(int code) {}
void usage_none(void) {}
`,
  "cmd.c": `#include "strbuf.h"
#include "usage.h"

extern void usage_all(int code);

typedef int (*command_fn)(int, char **);
struct command { const char *name; command_fn fn; };

static void helper(int x) {}
static int cmd_add(int argc, char **argv)
{
	struct strbuf sb;
	helper(1); //> cmd.c:helper
	strbuf_add(&sb, "x"); //> strbuf.h:strbuf_add, strbuf.c:strbuf_add
	strbuf_grow(&sb, strbuf_len(&sb)); //> strbuf.h:strbuf_grow, strbuf.c:strbuf_grow, strbuf.h:strbuf_len
	return 0;
}
static int cmd_rm(int argc, char **argv) { usage_all(2); return 1; } //> usage.c:usage_all, cmd.c:usage_all
static int compare(const void *a, const void *b) { return 0; }

static struct command commands[] = {
	{ "add", cmd_add }, //> cmd_add
	{ .name = "rm", .fn = cmd_rm }, //> cmd_rm
};

int main(int argc, char **argv)
{
	int (*usage_none)(void) = 0;
	usage_none();
	qsort(argv, argc, 8, compare); //> compare
	commands[0].fn(argc, argv);
	report(1);
	die_nomem();
	SWAP(argc, strbuf_check(0)); //> strbuf.h:strbuf_check, strbuf.c:strbuf_check
	return argc ? cmd_add(argc, argv) : cmd_rm(argc, argv); //> cmd_add, cmd_rm
}
`,
  "t/test-strbuf.c": `#include "../strbuf.h"

static void helper(void) { strbuf_check(0); } //> strbuf.h:strbuf_check, strbuf.c:strbuf_check

int test_main(void)
{
	struct strbuf sb;
	helper(); //> t/test-strbuf.c:helper
	strbuf_add(&sb, "a"); //> strbuf.h:strbuf_add, strbuf.c:strbuf_add
	return strbuf_len(&sb); //> strbuf.h:strbuf_len
}
`,
  "tool.py": "def strbuf_add(x):\n    usage_all(x)\n",
};

Deno.test("callers of C are found where its users see them", async () => {
  const score = await scoreEdges(FILES, "c");
  console.log(scoreText(score));
  assert.ok(score.labelled >= 30);
  assert.ok(score.precision >= 0.95);
  assert.ok(score.recall >= 0.75);
});
