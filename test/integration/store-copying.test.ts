import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../../src/log/log.ts';
import { type CopyOptions, type CopyOutcome, copyDatabase, copyTables } from '../../src/store/copying/copy-database.ts';
import { openSource } from '../../src/store/copying/source.ts';
import { describeTables, type Table } from '../../src/store/copying/tables.ts';
import { openConnection, openDatabase } from '../../src/store/database.ts';
import { describePostgres, type EmptyDatabase, makePostgres, makeSqlite } from './store-databases.ts';

const log = createLogger('silent');
const tables = await describeTables();

/** What a column with a check accepts; all other texts are equal, so that references hold. */
const CHECKED: Readonly<Record<string, string>> = {
  consent: 'opted-in',
  lost: 'gone',
  purpose: 'say',
  scope: 'person',
};
const TEXTS = ['Grüße "1" $1 \\ 😀', '漢字 ? :a\n\tשלום'] as const;

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
}

/** No text in any encoding, with the bytes that databases might take for an end or an escape. */
const BYTES = Buffer.from([0x00, 0xff, 0xfe, 0x5c, 0x78, 0x27, 0x00, 0xc3]);

/** Bytes as a kind of database writes them. */
const LITERALS = {
  sqlite: `x'${BYTES.toString('hex')}'`,
  postgres: `'\\x${BYTES.toString('hex')}'`,
} as const;

/** Two statements a table: a row with everything, and one with nothing that may be missing. */
async function makeRows(): Promise<readonly string[]> {
  const sqlite = await makeSqlite();
  await (await openDatabase(sqlite.url, log)).close();
  const rows: string[] = [];
  for (const { name, seeds } of tables) {
    const columns = (await sqlite.query(`select * from pragma_table_info('${name}')`)) as unknown as readonly Column[];
    if (seeds.length > 0) rows.push(`delete from ${name}`);
    for (const [index, text] of TEXTS.entries()) {
      const literal = (column: Column): string => {
        if (index === 1 && column.notnull + column.pk === 0) return 'null';
        const type = column.type.toLowerCase();
        if (type === 'text') return `'${CHECKED[column.name] ?? text}'`;
        if (type === 'bigint') return String(1_760_000_000_123 + index);
        if (type === 'bytea') return '<bytes>';
        return type === 'integer' ? '1' : '1.25';
      };
      const names = columns.map((column) => column.name);
      rows.push(`insert into ${name} (${names.join(', ')}) values (${columns.map(literal).join(', ')})`);
    }
  }
  await sqlite.close();
  return rows;
}

const ROWS = await makeRows();

/** A database with two rows in each table. */
async function fill(empty: EmptyDatabase): Promise<void> {
  await (await openDatabase(empty.url, log)).close();
  const bytes = LITERALS[empty.url.startsWith('sqlite:') ? 'sqlite' : 'postgres'];
  await empty.execute(ROWS.join(';\n').replaceAll('<bytes>', () => bytes));
}

async function dump(database: EmptyDatabase): Promise<Map<string, readonly string[]>> {
  const all = new Map<string, readonly string[]>();
  for (const { name, columns } of tables) {
    const rows = await database.query(`select ${columns.join(', ')} from ${name}`);
    const texts = rows.map((row) => JSON.stringify(columns.map((column) => toText(row[column]))));
    all.set(name, texts.toSorted());
  }
  return all;
}

function toText(value: unknown): string {
  return value instanceof Uint8Array ? `bytes ${Buffer.from(value).toString('hex')}` : String(value);
}

