/**
 * How files of C# see each other: namespaces and `using` (C# language specification, chapter 14).
 *
 * @module
 */

import type { ModuleRules, ModuleTarget } from "../../src/syntax/module_rules.ts";

/** Rules of C#. */
export const csharpModules: ModuleRules = {
  family: "csharp",
  selfNames: ["this"],
  superNames: ["base"],
  implicitSelf: true,
  classCalls: false,
  sees: "package",
  membersElsewhere: "package",
  importsAreExports: false,
  exportsAreWritten: false,
  transparentTypes: ["Task", "ValueTask", "Lazy", "Nullable"],
  packageOf: (_path, declared) => declared ?? "",
  outerPackages(name) {
    const outer: string[] = [];
    for (let at = name.lastIndexOf("."); at > 0; at = name.lastIndexOf(".", at - 1)) {
      outer.push(name.slice(0, at));
    }
    return name === "" ? [] : [...outer, ""];
  },
  subpackage: (name, inner) => name === "" ? inner : `${name}.${inner}`,
  root: (name, { written }) => written.includes(".") ? { kind: "package", name } : null,
  binds: ({ name, alias }) => alias ?? (name === "*" ? null : name),
  isPublic: ({ visibility, parent }, { definitions }) =>
    visibility === "public" || (parent >= 0 && definitions[parent].kind === "interface"),
  // A path may lead through types, as that of `using static` and of an alias does.
  resolve({ path, name }): ModuleTarget {
    if (/^System(?:\.|$)/.test(path)) return { kind: "external" };
    const names = path.split(".");
    const inside = name === null || name === "*" ? names : [...names, name];
    return { kind: "package", name: "", inside };
  },
};
