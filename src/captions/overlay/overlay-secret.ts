import { createHash, randomBytes } from 'node:crypto';

/** 192 bits: nobody finds one by trying. */
const SECRET_BYTES = 24;

/** A new secret: 32 characters of base64url. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** What is stored of a secret: its SHA-256 in hexadecimal digits. `undefined` for a text that is no secret. */
export function hashOfSecret(secret: string): string | undefined {
  if (!/^[\w-]{32}$/.test(secret)) return undefined;
  return createHash('sha256').update(secret).digest('hex');
}
