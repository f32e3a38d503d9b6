import pg from 'pg';
import { type DatabaseState, isNewer, pendingMigrations } from './database-state.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const QUERY_TIMEOUT_MS = 5_000;

/** Looks at a PostgreSQL database without changing it. Throws the driver's own error. */
export async function inspectPostgres(url: string): Promise<DatabaseState> {
  const { host, pathname } = new URL(url);
  const name = `${host}${pathname}`;
  const client = new pg.Client(inspectionConfig(url));
  // A connection that breaks between two queries would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<PostgresFacts>(FACTS);
    const [facts] = rows;
    const applied = facts?.has_tables === true ? await appliedMigrations(client) : [];
    if (facts === undefined || facts.read_only || !facts.may_create) return { kind: 'read-only', name };
    if (isNewer(applied)) return { kind: 'newer', name };
    const pending = pendingMigrations(applied);
    return { kind: 'usable', name, applied: applied.length, pending, server: facts.server };
  } finally {
    await client.end();
  }
}

/** How a connection that only looks is made. */
export function inspectionConfig(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    application_name: 'mynah-check',
  };
}

interface PostgresFacts {
  readonly server: string;
  readonly read_only: boolean;
  readonly may_create: boolean;
  readonly has_tables: boolean;
}

const FACTS = `
  select
    current_setting('server_version') as server,
    current_setting('transaction_read_only') = 'on' as read_only,
    coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) as may_create,
    to_regclass('kysely_migration') is not null as has_tables`;

/** The names of the migrations in a database, which must have their table. */
export async function appliedMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ readonly name: string }>('select name from kysely_migration order by name');
  return rows.map(({ name }) => name);
}
