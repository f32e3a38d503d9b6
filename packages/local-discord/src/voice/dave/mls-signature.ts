import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { vector } from './presentation.ts';

/** SubjectPublicKeyInfo of a P-256 key up to the 65 bytes of the uncompressed point (RFC 5480). */
const P256_SPKI_PREFIX = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex');

/** `SignContent` of RFC 9420 §5.1.2: the label with its prefix, then the content. */
function signContent(label: string, content: Uint8Array): Buffer {
  return Buffer.concat([vector(Buffer.from(`MLS 1.0 ${label}`)), vector(content)]);
}

/** `SignWithLabel` (RFC 9420 §5.1.2) with a P-256 key: ECDSA over SHA-256, DER encoded. */
export function signWithLabel(key: KeyObject, label: string, content: Uint8Array): Buffer {
  return sign('sha256', signContent(label, content), key);
}

/** `VerifyWithLabel` (RFC 9420 §5.1.2); `publicKey` is an uncompressed P-256 point. `false` for a malformed key too. */
export function verifyWithLabel(
  publicKey: Uint8Array,
  label: string,
  content: Uint8Array,
  signature: Uint8Array,
): boolean {
  try {
    const key = createPublicKey({
      key: Buffer.concat([P256_SPKI_PREFIX, publicKey]),
      format: 'der',
      type: 'spki',
    });
    return verify('sha256', signContent(label, content), key, signature);
  } catch {
    return false;
  }
}

/** `RefHash` (RFC 9420 §5.2) with SHA-256: how MLS names key packages and proposals. */
export function refHash(label: string, value: Uint8Array): Buffer {
  return createHash('sha256')
    .update(vector(Buffer.from(`MLS 1.0 ${label}`)))
    .update(vector(value))
    .digest();
}

/** The uncompressed point (65 bytes) of a P-256 public key. */
export function rawPoint(publicKey: KeyObject): Buffer {
  return publicKey.export({ format: 'der', type: 'spki' }).subarray(P256_SPKI_PREFIX.length);
}
