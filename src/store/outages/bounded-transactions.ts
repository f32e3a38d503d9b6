import { CompiledQuery, type DatabaseConnection, type Driver, PostgresDialect, type TransactionSettings } from 'kysely';

/** How long a transaction may wait for its process, which may have stopped, and for the locks of others. */
const MOST_IDLE_MS = 3_000;
const MOST_LOCKED_MS = 5_000;

/** https://www.postgresql.org/docs/current/runtime-config-client.html; LOCAL, so that it works through a pooler. */
const BEGIN = `begin; set local idle_in_transaction_session_timeout = ${MOST_IDLE_MS}; set local lock_timeout = ${MOST_LOCKED_MS}`;

/**
 * PostgreSQL, whose transactions end when their process stops in the middle: otherwise its locks would hold up every other
 * process for as long as it is stopped.
 */
export class BoundedPostgresDialect extends PostgresDialect {
  override createDriver(): Driver {
    const driver = super.createDriver();
    const begin = driver.beginTransaction.bind(driver);
    driver.beginTransaction = async (connection: DatabaseConnection, settings: TransactionSettings) => {
      if (settings.isolationLevel === undefined && settings.accessMode === undefined) {
        await connection.executeQuery(CompiledQuery.raw(BEGIN));
      } else await begin(connection, settings);
    };
    return driver;
  }
}
