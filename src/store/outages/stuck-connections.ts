import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';

/** The server closes the session, or became a replica: another connection may reach the new primary. */
const LEFT_BEHIND = /^(57P0\d|25006)$/;

/**
 * The pool as Kysely uses it, without connections that are of no more use. A connection whose server vanished without a
 * word would stay in the pool until the system gives it up, after a quarter of an hour, and fail each statement after its
 * time limit, although the server may be back at once.
 */
export function withoutStuckConnections(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    connect: async () => usable(await pool.connect()),
    end: () => pool.end(),
  };
}

function usable(client: pg.PoolClient): PostgresPoolClient {
  let isOfUse = true;
  const query = async (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
    try {
      return await client.query(text, [...values]);
    } catch (error) {
      isOfUse &&= error instanceof pg.DatabaseError && !LEFT_BEHIND.test(error.code ?? '');
      throw error;
    }
  };
  return {
    // Kysely's other use of it, with a cursor, needs a package that is not used here.
    query: query as unknown as PostgresPoolClient['query'],
    release: (discard) => client.release(discard === true || !isOfUse),
  };
}
