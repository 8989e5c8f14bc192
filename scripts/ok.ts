/**
 * Everything that must hold before a commit: format, lint, types, documentation, the kernel's source,
 * parsers, tests and a publish dry run. Stops at the first that fails.
 */

const ENTRIES = ["mod.ts", "cli.ts", "server.ts"];

const STEPS: [name: string, ...args: string[]][] = [
  ["parsers", "task", "parsers"],
  ["format", "fmt", "--check"],
  ["lint", "lint"],
  ["types", "task", "check"],
  ["documentation", "doc", "--lint", ...ENTRIES],
  ["kernel", "task", "kernel", "--check"],
  ["parsers' bytes", "task", "parsers", "--check"],
  ["tests", "task", "test"],
  ["publish", "publish", "--dry-run", "--allow-dirty"],
];

for (const [name, ...args] of STEPS) {
  console.log(`— ${name}`);
  const { code } = await new Deno.Command(Deno.execPath(), { args, stdin: "null" }).spawn().status;
  if (code !== 0) {
    console.error(`${name} failed: deno ${args.join(" ")}`);
    Deno.exit(code);
  }
}
console.log("all is well");
