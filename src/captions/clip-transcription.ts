import { MynahError } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { Transcribe } from '../speech/asr.ts';
import type { Transcript } from '../speech/wire.ts';
import type { CaptionTimings } from './caption-timings.ts';
import type { CaptionLine, ClipSpool, SpooledClip, TranscriptStore } from './captions-ports.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { clipFailureOf } from './clip-failure.ts';
import { type ClipEnd, type ClipJob, type ClipOwner, createClipJob } from './clip-job.ts';
import type { Clock } from './clock.ts';
import { pause } from './pause.ts';

/** What clips are transcribed with. */
export interface TranscriptionOptions {
  readonly transcribe: Transcribe;
  readonly spool: ClipSpool;
  readonly transcripts: Pick<TranscriptStore, 'addLine'>;
  readonly timings: CaptionTimings;
  readonly clock: Clock;
  readonly log: Logger;
  /** Told once for each outage of the service that lasts, with an error's code. */
  readonly onLastingOutage: (code: string) => void;
}

/** A clip that failed this often while others succeeded is not tried again just because others succeed. */
const LONELY_FAILURES = 2;

/**
 * Carries clips from audio to stored text, all guilds together. A clip is written to disk beside its first request, is
 * tried for ever unless the service refuses the recording itself, and leaves the disk after its text is stored. New
 * clips do not queue behind those that wait. At the bound of the spool the oldest clips are lost, and their owners told.
 */
export class Transcription {
  readonly #options: TranscriptionOptions;
  readonly #outage: CircuitBreaker;
  /** By clip id, in the order of arrival. */
  readonly #jobs = new Map<string, ClipJob>();
  readonly #closing = new AbortController();
  #newUnderWay = 0;
  #oldUnderWay = 0;
  #wakeTimer: NodeJS.Timeout | undefined;

  constructor(options: TranscriptionOptions) {
    this.#options = options;
    const { timings, clock, onLastingOutage } = options;
    this.#outage = new CircuitBreaker({ timings, monotonicMs: () => clock.monotonicMs(), onLasting: onLastingOutage });
  }

  /** Whether the text of this clip is being waited for. */
  has(clipId: string): boolean {
    return this.#jobs.has(clipId);
  }

