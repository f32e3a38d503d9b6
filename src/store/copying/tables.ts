import Sqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { migrate } from '../migrations.ts';
import type { Schema } from '../schema.ts';

/** A value of a row in either kind of database. */
export type Value = string | number | Uint8Array | null;
export type Row = Readonly<Record<string, Value>>;

/** One of Mynah's tables, as the migrations make it. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** Some of its rows are large: they have bytes. */
  readonly hasBytes: boolean;
  /** The rows that an empty database has. */
  readonly seeds: readonly Row[];
}

/** Mynah's tables, each after those that it refers to: read from a database in memory that the migrations just made. */
export async function describeTables(): Promise<readonly Table[]> {
  const database = new Sqlite(':memory:');
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database }) });
  try {
    await migrate(db);
    const names = database
      .prepare<[], { readonly name: string }>("select name from sqlite_master where type = 'table' order by name")
      .all()
      .map(({ name }) => name)
      .filter((name) => !/^(sqlite|kysely)_/.test(name));
    return inOrder(names, (name) => referredBy(database, name)).map((name) => describeTable(database, name));
  } finally {
    await db.destroy();
    database.close();
  }
}

function describeTable(database: Sqlite.Database, name: string): Table {
  const columns = database
    .prepare<[string], { readonly name: string; readonly type: string }>('select name, type from pragma_table_info(?)')
    .all(name);
  const seeds = database.prepare<[], Row>(`select * from ${quoted(name)}`);
  const hasBytes = columns.some(({ type }) => type.toLowerCase() === 'bytea');
  return { name, columns: columns.map((column) => column.name), hasBytes, seeds: seeds.all() };
}

function referredBy(database: Sqlite.Database, name: string): string[] {
  const keys = database.prepare<[string], { readonly table: string }>('select "table" from pragma_foreign_key_list(?)');
  return keys.all(name).map(({ table }) => table);
}

/** Each name after those that it needs; a name that needs itself is no problem. */
function inOrder(names: readonly string[], needs: (name: string) => readonly string[]): string[] {
  const ordered = new Set<string>();
  const add = (name: string): void => {
    if (ordered.has(name)) return;
    for (const needed of needs(name)) if (needed !== name) add(needed);
    ordered.add(name);
  };
  for (const name of names) add(name);
  return [...ordered];
}

/** A name as both kinds of database quote it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
