import { createListeners } from '@mynah/local-discord/listeners';
import type { LocalDiscord } from '@mynah/local-discord/local-discord';
import { sleep } from '@mynah/local-discord/voice/sleep';
import type { BotProcess } from './bot-process.ts';

/** A bot that ends by itself is started again this often within a minute; then something is wrong with it. */
const MAX_REVIVALS = 5;
const REVIVAL_WINDOW_MS = 60_000;
const REVIVAL_DELAY_MS = 500;

/** What becomes of the bot's process: it ended by itself and is being started again, it runs again, or it ended and stays so. */
export type BotNews = 'reviving' | 'restarted' | 'ended';

/** How the bot is kept. */
export interface BotKeeperOptions {
  readonly discord: Pick<LocalDiscord, 'botReady' | 'botGone'>;
  /** Starts the bot with the data it kept; resolves when it is ready. */
  readonly start: (signal?: AbortSignal) => Promise<BotProcess>;
  /** Whether a bot that ends by itself is started again. */
  readonly revives: boolean;
}

/** The bot's process, and those that replace it. */
export class BotKeeper {
  readonly #options: BotKeeperOptions;
  readonly #news = createListeners<BotNews>();
  readonly #closing = new AbortController();
  /** Bots whose end is wanted. */
  readonly #leaving = new WeakSet<BotProcess>();
  #revivals: number[] = [];
  #bot: BotProcess;
  /** One change after the other. */
  #changes: Promise<unknown> = Promise.resolve();

  constructor(bot: BotProcess, options: BotKeeperOptions) {
    this.#bot = bot;
    this.#options = options;
    this.#watch(bot);
  }

  /** The running bot, or the last one that ran. */
  get bot(): BotProcess {
    return this.#bot;
  }

  /** Calls `listener` with what becomes of the bot; dispose to stop. */
  listen(listener: (news: BotNews) => void): Disposable {
    return this.#news.listen(listener);
  }

  /** Ends the bot with SIGTERM, or with SIGKILL for `crash`, and starts it again. Resolves when it is ready. */
  restart(how: 'stop' | 'crash', signal?: AbortSignal): Promise<void> {
    return this.#inTurn(async () => {
      const { bot } = this;
      await this.#replace(() => (how === 'crash' ? bot.kill() : bot.stop()), signal);
    });
  }

  /** Stops the bot for good; resolves with its exit code. Safe to call twice. */
  async stop(): Promise<number | null> {
    this.#closing.abort(new Error('The playground was closed.'));
    await this.#changes;
    return await this.#bot.stop();
  }

  #inTurn(change: () => Promise<void>): Promise<void> {
    const changed = this.#changes.then(change);
    this.#changes = changed.catch(() => undefined);
    return changed;
  }

  async #replace(end: () => Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
    const { discord, start } = this.#options;
    const stop = signal === undefined ? this.#closing.signal : AbortSignal.any([signal, this.#closing.signal]);
    const before = this.#bot;
    this.#leaving.add(before);
    await end();
    await discord.botGone(stop);
    this.#bot = await start(stop);
    this.#watch(this.#bot);
    await Promise.race([discord.botReady(stop), failAtEnd(this.#bot)]);
    this.#news.emit('restarted');
  }

  #watch(bot: BotProcess): void {
    void bot.ended.then(() => {
      if (this.#leaving.has(bot) || this.#closing.signal.aborted) return;
      void this.#inTurn(() => this.#revive());
    });
  }

  async #revive(): Promise<void> {
    const now = performance.now();
    this.#revivals = [...this.#revivals.filter((at) => now - at < REVIVAL_WINDOW_MS), now];
    if (!this.#options.revives || this.#revivals.length > MAX_REVIVALS) {
      this.#news.emit('ended');
      return;
    }
    this.#news.emit('reviving');
    const before = this.#bot;
    try {
      await this.#replace(() => sleep(REVIVAL_DELAY_MS, this.#closing.signal), undefined);
    } catch {
      // One that started and ended is revived because it ended.
      if (!this.#closing.signal.aborted && this.#bot === before) void this.#inTurn(() => this.#revive());
    }
  }
}

/** Rejects when the bot ends. */
async function failAtEnd(bot: BotProcess): Promise<never> {
  const code = await bot.ended;
  throw new Error(`The bot ended before it was ready (${code}).`);
}