  /** Takes in a clip as it comes from the engine. */
  submit(entry: SpooledClip, audio: Uint8Array, owner: ClipOwner): void {
    if (this.#jobs.has(entry.clip.clipId)) return;
    const job = createClipJob(entry, owner, audio, { kind: 'new' });
    this.#jobs.set(entry.clip.clipId, job);
    job.saved = this.#save(job, audio);
    this.#pump();
  }

  /** Takes up a clip that waits on disk. */
  resume(entry: SpooledClip, owner: ClipOwner): void {
    if (this.#jobs.has(entry.clip.clipId)) return;
    this.#jobs.set(
      entry.clip.clipId,
      createClipJob(entry, owner, undefined, { kind: 'waiting', dueAtMs: 0, isHeld: false }),
    );
    this.#pump();
  }

  /**
   * Ends the way of all clips that `isMeant` names, at once: requests are aborted and late answers ignored. Resolves
   * with their number when they are gone from disk and nothing of them is being stored any more.
   */
  async cancel(isMeant: (entry: SpooledClip) => boolean): Promise<number> {
    const jobs = [...this.#jobs.values()].filter((job) => isMeant(job.entry));
    await Promise.all(jobs.map((job) => this.#end(job, 'cancelled')));
    return jobs.length;
  }

  /** Stops; what has no text yet stays on disk. Resolves when nothing is being written any more. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#outage.close();
    clearTimeout(this.#wakeTimer);
    for (const { state } of this.#jobs.values()) if ('controller' in state) state.controller.abort();
    await Promise.all([...this.#jobs.values()].flatMap((job) => [job.saved, job.stored]));
  }

  get #nowMs(): number {
    return this.#options.clock.monotonicMs();
  }

  async #save(job: ClipJob, audio: Uint8Array): Promise<boolean> {
    const { spool, log } = this.#options;
    try {
      const dropped = await spool.put(job.entry, audio);
      for (const entry of dropped) this.#lose(entry);
    } catch (error) {
      log.warn({ err: error }, 'a clip could not be written to disk');
      job.isUnsaved = true;
      this.#boundUnsaved();
      return false;
    }
    if (job.state.kind === 'new') job.audio = undefined;
    return true;
  }

  /** What is under way still has its audio: it is lost only if its request fails. */
  #lose(entry: SpooledClip): void {
    const job = this.#jobs.get(entry.clip.clipId);
    if (job === undefined || job.state.kind === 'under-way' || job.state.kind === 'storing') return;
    void this.#end(job, 'lost');
  }

  #boundUnsaved(): void {
    const unsaved = [...this.#jobs.values()].filter(({ isUnsaved }) => isUnsaved);
    let bytes = unsaved.reduce((sum, { audio }) => sum + (audio?.length ?? 0), 0);
    for (const job of unsaved) {
      if (bytes <= this.#options.timings.maxUnsavedBytes) return;
      bytes -= job.audio?.length ?? 0;
      void this.#end(job, 'lost');
    }
  }

  #pump(): void {
    if (this.#closing.signal.aborted) return;
    const { maxNewUnderWay, maxOldUnderWay } = this.#options.timings;
    for (const job of this.#jobs.values()) {
      if (this.#newUnderWay >= maxNewUnderWay) break;
      if (job.state.kind === 'new') void this.#attempt(job, true);
    }
    const room = this.#outage.probeAtMs === undefined ? maxOldUnderWay : 1;
    let nextAtMs = Number.POSITIVE_INFINITY;
    for (const job of this.#waitingJobs()) {
      if (this.#oldUnderWay >= room) break;
      const mayGoAtMs = this.#mayGoAtMs(job);
      if (mayGoAtMs <= this.#nowMs) void this.#attempt(job, false);
      else nextAtMs = Math.min(nextAtMs, mayGoAtMs);
    }
    this.#wakeAt(this.#oldUnderWay < room ? nextAtMs : Number.POSITIVE_INFINITY);
  }

  /** The oldest first; as probes those first that were not tried for longest, lest one clip stands for the service. */
  #waitingJobs(): readonly ClipJob[] {
    const waiting = [...this.#jobs.values()].filter(({ state }) => state.kind === 'waiting');
    if (this.#outage.probeAtMs === undefined) return waiting;
    return waiting.sort((a, b) => a.lastTriedAtMs - b.lastTriedAtMs);
  }

  /** In an outage its own wait counts only for a clip that is held, or fails where others do not. */
  #mayGoAtMs({ state, lonelyFailures }: ClipJob): number {
    if (state.kind !== 'waiting') return Number.POSITIVE_INFINITY;
    const { probeAtMs } = this.#outage;
    if (probeAtMs === undefined) return state.dueAtMs;
    return state.isHeld || lonelyFailures >= LONELY_FAILURES ? Math.max(probeAtMs, state.dueAtMs) : probeAtMs;
  }

  /** Requests that end pump by themselves; this is for a wait that is over. */
  #wakeAt(atMs: number): void {
    clearTimeout(this.#wakeTimer);
    if (atMs === Number.POSITIVE_INFINITY) return;
    this.#wakeTimer = setTimeout(() => this.#pump(), Math.ceil(Math.max(0, atMs - this.#nowMs)));
  }

  async #attempt(job: ClipJob, isNew: boolean): Promise<void> {
    const controller = new AbortController();
    job.state = { kind: 'under-way', controller };
    job.lastTriedAtMs = this.#nowMs;
    if (job.failures === 0) job.successesSeen = this.#outage.successes;
    this.#count(isNew, 1);
    const isStillWanted = (): boolean => job.state.kind === 'under-way' && job.state.controller === controller;
    try {
      const transcript = await this.#request(job, controller);
      if (!isStillWanted()) return;
      if (transcript === undefined) void this.#end(job, 'lost');
      else this.#succeeded(job, transcript);
    } catch (error) {
      if (isStillWanted()) this.#failed(job, error, isNew);
    } finally {
      this.#count(isNew, -1);
      this.#pump();
    }
  }

  #count(isNew: boolean, change: number): void {
    if (isNew) this.#newUnderWay += change;
    else this.#oldUnderWay += change;
  }

  /** `undefined` when the clip's audio is gone. */
  async #request(job: ClipJob, controller: AbortController): Promise<Transcript | undefined> {
    const { transcribe, spool, timings } = this.#options;
    const { clip, language } = job.entry;
    const audio = job.audio ?? (await spool.read(clip.clipId));
    if (audio === undefined) return undefined;
    controller.signal.throwIfAborted();
    const timeoutMs = Math.min(timings.maxAttemptTimeoutMs, timings.attemptTimeoutMs * 2 ** job.timeouts);
    const timer = setTimeout(() => {
      job.timeouts += 1;
      controller.abort(new MynahError('CAPTION_TIMEOUT', 'no text came in time', { retryable: true }));
    }, timeoutMs);
    try {
      return await transcribe(
        { audio, timestamps: true, ...(language === undefined ? {} : { language }) },
        { tenant: clip.guildId, priority: 'final-captions', signal: controller.signal },
      );
    } finally {
      clearTimeout(timer);
    }
  }

  #succeeded(job: ClipJob, transcript: Transcript): void {
    const controller = new AbortController();
    job.state = { kind: 'storing', controller };
    job.audio = undefined;
    if (this.#outage.succeeded()) this.#wakeAll();
    const line = job.owner.onText(job.entry, transcript);
    job.stored = line === undefined ? job.saved.then(() => true) : this.#store(job, line, controller.signal);
    void job.stored.then((isStored) => (isStored ? this.#end(job, 'done') : undefined));
  }

  #wakeAll(): void {
    for (const job of this.#jobs.values()) {
      if (job.state.kind !== 'waiting' || job.lonelyFailures >= LONELY_FAILURES) continue;
      job.state = { kind: 'waiting', dueAtMs: this.#nowMs, isHeld: false };
    }
  }

  #failed(job: ClipJob, error: unknown, isNew: boolean): void {
    const failure = clipFailureOf(error);
    if (this.#closing.signal.aborted || failure === 'closed') {
      job.state = { kind: 'waiting', dueAtMs: Number.POSITIVE_INFINITY, isHeld: true };
      return;
    }
    this.#options.log.info({ err: error, failure }, 'a clip got no text');
    if (failure === 'refused') {
      if (this.#outage.succeeded()) this.#wakeAll();
      void this.#end(job, 'refused');
      return;
    }
    this.#waitAgain(job, failure === 'busy');
    if (failure === 'busy') return;
    if (this.#outage.successes > job.successesSeen) job.lonelyFailures += 1;
    job.successesSeen = this.#outage.successes;
    this.#outage.failed(error instanceof MynahError ? error.code : 'UNKNOWN', !isNew);
  }

  /** Half of the wait is random, so that clips which failed together do not come back together. */
  #waitAgain(job: ClipJob, isHeld: boolean): void {
    const { retryBaseMs, retryMaxMs } = this.#options.timings;
    const fullMs = Math.min(retryMaxMs, retryBaseMs * 2 ** job.failures);
    job.failures += 1;
    job.state = { kind: 'waiting', dueAtMs: this.#nowMs + fullMs * (0.5 + Math.random() / 2), isHeld };
    void job.saved.then((isSaved) => {
      if (isSaved && job.state.kind === 'waiting') job.audio = undefined;
    });
  }

  /** Resolves with whether the line is stored: tries until it is, the clip is cancelled, or all is closed. */
  async #store(job: ClipJob, line: CaptionLine, signal: AbortSignal): Promise<boolean> {
    await job.saved;
    for (let failures = 0; !signal.aborted; failures += 1) {
      try {
        await this.#options.transcripts.addLine(line);
        return true;
      } catch (error) {
        this.#options.log.error({ err: error }, 'a caption could not be stored');
      }
      const { retryBaseMs, retryMaxMs } = this.#options.timings;
      await pause(Math.min(retryMaxMs, retryBaseMs * 2 ** failures), signal);
    }
    return false;
  }

  async #end(job: ClipJob, end: ClipEnd): Promise<void> {
    const { state } = job;
    if (state.kind === 'over') return;
    job.state = { kind: 'over' };
    job.audio = undefined;
    this.#jobs.delete(job.entry.clip.clipId);
    if ('controller' in state) state.controller.abort();
    await Promise.all([job.saved, job.stored]);
    try {
      await this.#options.spool.remove(job.entry.clip.clipId);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'a clip could not be removed from disk');
    }
    job.owner.onEnd(job.entry, end);
  }
}
