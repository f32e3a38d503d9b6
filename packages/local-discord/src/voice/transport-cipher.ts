import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import { clearHeaderBytes } from './rtp.ts';

/** The encryption modes that Discord's voice servers offer, in their order (Discord API, "Voice Connections"). */
export type EncryptionMode = 'aead_aes256_gcm_rtpsize' | 'aead_xchacha20_poly1305_rtpsize';

const TAG_BYTES = 16;
/** A 32-bit counter at the packet's end; the rest of the nonce is zero. */
const NONCE_SUFFIX_BYTES = 4;
const MAX_COUNTER = 2 ** 32 - 1;

/** Authenticated encryption with one key. */
interface Aead {
  readonly nonceBytes: number;
  /** The encryption of `plain`, and its tag. */
  seal(plain: Buffer, clear: Buffer, nonce: Buffer): Buffer;
  /** Throws if the key does not fit. */
  open(sealed: Buffer, clear: Buffer, nonce: Buffer): Buffer;
}

/** sodium-native has no binary for some machines. */
const sodium = await import('sodium-native').then(
  (module) => module.default,
  () => undefined,
);

/** Those that this machine has. */
export const ENCRYPTION_MODES: readonly [EncryptionMode, ...EncryptionMode[]] = [
  'aead_aes256_gcm_rtpsize',
  ...(sodium === undefined ? [] : ['aead_xchacha20_poly1305_rtpsize' as const]),
];

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

export function createTransportCipher(key: Uint8Array, mode: EncryptionMode): TransportCipher {
  const aead = mode === 'aead_aes256_gcm_rtpsize' ? aesGcm(key) : xchacha(key);
  const sealNonce = Buffer.alloc(aead.nonceBytes);
  const openNonce = Buffer.alloc(aead.nonceBytes);
  let counter = 0;

  return {
    seal(header, body) {
      counter = counter === MAX_COUNTER ? 0 : counter + 1;
      sealNonce.writeUInt32BE(counter);
      return Buffer.concat([header, aead.seal(body, header, sealNonce), sealNonce.subarray(0, NONCE_SUFFIX_BYTES)]);
    },
    open(packet) {
      const headerBytes = clearHeaderBytes(packet);
      const sealedEnd = packet.length - NONCE_SUFFIX_BYTES;
      if (sealedEnd - TAG_BYTES < headerBytes) return undefined;
      packet.copy(openNonce, 0, sealedEnd);
      try {
        return aead.open(packet.subarray(headerBytes, sealedEnd), packet.subarray(0, headerBytes), openNonce);
      } catch {
        return undefined;
      }
    },
  };
}

function aesGcm(key: Uint8Array): Aead {
  const secret = createSecretKey(key);
  return {
    nonceBytes: 12,
    seal: (plain, clear, nonce) => {
      const cipher = createCipheriv('aes-256-gcm', secret, nonce);
      cipher.setAAD(clear);
      return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    open: (sealed, clear, nonce) => {
      const decipher = createDecipheriv('aes-256-gcm', secret, nonce);
      decipher.setAAD(clear);
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
    },
  };
}

function xchacha(key: Uint8Array): Aead {
  if (sodium === undefined) throw new Error('sodium-native is not installed');
  const secret = Buffer.from(key);
  return {
    nonceBytes: 24,
    seal: (plain, clear, nonce) => {
      const sealed = Buffer.allocUnsafe(plain.length + TAG_BYTES);
      sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(sealed, plain, clear, null, nonce, secret);
      return sealed;
    },
    open: (sealed, clear, nonce) => {
      const plain = Buffer.allocUnsafe(sealed.length - TAG_BYTES);
      sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(plain, null, sealed, clear, nonce, secret);
      return plain;
    },
  };
}
