import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { clearHeaderBytes } from './rtp.ts';

/** The only encryption mode of the local Discord; the real one prefers it too. */
export const ENCRYPTION_MODE = 'aead_aes256_gcm_rtpsize';

const CIPHER = 'aes-256-gcm';
const TAG_BYTES = 16;
/** A 32-bit counter at the packet's end; the other 8 bytes of the nonce are zero. */
const NONCE_SUFFIX_BYTES = 4;
const NONCE_BYTES = 12;
const MAX_COUNTER = 2 ** 32 - 1;

/** Encrypts and decrypts the packets of one client in both directions, with its own key and counter. */
export interface TransportCipher {
  /** Encrypts `body` and returns it after the readable `header`, as a new packet. */
  seal(header: Buffer, body: Buffer): Buffer;
  /** The decrypted part of a packet; `undefined` if it is too short or the key does not decrypt it. */
  open(packet: Buffer): Buffer | undefined;
}

/** 32 random bytes for `secret_key` of op 4. */
export function createTransportKey(): Buffer {
  return randomBytes(32);
}

export function createTransportCipher(key: Uint8Array): TransportCipher {
  const secret = createSecretKey(key);
  const sealNonce = Buffer.alloc(NONCE_BYTES);
  const openNonce = Buffer.alloc(NONCE_BYTES);
  let counter = 0;

  return {
    seal(header, body) {
      counter = counter === MAX_COUNTER ? 0 : counter + 1;
      sealNonce.writeUInt32BE(counter);
      const cipher = createCipheriv(CIPHER, secret, sealNonce);
      cipher.setAAD(header);
      const packet = Buffer.allocUnsafe(header.length + body.length + TAG_BYTES + NONCE_SUFFIX_BYTES);
      header.copy(packet);
      // GCM is a stream cipher: `final` adds no bytes.
      cipher.update(body).copy(packet, header.length);
      cipher.final();
      cipher.getAuthTag().copy(packet, header.length + body.length);
      sealNonce.copy(packet, packet.length - NONCE_SUFFIX_BYTES, 0, NONCE_SUFFIX_BYTES);
      return packet;
    },
    open(packet) {
      const headerBytes = clearHeaderBytes(packet);
      const suffixStart = packet.length - NONCE_SUFFIX_BYTES;
      const tagStart = suffixStart - TAG_BYTES;
      if (tagStart < headerBytes) return undefined;
      packet.copy(openNonce, 0, suffixStart);
      return decrypt(secret, openNonce, packet, headerBytes, tagStart, suffixStart);
    },
  };
}

function decrypt(
  secret: KeyObject,
  nonce: Buffer,
  packet: Buffer,
  headerBytes: number,
  tagStart: number,
  tagEnd: number,
): Buffer | undefined {
  const decipher = createDecipheriv(CIPHER, secret, nonce);
  decipher.setAAD(packet.subarray(0, headerBytes));
  decipher.setAuthTag(packet.subarray(tagStart, tagEnd));
  const plain = decipher.update(packet.subarray(headerBytes, tagStart));
  try {
    decipher.final();
    return plain;
  } catch {
    return undefined;
  }
}
