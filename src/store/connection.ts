import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** An open database with its tables up to date. Whoever opened it closes it. */
export interface Connection {
  readonly db: Kysely<Schema>;
  /** Takes what was deleted out of the database's files, as far as this kind of database lets its clients do so. */
  scrub(): Promise<void>;
  close(): Promise<void>;
}
