// Made by `deno task kernel` from src/git/kernel/assembly; do not edit.

/** SHA-256 of the WebAssembly module. */
export const KERNEL_SHA256 = "d2bd69bfbb02434aca0d450ab9ffd115b1f80cf558cdad16d5d93fa36ed0795c";

/** The WebAssembly module, base64. */
export const KERNEL_BASE64 =
  "AGFzbQEAAAABEQRgAABgAX8Bf2ABfwBgAAF/AwUEAAECAwUGAQEEgIAEBgYBfwFBAAsHJQQEbWFyawADB3JlbGVhc2UAAgdyZXNlcnZlAAEGbWVtb3J5AgAIAQAKcgQHAEGACCQAC1wBAn8jACIBIABBzwBqQXBxaiIAIAFJBEBBAA8LPwBBEHQiAiAASQRAQRAgACACa0H//wNqQRB2IgIgAkEQSRtAAEEASARAIAJAAEEASARAQQAPCwsLIAAkACABCwYAIAAkAAsEACMACw==";
