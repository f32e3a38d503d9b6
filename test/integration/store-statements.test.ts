import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../../src/log/log.ts';
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

test('old transcripts are looked for in one statement, however many servers there are', async () => {
  const { database, statements } = await open();
  const guilds = Array.from({ length: 300 }, (_, index) => `${index}`);
  for (const guildId of guilds) {
    await database.transcripts.openSession({
      ...{ sessionId: `s${guildId}`, guildId, voiceChannelId: 'v', textChannelId: 't', startedBy: undefined },
      ...{ language: undefined, consent: 'opt-out', widerReaders: false, startedAtMs: 1, endedAtMs: 5 },
    });
  }
  const own = new Map(guilds.map((guildId) => [guildId, guildId === '7' ? 6 : 5]));
  statements.length = 0;
  expect(await database.transcripts.eraseOlderThan(100, own)).toBe(1);
  // To find them, to delete one with its lines and messages, and the ids of answers.
  expect(statements.length).toBeLessThan(12);
  expect(await database.transcripts.session('s7')).toBeUndefined();
  expect(await database.transcripts.session('s8')).toBeDefined();
});
