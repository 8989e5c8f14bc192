/**
 * A read-only file system client for isomorphic-git that serves its object reads from our store.
 *
 * isomorphic-git looks for a loose object first and opens packs only after. Here every object seems
 * to be loose, so it never reads a pack as a whole, and packs, alternates and indexes that it does
 * not know are readable to it. It serves rare calls (`readTag`, `readNote`, ...); what is asked often
 * has code of its own.
 *
 * @module
 */

import { deflateSync } from "node:zlib";
import type { ObjectId } from "./object_id.ts";
import type { RepositoryLayout } from "./layout.ts";
import type { RepositoryObjects } from "./object_store.ts";

const LOOSE = /\/objects\/([0-9a-f]{2})\/([0-9a-f]{38})$/;
const encoder = new TextEncoder();

/** What isomorphic-git asks of `fs.promises`, as far as reading goes. */
export interface IsomorphicClient {
  /** Pass this object as isomorphic-git's `fs`. */
  promises: {
    readFile(path: string, options?: string | { encoding?: string }): Promise<Uint8Array | string>;
    readdir(path: string): Promise<string[]>;
    stat(path: string): Promise<unknown>;
    lstat(path: string): Promise<unknown>;
    readlink(path: string): Promise<string>;
    writeFile(path: string): Promise<never>;
    unlink(path: string): Promise<never>;
    mkdir(path: string): Promise<never>;
    rmdir(path: string): Promise<never>;
    symlink(path: string): Promise<never>;
  };
}

/** The client of one repository; pass the layout's `gitDir` as isomorphic-git's `gitdir`. */
export function isomorphicClient(
  layout: RepositoryLayout,
  objects: RepositoryObjects,
): IsomorphicClient {
  // Only HEAD and its like are a linked worktree's own; isomorphic-git does not know of that.
  const place = (path: string) =>
    layout.gitDir !== layout.commonDir && /^\/(objects|refs|packed-refs|config)/.test(
        path.slice(layout.gitDir.length),
      )
      ? layout.commonDir + path.slice(layout.gitDir.length)
      : path;
  const refuse = () => Promise.reject(failure("EROFS", "git-prism never writes"));
  return {
    promises: {
      readFile: (path, options) =>
        attempt(() => {
          const loose = LOOSE.exec(path);
          const object = loose === null ? null : objects.find(loose[1] + loose[2] as ObjectId);
          if (loose !== null && object === null) throw failure("ENOENT", path);
          if (object !== null) {
            const head = encoder.encode(`${object.type} ${object.bytes.length}\0`);
            const whole = new Uint8Array(head.length + object.bytes.length);
            whole.set(head);
            whole.set(object.bytes, head.length);
            return new Uint8Array(deflateSync(whole, { level: 0 }));
          }
          const encoding = typeof options === "string" ? options : options?.encoding;
          return encoding === undefined
            ? Deno.readFileSync(place(path))
            : Deno.readTextFileSync(place(path));
        }),
      readdir: (path) => attempt(() => [...Deno.readDirSync(place(path))].map(({ name }) => name)),
      stat: (path) => attempt(() => stats(Deno.statSync(place(path)))),
      lstat: (path) => attempt(() => stats(Deno.lstatSync(place(path)))),
      readlink: (path) => attempt(() => Deno.readLinkSync(place(path))),
      writeFile: refuse,
      unlink: refuse,
      mkdir: refuse,
      rmdir: refuse,
      symlink: refuse,
    },
  };
}

function attempt<T>(work: () => T): Promise<T> {
  try {
    return Promise.resolve(work());
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) {
      return Promise.reject(failure("ENOENT", error.message));
    }
    if (error instanceof Deno.errors.NotADirectory) {
      return Promise.reject(failure("ENOTDIR", error.message));
    }
    return Promise.reject(error);
  }
}

function failure(code: string, message: string): Error {
  return Object.assign(new Error(`${code}: ${message}`), { code });
}

function stats(info: Deno.FileInfo): unknown {
  return {
    ...info,
    mtimeMs: info.mtime?.getTime() ?? 0,
    ctimeMs: info.ctime?.getTime() ?? 0,
    isFile: () => info.isFile,
    isDirectory: () => info.isDirectory,
    isSymbolicLink: () => info.isSymlink,
  };
}
