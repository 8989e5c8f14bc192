/**
 * The languages whose code is read, one folder each, and the labels of all other text files.
 *
 * @module
 */

import { c } from "./c/language.ts";
import { cpp } from "./cpp/language.ts";
import { csharp } from "./csharp/language.ts";
import { go } from "./go/language.ts";
import { java } from "./java/language.ts";
import { javascript } from "./javascript/language.ts";
import { kotlin } from "./kotlin/language.ts";
import { php } from "./php/language.ts";
import { python } from "./python/language.ts";
import { ruby } from "./ruby/language.ts";
import { rust } from "./rust/language.ts";
import { shell } from "./shell/language.ts";
import { swift } from "./swift/language.ts";
import { typescript } from "./typescript/language.ts";
import type { Language } from "../src/syntax/language.ts";

export { LABELS } from "./labels.ts";
export { SHARED_EXTENSIONS } from "./shared_extensions.ts";

/** In order of id. */
export const LANGUAGES: readonly Language[] = [
  c,
  cpp,
  csharp,
  go,
  java,
  javascript,
  kotlin,
  php,
  python,
  ruby,
  rust,
  shell,
  swift,
  typescript,
];
