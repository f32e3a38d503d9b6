import type { Kysely, LogConfig } from 'kysely';
import type { DatabaseNotices } from './processes/database-notices.ts';
import type { Sharing } from './processes/sharing.ts';
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

/** One statement that is over, for statistics. It has nothing of its text or values. */
export interface StatementEnd {
  readonly statement: 'select' | 'insert' | 'update' | 'delete' | 'other';
  readonly durationMs: number;
  readonly hasFailed: boolean;
}

/** Receives every statement when it is over. It must not throw. */
export type ObserveStatement = (end: StatementEnd) => void;

const STATEMENT_OF_NODE: Readonly<Record<string, StatementEnd['statement']>> = {
  SelectQueryNode: 'select',
  InsertQueryNode: 'insert',
  UpdateQueryNode: 'update',
  DeleteQueryNode: 'delete',
};

/** The `log` of a Kysely that reports its statements; `undefined` if nobody wants to know. */
export function statementLog(observe: ObserveStatement | undefined): { readonly log?: LogConfig } {
  if (observe === undefined) return {};
  return {
    log: ({ level, query, queryDurationMillis: durationMs }) =>
      observe({
        statement: STATEMENT_OF_NODE[query.query.kind] ?? 'other',
        durationMs,
        hasFailed: level === 'error',
      }),
  };
}
