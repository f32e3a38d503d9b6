import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createRateLimits } from '../../src/discord/interactions/rate-limits.ts';
import { createLogger } from '../../src/log/log.ts';
import type { Priority } from '../../src/speech/call-context.ts';
import { ConcurrencyLimiter, type Permit } from '../../src/speech/limiter/concurrency-limiter.ts';
import { SharedSlots } from '../../src/speech/limiter/shared-slots.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { DatabaseSession } from '../../src/store/processes/database-session.ts';
import { createIdentifyTurns } from '../../src/store/processes/identify-turns.ts';
import type { Sharing } from '../../src/store/processes/sharing.ts';
import { startCutLink } from '../support/cut-link.ts';
import {
  createTestDatabase,
  execute,
  type PostgresServer,
  query,
  startPostgresServer,
  type TestDatabase,
} from '../support/postgres-server.ts';

const log = createLogger('silent');
const CONCURRENCY = 4;
const signal = new AbortController().signal;

describe('processes on one PostgreSQL database', { tags: ['postgres'] }, () => {
  let server: PostgresServer;
  let database: TestDatabase;
  const closings: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    server = await startPostgresServer();
    database = await createTestDatabase(server.adminUrl);
    await (await openDatabase(database.url, log)).close();
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
  });
  afterEach(async () => {
    for (const close of closings.splice(0).reverse()) await close();
  });

  async function open(url = database.url): Promise<Database & { readonly sharing: Sharing }> {
    const opened = await openDatabase(url, log);
    closings.push(() => opened.close());
    if (opened.sharing === undefined) throw new Error('PostgreSQL shares');
    return { ...opened, sharing: opened.sharing };
  }

  /** A process with a limiter; resolves when it shares. */
  async function join(count: number, expectedProcesses = 1) {
    const opened = await open();
    const { sharing } = opened;
    const slots = new SharedSlots({
      board: sharing.board,
      expectedProcesses,
      timings: { pollMs: 200, quietPollMs: 200, settleMs: 3_000 },
      log,
    });
    const limiter = new ConcurrencyLimiter({
      ...{ concurrency: CONCURRENCY, slots, log, raiseMs: 60_000, preemptionSettleMs: 50, speechExpectedMs: 2_000 },
      ...{ maxWaiting: 100, maxWaitingPerTenant: 100 },
    });
    closings.push(async () => slots.close());
    await expect.poll(() => limiter.figures().shared).toMatchObject({ isConnected: true, processes: count });
    return { limiter, close: () => opened.close() };
  }

  const acquire = (limiter: ConcurrencyLimiter, priority: Priority = 'speech'): Promise<Permit> =>
    limiter.acquire({ tenant: 'tenant', priority, signal });

  const acquireAll = (limiter: ConcurrencyLimiter, count = CONCURRENCY): Promise<Permit[]> =>
    Promise.all(Array.from({ length: count }, () => acquire(limiter)));

  const endDatabaseSessions = (where = ''): Promise<void> =>
    execute(
      database.url,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
        and pid in (select pid from pg_locks where locktype = 'advisory') ${where}`,
    );

  test('never hold more permits together than the account has, and all of them get some', async () => {
    const processes = [await join(1), await join(2), await join(3)];
    let underWay = 0;
    let most = 0;
    const served = processes.map(() => 0);
    const use = async (index: number, limiter: ConcurrencyLimiter): Promise<void> => {
      while (served[index] !== undefined && served[index] < 25) {
        const permit = await acquire(limiter);
        underWay += 1;
        most = Math.max(most, underWay);
        await new Promise((resolve) => setTimeout(resolve, 5));
        underWay -= 1;
        served[index] += 1;
        permit.release();
      }
    };
    await Promise.all(processes.flatMap(({ limiter }, index) => [1, 2, 3, 4].map(() => use(index, limiter))));
    expect(most).toBeLessThanOrEqual(CONCURRENCY);
    expect(most).toBeGreaterThan(1);
  });

  test('pass a permit on as soon as it is released', async () => {
    const [one, other] = [await join(1), await join(2)];
    const permits = await acquireAll(one.limiter);
    const waiting = acquire(other.limiter);
    await expect.poll(() => other.limiter.figures().waiting.speech).toBe(1);
    permits[0]?.release();
    (await waiting).release();
    expect(one.limiter.figures().underWay).toBe(CONCURRENCY - 1);
  });

  test('keep a permit for speech while others have files and captions to do', async () => {
    const [busy, speaking] = [await join(1), await join(2)];
    for (let index = 0; index < 2 * CONCURRENCY; index += 1) {
      void acquire(busy.limiter, index % 2 === 0 ? 'files' : 'final-captions').catch(() => undefined);
    }
    await expect.poll(() => busy.limiter.figures().underWay).toBe(CONCURRENCY - 1);
    expect(await acquire(speaking.limiter)).toBeDefined();
  });

  test('get the permits of one whose connection is lost', async () => {
    const lost = await join(1);
    await acquireAll(lost.limiter);
    const other = await join(2);
    const waiting = acquireAll(other.limiter);
    await expect.poll(() => other.limiter.figures().waiting.speech).toBe(CONCURRENCY);
    await lost.close();
    expect(await waiting).toHaveLength(CONCURRENCY);
  });

  test('go on with their share when the database is gone, and share again when it is back', async () => {
    const [one, other] = [await join(1, 2), await join(2, 2)];
    closings.push(() => server.start());
    await server.stop('crash');
    for (const { limiter } of [one, other]) {
      await expect.poll(() => limiter.figures().shared?.isConnected).toBe(false);
      expect(await acquireAll(limiter, CONCURRENCY / 2)).toHaveLength(CONCURRENCY / 2);
      void acquire(limiter).catch(() => undefined);
      expect(limiter.figures().underWay).toBe(CONCURRENCY / 2);
    }
    await server.start();
    for (const { limiter } of [one, other]) {
      await expect
        .poll(() => limiter.figures().shared)
        .toEqual({ isConnected: true, processes: 2, held: CONCURRENCY / 2 });
    }
  });

  test('learn of a limit that the service lowered for one of them', async () => {
    const [one, other] = [await join(1), await join(2)];
    const [permit] = await acquireAll(one.limiter);
    permit?.refused({ limit: 2, current: undefined });
    await expect.poll(() => other.limiter.figures().limit).toBe(2);
  });

  describe('with shards', () => {
    const claim = { bot: 'bot', shards: [0, 1], shardCount: 3 };
    const onTaken = (): void => undefined;

    test('run side by side', async () => {
      const [one, other] = [await open(), await open()];
      await one.sharing.lockShards(claim, { signal, onTaken });
      await other.sharing.lockShards({ ...claim, shards: [2] }, { signal, onTaken });
      await (await open()).sharing.lockShards({ ...claim, bot: 'another bot' }, { signal, onTaken });
    });

    test.each([
      ['of the same number', { ...claim, shards: [1] }, /runs one of the shards 1: stop it, or give each/],
      ['of which one runs all', { ...claim, shards: undefined, shardCount: undefined }, /runs shards of this bot/],
      ['counted differently', { ...claim, shards: [3], shardCount: 4 }, /has another SHARD_COUNT: stop all processes/],
    ])('%s end with a line that says what to do', async (_, second, line) => {
      const [one, other] = [await open(), await open()];
      await one.sharing.lockShards(claim, { signal, onTaken });
      const starting = other.sharing.lockShards(second, { signal, onTaken, patienceMs: 500 });
      await expect(starting).rejects.toMatchObject({ code: 'SHARDS_TAKEN', message: expect.stringMatching(line) });
    });

    test('wait for the process before them to end', async () => {
      const [one, other] = [await open(), await open()];
      await one.sharing.lockShards(claim, { signal, onTaken });
      let hasStarted = false;
      const starting = other.sharing.lockShards(claim, { signal, onTaken }).then(() => {
        hasStarted = true;
      });
      await expect
        .poll(() => query(database.url, "select 1 from pg_locks where locktype = 'advisory'"))
        .not.toEqual([]);
      expect(hasStarted).toBe(false);
      await one.close();
      await starting;
    });

    test('have two owners for five seconds at most when one is cut off for three and another one waits', {
      meta: { promises: ['shard-never-has-two'] },
    }, async () => {
      using link = await startCutLink(database.url);
      const one = await open(link.url);
      const given = Promise.withResolvers<number>();
      await one.sharing.lockShards(claim, { signal, onTaken: () => given.resolve(performance.now()) });
      const other = await open();
      const starting = other.sharing.lockShards(claim, { signal, onTaken, patienceMs: 30_000 });
      link.cut();
      await starting;
      const takenAtMs = performance.now();
      await sleep(3_000);
      link.mend();
      // The promise itself, not a measure of speed: without it the first one goes on for half a minute.
      expect((await given.promise) - takenAtMs).toBeLessThan(5_000);
    });

    test('keep theirs when they are cut off for three seconds and nobody takes them', async () => {
      using link = await startCutLink(database.url);
      const one = await open(link.url);
      const ended: unknown[] = [];
      await one.sharing.lockShards(claim, { signal, onTaken: (error) => ended.push(error) });
      link.cut();
      await sleep(3_000);
      link.mend();
      const held = `select pid from pg_locks where locktype = 'advisory'`;
      await expect.poll(() => query(database.url, held)).not.toEqual([]);
      const other = await open();
      await expect(other.sharing.lockShards(claim, { signal, onTaken, patienceMs: 1_000 })).rejects.toMatchObject({
        code: 'SHARDS_TAKEN',
      });
      expect(ended).toEqual([]);
    });

    test('keep theirs when their connection breaks and comes back', async () => {
      const one = await open();
      const ended: unknown[] = [];
      await one.sharing.lockShards(claim, { signal, onTaken: (error) => ended.push(error), patienceMs: 2_000 });
      await endDatabaseSessions();
      const other = await open();
      await expect
        .poll(() => query(database.url, `select pid from pg_locks where locktype = 'advisory'`))
        .not.toEqual([]);
      await expect(other.sharing.lockShards(claim, { signal, onTaken, patienceMs: 500 })).rejects.toMatchObject({
        code: 'SHARDS_TAKEN',
      });
      expect(ended).toEqual([]);
    });
  });

  test('identify one after the other, and at once without the database', async () => {
    const sessions = [1, 2].map(() => {
      const session = new DatabaseSession({ connection: { connectionString: database.url }, channels: ['test'], log });
      closings.push(() => session.close());
      return session;
    });
    const order: string[] = [];
    const turns = sessions.map((session) => createIdentifyTurns(session, 'bot', 300));
    await turns[0]?.(0, signal);
    order.push('without a connection');
    await Promise.all(sessions.map((session) => new Promise<void>((resolve) => session.add({ onConnected: resolve }))));
    await turns[0]?.(0, signal);
    const startedAt = performance.now();
    await turns[1]?.(1, signal);
    order.push('another bucket');
    await turns[1]?.(0, signal);
    expect(performance.now() - startedAt).toBeGreaterThan(250);
    expect(order).toEqual(['without a connection', 'another bucket']);
  });

  test('count what a person does in all of them', async () => {
    const limit = { name: 'test', uses: 3, withinS: 60 };
    const [one, other] = [await open(), await open()].map(({ sharing }) =>
      createRateLimits({ shared: sharing.counts, log }),
    );
    for (let use = 0; use < 3; use += 1) expect(await one?.secondsToWait(limit, 'ada')).toBe(0);
    const counted = async () => (await query(database.url, `select points from rate_limits where key = 'test:ada'`))[0];
    await expect.poll(counted).toEqual({ points: 3 });
    // The first use in another process is how that learns of the others.
    expect(await other?.secondsToWait(limit, 'ada')).toBe(0);
    await expect.poll(() => other?.secondsToWait(limit, 'ada')).toBeGreaterThan(0);
    expect(await other?.secondsToWait(limit, 'bob')).toBe(0);
  });

  test('let nobody wait longer because the clock of another machine is ahead', async () => {
    const limit = { name: 'ahead', uses: 3, withinS: 1 };
    const { sharing } = await open();
    const end = Date.now() + 3_600_000;
    await execute(database.url, `insert into rate_limits (key, points, expire) values ('ahead:ada', 7, ${end})`);
    const limits = createRateLimits({ shared: sharing.counts, log });
    expect(await limits.secondsToWait(limit, 'ada')).toBe(0);
    await expect.poll(() => limits.secondsToWait(limit, 'ada')).toBeGreaterThan(0);
    await expect.poll(() => limits.secondsToWait(limit, 'ada'), { timeout: 3_000, interval: 300 }).toBe(0);
  });

  test('count each for itself while the database is gone, without waiting for it', async () => {
    const limit = { name: 'slow', uses: 1, withinS: 60 };
    const limits = createRateLimits({ shared: { query: () => new Promise(() => undefined) }, log });
    expect(await limits.secondsToWait(limit, 'ada')).toBe(0);
    expect(await limits.secondsToWait(limit, 'ada')).toBeGreaterThan(0);
  });
});
