/**
 * package.json: https://docs.npmjs.com/cli/configuring-npm/package-json
 *
 * @module
 */

import { type Dependency, dependency, type DependencyManifest } from "./dependency.ts";
import { asTable, asText, isTable, own } from "./json_value.ts";

const GROUPS = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
const ALIAS = /^npm:((?:@[^/@]+\/)?[^@]+)(?:@(.*))?$/;

/** Versions are as written, URLs and `workspace:` ranges too; an `npm:` alias gives the real name. */
export const PACKAGE_JSON: DependencyManifest = { parse: parsePackage };

function parsePackage(text: string): Dependency[] {
  const document: unknown = JSON.parse(text);
  if (!isTable(document)) throw new SyntaxError("The document is not an object");
  return GROUPS.flatMap((group) =>
    Object.entries(asTable(own(document, group))).map(([name, value]) => {
      const version = asText(value);
      const alias = version === null ? null : ALIAS.exec(version);
      if (alias === null) return dependency(name, version, group);
      return dependency(alias[1], alias[2] ?? null, group, `alias:${name}`);
    })
  );
}
