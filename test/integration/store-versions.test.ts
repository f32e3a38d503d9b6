import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../src/log/log.ts';
import { DEFAULT_SERVER_SETTINGS } from '../../src/settings/server-settings.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { settingsOf } from '../support/stored-settings.ts';
import { describeDatabases, type EmptyDatabase } from './store-databases.ts';

const GUILD = '200000000000000001';
const [ADA, BOB] = ['300000000000000001', '300000000000000002'];

/** The released versions, oldest first, with the statements that brought each about. */
const VERSIONS = readFileSync(new URL('./store-versions.sql', import.meta.url), 'utf8')
  .split(/^-- version /m)
  .slice(1)
  .map((section) => {
    const [name = '', ...statements] = section.split('\n');
    return { name, statements: statements.join('\n') };
  });

/** Kysely's record of the migrations, as every version kept it. */
const MIGRATION_TABLES = `
  CREATE TABLE "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
  CREATE TABLE "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
  INSERT INTO kysely_migration_lock VALUES ('migration_lock', 0);
`;

const log = createLogger('silent');

/** All columns, as `t` and `c`. */
const COLUMNS = {
  sqlite: "select m.name as t, c.name as c from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table'",
  postgres: "select table_name as t, column_name as c from information_schema.columns where table_schema = 'public'",
};

describeDatabases('databases of older versions in %s', (makeEmpty) => {
  let empty: EmptyDatabase;
  const opened: Database[] = [];

  const open = async (): Promise<Database> => {
    const database = await openDatabase(empty.url, log);
    opened.push(database);
    return database;
  };
  /** All columns, as `table.column`. */
  const columns = async (): Promise<string[]> =>
    (await empty.query(empty.url.startsWith('sqlite:') ? COLUMNS.sqlite : COLUMNS.postgres))
      .map(({ t, c }) => `${String(t)}.${String(c)}`)
      .toSorted();
  /** All rows of all tables but Kysely's. */
  const rows = async (): Promise<Map<string, readonly Readonly<Record<string, unknown>>[]>> => {
    const tables = new Set((await columns()).map((column) => column.split('.')[0] ?? ''));
    const own = [...tables].filter((table) => !table.startsWith('kysely') && !table.startsWith('sqlite'));
    const all = new Map<string, readonly Readonly<Record<string, unknown>>[]>();
    for (const table of own) all.set(table, await empty.query(`select * from ${table}`));
    return all;
  };
  /** The database as a version left it. */
  const makeVersion = async (index: number): Promise<void> => {
    await empty.clear();
    const past = VERSIONS.slice(0, index + 1);
    const names = past.map(({ name }, at) => `('${name}', '2026-01-01T00:00:00.00${at}Z')`);
    await empty.execute(MIGRATION_TABLES);
    await empty.execute(`insert into kysely_migration values ${names.join(', ')}`);
    for (const { statements } of past) await empty.execute(statements);
  };

  beforeAll(async () => {
    empty = await makeEmpty();
  });
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
    await empty.clear();
  });
  afterAll(() => empty.close());

  test.each(VERSIONS.map(({ name }, index) => [name, index] as const))(
    'are brought to the newest tables, and keep every row: %s',
    async (_name, index) => {
      await open();
      const newest = await columns();
      for (const database of opened.splice(0)) await database.close();
      await makeVersion(index);
      const before = await rows();
      const { consent, transcripts } = await open();
      expect(await columns()).toEqual(newest);
      const after = await rows();
      for (const [table, its] of before) {
        // Version 0003 moved the decisions to another table, and 0017 joined the settings of a server.
        if (table === 'consents' || table === 'guild_settings') continue;
        expect(after.get(table), table).toHaveLength(its.length);
        for (const row of its) expect(after.get(table), table).toContainEqual(expect.objectContaining(row));
      }
      expect((await consent.decisionsOf(ADA)).map((decision) => decision.consent)).toEqual(['opted-out']);
      expect((await consent.decisionsOf(BOB)).map((decision) => decision.consent)).toEqual(['opted-in']);
      expect((await transcripts.lines('first')).map(({ text }) => text)).toEqual(['Grüße, 你好.', 'Late.']);
    },
  );

  test.each(VERSIONS.map(({ name }, index) => [name, index] as const))(
    'keep the settings of a server: %s',
    async (name, index) => {
      await makeVersion(index);
      const has = (since: string): boolean => name >= since;
      expect(await settingsOf(await open()).of(GUILD)).toEqual({
        ...DEFAULT_SERVER_SETTINGS,
        captions: {
          ...DEFAULT_SERVER_SETTINGS.captions,
          ...{ consent: 'opt-in', captionBots: true, retentionDays: 60, language: 'de' },
        },
        ...(has('0002') && { voices: { maxPerPerson: 2, maxPerGuild: 7 } }),
        ...(has('0005') && { budgets: { characters: 5_000 } }),
        ...(has('0007') && {
          lengths: { say: 77, reading: 400 },
          access: { ...DEFAULT_SERVER_SETTINGS.access, speak: ['100000000000000001'] },
        }),
      });
    },
  );
});

test('every migration that was released has its section, in order', async () => {
  const source = readFileSync(new URL('../../src/store/migrations.ts', import.meta.url), 'utf8');
  const names = [...source.matchAll(/^ {2}'(\d{4}-[\w-]+)':/gm)].map(([, name = '']) => name);
  expect(names.slice(0, VERSIONS.length)).toEqual(VERSIONS.map(({ name }) => name));
  expect(VERSIONS.length).toBeGreaterThanOrEqual(7);
});
