import { linkSignals, withinTime } from '../concurrency/async.ts';
import type { Logger } from '../log/log.ts';
import type { CaptionRun } from './caption-run.ts';
import type { CaptionTimings } from './caption-timings.ts';
import type { CaptionsEnded, CaptionsEnding, CaptionsEndReason } from './captions-api.ts';
import type { CaptionMessageStore, CaptionSession, TranscriptStore } from './captions-ports.ts';
import type { Clock } from './clock.ts';

/** What is needed to end captions. */
export interface CaptionRunsOptions {
  readonly transcripts: Pick<TranscriptStore, 'closeSession'>;
  readonly captionMessages: Pick<CaptionMessageStore, 'noteSettled'>;
  readonly timings: Pick<CaptionTimings, 'drainPatienceMs' | 'flushPatienceMs' | 'closePatienceMs'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The end of a run: `listening` resolves when the guild can start captions again, `ended` when the text is shown. */
interface RunEnd {
  readonly listening: Promise<void>;
  readonly ended: Promise<CaptionsEnded>;
}

type End = Pick<CaptionsEnded, 'reason' | 'movedTo' | 'usedUp'>;

const INTERRUPTED: End = { reason: 'interrupted', movedTo: undefined };

/** The caption runs of all guilds: at most one running per guild, and those that ended with text pending or not shown yet. */
export class CaptionRuns {
  readonly #options: CaptionRunsOptions;
  /** By guild id. */
  readonly #running = new Map<string, CaptionRun>();
  /** Ended, with pending text. */
  readonly #finishing = new Set<CaptionRun>();
  /** Ended; their last text waits for Discord. */
  readonly #showing = new Set<CaptionRun>();
  readonly #ends = new Map<CaptionRun, RunEnd>();
  readonly #listeners = new Set<(ended: CaptionsEnded) => void>();
  readonly #endingListeners = new Set<(ending: CaptionsEnding) => void>();

  constructor(options: CaptionRunsOptions) {
    this.#options = options;
  }

  /** The guild's run, which may be ending. */
  running(guildId: string): CaptionRun | undefined {
    return this.#running.get(guildId);
  }

  /** The guild's run, unless it is ending. */
  lasting(guildId: string): CaptionRun | undefined {
    const run = this.#running.get(guildId);
    return run === undefined || this.#ends.has(run) ? undefined : run;
  }

