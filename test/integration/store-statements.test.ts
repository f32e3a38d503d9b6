import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../../src/log.ts';
import type { StatementEnd } from '../../src/store/connection.ts';
import { openDatabase } from '../../src/store/database.ts';

async function open() {
  const folder = await mkdtemp(join(tmpdir(), 'mynah-statements-'));
  const file = join(folder, 'mynah.sqlite');
  const statements: StatementEnd[] = [];
  const database = await openDatabase(`sqlite:${file}`, createLogger('silent'), {
    onStatement: (end) => statements.push(end),
  });
  onTestFinished(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });
  statements.length = 0;
  return { file, database, statements };
}

test('a ping reads from the database, and is observed like every statement', async () => {
  const { database, statements } = await open();
  await database.ping();
  expect(statements).toEqual([{ statement: 'select', durationMs: expect.any(Number), hasFailed: false }]);
});

test('what is written is observed by its kind, without its text and values', async () => {
  const { database, statements } = await open();
  await database.budgets.deleteBefore('2000-01-01');
  expect(statements.map(({ statement }) => statement)).toContain('delete');
  expect(JSON.stringify(statements)).not.toContain('2000-01-01');
});

test('a database that refuses makes a ping fail as STORE_FAILED, and its statement counts as failed', async () => {
  const { file, database, statements } = await open();
  const other = new Sqlite(file);
  other.exec('drop table guild_settings');
  other.close();
  await expect(database.ping()).rejects.toMatchObject({ code: 'STORE_FAILED' });
  expect(statements.at(-1)).toMatchObject({ statement: 'select', hasFailed: true });
});
