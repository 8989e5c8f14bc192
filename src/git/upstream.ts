/**
 * Where a branch comes from and where it goes: `@{upstream}` and `@{push}` (gitrevisions(7);
 * git-config(1), `branch.<name>.merge`, `push.default`).
 *
 * @module
 */

import type { Config } from "./config.ts";
import { shortName } from "./ref_lookup.ts";

/** A full reference name, or why there is none. */
export type Tracking = { readonly ref: string } | { readonly reason: string };

const HEADS = "refs/heads/";

/** The reference that follows the branch's upstream. */
export function upstreamOf(config: Config, branch: string): Tracking {
  const name = branch.slice(HEADS.length);
  const merge = config.get(`branch.${name}.merge`) ?? null;
  const remote = config.get(`branch.${name}.remote`) ?? null;
  if (merge === null || remote === null) {
    return { reason: `no upstream is configured for branch "${name}"` };
  }
  if (remote === ".") return { ref: merge };
  const ref = trackingRef(config, remote, merge);
  return ref === null
    ? { reason: `remote "${remote}" does not fetch "${shortName(merge)}" into a tracking branch` }
    : { ref };
}

/** The reference that follows the place where `git push` would send the branch. */
export function pushOf(config: Config, branch: string): Tracking {
  const name = branch.slice(HEADS.length);
  const remote = config.get(`branch.${name}.pushremote`) ?? config.get("remote.pushdefault") ??
    config.get(`branch.${name}.remote`) ?? soleRemote(config);
  if (remote === null) return { reason: `branch "${name}" has no remote to push to` };
  const specs = config.all(`remote.${remote}.push`).filter((spec) => spec !== null);
  if (specs.length > 0) {
    const target = mapRef(specs, branch);
    return target === null
      ? { reason: `the push refspecs of "${remote}" do not send branch "${name}"` }
      : followed(config, remote, target);
  }
  if (config.bool(`remote.${remote}.mirror`) === true) return followed(config, remote, branch);
  switch (config.get("push.default") ?? "simple") {
    case "nothing":
      return { reason: 'push.default is "nothing"' };
    case "matching":
    case "current":
      return followed(config, remote, branch);
    case "upstream":
    case "tracking":
      return upstreamOf(config, branch);
    default: {
      const upstream = upstreamOf(config, branch);
      const same = followed(config, remote, branch);
      if (!("ref" in upstream) || !("ref" in same) || upstream.ref === same.ref) {
        return "ref" in upstream ? same : upstream;
      }
      return {
        reason: `push.default "simple" does not push "${name}" to a branch named otherwise`,
      };
    }
  }
}

/** Without any setting git pushes to the only remote, or to `origin`. */
function soleRemote(config: Config): string {
  const remotes = config.subsections("remote");
  return remotes.length === 1 ? remotes[0] : "origin";
}

function followed(config: Config, remote: string, ref: string): Tracking {
  const tracking = trackingRef(config, remote, ref);
  return tracking === null
    ? { reason: `remote "${remote}" does not fetch "${shortName(ref)}" into a tracking branch` }
    : { ref: tracking };
}

/** Where a fetch from the remote stores its reference. */
function trackingRef(config: Config, remote: string, ref: string): string | null {
  return mapRef(config.all(`remote.${remote}.fetch`).filter((spec) => spec !== null), ref);
}

/** Applies refspecs (git-fetch(1), "<refspec>"): the destination of a source. */
function mapRef(specs: readonly string[], ref: string): string | null {
  const excluded = specs.some((spec) => spec[0] === "^" && match(spec.slice(1), ref) !== null);
  if (excluded) return null;
  for (const spec of specs) {
    if (spec[0] === "^") continue;
    const plain = spec[0] === "+" ? spec.slice(1) : spec;
    const colon = plain.indexOf(":");
    const source = colon < 0 ? plain : plain.slice(0, colon);
    const target = colon < 0 ? plain : plain.slice(colon + 1);
    const middle = match(source, ref);
    if (middle === null || target === "") continue;
    const star = target.indexOf("*");
    return star < 0 ? target : target.slice(0, star) + middle + target.slice(star + 1);
  }
  return null;
}

/** What the star of the pattern stands for, "" without a star; `null` when the name does not match. */
function match(pattern: string, name: string): string | null {
  const star = pattern.indexOf("*");
  if (star < 0) return pattern === name || pattern === shortName(name) ? "" : null;
  const before = pattern.slice(0, star);
  const after = pattern.slice(star + 1);
  const fits = name.length >= before.length + after.length && name.startsWith(before) &&
    name.endsWith(after);
  return fits ? name.slice(before.length, name.length - after.length) : null;
}
