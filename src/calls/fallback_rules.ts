/**
 * Rules for a language that says nothing of how its files see each other: names decide, and every answer
 * is marked as likely at best.
 *
 * @module
 */

import type { ModuleRules } from "../syntax/module_rules.ts";

/** Rules of such a language, which is a family of its own. */
export function fallbackRules(language: string): ModuleRules {
  return {
    family: language,
    isFallback: true,
    selfNames: ["this", "self", "$this"],
    superNames: ["super", "parent", "base"],
    implicitSelf: true,
    classCalls: true,
    sees: "all",
    membersElsewhere: "anywhere",
    importsAreExports: false,
    exportsAreWritten: false,
    transparentTypes: [],
    packageOf: () => "",
    binds: () => null,
    // A common way to keep a function in its file.
    leavesPackage: ({ modifiers }) => !modifiers.includes("static"),
    resolve: () => null,
  };
}
