/** Longer than a round trip. */
const REPEAT_MS = 500;

/** Discord API, "IP Discovery": type 1 is a request, of 70 bytes beside type and length. */
const REQUEST = 1;
const REQUEST_BYTES = 70;
const HEADER_BYTES = 4;

/**
 * Sends the request for IP discovery again until it is stopped. The library sends it once: where the network loses it or its
 * answer, the whole attempt to connect would wait until it is given up. Returns the function that stops it.
 */
export function repeatDiscovery(send: (datagram: Buffer) => void, ssrc: number): () => void {
  const request = Buffer.alloc(HEADER_BYTES + REQUEST_BYTES);
  request.writeUInt16BE(REQUEST, 0);
  request.writeUInt16BE(REQUEST_BYTES, 2);
  request.writeUInt32BE(ssrc, HEADER_BYTES);
  const timer = setInterval(() => send(request), REPEAT_MS).unref();
  return () => clearInterval(timer);
}
