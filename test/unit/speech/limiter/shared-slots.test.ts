import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLogger } from '../../../../src/log/log.ts';
import type { Priority } from '../../../../src/speech/call-context.ts';
import { ConcurrencyLimiter, type Permit } from '../../../../src/speech/limiter/concurrency-limiter.ts';
import { SharedSlots } from '../../../../src/speech/limiter/shared-slots.ts';
import { MemoryPermitBoards } from '../../../support/memory-permit-board.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const log = createLogger('silent');
/** Long enough for two polls. */
const POLLS_MS = 2_500;

/** Processes that share an account of `concurrency`. */
class Account {
  readonly boards = new MemoryPermitBoards();
  readonly limiters: ConcurrencyLimiter[] = [];
  readonly slots: SharedSlots[] = [];
  readonly #concurrency: number;
  readonly #expectedProcesses: number;

  constructor(concurrency: number, expectedProcesses = 1) {
    this.#concurrency = concurrency;
    this.#expectedProcesses = expectedProcesses;
  }

  /** A process with the account's limit, or one of its own. */
  join(concurrency = this.#concurrency): ConcurrencyLimiter {
    const board = this.boards.create();
    const slots = new SharedSlots({ board, expectedProcesses: this.#expectedProcesses, log });
    const limiter = new ConcurrencyLimiter({
      ...{ concurrency, slots, log },
      ...{ preemptionSettleMs: 100, speechExpectedMs: 2_000, raiseMs: 60_000 },
      ...{ maxWaiting: 200, maxWaitingPerTenant: 200 },
    });
    this.slots.push(slots);
    this.limiters.push(limiter);
    return limiter;
  }

  get underWay(): number[] {
    return this.limiters.map((limiter) => limiter.figures().underWay);
  }
}

/** Sends requests one after the other, each for `forMs`, without end. Counts them. */
function load(
  limiter: ConcurrencyLimiter,
  { count = 1, priority = 'speech', forMs = 100 }: { count?: number; priority?: Priority; forMs?: number } = {},
) {
  const served = { count: 0, longestMs: 0 };
  const signal = new AbortController().signal;
  const goOn = async (tenant: string): Promise<void> => {
    for (;;) {
      const startedAt = performance.now();
      const permit = await limiter.acquire({ tenant, priority, signal });
      served.longestMs = Math.max(served.longestMs, performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, forMs));
      served.count += 1;
      permit.release();
    }
  };
  for (let index = 0; index < count; index += 1) void goOn(`tenant ${index}`);
  return served;
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Longer than a few statements take. */
const STATEMENTS_MS = 20;

async function acquire(limiter: ConcurrencyLimiter, priority: Priority = 'speech', isPreemptible = false) {
  let permit: Permit | undefined;
  const controller = new AbortController();
  void limiter
    .acquire({ tenant: 'tenant', priority, signal: controller.signal }, { isPreemptible, preemptions: 0 })
    .then((granted) => {
      permit = granted;
    });
  await pass(STATEMENTS_MS);
  return {
    get permit() {
      return permit;
    },
  };
}

describe('processes that share an account', () => {
  test('never have more requests in flight together than it allows', async () => {
    const account = new Account(5);
    for (let index = 0; index < 4; index += 1) load(account.join(), { count: 5, forMs: 70 + 13 * index });
    for (let turn = 0; turn < 300; turn += 1) {
      await pass(17);
      expect(account.underWay.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(5);
    }
    expect(account.boards.holders.size).toBe(5);
  });

  test('share it fairly, also where one has much more to do and came first', async () => {
    const account = new Account(4);
    const busy = load(account.join(), { count: 50 });
    await pass(1_000);
    const before = busy.count;
    const other = load(account.join(), { count: 4 });
    await pass(10_000);
    expect(other.count / (busy.count - before)).toBeGreaterThan(0.7);
  });

  test('all get their turn where there are more of them than permits', async () => {
    const account = new Account(2);
    const served = Array.from({ length: 6 }, () => load(account.join(), { count: 3 }));
    await pass(20_000);
    for (const { count } of served) expect(count).toBeGreaterThan((0.5 * 20_000 * 2) / 100 / 6);
  });

  test('all get their turn where one was told of fewer permits than the others', async () => {
    const account = new Account(10);
    load(account.join(), { count: 7 });
    await pass(1_000);
    const other = load(account.join(5), { count: 4 });
    await pass(10_000);
    expect(other.count).toBeGreaterThan(100);
  });

  test('let speech of one go before captions and files of the others', async () => {
    const account = new Account(3);
    load(account.join(), { count: 20, priority: 'final-captions', forMs: 1_000 });
    load(account.join(), { count: 20, priority: 'files', forMs: 1_000 });
    await pass(5_000);
    const speech = load(account.join(), { count: 1, forMs: 200 });
    await pass(10_000);
    // One slot stays for speech: it waits for no request of another process.
    expect(speech.longestMs).toBeLessThan(50);
    expect(speech.count).toBeGreaterThan(40);
  });

  test('let captions of one have their turn while the others speak without end', async () => {
    const account = new Account(3);
    load(account.join(), { count: 10 });
    load(account.join(), { count: 10 });
    const captions = load(account.join(), { count: 2, priority: 'final-captions' });
    await pass(60_000);
    expect(captions.count).toBeGreaterThan(5);
  });

  test('get the only permit back for speech from a request of another process that can be repeated', async () => {
    const account = new Account(1);
    const [background, speaking] = [account.join(), account.join()];
    const file = await acquire(background, 'files', true);
    const { permit } = file;
    permit?.preempted.addEventListener('abort', () => permit.release());
    const speech = await acquire(speaking);
    await pass(500);
    expect(permit?.preempted.aborted).toBe(true);
    expect(speech.permit).toBeDefined();
  });
});

describe('a slot', () => {
  test('stays for the next request, which then asks the database for nothing', async () => {
    const account = new Account(5);
    const limiter = account.join();
    const first = await acquire(limiter);
    first.permit?.release();
    const before = account.boards.statements;
    await limiter.acquire({ tenant: 'a', priority: 'speech', signal: new AbortController().signal });
    expect(account.boards.statements).toBe(before);
  });

  test('costs the first request one statement', async () => {
    const account = new Account(5);
    const limiter = account.join();
    await pass(100);
    const before = account.boards.statements;
    let statementsAtGrant = 0;
    void limiter
      .acquire({ tenant: 'a', priority: 'speech', signal: new AbortController().signal })
      .then(() => (statementsAtGrant = account.boards.statements));
    await pass(STATEMENTS_MS);
    expect(statementsAtGrant - before).toBe(1);
  });

  test('is given back when it was not used for two seconds', async () => {
    const account = new Account(5);
    const limiter = account.join();
    (await acquire(limiter)).permit?.release();
    await pass(1_000);
    expect(account.boards.holders.size).toBe(1);
    await pass(POLLS_MS);
    expect(account.boards.holders.size).toBe(0);
  });

  test('stays ready for speech while the bot is in a voice channel, until another process needs it', async () => {
    const account = new Account(2);
    const limiter = account.join();
    account.slots[0]?.warmWhile(() => true);
    await pass(30_000);
    expect([...account.boards.holders.values()]).toEqual([1]);
    const other = account.join();
    const all = [await acquire(other), await acquire(other)];
    await pass(100);
    expect(all.every(({ permit }) => permit !== undefined)).toBe(true);
    expect(limiter.figures().shared?.held).toBe(0);
  });

  test('whose process is killed comes back to those that wait, without a notice', async () => {
    const account = new Account(2);
    load(account.join(), { count: 2, forMs: 1e9 });
    await pass(100);
    const waiting = [await acquire(account.join()), await acquire(account.join())];
    expect(waiting.every(({ permit }) => permit === undefined)).toBe(true);
    account.boards.disconnect(1, { isKilled: true });
    await pass(POLLS_MS);
    expect(waiting.every(({ permit }) => permit !== undefined)).toBe(true);
  });

  test('is found although every notice gets lost', async () => {
    const account = new Account(2);
    account.boards.losesNotices = true;
    load(account.join(), { count: 5 });
    const other = load(account.join(), { count: 5 });
    await pass(20_000);
    expect(other.count).toBeGreaterThan(10);
  });

  test('is not kept from others by a process that hangs', async () => {
    const account = new Account(1);
    const hanging = account.boards.create();
    hanging.start({ onConnected() {}, onLost() {}, onWanted() {}, onFreed() {}, onLowered() {} });
    void hanging.claim('speech');
    await pass(1_000);
    const limiter = account.join();
    await pass(10);
    // It knows by a notice that somebody waits, so that it looks before it takes.
    void hanging.tell({ kind: 'wanted' });
    await pass(STATEMENTS_MS);
    const speech = await acquire(limiter);
    expect(speech.permit).toBeUndefined();
    await pass(2 * POLLS_MS);
    expect(speech.permit).toBeDefined();
  });
});

describe('without the database', () => {
  test('each process keeps to its share, and speech goes on', async () => {
    const account = new Account(6);
    for (let index = 0; index < 3; index += 1) load(account.join(), { count: 10 });
    await pass(12_000);
    for (const process of [1, 2, 3]) account.boards.disconnect(process);
    await pass(1_000);
    expect(account.underWay).toEqual([2, 2, 2]);
    // One is back before the others: it must not take what they still use.
    account.boards.connect(1);
    await pass(1_000);
    expect(account.underWay).toEqual([2, 2, 2]);
    for (const process of [2, 3]) account.boards.connect(process);
    await pass(10_000);
    expect(account.underWay.reduce((sum, count) => sum + count, 0)).toBe(6);
    expect(account.boards.holders.size).toBe(6);
  });

  test('the number of processes is what the configuration says, until it was reached once', async () => {
    const account = new Account(6, 3);
    const limiter = account.join();
    account.boards.disconnect(1);
    load(limiter, { count: 10 });
    await pass(100);
    expect(account.underWay).toEqual([2]);
  });

  test('requests under way keep what they had, and have slots again when it is back', async () => {
    const account = new Account(4);
    const limiter = account.join();
    const permits = [await acquire(limiter), await acquire(limiter), await acquire(limiter)];
    account.boards.disconnect(1);
    expect(account.underWay).toEqual([3]);
    account.boards.connect(1);
    await pass(100);
    expect(account.boards.holders.size).toBe(3);
    for (const { permit } of permits) permit?.release();
    expect(account.underWay).toEqual([0]);
  });

  test('a request that ends while the database answers with its slot leaves it to the others', async () => {
    const account = new Account(2);
    const limiter = account.join();
    account.boards.disconnect(1);
    const { permit } = await acquire(limiter);
    // The statement that takes a slot for the request is under way.
    account.boards.connect(1);
    permit?.release();
    await pass(STATEMENTS_MS);
    expect([...account.boards.holders.values()]).toEqual([1]);
    await pass(2 * POLLS_MS);
    expect(account.boards.holders.size).toBe(0);
    const other = account.join();
    const all = [await acquire(other), await acquire(other)];
    expect(all.every((each) => each.permit !== undefined)).toBe(true);
  });
});

describe('a refusal by the service', () => {
  test('lowers the limit of all processes', async () => {
    const account = new Account(5);
    const [one, other] = [account.join(), account.join()];
    for (let index = 0; index < 4; index += 1) await acquire(other);
    const { permit } = await acquire(one);
    await pass(POLLS_MS);
    permit?.refused({ limit: 3, current: undefined });
    await pass(10);
    expect([one.figures().limit, other.figures().limit]).toEqual([3, 3]);
  });

  test('without a limit lowers it below what all processes had in flight', async () => {
    const account = new Account(6);
    const [one, other] = [account.join(), account.join()];
    for (let index = 0; index < 2; index += 1) await acquire(other);
    const permits = [await acquire(one), await acquire(one)];
    await pass(POLLS_MS);
    permits[0]?.permit?.refused({ limit: undefined, current: undefined });
    await pass(10);
    expect([one.figures().limit, other.figures().limit]).toEqual([3, 3]);
  });

  test('a full account is no reason to lower it, because other processes are part of it', async () => {
    const account = new Account(5);
    const limiter = account.join();
    const { permit } = await acquire(limiter);
    permit?.report({ limit: 5, current: 5 });
    expect(limiter.figures().limit).toBe(5);
  });
});
