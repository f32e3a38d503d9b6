import type { Kysely } from 'kysely';
import type { DatabaseNotices } from './database-notices.ts';
import type { Sharing } from './permits/sharing.ts';
import type { Schema } from './schema.ts';

/** An open database with its tables up to date. The opener must close it. */
export interface Connection {
  readonly dialect: 'sqlite' | 'postgres';
  readonly db: Kysely<Schema>;
  /** Closed with the connection. */
  readonly notices: DatabaseNotices;
  /** What other processes on the database can share; `undefined` where they can't. */
  readonly sharing: Sharing | undefined;
  /** Removes deleted data from the database's files, as far as this kind of database lets clients do so. */
  scrub(): Promise<void>;
  close(): Promise<void>;
}
