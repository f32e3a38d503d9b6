import { timingSafeEqual } from 'node:crypto';
import { Refusal } from './http/refused-request.ts';

/** How the limit is used. */
export interface ConcurrencyFigures {
  /** Requests in progress now. */
  readonly underWay: number;
  /** Most requests in progress at a time. */
  readonly most: number;
  /** Requests that were refused because there were as many as allowed. */
  readonly refused: number;
}

/** The service's only account: its key, its credit and its requests in progress. */
export interface Account {
  readonly apiKey: string;
  /** Author id of everything that this account creates. */
  readonly id: string;
  /** Response of GET /wallet/self/api-credit. */
  readonly wallet: Readonly<Record<string, unknown>>;
  readonly maxConcurrency: number;
  readonly concurrency: ConcurrencyFigures;
  /** Headers with the limit and the number of requests in progress. */
  concurrencyHeaders(): Record<string, string>;
  /** @throws {Refusal} 401 for any other key. */
  authorize(authorization: string | undefined): void;
  /** @throws {Refusal} 402 when there is no credit left. */
  requireCredit(): void;
  /** Counts one more request in progress until disposed; `undefined` when the limit is reached. */
  begin(): Disposable | undefined;
}

/** The account's author id. */
const ACCOUNT_ID = '0000000000000000000000000000c0de';
const OPENED_AT = '2026-01-01T00:00:00.000Z';

/** Creates the account. `credit` is a decimal string, which the wallet gives as it is. */
export function createAccount(options: { apiKey: string; concurrency: number; credit: string }): Account {
  const concurrency = { underWay: 0, most: 0, refused: 0 };
  const expected = Buffer.from(`Bearer ${options.apiKey}`);
  return {
    apiKey: options.apiKey,
    id: ACCOUNT_ID,
    wallet: {
      _id: '000000000000000000000000000ba9c0',
      user_id: ACCOUNT_ID,
      credit: options.credit,
      cumulative_top_up: '0',
      created_at: OPENED_AT,
      updated_at: OPENED_AT,
      has_phone_sha256: false,
      has_free_credit: false,
    },
    maxConcurrency: options.concurrency,
    concurrency,
    concurrencyHeaders: () => ({
      'ratelimit-limit-concurrency': String(options.concurrency),
      'ratelimit-current-concurrency': String(concurrency.underWay),
    }),
    authorize(authorization) {
      const given = Buffer.from(authorization ?? '');
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Refusal(401);
    },
    requireCredit() {
      if (Number(options.credit) <= 0) throw new Refusal(402);
    },
    begin() {
      if (concurrency.underWay >= options.concurrency) {
        concurrency.refused += 1;
        return undefined;
      }
      concurrency.underWay += 1;
      concurrency.most = Math.max(concurrency.most, concurrency.underWay);
      let open = true;
      return {
        [Symbol.dispose]() {
          if (open) concurrency.underWay -= 1;
          open = false;
        },
      };
    },
  };
}
