/**
 * How files of Swift see each other: all files of a module do, and tests import it whole.
 *
 * @module
 */

import type { ModuleRules } from "../../src/syntax/module_rules.ts";

const CLOSED: ReadonlySet<string | null> = new Set(["private", "fileprivate"]);

/** Rules of Swift. */
export const swiftModules: ModuleRules = {
  family: "swift",
  selfNames: ["self", "Self"],
  superNames: ["super"],
  implicitSelf: true,
  classCalls: true,
  sees: "all",
  membersElsewhere: "anywhere",
  declaredFirst: "variables",
  importsAreExports: false,
  exportsAreWritten: false,
  transparentTypes: ["Optional"],
  packageOf: () => "",
  binds: () => null,
  leavesPackage: ({ visibility }) => !CLOSED.has(visibility),
  isPublic: ({ visibility }) => visibility === "public" || visibility === "open",
  resolve: () => null,
};
