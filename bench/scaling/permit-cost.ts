import { setTimeout as delay } from 'node:timers/promises';
import { createLogger } from '../../src/log/log.ts';
import { ConcurrencyLimiter } from '../../src/speech/limiter/concurrency-limiter.ts';
import { SharedSlots } from '../../src/speech/limiter/shared-slots.ts';
import { openDatabase } from '../../src/store/database.ts';
import { type Percentiles, percentilesOf } from '../percentiles.ts';

const CONCURRENCY = 5;
const ROUNDS = 100;
const HOLD_MS = 20;

/** Time to a permit for speech, in ms. */
export interface PermitCost {
  /** Another text came shortly before, or the bot is in a voice channel. */
  readonly warm: Percentiles;
  /** The first one for a while. */
  readonly cold: Percentiles;
  /** Requests a second that three processes with more to do than the account allows get through, beside what it allows. */
  readonly throughput: number;
  readonly allowed: number;
}

/** Measures permits that processes share through a PostgreSQL server on this machine. */
export async function permitCost(databaseUrl: string): Promise<PermitCost> {
  await using stack = new AsyncDisposableStack();
  const log = createLogger('silent');
  const join = async (idleMs: number): Promise<ConcurrencyLimiter> => {
    const database = stack.adopt(await openDatabase(databaseUrl, log), (opened) => opened.close());
    if (database.sharing === undefined) throw new Error('the database is not PostgreSQL');
    const timings = { idleMs, pollMs: idleMs === 0 ? 5 : 1_000 };
    const slots = new SharedSlots({ board: database.sharing.board, expectedProcesses: 1, timings, log });
    stack.defer(() => slots.close());
    const limiter = new ConcurrencyLimiter({
      ...{ concurrency: CONCURRENCY, slots, log, raiseMs: 60_000, preemptionSettleMs: 150, speechExpectedMs: 3_000 },
      ...{ maxWaiting: 1_000, maxWaitingPerTenant: 1_000 },
    });
    while (limiter.figures().shared?.isConnected !== true) await delay(10);
    return limiter;
  };
  const warm = await timesOf(await join(60_000), 1);
  const cold = await timesOf(await join(0), 60);
  const limiters = [await join(2_000), await join(2_000), await join(2_000)];
  const startedAt = performance.now();
  await Promise.all(
    limiters.flatMap((limiter) =>
      Array.from({ length: CONCURRENCY }, async () => {
        for (let round = 0; round < ROUNDS; round += 1) await useOnce(limiter, HOLD_MS);
      }),
    ),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  return {
    warm,
    cold,
    throughput: (limiters.length * CONCURRENCY * ROUNDS) / seconds,
    allowed: (CONCURRENCY * 1_000) / HOLD_MS,
  };
}

async function timesOf(limiter: ConcurrencyLimiter, pauseMs: number): Promise<Percentiles> {
  const times: number[] = [];
  await useOnce(limiter, 0);
  for (let round = 0; round < ROUNDS; round += 1) {
    await delay(pauseMs);
    times.push(await useOnce(limiter, 0));
  }
  return percentilesOf(times);
}

/** How long the permit took, in ms. */
async function useOnce(limiter: ConcurrencyLimiter, holdMs: number): Promise<number> {
  const startedAt = performance.now();
  const { signal } = new AbortController();
  const permit = await limiter.acquire({ tenant: 'tenant', priority: 'speech', signal });
  const tookMs = performance.now() - startedAt;
  if (holdMs > 0) await delay(holdMs);
  permit.release();
  return tookMs;
}
