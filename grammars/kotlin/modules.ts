/**
 * How files of Kotlin see each other, and those of Java beside them.
 *
 * @module
 */

import type { ModuleRules } from "../../src/syntax/module_rules.ts";
import { javaModules } from "../java/modules.ts";

/** Rules of Kotlin. */
export const kotlinModules: ModuleRules = {
  ...javaModules,
  classCalls: true,
  membersElsewhere: "package",
  companion: "Companion",
  declaredFirst: "all",
  // An extension is called on something, as a member is.
  isMember: ({ container, parent }) => parent < 0 && container !== null,
  isPublic: ({ visibility }) => visibility === null || visibility === "public",
  leavesPackage: ({ visibility }) => visibility !== "private",
};
