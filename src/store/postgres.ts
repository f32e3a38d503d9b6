import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { withinTime } from '../concurrency/async.ts';
import { MynahError } from '../errors.ts';
import type { Logger } from '../log/log.ts';
import { type Connection, type ObserveStatement, statementLog } from './connection.ts';
import { migrate } from './migrations.ts';
import { BoundedPostgresDialect } from './outages/bounded-transactions.ts';
import { postgresProblemOf } from './outages/postgres-problem.ts';
import { withoutStuckConnections } from './outages/stuck-connections.ts';
import { PERMITS_CHANNEL } from './permits/permit-board.ts';
import { createPostgresNotices, NOTICES_CHANNEL } from './processes/database-notices.ts';
import { DatabaseSession } from './processes/database-session.ts';
import { type PostgresAddress, requireSessions } from './processes/sessions.ts';
import { createSharing } from './processes/sharing.ts';
import type { Schema } from './schema.ts';

/** A busy bot writes a few times a second. */
const MAX_CONNECTIONS = 5;
/** A start that fails must end the process within 10 s. */
const CONNECT_TIMEOUT_MS = 5_000;
/** No statement takes as long as a second; after this long it fails. */
const QUERY_TIMEOUT_MS = 30_000;
/** Connections to a server that does not answer are left to the system. */
const CLOSE_TIMEOUT_MS = 2_000;

/**
 * Connects to a PostgreSQL server and replaces connections that break. Erased rows leave the server's files when it
 * vacuums.
 * @throws {MynahError} STORE_UNAVAILABLE when it cannot be reached; STORE_SESSIONS_SHARED; STORE_MIGRATION_FAILED.
 */
export async function openPostgres(
  { url, directUrl }: PostgresAddress,
  log: Logger,
  observe?: ObserveStatement,
): Promise<Connection> {
  const pool = createPool(url, log);
  const sound = withoutStuckConnections(pool);
  const db = new Kysely<Schema>({ dialect: new BoundedPostgresDialect({ pool: sound }), ...statementLog(observe) });
  const endAll = async () => {
    await db.destroy();
    if (!pool.ended) await pool.end();
  };
  const close = () => withinTime(endAll(), CLOSE_TIMEOUT_MS, undefined);
  try {
    await tryToUse(url, () => pool.query('select 1'));
    await tryToUse(directUrl ?? url, () => requireSessions({ url, directUrl }, connectionConfig));
    // Another process may take its time with the same.
    await migrate(new Kysely<Schema>({ dialect: new PostgresDialect({ pool: sound }) }));
  } catch (error) {
    await close();
    throw error;
  }
  const connection = connectionConfig(directUrl ?? url);
  const session = new DatabaseSession({ connection, channels: [NOTICES_CHANNEL, PERMITS_CHANNEL], log });
  return {
    dialect: 'postgres',
    db,
    notices: createPostgresNotices({ session, pool, log }),
    sharing: createSharing(session, pool, log),
    scrub: () => Promise.resolve(),
    close: async () => {
      await session.close();
      await close();
    },
  };
}

function createPool(url: string, log: Logger): pg.Pool {
  const pool = new pg.Pool({ ...connectionConfig(url), max: MAX_CONNECTIONS });
  // The pool handles errors of idle connections only; an error of one in use would end the process.
  // A statement that was under way rejects, and its caller reports that.
  pool.on('connect', (client) =>
    client.on('error', (error) => log.debug({ err: error }, 'a database connection broke')),
  );
  pool.on('error', () => undefined);
  return pool;
}

/** How every connection is made. */
export function connectionConfig(url: string): pg.ClientConfig {
  const types = new pg.TypeOverrides();
  // Every 64-bit number here is a count or a time in milliseconds, far below what a double holds exactly.
  types.setTypeParser(pg.types.builtins.INT8, Number);
  return {
    types,
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'mynah',
  };
}

async function tryToUse(url: string, use: () => Promise<unknown>): Promise<void> {
  try {
    await use();
  } catch (error) {
    if (error instanceof MynahError) throw error;
    const { reason, advice } = postgresProblemOf(error);
    const line = `cannot use the database server at ${new URL(url).host} (${reason}): ${advice}`;
    throw new MynahError('STORE_UNAVAILABLE', line, { retryable: true, cause: error });
  }
}
