import { createHash } from 'node:crypto';

/** The SHA-256 of bytes, as 64 lowercase hexadecimal digits. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
