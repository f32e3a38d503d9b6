import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/**
 * How often one person may do something: `uses` times within `withinS` seconds, which begin with the first. Limits of one
 * name share a count.
 */
export interface RateLimit {
  readonly name: string;
  readonly uses: number;
  readonly withinS: number;
}

/**
 * Buttons and selects together: nobody who reads what they press comes to two a second, and each press can cost a request
 * to the speech service and one to Discord.
 */
export const COMPONENT_LIMIT: RateLimit = { name: 'components', uses: 20, withinS: 10 };

/**
 * Forms that are sent. Opening one is limited already, and typed text is lost with a refusal, so that only a script meets
 * this.
 */
export const FORM_LIMIT: RateLimit = { name: 'forms', uses: 20, withinS: 10 };

/** Autocompletes: Discord's clients ask a few times a second while someone types. */
export const AUTOCOMPLETE_LIMIT: RateLimit = { name: 'autocompletes', uses: 30, withinS: 10 };

/** Opt-ins, by button and command. Each is stored and changes every running session. Opting out has no limit. */
export const OPT_IN_LIMIT: RateLimit = { name: 'opt-in', uses: 10, withinS: 30 };

/** Counts what people do. Counts are kept in memory: of one process, and until `withinS` is over. */
export interface RateLimits {
  /** Counts one use. Resolves with 0 when it is within the limit, else with the seconds until the next one is. */
  secondsToWait(limit: RateLimit, userId: string): Promise<number>;
}

/**
 * Creates the counts. There is one for each limit and each person who used it within `withinS`; a timer of its own, which
 * does not keep the process running, then drops it.
 */
export function createRateLimits(): RateLimits {
  const limiters = new Map<string, RateLimiterMemory>();
  const limiterOf = ({ name, uses, withinS }: RateLimit): RateLimiterMemory => {
    const limiter = limiters.get(name) ?? new RateLimiterMemory({ keyPrefix: name, points: uses, duration: withinS });
    limiters.set(name, limiter);
    return limiter;
  };
  return {
    secondsToWait: async (limit, userId) => {
      try {
        await limiterOf(limit).consume(userId);
        return 0;
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        // A clock that was set back must not make anyone wait longer.
        return Math.min(limit.withinS, Math.max(1, Math.ceil(refused.msBeforeNext / 1_000)));
      }
    },
  };
}
