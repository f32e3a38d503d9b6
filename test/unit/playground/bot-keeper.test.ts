import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BotKeeper, type BotNews } from '../../../playground/bot-keeper.ts';
import type { BotProcess } from '../../../playground/bot-process.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A bot whose end the test decides. */
function fakeBot() {
  const { promise: ended, resolve } = Promise.withResolvers<number | null>();
  const end = async (code: number | null): Promise<number | null> => {
    resolve(code);
    return code;
  };
  const bot = { ended, stop: () => end(0), kill: async () => void (await end(null)) };
  return { bot: bot as unknown as BotProcess, end };
}

interface SceneOptions {
  readonly revives: boolean;
  readonly failures?: number;
  readonly isReady?: () => boolean;
}

/** `failures`: how many starts fail at first. `isReady`: whether a started bot becomes ready. */
function scene({ revives, failures = 0, isReady = () => true }: SceneOptions) {
  const bots = [fakeBot()];
  const news: BotNews[] = [];
  let starts = 0;
  const start = async () => {
    starts += 1;
    if (starts <= failures) throw new Error('It did not start.');
    const next = fakeBot();
    bots.push(next);
    return next.bot;
  };
  const discord = {
    botReady: () => (isReady() ? Promise.resolve() : new Promise<void>(() => undefined)),
    botGone: () => Promise.resolve(),
  };
  const keeper = new BotKeeper(bots[0]?.bot as BotProcess, { discord, start, revives });
  keeper.listen((each) => news.push(each));
  const crash = async () => {
    await bots.at(-1)?.end(null);
    await vi.advanceTimersByTimeAsync(1_000);
  };
  return { keeper, bots, news, crash };
}

it('starts a bot again that ends by itself', async () => {
  const { keeper, bots, news, crash } = scene({ revives: true });
  await crash();
  expect(news).toEqual(['reviving', 'restarted']);
  expect(keeper.bot).toBe(bots[1]?.bot);
});

it('gives up a bot that ends again and again, and tells it once', async () => {
  const { bots, news, crash } = scene({ revives: true });
  for (let crashes = 0; crashes < 6; crashes += 1) await crash();
  expect(news).toEqual([...Array.from({ length: 5 }, () => ['reviving', 'restarted']).flat(), 'ended']);
  expect(bots).toHaveLength(6);
});

it('tries again when the bot does not start', async () => {
  const { bots, news, crash } = scene({ revives: true, failures: 2 });
  await crash();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(news).toEqual(['reviving', 'reviving', 'reviving', 'restarted']);
  expect(bots).toHaveLength(2);
});

it('starts a bot again that ends before it is ready, and says nothing else meanwhile', async () => {
  let isReady = false;
  const { bots, news, crash } = scene({ revives: true, isReady: () => isReady });
  await crash();
  expect(news).toEqual(['reviving']);
  isReady = true;
  await crash();
  expect(news).toEqual(['reviving', 'reviving', 'restarted']);
  expect(bots).toHaveLength(3);
});

it('tells that a bot has ended which is not to be started again', async () => {
  const { bots, news, crash } = scene({ revives: false });
  await crash();
  expect(news).toEqual(['ended']);
  expect(bots).toHaveLength(1);
});

it('restarts a bot once when it is asked to', async () => {
  const { keeper, bots, news } = scene({ revives: true });
  await keeper.restart('crash');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(news).toEqual(['restarted']);
  expect(bots).toHaveLength(2);
});

it('starts nothing while it is stopped, and gives the exit code', async () => {
  const { keeper, bots, news } = scene({ revives: true });
  expect(await keeper.stop()).toBe(0);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(bots).toHaveLength(1);
  expect(news).toEqual([]);
});
