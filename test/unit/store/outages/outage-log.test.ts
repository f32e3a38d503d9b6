import { describe, expect, it } from 'vitest';
import { MynahError } from '../../../../src/errors.ts';
import { createLogger } from '../../../../src/log/log.ts';
import { OutageLog } from '../../../../src/store/outages/outage-log.ts';

function openWatched() {
  const lines: { readonly level: string; readonly msg: string }[] = [];
  const log = createLogger('info', [], {
    write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]),
  });
  let nowMs = 0;
  const store = {
    outcome: undefined as Error | undefined,
    call: () => (store.outcome === undefined ? Promise.resolve('stored') : Promise.reject(store.outcome)),
  };
  const watched = new OutageLog(log, () => nowMs).watch(store);
  const call = async (outcome: Error | undefined, atMs: number): Promise<void> => {
    nowMs = atMs;
    store.outcome = outcome;
    const called = watched.call();
    if (outcome === undefined) expect(await called).toBe('stored');
    else await expect(called).rejects.toBe(outcome);
  };
  return { lines, call };
}

const AWAY = new MynahError('STORE_UNAVAILABLE', 'away', { retryable: true });

describe('a database that is away', () => {
  it('is one line in the log, and its end is one', async () => {
    const { lines, call } = openWatched();
    await call(undefined, 0);
    for (const atMs of [1_000, 2_000, 9_000]) await call(AWAY, atMs);
    await call(undefined, 14_500);
    await call(undefined, 20_000);
    expect(lines).toMatchObject([
      { level: 'error', msg: 'the database cannot be used', err: { code: 'STORE_UNAVAILABLE' } },
      { level: 'info', msg: 'the database works again', awayMs: 8_000, failures: 3 },
    ]);
  });

  it('is not back as long as only some calls succeed: reading does while a disk is full', async () => {
    const { lines, call } = openWatched();
    for (let atMs = 0; atMs < 20_000; atMs += 2_000) {
      await call(AWAY, atMs);
      await call(undefined, atMs + 1_000);
    }
    expect(lines).toHaveLength(1);
    await call(undefined, 25_000);
    expect(lines).toHaveLength(2);
    await call(AWAY, 26_000);
    expect(lines).toHaveLength(3);
  });

  it('is told from one that refuses', async () => {
    const { lines, call } = openWatched();
    await call(new MynahError('STORE_FAILED', 'refused'), 0);
    await call(new TypeError('a bug'), 1);
    expect(lines).toEqual([]);
  });
});
