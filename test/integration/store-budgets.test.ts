import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createBudgets } from '../../src/budgets/budgets.ts';
import type { BudgetKey } from '../../src/budgets/budgets-ports.ts';
import { createLogger } from '../../src/log/log.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { UNLIMITED } from '../support/memory-budgets.ts';
import { settingsOf } from '../support/stored-settings.ts';
import { describeDatabases, type EmptyDatabase } from './store-databases.ts';

const TAKER = fileURLToPath(new URL('./budget-taker.ts', import.meta.url));
const DAY = '2026-11-22';
const person: BudgetKey = { kind: 'characters', scope: 'person', holder: '300000000000000001' };
const guild: BudgetKey = { kind: 'characters', scope: 'guild', holder: '200000000000000001' };
const account: BudgetKey = { kind: 'characters', scope: 'account', holder: '' };
const log = createLogger('silent');

/** What a process on the database at `url` prints: how many of `tries` takes of 1 succeeded. */
async function takeInProcess(url: string, tries: number, limit: number): Promise<number> {
  const child = spawn(process.execPath, [TAKER, url, String(tries), String(limit)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const data of child.stdout) printed += String(data);
  return Number(printed);
}

describeDatabases('budgets in %s', (makeEmpty) => {
  let empty: EmptyDatabase;
  let database: Database;

  beforeAll(async () => {
    empty = await makeEmpty();
  });
  afterAll(() => empty.close());
  beforeEach(async () => {
    database = await openDatabase(empty.url, log);
  });
  afterEach(async () => {
    await database.close();
    await empty.clear();
  });

  const take = (amount: number, limits: readonly [number, number, number], day = DAY) =>
    database.budgets.take(
      day,
      [person, guild, account].map((key, index) => ({ key, amount, limit: limits[index] ?? 0 })),
    );
  const used = (day = DAY) => database.budgets.used(day, [person, guild, account]);
  const NO_LIMIT = Number.POSITIVE_INFINITY;

  test('are taken from all counters, or from none, and name the first that has too little left', async () => {
    expect(await take(60, [100, 100, NO_LIMIT])).toEqual({ kind: 'taken', used: [60, 60, 60] });
    expect(await take(41, [NO_LIMIT, 100, 100])).toEqual({ kind: 'used-up', index: 1, used: 60 });
    expect(await take(41, [100, 100, 100])).toEqual({ kind: 'used-up', index: 0, used: 60 });
    expect(await used()).toEqual([60, 60, 60]);
    expect(await take(40, [100, 100, 100])).toEqual({ kind: 'taken', used: [100, 100, 100] });
  });

  test('survive a restart', { meta: { promises: ['budgets-survive-restart'] } }, async () => {
    await take(60, [100, 100, 100]);
    await database.budgets.claim(DAY, 'warned');
    await database.close();
    database = await openDatabase(empty.url, log);
    expect(await used()).toEqual([60, 60, 60]);
    expect(await database.budgets.claim(DAY, 'warned')).toBe(false);
  });

  test('are given back, never below zero', async () => {
    await take(10, [100, 100, 100]);
    expect(await database.budgets.add(DAY, [{ key: person, amount: -4 }])).toEqual([6]);
    expect(await database.budgets.add(DAY, [{ key: person, amount: -9 }])).toEqual([0]);
    expect(await database.budgets.add('2026-11-21', [{ key: person, amount: -9 }])).toEqual([0]);
  });

  test('count each day for itself, and are deleted when they are older than wanted', {
    meta: { promises: ['person-used-deleted-older'] },
  }, async () => {
    for (const day of ['2026-11-20', '2026-11-21', DAY]) await take(10, [10, 10, 10], day);
    for (const day of ['2026-11-20', DAY]) await database.budgets.claim(day, 'warned');
    await database.budgets.deleteBefore('2026-11-21');
    expect(await Promise.all(['2026-11-20', '2026-11-21', DAY].map(used))).toEqual([
      [0, 0, 0],
      [10, 10, 10],
      [10, 10, 10],
    ]);
    expect(await database.budgets.claim('2026-11-20', 'warned')).toBe(true);
    expect(await database.budgets.claim(DAY, 'warned')).toBe(false);
  });

  test('are never exceeded, however many processes take from them at the same time', {
    meta: { promises: ['budgets-counted-over-all'] },
  }, async () => {
    // A SQLite file is for one bot.
    const processes = empty.url.startsWith('postgres') ? 2 : 0;
    const others = Array.from({ length: processes }, () => takeInProcess(empty.url, 60, 100));
    const own = Array.from({ length: 120 }, () => take(1, [NO_LIMIT, 100, NO_LIMIT]));
    const taken = (await Promise.all(own)).filter(({ kind }) => kind === 'taken').length;
    const all = (await Promise.all(others)).reduce((sum, count) => sum + count, taken);
    expect(all).toBe(100);
    expect(await used()).toEqual([100, 100, 100]);
  });

  test('warn exactly once a day over all processes', { meta: { promises: ['managers-told-once-day'] } }, async () => {
    const other = await openDatabase(empty.url, log);
    try {
      const claims = [database, other, database, other].map(({ budgets }) => budgets.claim(DAY, 'warned'));
      expect((await Promise.all(claims)).filter((isFirst) => isFirst)).toHaveLength(1);
    } finally {
      await other.close();
    }
  });

  test('that captions use are added up over all processes', async () => {
    const other = await openDatabase(empty.url, log);
    const limits = { ...UNLIMITED, captionMinutes: { guild: 1, account: 100 } };
    const parts = [database, other].map((each) =>
      createBudgets({ limits, store: each.budgets, settings: settingsOf(each), log }),
    );
    for (const budgets of parts) budgets.captions.count({ guildId: 'g', textChannelId: 't' }, 30_000);
    for (const budgets of parts) await budgets.close();
    expect(await parts[0]?.captions.usedUp('g')).toMatchObject({ whose: 'guild', limit: 60_000 });
    expect(await parts[0]?.captions.usedUp('h')).toBeUndefined();
    await other.close();
  });

  test('of voices on the account hold over all guilds, however many are made at the same time', {
    meta: { promises: ['account-keeps-most-so'] },
  }, async () => {
    const limits = { maxPerPerson: 5, maxPerGuild: 5, maxInAll: 3 };
    const attempts = Array.from({ length: 8 }, (_each, number) => ({
      ...{ attemptId: `a${number}`, guildId: number % 2 === 0 ? `${number}` : undefined, makerId: `${number}` },
      ...{ title: 'Ada', startedAtMs: 1_000 },
    }));
    const confirmation = { atMs: 1_000, audioSha256: ['ab'] };
    const outcomes = attempts.map((attempt) => database.voices.reserve(attempt, confirmation, limits, 0));
    const kinds = await Promise.all(outcomes);
    expect(kinds.filter((kind) => kind === 'reserved')).toHaveLength(3);
    expect(kinds.filter((kind) => kind === 'account')).toHaveLength(5);
    expect(await database.voices.placesTakenInAll(0)).toBe(3);
    expect(await database.voices.placesTakenInAll(2_000)).toBe(0);
  });
});
