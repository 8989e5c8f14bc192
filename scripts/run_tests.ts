/**
 * Runs all tests, or those of the paths given, and ends with a line `N passed, N failed`.
 */

const command = new Deno.Command(Deno.execPath(), {
  args: [
    "test",
    "--allow-all",
    "--no-prompt",
    "--parallel",
    ...(Deno.args.length > 0 ? Deno.args : ["tests"]),
  ],
  env: { NO_COLOR: "1" },
  stdin: "null",
  stdout: "piped",
  stderr: "inherit",
}).spawn();

let tail = "";
const decoder = new TextDecoder();
for await (const chunk of command.stdout) {
  await Deno.stdout.write(chunk);
  tail = (tail + decoder.decode(chunk, { stream: true })).slice(-4096);
}
const { code } = await command.status;
const summary = [...tail.matchAll(/(\d+) passed(?: \([^)]*\))? \| (\d+) failed/g)].at(-1);
const [passed, failed] = summary ? [Number(summary[1]), Number(summary[2])] : [0, 0];
console.log(`${passed} passed, ${failed} failed`);
Deno.exit(code !== 0 ? code : passed === 0 ? 1 : 0);
