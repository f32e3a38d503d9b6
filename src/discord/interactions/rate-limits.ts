import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Logger } from '../../log/log.ts';

/**
 * How often one person may do something: `uses` times within `withinS` seconds, which begin with the first. Limits of one
 * name share a count.
 */
export interface RateLimit {
  readonly name: string;
  readonly uses: number;
  readonly withinS: number;
  /** `process`: other processes need not know, because what it bounds costs little and a person is in one place at a time. */
  readonly scope?: 'process';
}

/** Runs a statement on the table `rate_limits` that all processes share. */
export interface SharedCounts {
  query(statement: object): Promise<unknown>;
}

/** Statements that may be under way: beyond that, the database is slow, and counts stay here. */
const MAX_STATEMENTS = 50;

/** Counts what people do, until `withinS` is over. */
export interface RateLimits {
  /**
   * Counts one use. Resolves with 0 when it is within the limit, else with the seconds until the next one is. Waits for
   * nothing.
   */
  secondsToWait(limit: RateLimit, userId: string): Promise<number>;
}

/**
 * Creates the counts. There is one for each limit and each person who used it within `withinS`; a timer of its own, which
 * does not keep the process running, then drops it. They are in memory. With `shared` each use is counted in the database
 * too, and the uses in other processes are learned from that: the next use knows them. While the database is away, each
 * process counts its own.
 */
export function createRateLimits(options?: {
  readonly shared?: SharedCounts | undefined;
  readonly log: Logger;
}): RateLimits {
  const limiters = new Map<string, RateLimiterMemory>();
  const limiterOf = ({ name, uses, withinS }: RateLimit): RateLimiterMemory => {
    const limiter = limiters.get(name) ?? new RateLimiterMemory({ keyPrefix: name, points: uses, duration: withinS });
    limiters.set(name, limiter);
    return limiter;
  };
  const shared = options?.shared && createSharedLimits(options.shared, options.log);
  return {
    secondsToWait: async (limit, userId) => {
      const limiter = limiterOf(limit);
      try {
        const { consumedPoints } = await limiter.consume(userId);
        if (limit.scope !== 'process') void shared?.learn(limit, userId, { limiter, consumedPoints });
        return 0;
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        // A clock that was set back must not make anyone wait longer.
        return Math.min(limit.withinS, Math.max(1, Math.ceil(refused.msBeforeNext / 1_000)));
      }
    },
  };
}

/** A person's count in this process. */
interface LocalCount {
  readonly limiter: RateLimiterMemory;
  readonly consumedPoints: number;
}

function createSharedLimits(counts: SharedCounts, log: Logger) {
  const limiters = new Map<string, RateLimiterPostgres>();
  const limiterOf = ({ name, uses, withinS }: RateLimit): RateLimiterPostgres => {
    const limiter =
      limiters.get(name) ??
      new RateLimiterPostgres({
        ...{ storeClient: counts, storeType: 'pool', tableName: 'rate_limits', tableCreated: true },
        ...{ keyPrefix: name, points: uses, duration: withinS, clearExpiredByTimeout: limiters.size === 0 },
      });
    limiters.set(name, limiter);
    return limiter;
  };
  let underWay = 0;
  return {
    /** Counts a use for all processes, and takes over what the person did in others. Never rejects. */
    learn: async (limit: RateLimit, userId: string, { limiter, consumedPoints }: LocalCount): Promise<void> => {
      if (underWay >= MAX_STATEMENTS) return;
      underWay += 1;
      try {
        const all = await limiterOf(limit)
          .consume(userId)
          .catch((refused: unknown) => {
            if (refused instanceof RateLimiterRes) return refused;
            throw refused;
          });
        if (all.consumedPoints <= consumedPoints) return;
        const current = await limiter.get(userId);
        const points = Math.max(all.consumedPoints, current?.consumedPoints ?? 0);
        // The end was set by the clock of whichever machine counted first, which may be ahead of this one.
        await limiter.set(userId, points, Math.min(limit.withinS, Math.max(1, Math.ceil(all.msBeforeNext / 1_000))));
      } catch (error) {
        log.debug({ err: error, limit: limit.name }, 'a use was counted in this process only');
      } finally {
        underWay -= 1;
      }
    },
  };
}
