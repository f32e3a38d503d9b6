import { createHash } from 'node:crypto';

/** PostgreSQL's advisory locks have two 32-bit keys: a class, and an object in it. Other programs may use the database too. */
export function lockClassOf(name: string): number {
  // Positive, because pg_locks shows them without a sign.
  return createHash('sha256').update(`mynah ${name}`).digest().readUInt32BE(0) >>> 1;
}
