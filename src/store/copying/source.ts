import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { sleep } from '../../concurrency/async.ts';
import { MynahError } from '../../errors.ts';
import { MIGRATION_NAMES } from '../migrations.ts';
import { connectionConfig } from '../postgres.ts';
import { quoted, type Row, type Table } from './tables.ts';

/** How long another process that is just ending may keep a database. */
const PATIENCE_MS = 2_000;
const RETRY_MS = 100;

/** By this name the server tells this connection from those of a running Mynah. */
const APPLICATION = 'mynah-migration';

/** A database that is read as it is at one moment, and not changed. The caller must close it. */
export interface Source {
  /** Its rows, at most `size` at a time. One table at a time. */
  batches(table: Table, size: number): AsyncIterable<readonly Row[]>;
  close(): Promise<void>;
}

/** A source, or one line on why this one is not copied. */
export type OpenedSource =
  | { readonly kind: 'open'; readonly source: Source }
  | { readonly kind: 'refused'; readonly line: string };

/** An address without what must not be printed. */
export function nameOf(url: string): string {
  if (!URL.canParse(url) || url.startsWith('sqlite:')) return url;
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
}

/**
 * Opens the database at `sqlite:PATH` or `postgres://…`, which must be of this version and in use by nobody.
 * @throws {MynahError} STORE_UNAVAILABLE when it cannot be read.
 */
export async function openSource(url: string): Promise<OpenedSource> {
  try {
    return url.startsWith('sqlite:') ? openSqliteSource(url) : await openPostgresSource(url);
  } catch (error) {
    throw new MynahError('STORE_UNAVAILABLE', `cannot read ${nameOf(url)}: check the address`, { cause: error });
  }
}

/** Whether a running Mynah is connected to the PostgreSQL database at `url`. */
export async function isServing(url: string): Promise<boolean> {
  const client = await connectPostgres(url);
  try {
    return await isServed(client);
  } finally {
    await client.end();
  }
}

function openSqliteSource(url: string): OpenedSource {
  const file = resolve(url.slice('sqlite:'.length));
  if (!existsSync(file)) return { kind: 'refused', line: `there is no file ${file}: check --migrate-from` };
  const database = new Sqlite(file, { fileMustExist: true, timeout: PATIENCE_MS });
  const refused = refuseSqlite(database, url);
  if (refused !== undefined) {
    database.close();
    return { kind: 'refused', line: refused };
  }
  database.pragma('query_only = ON');
  const source: Source = {
    batches: async function* (table, size) {
      let batch: Row[] = [];
      for (const row of database.prepare<[], Row>(selectFrom(table)).iterate()) {
        batch.push(row);
        if (batch.length < size) continue;
        yield batch;
        batch = [];
      }
      if (batch.length > 0) yield batch;
    },
    close: async () => void database.close(),
  };
  return { kind: 'open', source };
}

/** Keeps everyone else out until the file is closed, unless there is a reason not to copy it. */
function refuseSqlite(database: Sqlite.Database, url: string): string | undefined {
  // In this mode the lock stays after the transaction; it can't be had while anybody has the file open.
  database.pragma('locking_mode = EXCLUSIVE');
  try {
    database.exec('begin exclusive; commit');
  } catch (error) {
    const isBusy = error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
    if (isBusy) return inUse(url);
    throw error;
  }
  const table = database.prepare("select 1 from sqlite_master where name = 'kysely_migration'");
  if (table.get() === undefined) return refuseVersion(url, undefined);
  const names = database.prepare<[], { readonly name: string }>('select name from kysely_migration').all();
  return refuseVersion(url, names);
}

async function openPostgresSource(url: string): Promise<OpenedSource> {
  const client = await connectPostgres(url);
  try {
    const refused = await refusePostgres(client, url);
    if (refused !== undefined) {
      await client.end();
      return { kind: 'refused', line: refused };
    }
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await client.query('begin isolation level repeatable read read only');
  } catch (error) {
    await client.end();
    throw error;
  }
  const source: Source = {
    batches: async function* (table, size) {
      await client.query(`declare copied_rows no scroll cursor for ${selectFrom(table)}`);
      for (;;) {
        const { rows } = await client.query<Row>(`fetch forward ${size} from copied_rows`);
        if (rows.length > 0) yield rows;
        if (rows.length < size) break;
      }
      await client.query('close copied_rows');
    },
    close: () => client.end(),
  };
  return { kind: 'open', source };
}

async function connectPostgres(url: string): Promise<pg.Client> {
  const client = new pg.Client({ ...connectionConfig(url), application_name: APPLICATION });
  // A failure reaches the query under way.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function refusePostgres(client: pg.Client, url: string): Promise<string | undefined> {
  if (await isServed(client)) return inUse(url);
  const { rows: tables } = await client.query("select 1 where to_regclass('kysely_migration') is not null");
  if (tables.length === 0) return refuseVersion(url, undefined);
  const { rows } = await client.query<{ readonly name: string }>('select name from kysely_migration');
  return refuseVersion(url, rows);
}

async function isServed(client: pg.Client): Promise<boolean> {
  const sessions =
    "select 1 from pg_stat_activity where application_name = 'mynah' and datname = current_database() limit 1";
  const giveUpAtMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const { rows } = await client.query(sessions);
    if (rows.length === 0 || performance.now() > giveUpAtMs) return rows.length > 0;
    await sleep(RETRY_MS);
  }
}

function inUse(url: string): string {
  return `${nameOf(url)} is in use: stop Mynah, and whatever else has it open, then try again`;
}

function refuseVersion(url: string, applied: readonly { readonly name: string }[] | undefined): string | undefined {
  const source = nameOf(url);
  if (applied === undefined) return `${source} is not a database of Mynah: check --migrate-from`;
  if (applied.some(({ name }) => !MIGRATION_NAMES.includes(name))) {
    return `${source} belongs to a newer version of Mynah: update Mynah first`;
  }
  if (applied.length === MIGRATION_NAMES.length) return undefined;
  return `${source} belongs to an older version of Mynah: start this version on it once and stop it, then try again`;
}

function selectFrom({ name, columns }: Table): string {
  return `select ${columns.map(quoted).join(', ')} from ${quoted(name)}`;
}
