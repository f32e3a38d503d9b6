import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DisplayLine } from '../../../../../src/discord/captions/display/display-line.ts';
import { type DisplayPort, DisplayQueue } from '../../../../../src/discord/captions/display/display-queue.ts';
import { createRateBudget } from '../../../../../src/discord/client/rate-budget.ts';
import { createLogger } from '../../../../../src/log/log.ts';
import { fuzzRuns } from '../../../../support/fuzz-runs.ts';

const TURNS = 4;
const LATENCY_MS = 50;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A channel whose webhook can be deleted: nobody can edit its messages any more, but the bot may delete them. */
function createChannel(mayDelete: boolean) {
  const messages: { lines: readonly DisplayLine[]; webhook: number; isDeleted: boolean }[] = [];
  const state = { webhook: 0, failures: 0 };
  /** The ids of the lines of all posts, from the first on. */
  const posted: string[] = [];
  const posts = createRateBudget([{ kind: 'bucket', capacity: 2, refillMs: 400 }]);
  const edits = createRateBudget([{ kind: 'bucket', capacity: 3, refillMs: 200 }]);
  /** Whether Discord can be reached. */
  const request = async (): Promise<boolean> => {
    await new Promise((resolve) => setTimeout(resolve, LATENCY_MS));
    if (state.failures === 0) return true;
    state.failures -= 1;
    return false;
  };
  const port: DisplayPort<number> = {
    post: async (lines) => {
      posted.push(...lines.map(({ lineId }) => lineId));
      if (!(await request())) return { kind: 'unreachable' };
      messages.push({ lines, webhook: state.webhook, isDeleted: false });
      return { kind: 'posted', handle: messages.length - 1 };
    },
    edit: async (handle, lines) => {
      const message = messages[handle];
      if (!(await request()) || message === undefined) return { kind: 'unreachable' };
      if (message.webhook !== state.webhook) {
        message.isDeleted = mayDelete;
        return { kind: mayDelete ? 'withdrawn' : 'gone' };
      }
      message.lines = lines;
      return { kind: 'edited' };
    },
    remove: async (handle) => {
      const message = messages[handle];
      if (!(await request()) || message === undefined) return { kind: 'unreachable' };
      if (message.webhook !== state.webhook && !mayDelete) return { kind: 'gone' };
      message.isDeleted = true;
      return { kind: 'removed' };
    },
    fits: (lines) => lines.reduce((sum, { content }) => sum + content.length, 0) <= 60,
    budgets: () => ({ posts, edits }),
  };
  /** The final words that readers see of a turn, from the first message on. */
  const words = (turn: number): readonly string[] =>
    messages
      .filter(({ isDeleted }) => !isDeleted)
      .flatMap(({ lines }) => lines.filter(({ lineId }) => lineId === `turn ${turn}`))
      .flatMap(({ settled }) => settled.split(' '))
      .filter((word) => word !== '');
  return { port, state, posted, words };
}

const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('speak'), turn: fc.nat(TURNS - 1), isInterim: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait'), ms: fc.integer({ min: 10, max: 900 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete webhook') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fail'), times: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('forget'), turn: fc.nat(TURNS - 1) }) },
) as fc.Arbitrary<
  | { readonly kind: 'speak'; readonly turn: number; readonly isInterim: boolean }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'delete webhook' }
  | { readonly kind: 'fail'; readonly times: number }
  | { readonly kind: 'forget'; readonly turn: number }
>;

test('every word is shown once and in order, whatever happens to webhooks, and nobody forgotten is shown again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.boolean(), async (steps, mayDelete) => {
      const closing = new AbortController();
      const { port, state, posted, words } = createChannel(mayDelete);
      const queue = new DisplayQueue(port, createLogger('silent'), closing.signal);
      const said = Array.from({ length: TURNS }, (): string[] => []);
      const forgotten = new Map<number, { readonly seen: readonly string[]; readonly posts: number }>();
      const show = (turn: number, isInterim: boolean): void => {
        const settled = said[turn]?.join(' ') ?? '';
        const content = [settled, isInterim ? '*so…*' : ''].filter((part) => part !== '').join(' ');
        const line = { lineId: `turn ${turn}`, userId: `user ${turn}`, spokenAtMs: 1 };
        queue.set({ ...line, settled, content, isInterim });
      };
      for (const each of steps) {
        if (each.kind === 'wait') await vi.advanceTimersByTimeAsync(each.ms);
        else if (each.kind === 'delete webhook') state.webhook += 1;
        else if (each.kind === 'fail') state.failures = each.times;
        else if (forgotten.has(each.turn)) continue;
        else if (each.kind === 'forget') {
          queue.forget(`user ${each.turn}`);
          forgotten.set(each.turn, { seen: words(each.turn), posts: posted.length });
        } else {
          if (!each.isInterim) said[each.turn]?.push(`${each.turn}-${said[each.turn]?.length ?? 0}`);
          show(each.turn, each.isInterim);
        }
      }
      for (const [turn, spoken] of said.entries()) if (spoken.length > 0 && !forgotten.has(turn)) show(turn, false);
      state.failures = 0;
      await vi.advanceTimersByTimeAsync(120_000);
      expect(await queue.flush(AbortSignal.timeout(1))).toBe(true);
      for (const [turn, spoken] of said.entries()) {
        const { seen, posts } = forgotten.get(turn) ?? {};
        if (seen === undefined) expect(words(turn)).toEqual(spoken);
        else {
          expect(seen.join(' ')).toContain(words(turn).join(' '));
          expect(posted.slice(posts)).not.toContain(`turn ${turn}`);
        }
      }
      closing.abort();
    }),
    { numRuns: fuzzRuns(200) },
  );
});
