/**
 * Object names: the hex of a SHA-1 or SHA-256 digest (gitglossary(7), "object name").
 *
 * @module
 */

/** The hash function of a repository (`extensions.objectFormat`). */
export type ObjectFormat = "sha1" | "sha256";

declare const objectId: unique symbol;

/** A full object name in lower-case hex: 40 digits in a SHA-1 repository, 64 in a SHA-256 one. */
export type ObjectId = string & { readonly [objectId]: true };

/** Bytes of a raw object name. */
export function rawLength(format: ObjectFormat): 20 | 32 {
  return format === "sha1" ? 20 : 32;
}

/** Hex digits of a full object name. */
export function hexLength(format: ObjectFormat): 40 | 64 {
  return format === "sha1" ? 40 : 64;
}

const FULL_NAME = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Whether the text is a full object name of this format. */
export function isObjectId(text: string, format: ObjectFormat): text is ObjectId {
  return text.length === hexLength(format) && FULL_NAME.test(text);
}

/** The name that stands for "no object" in git's plumbing. */
export function nullId(format: ObjectFormat): ObjectId {
  return "0".repeat(hexLength(format)) as ObjectId;
}

/** The tree with no entry; readable in every repository, stored or not. */
export function emptyTreeId(format: ObjectFormat): ObjectId {
  return (format === "sha1"
    ? "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
    : "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321") as ObjectId;
}

/** The blob with no byte; readable in every repository, stored or not. */
export function emptyBlobId(format: ObjectFormat): ObjectId {
  return (format === "sha1"
    ? "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
    : "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813") as ObjectId;
}
