/**
 * How files of Ruby see each other: constants are found by the modules around (the Ruby reference).
 *
 * @module
 */

import type { ModuleRules } from "../../src/syntax/module_rules.ts";

/** Rules of Ruby. */
export const rubyModules: ModuleRules = {
  family: "ruby",
  selfNames: ["self"],
  superNames: ["super"],
  implicitSelf: true,
  classCalls: false,
  makers: ["new"],
  sees: "all",
  membersElsewhere: "anywhere",
  openScopes: true,
  declaredFirst: "variables",
  importsAreExports: false,
  exportsAreWritten: false,
  transparentTypes: [],
  packageOf: () => "",
  binds: () => null,
  isPublic: ({ name }) => !name.startsWith("_"),
  resolve: () => null,
};
