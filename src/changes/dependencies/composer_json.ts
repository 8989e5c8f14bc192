/**
 * composer.json: https://getcomposer.org/doc/04-schema.md
 *
 * @module
 */

import { type Dependency, dependency, type DependencyManifest } from "./dependency.ts";
import { asTable, asText, isTable, own } from "./json_value.ts";

/** Platform packages (`ext-json`) are requirements like others; names are equal in any case. */
export const COMPOSER_JSON: DependencyManifest = {
  parse: parseComposer,
  normalizeName: (name) => name.toLowerCase(),
};

function parseComposer(text: string): Dependency[] {
  const document: unknown = JSON.parse(text);
  if (!isTable(document)) throw new SyntaxError("The document is not an object");
  return ["require", "require-dev"].flatMap((group) =>
    Object.entries(asTable(own(document, group))).map(([name, version]) =>
      dependency(name, asText(version), group)
    )
  );
}
