import { copyFile, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLogger } from '../../src/log/log.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { DatabaseFile } from '../../src/store/sqlite/database-file.ts';
import { FileDialect } from '../../src/store/sqlite/file-dialect.ts';
import { openSqlite } from '../../src/store/sqlite.ts';

const log = createLogger('silent');

let folder: string;
let file: string;
let database: Database;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mynah-store-'));
  file = join(folder, 'data', 'mynah.sqlite');
  database = await openDatabase(`sqlite:${file}`, log);
});

afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function openSession(sessionId: string): Promise<void> {
  await database.transcripts.openSession({
    ...{ sessionId, guildId: 'g', voiceChannelId: 'v', textChannelId: 't', startedBy: 'u', language: undefined },
    ...{ widerReaders: false, consent: 'opt-out', startedAtMs: 1, endedAtMs: undefined },
  });
}

/** The sessions in the file as another process reads it. */
function storedSessions(path = file): unknown[] {
  const reader = new Sqlite(path, { readonly: true });
  try {
    return reader.prepare('select session_id from caption_sessions order by 1').pluck().all();
  } finally {
    reader.close();
  }
}

test('a file that was removed is written again with everything in it', async () => {
  await openSession('before');
  for (const name of await readdir(join(folder, 'data'))) await rm(join(folder, 'data', name));
  await openSession('after');
  await database.close();
  expect(await readdir(join(folder, 'data'))).toEqual(['mynah.sqlite']);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(storedSessions()).toEqual(['after', 'before']);
});

test('a file without its folder is an error, and what comes after it is stored once the folder is back', async () => {
  await openSession('before');
  await rename(join(folder, 'data'), join(folder, 'gone'));
  await expect(openSession('meanwhile')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE', retryable: true });
  await rename(join(folder, 'gone'), join(folder, 'data'));
  await openSession('after');
  expect(storedSessions()).toEqual(['after', 'before']);
});

test('a file that was replaced, such as by a backup, is used from then on', async () => {
  await openSession('before');
  const backup = join(folder, 'backup.sqlite');
  const reader = new Sqlite(file);
  reader.prepare('vacuum into ?').run(backup);
  reader.close();
  await openSession('lost');
  await copyFile(backup, join(folder, 'data', 'copy'));
  await rename(join(folder, 'data', 'copy'), file);
  await openSession('after');
  await database.close();
  expect(storedSessions()).toEqual(['after', 'before']);
});

test('statements fail while another process writes, reading goes on, and all work again afterwards', async () => {
  const writer = new Sqlite(file);
  writer.exec('begin immediate');
  const failed = { code: 'STORE_UNAVAILABLE', retryable: true };
  expect(await database.transcripts.session('none')).toBeUndefined();
  await Promise.all([
    expect(openSession('first')).rejects.toMatchObject(failed),
    expect(database.budgets.claim('2026-01-01', 'mark')).rejects.toMatchObject(failed),
    expect(database.tombstones.bury('ada', 1, false)).rejects.toMatchObject(failed),
  ]);
  writer.exec('rollback');
  writer.close();
  await openSession('second');
  expect(storedSessions()).toEqual(['second']);
});

test('a transaction that is lost together with the folder holds up nothing that follows', async () => {
  const path = join(folder, 'data', 'other.sqlite');
  const open = () => new Sqlite(path);
  const db = new Kysely<Record<string, never>>({
    dialect: new FileDialect(new DatabaseFile(open(), { path, open, log })),
  });
  const insert = sql`insert or rollback into numbers values (1)`;
  await sql`create table numbers (number integer primary key)`.execute(db);
  await insert.execute(db);
  const lost = db.transaction().execute(async (transaction) => {
    await rename(join(folder, 'data'), join(folder, 'gone'));
    await insert.execute(transaction);
  });
  await expect(lost).rejects.toThrow();
  await rename(join(folder, 'gone'), join(folder, 'data'));
  expect((await sql`select number from numbers`.execute(db)).rows).toEqual([{ number: 1 }]);
  await db.destroy();
});

test('what was erased is scrubbed while another transaction of this process is open', async () => {
  const connection = await openSqlite(join(folder, 'data', 'other.sqlite'), log);
  const isOpen = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const transaction = connection.db.transaction().execute(async (open) => {
    await sql`create table numbers (number integer primary key)`.execute(open);
    isOpen.resolve();
    await mayEnd.promise;
  });
  await isOpen.promise;
  const scrubbed = connection.scrub();
  setTimeout(mayEnd.resolve, 50);
  await Promise.all([transaction, scrubbed]);
  expect((await stat(join(folder, 'data', 'other.sqlite-wal'))).size).toBe(0);
  await connection.close();
});
