/**
 * MCP over stdio: one JSON message a line (Model Context Protocol, "Transports").
 *
 * Unlike the transport of the SDK this one answers everything that it has received before it ends, goes
 * on after lines that are no message, and holds no more of a line than a limit.
 *
 * @module
 */

import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type Transport,
} from "@modelcontextprotocol/server";

/** Longest line in bytes; no call needs one. */
const LONGEST_LINE = 8 * 1024 * 1024;
const LINE_FEED = 0x0a;
/** Codes of JSON-RPC 2.0, section 5.1. */
const PARSE_ERROR = -32700, INVALID_REQUEST = -32600;

/** Where lines come from and go to. */
export interface LineStreams {
  /** Like `Deno.stdin`: `null` at the end. */
  readonly input: { read(into: Uint8Array): Promise<number | null> };
  /** Like `Deno.stdout`. */
  readonly output: { write(bytes: Uint8Array): Promise<number> };
}

/** A transport over two streams of lines. */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport["onmessage"];
  /** Settles when the transport has ended and all is written. */
  readonly closed: Promise<void>;
  /** Aborted at the end of the input: the other side will answer nothing more. */
  readonly inputEnd: AbortSignal;

  readonly #streams: LineStreams;
  readonly #decoder = new TextDecoder("utf-8");
  readonly #encoder = new TextEncoder();
  readonly #inputEnd = new AbortController();
  /** Requests that wait for their response, by JSON of their id. */
  readonly #pending = new Map<string, number>();
  #writing: Promise<void> = Promise.resolve();
  #ended = false;
  #settleClosed!: () => void;

  constructor(streams: LineStreams) {
    this.#streams = streams;
    this.inputEnd = this.#inputEnd.signal;
    this.closed = new Promise((resolve) => this.#settleClosed = resolve);
  }

  /** Begins to read. */
  start(): Promise<void> {
    this.#readLines().catch((error) => this.onerror?.(error)).finally(() => {
      this.#inputEnd.abort();
      this.#endWhenAnswered();
    });
    return Promise.resolve();
  }

  /** Writes a message after all that were sent before it. */
  send(message: JSONRPCMessage): Promise<void> {
    if (this.#ended) return Promise.resolve();
    const written = this.#write(message);
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) {
      if (message.id !== undefined) this.#settle(message.id);
    }
    return written;
  }

  /** Ends without waiting for open requests. */
  close(): Promise<void> {
    this.#end();
    return Promise.resolve();
  }

  async #readLines(): Promise<void> {
    const chunk = new Uint8Array(64 * 1024);
    let parts: Uint8Array[] = [];
    let length = 0;
    const append = (part: Uint8Array): void => {
      length += part.length;
      // Of a line that is too long only its length is kept.
      if (length <= LONGEST_LINE) parts.push(part.slice());
      else parts = [];
    };
    const finish = (): void => {
      this.#receiveLine(parts, length);
      parts = [];
      length = 0;
    };
    for (;;) {
      const count = await this.#streams.input.read(chunk);
      if (count === null) break;
      let start = 0;
      for (
        let end = chunk.indexOf(LINE_FEED);
        end >= 0 && end < count;
        end = chunk.indexOf(LINE_FEED, start)
      ) {
        append(chunk.subarray(start, end));
        finish();
        start = end + 1;
      }
      append(chunk.subarray(start, count));
    }
    if (length > 0) finish();
  }

  #receiveLine(parts: readonly Uint8Array[], length: number): void {
    if (length > LONGEST_LINE) {
      return this.#refuse(null, INVALID_REQUEST, `The line is longer than ${LONGEST_LINE} bytes`);
    }
    let text = "";
    for (const part of parts) text += this.#decoder.decode(part, { stream: true });
    text += this.#decoder.decode();
    if (text.trim() === "") return;
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      return this.#refuse(null, PARSE_ERROR, "The line is not JSON");
    }
    if (!isMessage(message)) {
      return this.#refuse(idOf(message), INVALID_REQUEST, "The line is no JSON-RPC 2.0 message");
    }
    if (isJSONRPCRequest(message)) {
      const key = JSON.stringify(message.id);
      this.#pending.set(key, (this.#pending.get(key) ?? 0) + 1);
    } else if (isJSONRPCNotification(message) && message.method === "notifications/cancelled") {
      // A request that was called off gets no response.
      const id = (message.params as { requestId?: unknown } | undefined)?.requestId;
      if (id !== undefined) this.#settle(id);
    }
    try {
      this.onmessage?.(message);
    } catch (error) {
      this.onerror?.(error as Error);
    }
  }

  #refuse(id: string | number | null, code: number, message: string): void {
    this.#write({ jsonrpc: "2.0", id, error: { code, message } });
  }

  #write(message: unknown): Promise<void> {
    const bytes = this.#encoder.encode(`${JSON.stringify(message)}\n`);
    this.#writing = this.#writing.then(async () => {
      for (let at = 0; at < bytes.length && !this.#ended;) {
        at += await this.#streams.output.write(bytes.subarray(at));
      }
    }).catch((error) => {
      // Nobody reads any more.
      this.onerror?.(error);
      this.#end();
    });
    return this.#writing;
  }

  #settle(id: unknown): void {
    const key = JSON.stringify(id);
    const left = (this.#pending.get(key) ?? 0) - 1;
    if (left > 0) this.#pending.set(key, left);
    else this.#pending.delete(key);
    this.#endWhenAnswered();
  }

  #endWhenAnswered(): void {
    if (!this.#inputEnd.signal.aborted || this.#pending.size > 0) return;
    this.#writing.then(() => this.#end());
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#inputEnd.abort();
    this.onclose?.();
    this.#settleClosed();
  }
}

function isMessage(value: unknown): value is JSONRPCMessage {
  return isJSONRPCRequest(value) || isJSONRPCNotification(value) ||
    isJSONRPCResultResponse(value) || isJSONRPCErrorResponse(value);
}

function idOf(value: unknown): string | number | null {
  const id = (value as { id?: unknown } | null)?.id;
  return typeof id === "string" || typeof id === "number" ? id : null;
}
