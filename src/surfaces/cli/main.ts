/**
 * The command line: which command, and its exit code. Each command is loaded when it is asked for.
 *
 * @module
 */

import { PrismError } from "../../errors.ts";
import type { AnyOperation } from "../../operations/operation.ts";
import type { Workspace } from "../../operations/workspace.ts";
import { print, printError, report } from "./output.ts";

/**
 * Runs a command line to its end.
 *
 * @param words The arguments after the program's name.
 * @param openWorkspace Where questions are asked; by default this process's folder and environment.
 * @returns The exit code.
 */
export async function main(
  words: readonly string[],
  openWorkspace?: () => Workspace,
): Promise<number> {
  try {
    return await run(words, openWorkspace);
  } catch (failure) {
    return report(failure);
  }
}

async function run(words: readonly string[], openWorkspace?: () => Workspace): Promise<number> {
  const [command, ...rest] = words;
  if (command === "--version" || command === "-V") {
    const { VERSION } = await import("../../version.ts");
    print(`git-prism ${VERSION}\n`);
    return 0;
  }
  if (command === "serve" && rest.length === 0) {
    const { serve } = await import("../mcp/serve.ts");
    await serve(openWorkspace === undefined ? {} : { workspace: openWorkspace() });
    return 0;
  }
  if (command === "languages" && !rest.some((word) => word === "--help" || word === "-h")) {
    const { runLanguages } = await import("./languages_command.ts");
    await runLanguages(rest);
    return 0;
  }
  const { OPERATIONS, loadOperations } = await import("../../operations/mod.ts");
  const entry = OPERATIONS.find((each) => each.command === command);
  if (entry !== undefined) {
    const operation = await entry.load();
    const { runOperation } = await import("./operation_command.ts");
    const { processWorkspace } = await import("../process_workspace.ts");
    await runOperation(operation, rest, openWorkspace ?? processWorkspace);
    return 0;
  }
  return await runPlain(command, rest, await loadOperations());
}

async function runPlain(
  command: string | undefined,
  words: readonly string[],
  operations: readonly AnyOperation[],
): Promise<number> {
  const { PLAIN_COMMANDS, operationHelp, plainHelp, programHelp } = await import("./help.ts");
  if (command === undefined) {
    printError(programHelp(operations));
    return 2;
  }
  const help = command === "help" || command === "--help" || command === "-h";
  const topic = help ? words[0] : command;
  if (help && topic === undefined) {
    print(programHelp(operations));
    return 0;
  }
  const asked = operations.find((each) => each.command === topic);
  if (asked !== undefined) {
    print(operationHelp(asked));
    return 0;
  }
  const plain = topic === undefined || !Object.hasOwn(PLAIN_COMMANDS, topic)
    ? undefined
    : PLAIN_COMMANDS[topic];
  if (plain === undefined) throw await unknownCommand(topic ?? "", operations);
  if (help || words.includes("--help") || words.includes("-h")) {
    print(plainHelp(plain));
    return 0;
  }
  if (topic === "completions" && words.length === 1) {
    const { completionScript } = await import("./completions.ts");
    print(completionScript(words[0], operations));
    return 0;
  }
  throw new PrismError("invalid_argument", `The command ${topic} was given the wrong arguments.`, {
    hint: `Usage: git-prism ${plain.usage}`,
  });
}

async function unknownCommand(
  command: string,
  operations: readonly AnyOperation[],
): Promise<PrismError> {
  const { PLAIN_COMMANDS } = await import("./help.ts");
  const { nearest } = await import("../../answers/shape/nearest.ts");
  const names = [...operations.map((each) => each.command), ...Object.keys(PLAIN_COMMANDS)];
  const near = nearest(command, names);
  const hint = command.includes("..")
    ? `To list what changed write git-prism ${operations[0].command} ${command}.`
    : near === null
    ? `Commands: ${names.join(", ")}.`
    : `Did you mean git-prism ${near}?`;
  return new PrismError(
    "unknown_command",
    `The command ${JSON.stringify(command)} does not exist.`,
    {
      hint,
    },
  );
}
