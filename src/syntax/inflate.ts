/**
 * Unpacks what generated modules hold.
 *
 * @module
 */

/** Bytes of a raw deflate stream (RFC 1951) in base64. */
export async function inflate(packed: string): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new DecompressionStream("deflate-raw");
  const writer = stream.writable.getWriter();
  // Errors come out of the other end.
  writer.write(Uint8Array.fromBase64(packed)).catch(() => {});
  writer.close().catch(() => {});
  return new Uint8Array(await new Response(stream.readable).arrayBuffer());
}
