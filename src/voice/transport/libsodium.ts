import { createRequire } from 'node:module';

/** XChaCha20-Poly1305 (IETF) of libsodium. `tag` bytes follow what is encrypted. */
export interface Libsodium {
  /** Writes the encryption of `plain` and its tag, 16 bytes more, into `sealed`. */
  seal(sealed: Uint8Array, plain: Uint8Array, clear: Uint8Array, nonce: Uint8Array, key: Uint8Array): void;
  /** Writes what was encrypted into `plain`. Throws if the key does not fit, or `sealed` or `clear` was changed. */
  open(plain: Uint8Array, sealed: Uint8Array, clear: Uint8Array, nonce: Uint8Array, key: Uint8Array): void;
}

/** The two functions of sodium-native that are used. */
interface SodiumNative {
  crypto_aead_xchacha20poly1305_ietf_encrypt(
    ...args: [Uint8Array, Uint8Array, Uint8Array, null, Uint8Array, Uint8Array]
  ): number;
  crypto_aead_xchacha20poly1305_ietf_decrypt(
    ...args: [Uint8Array, null, Uint8Array, Uint8Array, Uint8Array, Uint8Array]
  ): number;
}

const require = createRequire(import.meta.url);

/** libsodium as sodium-native brings it; undefined on machines that it has no binary for. */
export function loadLibsodium(load: (name: string) => unknown = require): Libsodium | undefined {
  try {
    const sodium = load('sodium-native') as SodiumNative;
    return {
      seal: (sealed, plain, clear, nonce, key) =>
        void sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(sealed, plain, clear, null, nonce, key),
      open: (plain, sealed, clear, nonce, key) =>
        void sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(plain, null, sealed, clear, nonce, key),
    };
  } catch {
    return undefined;
  }
}
