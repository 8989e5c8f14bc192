/**
 * How files of C see each other: what has external linkage is seen in all of them (ISO C, 6.2.2).
 *
 * @module
 */

import { CALLABLE_KINDS } from "../../src/syntax/outline.ts";
import type { ModuleRules } from "../../src/syntax/module_rules.ts";

/** What is included becomes part of the file that includes it. */
const INCLUDED = /\.(?:h|hh|hpp|hxx|h\+\+|inl|inc|ipp|tcc)$/;

/** Rules of C. */
export const cModules: ModuleRules = {
  family: "c",
  selfNames: [],
  superNames: [],
  implicitSelf: false,
  classCalls: false,
  sees: "all",
  declaredFirst: "variables",
  importsAreExports: false,
  exportsAreWritten: false,
  transparentTypes: [],
  packageOf: () => "",
  binds: () => null,
  // A prototype in a file of its own is for that file.
  leavesPackage: ({ modifiers, kind, body }, path) =>
    INCLUDED.test(path) ||
    !modifiers.includes("static") && !(body === null && CALLABLE_KINDS.has(kind)),
  isPublic: ({ modifiers }, _outline, path) =>
    !modifiers.includes("static") && (INCLUDED.test(path) || modifiers.includes("extern")),
  resolve: () => null,
};
