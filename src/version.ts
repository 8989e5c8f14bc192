/**
 * The release this code belongs to; a file of its own so that `--version` loads nothing else.
 *
 * @module
 */

/** Version of git-prism, equal to the one in `deno.json`. */
export const VERSION = "0.1.0";
