/** About 50 packets of Discord's usual size, one second of speech. */
const BLOCK_BYTES = 8192;

/** Copies packets. A copy is never written to later, and shares memory only with its neighbours. */
export type PacketArena = (packet: Uint8Array) => Uint8Array;

/**
 * Creates an arena for packets of the same lifetime. Buffers from sockets and ciphers are slices of Node's shared pool:
 * kept for the length of a clip, each would keep a whole slab in memory.
 */
export function createPacketArena(): PacketArena {
  let block = new Uint8Array(0);
  let used = 0;
  return (packet) => {
    const { length } = packet;
    if (used + length > block.length) {
      block = new Uint8Array(Math.max(BLOCK_BYTES, length));
      used = 0;
    }
    const copy = block.subarray(used, used + length);
    copy.set(packet);
    used += length;
    return copy;
  };
}