test('the tables to copy are those of the schema', () => {
  const source = readFileSync(new URL('../../src/store/schema.ts', import.meta.url), 'utf8');
  const [, inside = ''] = /export interface Schema \{(.*?)^\}/ms.exec(source) ?? [];
  const names = [...inside.matchAll(/^ {2}readonly (\w+):/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(20);
  expect(new Set(tables.map(({ name }) => name))).toEqual(new Set(names));
});

describePostgres('a copy of a database', () => {
  const made: EmptyDatabase[] = [];
  const make = async (kind: 'SQLite' | 'PostgreSQL'): Promise<EmptyDatabase> => {
    const empty = await (kind === 'SQLite' ? makeSqlite() : makePostgres());
    made.push(empty);
    return empty;
  };
  afterEach(async () => {
    for (const each of made.splice(0)) await each.close();
  });

  const copy = (from: EmptyDatabase, to: EmptyDatabase, more: Partial<CopyOptions> = {}): Promise<CopyOutcome> =>
    copyDatabase({ from: from.url, to: to.url, log, signal: new AbortController().signal, ...more });
  const refused = async (from: EmptyDatabase, to: EmptyDatabase): Promise<string> => {
    const outcome = await copy(from, to);
    return outcome.kind === 'refused' ? outcome.line : 'not refused';
  };

  test.each([
    ['SQLite', 'PostgreSQL'],
    ['PostgreSQL', 'SQLite'],
    ['SQLite', 'SQLite'],
    ['PostgreSQL', 'PostgreSQL'],
  ] as const)('has every row of every table, from %s to %s, and leaves the source as it was', async (from, to) => {
    const [source, target] = [await make(from), await make(to)];
    await fill(source);
    const before = await dump(source);
    for (const [name, rows] of before) expect(rows, name).toHaveLength(2);
    const outcome = await copy(source, target);
    expect(outcome).toEqual({
      kind: 'copied',
      tables: tables.map(({ name }) => ({ name, rows: before.get(name)?.length })),
    });
    expect(await dump(target)).toEqual(before);
    expect(await dump(source)).toEqual(before);
    await (await openDatabase(target.url, log)).close();
  });

  test.each([
    ['SQLite', 'PostgreSQL'],
    ['PostgreSQL', 'SQLite'],
  ] as const)('of many rows is made in batches, with progress, from %s to %s', async (from, to) => {
    const [source, target] = [await make(from), await make(to)];
    await fill(source);
    await source.execute(`
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 2500)
      insert into caption_lines (line_id, session_id, user_id, speaker, started_at_ms, ended_at_ms, text, late)
      select n || session_id, session_id, 'ada', 'Ada', n, n + 1, 'text ' || n, 0 from numbers, caption_sessions
    `);
    const told: unknown[] = [];
    await copy(source, target, {
      progressRows: 2_000,
      onProgress: ({ name, rows }, isWhole) => name === 'caption_lines' && told.push([rows, isWhole]),
    });
    expect(told).toEqual([
      [2_000, false],
      [4_000, false],
      [5_002, true],
    ]);
    expect(await dump(target)).toEqual(await dump(source));
  });

  test('leaves out what PostgreSQL cannot store: NUL in a text', async () => {
    const [source, target] = [await make('SQLite'), await make('PostgreSQL')];
    await fill(source);
    await source.execute("insert into reading_choices values ('g', 'u', 1, 'a' || char(0) || 'b')");
    expect(await copy(source, target)).toMatchObject({ kind: 'copied' });
    expect(await target.query("select nickname from reading_choices where user_id = 'u'")).toEqual([
      { nickname: 'ab' },
    ]);
  });

  describe.each(['SQLite', 'PostgreSQL'] as const)('to %s', (kind) => {
    test('is refused when the target has rows, which stay', async () => {
      const [source, target] = [await make('SQLite'), await make(kind)];
      await fill(source);
      const database = await openDatabase(target.url, log);
      await database.consent.setConsent('ada', 'opted-out', 1);
      await database.close();
      const before = await dump(target);
      expect(await refused(source, target)).toMatch(
        /^the database at DATABASE_URL, .+, is not empty: it has rows in consent_decisions\. Name an empty one/,
      );
      expect(await dump(target)).toEqual(before);
    });

    test.each([
      ['is interrupted', () => new AbortController()],
      ['fails', () => undefined],
    ])('that %s leaves the target empty, and can be repeated', async (_what, interrupt) => {
      const [source, target] = [await make('SQLite'), await make(kind)];
      await fill(source);
      await (await openDatabase(target.url, log)).close();
      const empty = await dump(target);
      const stop = interrupt();
      const onProgress = ({ name }: { readonly name: string }): void => {
        if (name !== 'caption_sessions') return;
        stop?.abort(new Error('stopped'));
        if (stop === undefined) throw new Error('failed');
      };
      const signal = stop?.signal ?? new AbortController().signal;
      await expect(copy(source, target, { signal, onProgress })).rejects.toThrow(stop ? 'stopped' : 'failed');
      expect(await dump(target)).toEqual(empty);
      expect(await copy(source, target)).toMatchObject({ kind: 'copied' });
      expect(await dump(target)).toEqual(await dump(source));
    });
  });

  describe.each(['SQLite', 'PostgreSQL'] as const)('from %s', (kind) => {
    test('is refused while a process has the source open, with what to do', async () => {
      const [source, target] = [await make(kind), await make('SQLite')];
      const database = await openDatabase(source.url, log);
      onTestFinished(() => database.close());
      expect(await refused(source, target)).toMatch(/^(sqlite|postgres):.+ is in use: stop Mynah/);
      await database.close();
      expect(await copy(source, target)).toMatchObject({ kind: 'copied' });
    });

    test('is refused when the source is of another version', async () => {
      const [source, target] = [await make(kind), await make('SQLite')];
      await source.execute('create table words (word text)');
      expect(await refused(source, target)).toContain('is not a database of Mynah');
      await source.clear();
      await fill(source);
      await source.execute("insert into kysely_migration values ('9999-future', '2030')");
      expect(await refused(source, target)).toContain('belongs to a newer version of Mynah: update Mynah first');
      await source.execute("delete from kysely_migration where name = '9999-future' or name like '0013%'");
      expect(await refused(source, target)).toContain('belongs to an older version of Mynah: start this version on it');
    });
  });

  test('is refused while a process uses the target on PostgreSQL', async () => {
    const [source, target] = [await make('SQLite'), await make('PostgreSQL')];
    await fill(source);
    const database = await openDatabase(target.url, log);
    onTestFinished(() => database.close());
    expect(await refused(source, target)).toMatch(/^the database at DATABASE_URL, postgres:.+, is in use: stop Mynah/);
  });

  test('names neither user nor password', async () => {
    const target = await make('PostgreSQL');
    const source = await make('PostgreSQL');
    const { password } = new URL(source.url);
    const line = await refused(source, target);
    expect(line).toContain('is not a database of Mynah');
    expect(line).not.toContain(password);
    const wrong = source.url.replace(password, 'hunter2');
    const error = await copyDatabase({
      ...{ from: wrong, to: target.url, log, signal: new AbortController().signal },
    }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect(String(error)).not.toContain('hunter2');
  });

  test('of a file that is missing, or no database, is refused, and the file stays as it is', async () => {
    const [source, target] = [await make('SQLite'), await make('SQLite')];
    expect(await refused(source, target)).toMatch(/^there is no file .+: check --migrate-from$/);
    const file = source.url.slice('sqlite:'.length);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, 'no database '.repeat(100));
    await expect(copy(source, target)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect(await readFile(file, 'utf8')).toMatch(/^no database/);
  });

  test('continues identity columns after their largest number', async () => {
    const [source, target] = [await make('SQLite'), await make('PostgreSQL')];
    await fill(source);
    await source.execute(
      "create table tickets (id integer primary key, word text); insert into tickets values (7, 'a')",
    );
    const opened = await openSource(source.url);
    if (opened.kind === 'refused') throw new Error(opened.line);
    const connection = await openConnection(target.url, log);
    await target.execute('create table tickets (id bigint generated always as identity primary key, word text)');
    const table: Table = { name: 'tickets', columns: ['id', 'word'], hasBytes: false, seeds: [] };
    const { signal } = new AbortController();
    await copyTables(opened.source, connection, { to: target.url, signal, tables: [table] });
    await connection.close();
    await opened.source.close();
    await target.execute("insert into tickets (word) values ('b')");
    expect(await target.query('select id::int, word from tickets order by id')).toEqual([
      { id: 7, word: 'a' },
      { id: 8, word: 'b' },
    ]);
  });
});

test('a source keeps others out of its SQLite file until it is closed', async () => {
  const sqlite = await makeSqlite();
  onTestFinished(() => sqlite.close());
  await fill(sqlite);
  const opened = await openSource(sqlite.url);
  const other = new Sqlite(sqlite.url.slice('sqlite:'.length), { timeout: 0 });
  expect(() => other.prepare('select * from voices').all()).toThrow('locked');
  if (opened.kind === 'open') await opened.source.close();
  expect(other.prepare('select * from voices').all()).toHaveLength(2);
  other.close();
});
