import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startUsageReport } from '../../../src/budgets/usage-report.ts';
import type { Logger } from '../../../src/log/log.ts';
import { MemoryBudgetStore, memoryBudgets, UNLIMITED } from '../../support/memory-budgets.ts';

const HOUR_MS = 3_600_000;
const BEFORE_ELEVEN = Date.UTC(2026, 10, 22, 22, 59);

let store: MemoryBudgetStore;
let lines: [message: string, fields: object][];

beforeEach(() => {
  vi.useFakeTimers({ now: BEFORE_ELEVEN });
  store = new MemoryBudgetStore();
  lines = [];
});
afterEach(() => void vi.useRealTimers());

/** One process of several on the same database. */
function open() {
  const limits = { ...UNLIMITED, characters: { ...UNLIMITED.characters, account: 1_000 } };
  const budgets = memoryBudgets({ limits, store });
  const log = {
    info: (fields: object, message: string) => void lines.push([message, fields]),
    warn: (fields: object, message: string) => void lines.push([message, fields]),
  } as unknown as Logger;
  const report = startUsageReport({ budgets, store, credit: async () => '12.50', log });
  const say = (characters: number) =>
    budgets.take('characters', { userId: 'ada', guildId: 'g', channelId: 'c' }, characters);
  return { report, say };
}

describe('the report of what the account used', () => {
  it('is one line an hour, of one process: what was used, its limit unless that is lifted, and the credit', {
    meta: { promises: ['accounts-use-services-credit'] },
  }, async () => {
    const { say } = open();
    open();
    await say(100);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(lines).toEqual([
      [
        'usage today',
        {
          ...{ day: '2026-11-22', characters: { used: 100, limit: 1_000 }, credit: '12.50' },
          ...{ captionMinutes: { used: 0 }, transcribeMinutes: { used: 0 } },
        },
      ],
    ]);
  });

  it('is left out for an hour without use', async () => {
    vi.setSystemTime(Date.UTC(2026, 10, 22, 3, 59));
    const { say } = open();
    await say(100);
    await vi.advanceTimersByTimeAsync(3 * HOUR_MS);
    expect(lines).toHaveLength(1);
  });

  it('ends the day with a line of its own, once, and deletes what is older than that day', {
    meta: { promises: ['accounts-use-services-credit'] },
  }, async () => {
    const { say } = open();
    open();
    await say(100);
    await vi.advanceTimersByTimeAsync(60_000 + HOUR_MS);
    expect(lines.map(([message]) => message)).toEqual(['usage today', 'usage of the day']);
    expect(lines[1]?.[1]).toMatchObject({ day: '2026-11-22', characters: { used: 100 } });
    expect(new Set(store.deletedBefore)).toEqual(new Set(['2026-11-21', '2026-11-22']));
  });

  it('is tried again an hour later when the database is away', async () => {
    const { say } = open();
    await say(100);
    store.failure = new Error('away');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(lines.map(([message]) => message)).toEqual(['the use of today could not be read']);
    store.failure = undefined;
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(lines.at(-1)?.[0]).toBe('usage of the day');
  });

  it('ends when it is disposed of', async () => {
    const { report, say } = open();
    await say(100);
    report[Symbol.dispose]();
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(lines).toEqual([]);
  });
});