  get all(): readonly CaptionRun[] {
    return [...this.#running.values(), ...this.#finishing, ...this.#showing];
  }

  /** Those that have not ended, of all guilds. */
  get allRunning(): readonly CaptionRun[] {
    return [...this.#running.values()];
  }

  isRunning(sessionId: string): boolean {
    return [...this.#running.values()].some(({ session }) => session.sessionId === sessionId);
  }

  /** Whether this process has shown the session from its start on, and may still do. */
  isOwn(sessionId: string): boolean {
    return this.all.some((run) => run.session.sessionId === sessionId && !run.isRecovered);
  }

  /** Resolves when the run has stopped listening; `undefined` while it is not ending. */
  whenStopped(run: CaptionRun): Promise<void> | undefined {
    return this.#ends.get(run)?.listening;
  }

  add(run: CaptionRun): void {
    this.#running.set(run.session.guildId, run);
  }

  /** Removes a run that could not start. */
  remove(run: CaptionRun): void {
    if (this.#running.get(run.session.guildId) === run) this.#running.delete(run.session.guildId);
  }

  /**
   * Adds a run of a session that has already ended. `isInterrupted`: its end has not been reported yet, so reports it.
   */
  addEnded(run: CaptionRun, isInterrupted: boolean): void {
    this.#finishing.add(run);
    if (isInterrupted) {
      this.#ends.set(run, { listening: Promise.resolve(), ended: this.#drain(run, run.session, INTERRUPTED) });
    } else run.whenDrained(() => this.#finish(run));
  }

  /** Ends a run. Only the first call counts; others get its result. `details` say more about some reasons. */
  end(
    run: CaptionRun,
    reason: CaptionsEndReason,
    details: Partial<Pick<End, 'movedTo' | 'usedUp'>> = {},
  ): Promise<CaptionsEnded> {
    const known = this.#ends.get(run);
    if (known !== undefined) return known.ended;
    const session = { ...run.session, endedAtMs: this.#options.clock.nowMs() };
    const listening = run.stopListening().then(() => {
      this.remove(run);
      this.#finishing.add(run);
    });
    const ended = listening.then(() => this.#drain(run, session, { movedTo: undefined, ...details, reason }));
    this.#ends.set(run, { listening, ended });
    this.#report(this.#endingListeners, { session, reason, usedUp: details.usedUp });
    return ended;
  }

  /** Ends all runs because the bot shuts down. */
  async endAll(): Promise<void> {
    for (const run of this.#running.values()) void this.end(run, 'closed');
    const ends = [...this.#ends.values()].map(({ ended }) => ended);
    await withinTime(Promise.allSettled(ends), this.#options.timings.closePatienceMs, undefined);
  }

  /** Called once for each run of this process, as soon as it is to end. Returns a function that removes the listener. */
  onEnding(listener: (ending: CaptionsEnding) => void): () => void {
    this.#endingListeners.add(listener);
    return () => this.#endingListeners.delete(listener);
  }

  /** Called once for each run, however it ends. Returns a function that removes the listener. */
  onEnded(listener: (ended: CaptionsEnded) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Waits for pending text and shows it, then reports the end. */
  async #drain(run: CaptionRun, session: CaptionSession, end: End): Promise<CaptionsEnded> {
    const { transcripts, timings, log } = this.#options;
    const { drainPatienceMs, flushPatienceMs, closePatienceMs } = timings;
    const isClosing = end.reason === 'closed';
    try {
      await transcripts.closeSession(session.sessionId, session.endedAtMs ?? 0);
    } catch (error) {
      log.error({ err: error, guildId: session.guildId }, 'could not store the end of captions');
    }
    // At shutdown, half of the time is for pending text and a quarter for showing it.
    await run.drained(isClosing ? closePatienceMs / 2 : drainPatienceMs);
    if (isClosing) run.close();
    const isShown = await flushDisplay(run, isClosing ? closePatienceMs / 4 : flushPatienceMs);
    // Otherwise the next start settles what is left.
    if (isClosing && isShown) await this.#noteSettled(run);
    const ended = { session, ...end, lines: run.lines, waitingClips: run.waitingClips };
    this.#report(this.#listeners, ended);
    run.whenDrained(() => this.#finish(run));
    return ended;
  }

  #report<T>(listeners: ReadonlySet<(news: T) => void>, news: T): void {
    for (const listener of listeners) {
      try {
        listener(news);
      } catch (error) {
        this.#options.log.error({ err: error }, 'a listener to the end of captions failed');
      }
    }
  }

  #finish(run: CaptionRun): void {
    if (!this.#finishing.delete(run)) return;
    this.#ends.delete(run);
    run.close();
    // Its speakers can still opt out or be erased before their last lines are posted.
    this.#showing.add(run);
    void run.display.flush(new AbortController().signal).then(async (isShown) => {
      if (isShown) await this.#noteSettled(run);
      this.#showing.delete(run);
    });
  }

  /** The run shows no interim text any more. Never rejects. */
  async #noteSettled({ isInterim, session: { sessionId, guildId } }: CaptionRun): Promise<void> {
    if (!isInterim) return;
    try {
      await this.#options.captionMessages.noteSettled(sessionId);
    } catch (error) {
      this.#options.log.warn({ err: error, guildId }, 'could not note that captions are settled');
    }
  }
}

/** Whether everything is shown. Never rejects, and takes no longer than `timeoutMs`. */
async function flushDisplay({ display }: CaptionRun, timeoutMs: number): Promise<boolean> {
  using linked = linkSignals([], { afterMs: timeoutMs, reason: () => new Error('showing captions took too long') });
  return await withinTime(display.flush(linked.signal), timeoutMs, false);
}
