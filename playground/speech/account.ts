import { timingSafeEqual } from 'node:crypto';
import { Refusal } from './http/refused-request.ts';

/** The service's only account: its key, its credit and its requests in progress. */
export interface Account {
  readonly apiKey: string;
  /** Author id of everything that this account creates. */
  readonly id: string;
  readonly credit: string;
  readonly maxConcurrency: number;
  /** Headers with the limit and the number of requests in progress. */
  concurrencyHeaders(): Record<string, string>;
  /** @throws {Refusal} 401 for any other key. */
  authorize(authorization: string | undefined): void;
  /** @throws {Refusal} 402 when there is no credit left. */
  requireCredit(): void;
  /** Counts one more request in progress until disposed; `undefined` when the limit is reached. */
  begin(): Disposable | undefined;
}

/** Creates the account. `credit` is a decimal string. */
export function createAccount(options: { apiKey: string; concurrency: number; credit: string }): Account {
  let current = 0;
  const expected = Buffer.from(`Bearer ${options.apiKey}`);
  return {
    apiKey: options.apiKey,
    id: '0000000000000000000000000000c0de',
    credit: options.credit,
    maxConcurrency: options.concurrency,
    concurrencyHeaders: () => ({
      'ratelimit-limit-concurrency': String(options.concurrency),
      'ratelimit-current-concurrency': String(current),
    }),
    authorize(authorization) {
      const given = Buffer.from(authorization ?? '');
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Refusal(401);
    },
    requireCredit() {
      if (Number(options.credit) <= 0) throw new Refusal(402);
    },
    begin() {
      if (current >= options.concurrency) return undefined;
      current += 1;
      let open = true;
      return {
        [Symbol.dispose]() {
          if (open) current -= 1;
          open = false;
        },
      };
    },
  };
}
