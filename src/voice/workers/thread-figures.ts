import { withinTime } from '../../concurrency/async.ts';
import { addLogFigures, NO_LOG_LINES } from '../../log/log-repeats.ts';
import { addDelays, NO_DELAYS } from '../../telemetry/thread-load.ts';
import { NO_TRAFFIC, sumTraffic } from '../traffic.ts';
import type { VoiceThreadFigures, VoiceThreadReport } from '../voice-figures.ts';

/** A thread answers in a millisecond; one that takes this long is too busy to carry voice. */
const ANSWER_TIMEOUT_MS = 1_000;

type Counts = Pick<VoiceThreadFigures, 'traffic'> & {
  readonly delays: typeof NO_DELAYS;
  readonly log: typeof NO_LOG_LINES;
};

/**
 * The figures of one voice thread over all its restarts. It asks the thread only when somebody wants to know, and once for
 * all who do; a thread that hangs is not asked again before it answers.
 */
export class ThreadFigures {
  /** Posts the question to the thread. */
  readonly #ask: () => void;
  /** Counts of threads that ended, as of their last answers. */
  #ended: Counts = { traffic: NO_TRAFFIC, delays: NO_DELAYS, log: NO_LOG_LINES };
  /** Of the thread that runs. */
  #latest: VoiceThreadFigures | undefined;
  /** Of any thread. */
  #known: VoiceThreadFigures | undefined;
  #isRunning = false;
  #starts = 0;
  /** Resolves with whether the thread answered. */
  #answer: PromiseWithResolvers<boolean> | undefined;

  constructor(ask: () => void) {
    this.#ask = ask;
  }

  /** To be called when a thread starts. */
  onStart(): void {
    this.#isRunning = true;
    this.#starts += 1;
  }

  onAnswer(figures: VoiceThreadFigures): void {
    this.#latest = figures;
    this.#known = figures;
    this.#settle(true);
  }

  /** To be called when the thread has ended. */
  onEnd(): void {
    this.#isRunning = false;
    this.#ended = this.#total();
    this.#latest = undefined;
    this.#settle(false);
  }

  /** Resolves within a second, with the last known figures if the thread doesn't answer. */
  async read(): Promise<Omit<VoiceThreadReport, 'thread'>> {
    const isAnswering = await this.#askNow();
    const restarts = Math.max(0, this.#starts - 1);
    const { traffic, delays, log } = this.#total();
    const known = this.#known;
    if (known === undefined) return { isAnswering, restarts, figures: undefined };
    const load = known.load === undefined ? undefined : { ...known.load, eventLoopDelay: delays };
    return { isAnswering, restarts, figures: { ...known, traffic, load, log } };
  }

  async #askNow(): Promise<boolean> {
    if (!this.#isRunning) return false;
    if (this.#answer === undefined) {
      this.#answer = Promise.withResolvers<boolean>();
      this.#ask();
    }
    return await withinTime(this.#answer.promise, ANSWER_TIMEOUT_MS, false);
  }

  #settle(hasAnswered: boolean): void {
    this.#answer?.resolve(hasAnswered);
    this.#answer = undefined;
  }

  #total(): Counts {
    const { traffic, delays, log } = this.#ended;
    const { traffic: more = NO_TRAFFIC, load, log: moreLines = NO_LOG_LINES } = this.#latest ?? {};
    return {
      traffic: sumTraffic([traffic, more]),
      delays: addDelays(delays, load?.eventLoopDelay ?? NO_DELAYS),
      log: addLogFigures(log, moreLines),
    };
  }
}
