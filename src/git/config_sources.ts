/**
 * Where configuration comes from, in the order in which it applies: the system's file, the user's
 * files, the repository's, the worktree's, the environment (git-config(1), "FILES", "ENVIRONMENT"),
 * with the files that they include.
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import { type ConfigEntry, parseConfigFile } from "./config_file.ts";
import { environmentEntries } from "./config_environment.ts";
import { isAbsolutePath } from "./file_path.ts";
import { conditionHolds, type IncludeFacts } from "./include_condition.ts";
import { readMetadata } from "./metadata_file.ts";

/** What decides which files apply. */
export interface ConfigContext extends IncludeFacts {
  /** `$GIT_COMMON_DIR`; `null` outside of a repository. */
  readonly commonDir: string | null;
  /** Whether `$GIT_DIR/config.worktree` applies (`extensions.worktreeConfig`). */
  readonly worktreeConfig: boolean;
  /** The environment, as far as a surface hands it down. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A setting and where it stands. */
export interface ConfigSetting extends ConfigEntry {
  /** Path of the file; `null` of the environment. */
  origin: string | null;
}

/** Limit of git for files that include each other. */
const MAX_DEPTH = 10;
const MAX_SIZE = 16 << 20;

/** A file being read: whether it must be readable, and how it was reached. */
interface Source {
  path: string;
  /** Whether it belongs to the repository, so that a fault in it is a fault of the repository. */
  own: boolean;
  depth: number;
  /** Whether a condition on remotes led to it. */
  byRemote: boolean;
}

/** Collects the settings of all files that apply. */
export class ConfigSources {
  /** What was read so far. */
  readonly settings: ConfigSetting[] = [];
  /** What should have been read but could not be. */
  readonly unread: { path: string; reason: string }[] = [];
  /** The user's home directory, if known. */
  readonly home: string | undefined;
  readonly #context: ConfigContext;
  #remoteUrls: string[] | null;

  /** `remoteUrls` answers conditions on remotes; without it they are found out when needed. */
  constructor(context: ConfigContext, remoteUrls: string[] | null = null) {
    this.#context = context;
    this.#remoteUrls = remoteUrls;
    this.home = homeOf(context.environment);
  }

  /** Reads everything. */
  readAll(): void {
    const { commonDir, gitDir, worktreeConfig, environment } = this.#context;
    const outer = { own: false, depth: 0, byRemote: false };
    for (const path of userFiles(environment, this.home)) this.#read({ ...outer, path });
    const own = { ...outer, own: true };
    if (commonDir !== null) this.#read({ ...own, path: `${commonDir}/config` });
    if (gitDir !== null && worktreeConfig) {
      this.#read({ ...own, path: `${gitDir}/config.worktree` });
    }
    this.#apply(environmentEntries(environment), null);
  }

  #read(source: Source): void {
    let entries: ConfigEntry[];
    try {
      const bytes = source.path === "/dev/null" ? null : readMetadata(source.path, MAX_SIZE);
      if (bytes === null) return;
      entries = parseConfigFile(bytes, source.path);
    } catch (error) {
      if (!(error instanceof PrismError) || this.#isFatal(source, error)) throw error;
      this.unread.push({ path: source.path, reason: error.message });
      return;
    }
    this.#apply(entries, source);
  }

  /** A file of the user's that the repository's includes may be out of reach without harm. */
  #isFatal(source: Source, error: PrismError): boolean {
    return source.own && (source.depth === 0 || error.code === "config_invalid");
  }

  #apply(entries: ConfigEntry[], source: Source | null): void {
    for (const entry of entries) {
      this.settings.push({ ...entry, origin: source?.path ?? null });
      if (source?.byRemote === true && REMOTE_URL.test(entry.name)) {
        throw new PrismError(
          "config_invalid",
          `The file "${source.path}" sets "${entry.name}", but a condition on remotes includes it.`,
          {
            hint: "Move the URL of the remote into a file that is included without this condition.",
          },
        );
      }
      if (entry.value !== null) this.#include(entry.name, entry.value, source);
    }
  }

  #include(name: string, value: string, from: Source | null): void {
    let byRemote = from?.byRemote ?? false;
    if (name !== "include.path") {
      if (!name.startsWith("includeif.") || !name.endsWith(".path")) return;
      const condition = name.slice("includeif.".length, -".path".length);
      if (!this.#holds(condition, from)) return;
      byRemote ||= condition.startsWith("hasconfig:");
    }
    const path = this.#includedPath(value, from);
    if (path === null) return;
    const depth = (from?.depth ?? 0) + 1;
    const source = { path, own: from?.own ?? false, depth, byRemote };
    if (depth > MAX_DEPTH) {
      const error = new PrismError(
        "config_invalid",
        `The configuration includes "${path}" at more than ${MAX_DEPTH} levels.`,
        { hint: "Look for files that include each other." },
      );
      if (this.#isFatal(source, error)) throw error;
      this.unread.push({ path, reason: error.message });
    } else this.#read(source);
  }

  #holds(condition: string, from: Source | null): boolean {
    if (condition.startsWith("hasconfig:")) this.#remoteUrls ??= this.#findRemoteUrls();
    const place = { file: from?.path ?? null, home: this.home };
    return conditionHolds(condition, place, this.#context, this.#remoteUrls ?? []);
  }

  /** What remotes are named in all files but those that depend on the answer. */
  #findRemoteUrls(): string[] {
    const scan = new ConfigSources(this.#context, []);
    scan.readAll();
    return scan.settings.flatMap(({ name, value }) =>
      value !== null && REMOTE_URL.test(name) ? [value] : []
    );
  }

  #includedPath(value: string, from: Source | null): string | null {
    if (value.startsWith("~/")) return this.home === undefined ? null : this.home + value.slice(1);
    if (isAbsolutePath(value)) return value;
    // Nothing is relative to the environment.
    if (from === null || value.startsWith("~")) return null;
    return from.path.slice(0, from.path.lastIndexOf("/") + 1) + value;
  }
}

const REMOTE_URL = /^remote\.[^]+\.url$/;

function homeOf(environment: ConfigContext["environment"]): string | undefined {
  if (environment.HOME !== undefined) return environment.HOME;
  if (Deno.build.os !== "windows") return undefined;
  const { HOMEDRIVE, HOMEPATH, USERPROFILE } = environment;
  return HOMEDRIVE !== undefined && HOMEPATH !== undefined ? HOMEDRIVE + HOMEPATH : USERPROFILE;
}

/** The files of the system and the user. A withheld environment names none of the user's. */
function userFiles(environment: ConfigContext["environment"], home: string | undefined): string[] {
  const files: string[] = [];
  const noSystem = environment.GIT_CONFIG_NOSYSTEM ?? "";
  if (/^(?:|0+|false|no|off)$/i.test(noSystem)) {
    files.push(environment.GIT_CONFIG_SYSTEM ?? systemFile(environment));
  }
  if (environment.GIT_CONFIG_GLOBAL !== undefined) files.push(environment.GIT_CONFIG_GLOBAL);
  else {
    const base = environment.XDG_CONFIG_HOME || (home === undefined ? "" : `${home}/.config`);
    if (base !== "") files.push(`${base}/git/config`);
    if (home !== undefined) files.push(`${home}/.gitconfig`);
  }
  return files.filter((path) => path !== "");
}

function systemFile(environment: ConfigContext["environment"]): string {
  if (Deno.build.os !== "windows") return "/etc/gitconfig";
  return `${environment.PROGRAMFILES ?? "C:/Program Files"}/Git/etc/gitconfig`;
}
