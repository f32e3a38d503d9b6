import { createCipheriv } from 'node:crypto';
import type { Libsodium } from './libsodium.ts';
import { TAG_BYTES } from './transport-sizes.ts';

/** The transport encryption modes of Discord's voice servers that are not deprecated (Discord API, "Voice Connections"). */
const AES = 'aead_aes256_gcm_rtpsize';
export const XCHACHA = 'aead_xchacha20_poly1305_rtpsize';

/** Some 2 ms in all: the fastest of several batches, so that other work on the machine does not decide. */
const BATCHES = 6;
const PACKETS_IN_BATCH = 25;
/** A frame of speech at 64 kbit/s. */
const FRAME_BYTES = 160;

/** What encrypts the packets of one thread's connections. */
export interface TransportModes {
  /** Puts the faster mode first: @discordjs/voice takes the first of the server's modes that it knows. */
  order(modes: readonly string[]): string[];
  /** Where it is there, for packets in XChaCha20-Poly1305. */
  readonly libsodium: Libsodium | undefined;
}

/**
 * Finds out which mode is faster on this machine: AES through `node:crypto` needs a new cipher object for each packet.
 * `measure` returns what one batch of that many calls costs, in any unit.
 */
export function createTransportModes(
  libsodium: Libsodium | undefined,
  measure: (encrypt: () => void) => number = fastestBatchMs,
): TransportModes {
  const fastest = libsodium !== undefined && isFaster(libsodium, measure) ? XCHACHA : AES;
  return {
    libsodium,
    order: (modes) => modes.toSorted((one, other) => Number(other === fastest) - Number(one === fastest)),
  };
}

function isFaster(libsodium: Libsodium, measure: (encrypt: () => void) => number): boolean {
  const key = Buffer.alloc(32, 1);
  const frame = Buffer.alloc(FRAME_BYTES, 2);
  const header = Buffer.alloc(12, 3);
  const sealed = Buffer.alloc(FRAME_BYTES + TAG_BYTES);
  const nonce = Buffer.alloc(24);
  const gcmNonce = Buffer.alloc(12);
  const xchacha = (): void => libsodium.seal(sealed, frame, header, nonce, key);
  const aes = (): void => {
    const cipher = createCipheriv('aes-256-gcm', key, gcmNonce);
    cipher.setAAD(header);
    cipher.update(frame).copy(sealed);
    cipher.final();
    cipher.getAuthTag().copy(sealed, FRAME_BYTES);
  };
  return measure(xchacha) < measure(aes);
}

function fastestBatchMs(encrypt: () => void): number {
  const batches = Array.from({ length: BATCHES }, () => {
    const beganMs = performance.now();
    for (let packet = 0; packet < PACKETS_IN_BATCH; packet += 1) encrypt();
    return performance.now() - beganMs;
  });
  return Math.min(...batches);
}
