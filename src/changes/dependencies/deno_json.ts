/**
 * deno.json and import maps: https://docs.deno.com/runtime/fundamentals/configuration/
 *
 * @module
 */

import { type Dependency, dependency, type DependencyManifest } from "./dependency.ts";
import { asTable, asText, isTable, own } from "./json_value.ts";
import { parseJsonc } from "./jsonc_document.ts";

const PACKAGE = /^(npm|jsr):\/?((?:@[^/@]+\/)?[^/@]+)(?:@([^/]+))?/;
const REMOTE = /^https?:\/\//;
const REMOTE_VERSION = /@(v?\d[^/?]*)/;

/** The source is the registry (`npm`, `jsr`) or the URL; entries for local files are no dependencies. */
export const DENO_JSON: DependencyManifest = { parse: parseDeno };

function parseDeno(text: string): Dependency[] {
  const document = parseJsonc(text);
  if (!isTable(document)) throw new SyntaxError("The document is not an object");
  const list: Dependency[] = [];
  collect(own(document, "imports"), "imports", list);
  for (const [scope, imports] of Object.entries(asTable(own(document, "scopes")))) {
    collect(imports, `scopes.${scope}`, list);
  }
  return list;
}

function collect(table: unknown, group: string, list: Dependency[]): void {
  for (const [alias, value] of Object.entries(asTable(table))) {
    const specifier = asText(value) ?? "";
    const found = PACKAGE.exec(specifier);
    if (found !== null) list.push(dependency(found[2], found[3] ?? null, group, found[1]));
    else if (REMOTE.test(specifier)) {
      const version = REMOTE_VERSION.exec(specifier)?.[1] ?? null;
      list.push(dependency(alias, version, group, specifier));
    }
  }
}
