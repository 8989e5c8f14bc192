/**
 * The folder that a client works in (Model Context Protocol, "Roots").
 *
 * @module
 */

import type { Server } from "@modelcontextprotocol/server";

/** Milliseconds that a client has to name its roots. */
const PATIENCE = 3000;

/** Asks the client once, and again when it says that its roots have changed. */
export class ClientRoot {
  readonly #server: Server;
  readonly #inputEnd: AbortSignal;
  #asked: Promise<string | null> | undefined;

  /** @param inputEnd Aborted when the client can answer no more. */
  constructor(server: Server, inputEnd: AbortSignal) {
    this.#server = server;
    this.#inputEnd = inputEnd;
    server.setNotificationHandler("notifications/roots/list_changed", () => {
      this.#asked = undefined;
    });
  }

  /** Path of the client's first root on this machine; `null` when it names none. */
  path(): Promise<string | null> {
    return this.#asked ??= this.#ask();
  }

  async #ask(): Promise<string | null> {
    if (this.#server.getClientCapabilities()?.roots === undefined) return null;
    try {
      const options = { timeout: PATIENCE, signal: this.#inputEnd };
      const { roots } = await this.#server.listRoots(undefined, options);
      for (const { uri } of roots) {
        const path = fileUrlPath(uri);
        if (path !== null) return path;
      }
    } catch {
      // A client that cannot answer has no root: the working directory stands in.
    }
    return null;
  }
}

/** The path of a `file:` URL (RFC 8089); `null` of any other text. */
export function fileUrlPath(uri: string): string | null {
  try {
    const url = new URL(uri);
    if (url.protocol !== "file:") return null;
    const path = decodeURIComponent(url.pathname);
    return /^\/[A-Za-z]:/.test(path) ? path.slice(1) : path;
  } catch {
    return null;
  }
}
