import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, inject } from 'vitest';
import { declaredProgram } from '../support/needs.ts';
import { createTestDatabase, execute, query } from '../support/postgres-server.ts';

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

/** A database on the PostgreSQL server that all files share. */
export interface PostgresDatabase extends EmptyDatabase {
  /** Ends all connections. While it is `cut`, new ones are refused. */
  cut(): Promise<void>;
  /** Allows connections again. */
  mend(): Promise<void>;
}

/** Defines the same tests for SQLite and for PostgreSQL, named by the `%s` in `name`. */
export function describeDatabases(name: string, define: (makeEmpty: () => Promise<EmptyDatabase>) => void): void {
  describe(name.replace('%s', 'SQLite'), () => define(makeSqlite));
  describePostgres(name.replace('%s', 'PostgreSQL'), () => define(makePostgres));
}

/** Defines tests that need PostgreSQL. */
export function describePostgres(name: string, define: () => void): void {
  describe(name, { tags: ['postgres'] }, define);
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

/**
 * A database of its own on the shared PostgreSQL server.
 * @throws {Error} with the tag to add, where the test has not declared PostgreSQL.
 */
export async function makePostgres(): Promise<PostgresDatabase> {
  declaredProgram('postgres', 'postgres');
  const adminUrl = inject('postgresUrl') ?? expect.fail('the server was not started');
  const database = await createTestDatabase(adminUrl);
  const { url } = database;
  const name = new URL(url).pathname.slice(1);
  return {
    url,
    clear: () => execute(url, 'drop schema public cascade; create schema public'),
    execute: (statements) => execute(url, statements),
    query: (statement) => query(url, statement),
    cut: async () => {
      await execute(adminUrl, `alter database ${name} allow_connections false`);
      await execute(adminUrl, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    },
    mend: () => execute(adminUrl, `alter database ${name} allow_connections true`),
    close: () => database.drop(),
  };
}
