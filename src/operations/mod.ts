/**
 * The list of all operations.
 *
 * @module
 */

import { changeManifestOperation } from "./change_manifest.ts";
import type { AnyOperation } from "./operation.ts";

/** Every question that git-prism answers. */
export const OPERATIONS: readonly AnyOperation[] = [changeManifestOperation];
