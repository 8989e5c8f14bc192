/**
 * How files of C++ see each other: namespaces, which any file may add to (ISO C++, [basic.namespace]).
 *
 * @module
 */

import type { ModuleRules, ModuleTarget } from "../../src/syntax/module_rules.ts";
import { cModules } from "../c/modules.ts";

/** Rules of C++; C is of the same family, since each calls the other. */
export const cppModules: ModuleRules = {
  ...cModules,
  selfNames: ["this"],
  implicitSelf: true,
  classCalls: true,
  membersElsewhere: "anywhere",
  openScopes: true,
  transparentTypes: [
    "unique_ptr",
    "shared_ptr",
    "weak_ptr",
    "optional",
    "reference_wrapper",
    "scoped_refptr",
    "StatusOr",
  ],
  subpackage: (name, inner) => name === "" ? inner : `${name}::${inner}`,
  root: (name) => name === "std" ? { kind: "external" } : { kind: "package", name },
  binds: ({ path, name, alias }) =>
    alias ?? (name === "*" || name === null || /[./"<]/.test(path) ? null : name),
  resolve({ path, name, alias }): ModuleTarget | null {
    if (name === null && alias === null) return null;
    if (/^(?:::)?std\b/.test(path)) return { kind: "external" };
    return {
      kind: "package",
      name: path.replace(/^::/, ""),
      ...(name === null || name === "*" ? {} : { inside: [name] }),
    };
  },
};
