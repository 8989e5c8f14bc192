/**
 * Requirements files of pip: https://pip.pypa.io/en/stable/reference/requirements-file-format/
 *
 * @module
 */

import { type Dependency, dependency, type DependencyManifest } from "./dependency.ts";
import { normalizePythonName, parseRequirement } from "./requirement.ts";

const URL_OR_PATH =
  /^(?:[a-z][a-z0-9+.-]*:\/\/|(?:git|hg|svn|bzr)\+|file:|\.{0,2}[\\/]|\.{1,2}$)|\.(?:whl|zip|tar\.(?:gz|bz2|xz)|tgz)(?:$|#)/i;
const EGG = /[#&]egg=([A-Za-z0-9][\w.-]*)/;

/** Files named by `-r` and `-c` are entries of the groups `requirement` and `constraint`. */
export const REQUIREMENTS_TXT: DependencyManifest = {
  parse: parseRequirements,
  normalizeName: normalizePythonName,
};

function parseRequirements(text: string): Dependency[] {
  // A comment line goes on with no other, whatever it ends in.
  const lines = text.replace(/\r\n?/g, "\n").replace(/^[ \t]*#.*/gm, "#");
  const joined = lines.replace(/\\\n/g, " ");
  const list: Dependency[] = [];
  for (const raw of joined.split("\n")) {
    const line = raw.replace(/(?:^|\s)#.*$/, "").trim();
    if (line === "") continue;
    const entry = readLine(line);
    if (entry !== null) list.push(entry);
  }
  return list;
}

function readLine(line: string): Dependency | null {
  const option = /^(-[a-zA-Z]|--[a-z-]+)(?:\s*=\s*|\s*)(.*)$/.exec(line);
  if (option !== null) {
    const [, name, value] = option;
    if (name === "-r" || name === "--requirement") return dependency(value, null, "requirement");
    if (name === "-c" || name === "--constraint") return dependency(value, null, "constraint");
    return name === "-e" || name === "--editable" ? readLocation(value, "editable") : null;
  }
  // Options of one requirement: hashes, build settings.
  const bare = line.replace(/\s--[a-z][\w-]*(?:[=\s]|$).*$/, "").trimEnd();
  return URL_OR_PATH.test(bare) && !/^[\w.-]+\s*(?:\[[^\]]*\])?\s*@/.test(bare)
    ? readLocation(bare, null)
    : parseRequirement(bare, null);
}

function readLocation(location: string, group: string | null): Dependency {
  const [place] = location.split(/\s;/, 1);
  return dependency(EGG.exec(place)?.[1] ?? place, null, group, place);
}
