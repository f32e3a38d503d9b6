import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import Sqlite from 'better-sqlite3';
import { type NotificationRelay, startNotificationRelay } from './store-notification-relay.ts';

/** An initially empty database. */
export interface EmptyDatabase {
  readonly url: string;
  /** Removes all data. */
  clear(): Promise<void>;
  /** Runs SQL statements past the store. */
  execute(statements: string): Promise<void>;
  /** The rows of a query past the store. */
  query(statement: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  close(): Promise<void>;
}

/** A SQLite file in its own folder. */
export async function makeSqlite(): Promise<EmptyDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'mynah-store-'));
  const file = join(folder, 'inner', 'mynah.sqlite');
  const clear = () => rm(join(folder, 'inner'), { recursive: true, force: true });
  return {
    url: `sqlite:${file}`,
    clear,
    execute: async (statements) => {
      await mkdir(dirname(file), { recursive: true });
      const database = new Sqlite(file);
      database.exec(statements);
      database.close();
    },
    query: async (statement) => {
      const database = new Sqlite(file);
      const rows = database.prepare<unknown[], Record<string, unknown>>(statement).all();
      database.close();
      return rows;
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** PostgreSQL compiled to WebAssembly, behind its wire protocol on a local socket. */
export async function makePostgres(): Promise<EmptyDatabase & { readonly relay: NotificationRelay }> {
  const engine = await PGlite.create();
  const server = new PGLiteSocketServer({ db: engine, host: '127.0.0.1', port: 0, maxConnections: 20 });
  await server.start();
  const relay = await startNotificationRelay(Number(server.getServerConn().split(':').at(-1)));
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${relay.port}/postgres`,
    clear: async () => {
      await engine.exec('drop schema public cascade; create schema public');
    },
    execute: async (statements) => {
      await engine.exec(statements);
    },
    query: async (statement) => (await engine.query<Record<string, unknown>>(statement)).rows,
    relay,
    close: async () => {
      await relay.close();
      await server.stop();
      await engine.close();
    },
  };
}
