import type { Libsodium } from './libsodium.ts';
import { NONCE_SUFFIX_BYTES, TAG_BYTES } from './transport-sizes.ts';

/** What opens a datagram besides its bytes. */
interface OpenWith {
  /** Length of the part in the clear, which is authenticated. */
  readonly clearBytes: number;
  /** 24 bytes, of which the first four are overwritten. */
  readonly nonce: Buffer;
  readonly key: Uint8Array;
}

/** The decrypted part of a datagram in XChaCha20-Poly1305, in new memory. Throws when the key does not fit it. */
export function openDatagram(libsodium: Libsodium, datagram: Buffer, { clearBytes, nonce, key }: OpenWith): Buffer {
  const sealedEnd = datagram.length - NONCE_SUFFIX_BYTES;
  const plainBytes = sealedEnd - TAG_BYTES - clearBytes;
  if (plainBytes < 0) throw new RangeError('the datagram is too short');
  datagram.copy(nonce, 0, sealedEnd);
  const plain = Buffer.allocUnsafe(plainBytes);
  libsodium.open(plain, datagram.subarray(clearBytes, sealedEnd), datagram.subarray(0, clearBytes), nonce, key);
  return plain;
}
