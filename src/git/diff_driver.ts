/**
 * What attributes say about a file being text or binary for a diff (gitattributes(5), "Marking files
 * as binary", "Setting the internal diff algorithm", and git-config(1), `diff.<driver>.binary`).
 * `textconv` and external commands have no part in counting lines.
 *
 * @module
 */

import type { Attributes } from "./attributes.ts";
import type { Config } from "./config.ts";

/** Decides by attributes whether paths are binary. */
export class DiffDrivers {
  readonly #attributes: Attributes;
  readonly #config: Config;
  readonly #drivers = new Map<string, boolean | undefined>();
  /** The last path and its answer: both sides of a change ask for one path. */
  #path: string | null = null;
  #binary: boolean | undefined;

  /** Attributes and the configuration of their drivers. */
  constructor(attributes: Attributes, config: Config) {
    this.#attributes = attributes;
    this.#config = config;
  }

  /**
   * Whether a diff treats the path as binary whatever it holds; `undefined` when its content decides.
   * @throws {PrismError} `config_invalid` when the driver's setting is no boolean
   */
  isBinary(path: string): boolean | undefined {
    if (path !== this.#path) {
      this.#binary = this.#decide(path);
      this.#path = path;
    }
    return this.#binary;
  }

  #decide(path: string): boolean | undefined {
    const driver = this.#attributes.get(path, "diff");
    if (typeof driver === "boolean") return !driver;
    if (driver === undefined || driver === "") return undefined;
    if (this.#drivers.has(driver)) return this.#drivers.get(driver);
    const name = `diff.${driver}.binary`;
    const automatic = this.#config.get(name)?.toLowerCase() === "auto";
    const binary = automatic ? undefined : this.#config.bool(name);
    this.#drivers.set(driver, binary);
    return binary;
  }
}
