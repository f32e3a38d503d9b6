import { backoffMs, sleepUnlessAborted } from '../../concurrency/async.ts';
import { isDatabaseAway, MynahError } from '../../errors.ts';
import type { Logger } from '../../log/log.ts';
import type { Transcribe } from '../../speech/asr/asr.ts';
import type { Transcript } from '../../speech/asr/transcript.ts';
import { RequestScope } from '../../telemetry/request-scope.ts';
import type { CaptionTimings } from '../caption-timings.ts';
import type { CaptionLine, ClipSpool, SpooledClip, TranscriptStore } from '../captions-ports.ts';
import type { Clock } from '../clock.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { clipFailureOf } from './clip-failure.ts';
import {
  type ClipCourse,
  type ClipJob,
  type ClipRequest,
  createClipJob,
  type HowItEnded,
  type JobState,
} from './clip-job.ts';
import { GuildTurns } from './guild-turns.ts';

/** What clips are transcribed with. */
export interface TranscriptionOptions {
  readonly transcribe: Transcribe;
  readonly spool: ClipSpool;
  readonly transcripts: Pick<TranscriptStore, 'addLine'>;
  readonly timings: CaptionTimings;
  readonly clock: Clock;
  /** Default: none is known. */
  readonly scope?: RequestScope | undefined;
  readonly log: Logger;
  /** Called once for each outage of the service that lasts, with an error's code. */
  readonly onLastingOutage: (code: string) => void;
}

/** A clip that failed this often while others succeeded keeps its own wait when others succeed. */
const LONELY_FAILURES = 2;

/**
 * Turns the clips of all guilds into stored text. A clip is written to disk while its first request is under way, is
 * retried until it succeeds or the service rejects the recording itself, and leaves the disk once its text is stored.
 * New clips do not queue behind pending ones, and guilds take turns, in an outage too. When the spool is full the oldest clips are lost, and their owners learn it.
 */
export class ClipTranscription {
  readonly #options: TranscriptionOptions;
  readonly #scope: RequestScope;
  readonly #breaker: CircuitBreaker;
  /** By clip id, in the order of arrival. */
  readonly #jobs = new Map<string, ClipJob>();
  readonly #closing = new AbortController();
  readonly #newTurns = new GuildTurns();
  readonly #oldTurns = new GuildTurns();
  #newUnderWay = 0;
  #oldUnderWay = 0;
  #wakeTimer: NodeJS.Timeout | undefined;

  constructor(options: TranscriptionOptions) {
    this.#options = options;
    const { timings, clock, onLastingOutage, scope = new RequestScope() } = options;
    this.#scope = scope;
    this.#breaker = new CircuitBreaker({ timings, monotonicMs: () => clock.monotonicMs(), onLasting: onLastingOutage });
  }

  /** Clips without stored text, and whether they are held back because the service fails. */
  get figures(): { readonly waitingClips: number; readonly isBreakerOpen: boolean } {
    return { waitingClips: this.#jobs.size, isBreakerOpen: this.#breaker.probeAtMs !== undefined };
  }

  /** The code of the error that holds clips back; `undefined` while requests succeed. */
  get outage(): string | undefined {
    return this.#breaker.code;
  }

  /** Whether this clip is being transcribed. */
  has(clipId: string): boolean {
    return this.#jobs.has(clipId);
  }

  /** Transcribes a clip that the engine has just recorded, and that is not being transcribed. */
  submit(request: ClipRequest, audio: Uint8Array): ClipCourse {
    const { job, course } = this.#take(request, audio, { kind: 'new' });
    job.saved = this.#save(job, audio);
    this.#pump();
    return course;
  }

  /** Transcribes a clip that is on disk, and not being transcribed. */
  resume(request: ClipRequest): ClipCourse {
    const { course } = this.#take(request, undefined, { kind: 'waiting', dueAtMs: 0, isHeld: false });
    this.#pump();
    return course;
  }

  #take(request: ClipRequest, audio: Uint8Array | undefined, state: JobState): { job: ClipJob; course: ClipCourse } {
    const { clip } = request.entry;
    const span = this.#scope.start('caption', { startedAtMs: clip.voiceEndedAtMs }, { requestId: clip.clipId });
    const job = createClipJob(request, { span, audio, state });
    this.#jobs.set(clip.clipId, job);
    const keep = (line: CaptionLine | undefined): void => this.#keep(job, line);
    return { job, course: { transcript: job.transcript.promise, keep, ended: job.ended.promise } };
  }

  /**
   * Cancels all matching clips immediately: aborts their requests and ignores late answers. Resolves with their number
   * when they are gone from disk and none of their text is being stored.
   */
  async cancel(matches: (entry: SpooledClip) => boolean): Promise<number> {
    const jobs = [...this.#jobs.values()].filter((job) => matches(job.entry));
    await Promise.all(jobs.map((job) => this.#end(job, { kind: 'cancelled' })));
    return jobs.length;
  }

  /** Stops. Clips without text stay on disk. Resolves when nothing is being written. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#breaker.close();
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

  /** A clip that is being sent still has its audio: it is lost only if its request fails. */
  #lose(entry: SpooledClip): void {
    const job = this.#jobs.get(entry.clip.clipId);
    if (job === undefined || job.state.kind === 'under-way' || job.state.kind === 'storing') return;
    void this.#end(job, { kind: 'lost' });
  }

  /** The guild with most bytes in memory loses its own oldest clip. */
  #boundUnsaved(): void {
    for (;;) {
      const unsaved = [...this.#jobs.values()].filter(({ isUnsaved }) => isUnsaved);
      if (bytesOf(unsaved) <= this.#options.timings.maxUnsavedBytes) return;
      const byGuild = [...Map.groupBy(unsaved, ({ entry }) => entry.clip.guildId).values()];
      const [oldest] = byGuild.reduce((most, each) => (bytesOf(each) > bytesOf(most) ? each : most), []);
      if (oldest === undefined) return;
      void this.#end(oldest, { kind: 'lost' });
    }
  }

  #pump(): void {
    if (this.#closing.signal.aborted) return;
    this.#pumpNew();
    this.#pumpOld();
  }

  #pumpNew(): void {
    const { maxNewUnderWay } = this.#options.timings;
    if (this.#newUnderWay >= maxNewUnderWay) return;
    const fresh = [...this.#jobs.values()].filter(({ state }) => state.kind === 'new');
    this.#newTurns.keepOnly(this.#jobs.values());
    for (const job of this.#newTurns.order(fresh)) {
      if (this.#newUnderWay >= maxNewUnderWay) break;
      void this.#attempt(job, true);
    }
  }

  /** Looks at the clips only when one may go: after a long outage there are tens of thousands. */
  #pumpOld(): void {
    const room = this.#breaker.probeAtMs === undefined ? this.#options.timings.maxOldUnderWay : 1;
    clearTimeout(this.#wakeTimer);
    if (this.#oldUnderWay >= room) return;
    this.#oldTurns.keepOnly(this.#jobs.values());
    const due: ClipJob[] = [];
    let nextAtMs = Number.POSITIVE_INFINITY;
    for (const job of this.#waitingJobs()) {
      const mayGoAtMs = this.#mayGoAtMs(job);
      if (mayGoAtMs <= this.#nowMs) due.push(job);
      else nextAtMs = Math.min(nextAtMs, mayGoAtMs);
    }
    for (const job of this.#oldTurns.order(due)) {
      if (this.#oldUnderWay >= room) break;
      void this.#attempt(job, false);
    }
    this.#wakeAt(this.#oldUnderWay < room ? nextAtMs : Number.POSITIVE_INFINITY);
  }

  /**
   * The oldest of each guild first. Probes go to the least recently tried, so that one bad clip does not keep the breaker
   * open.
   */
  #waitingJobs(): readonly ClipJob[] {
    const waiting = [...this.#jobs.values()].filter(({ state }) => state.kind === 'waiting');
    if (this.#breaker.probeAtMs === undefined) return waiting;
    return waiting.sort((a, b) => a.lastTriedAtMs - b.lastTriedAtMs);
  }

  /** In an outage, its own wait applies only to a clip that is held, or that fails where others succeed. */
  #mayGoAtMs({ state, lonelyFailures }: ClipJob): number {
    if (state.kind !== 'waiting') return Number.POSITIVE_INFINITY;
    const { probeAtMs } = this.#breaker;
    if (probeAtMs === undefined) return state.dueAtMs;
    return state.isHeld || lonelyFailures >= LONELY_FAILURES ? Math.max(probeAtMs, state.dueAtMs) : probeAtMs;
  }

  /** Requests call `#pump` when they end; this timer does so when a wait is over. */
  #wakeAt(atMs: number): void {
    clearTimeout(this.#wakeTimer);
    if (atMs === Number.POSITIVE_INFINITY) return;
    this.#wakeTimer = setTimeout(() => this.#pump(), Math.ceil(Math.max(0, atMs - this.#nowMs)));
  }

  async #attempt(job: ClipJob, isNew: boolean): Promise<void> {
    const controller = new AbortController();
    job.state = { kind: 'under-way', controller };
    job.lastTriedAtMs = this.#nowMs;
    if (job.failures === 0) job.successesSeen = this.#breaker.successes;
    if (!isNew) this.#breaker.probeStarted();
    this.#count(isNew, 1);
    (isNew ? this.#newTurns : this.#oldTurns).served(job);
    const isStillWanted = (): boolean => job.state.kind === 'under-way' && job.state.controller === controller;
    try {
      const transcript = await this.#scope.run(job.span.context, () => this.#request(job, controller));
      if (!isStillWanted()) return;
      if (transcript === undefined) void this.#end(job, { kind: 'lost' });
      else this.#succeeded(job, transcript);
    } catch (error) {
      if (isStillWanted()) this.#scope.run(job.span.context, () => this.#failed(job, error, isNew));
    } finally {
      this.#count(isNew, -1);
      if (!isNew) this.#breaker.probeAbandoned();
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
    const growth = { baseMs: timings.attemptTimeoutMs, maxMs: timings.maxAttemptTimeoutMs, jitter: 'none' } as const;
    const timeoutMs = backoffMs(job.timeouts + 1, growth);
    const timer = setTimeout(() => {
      job.timeouts += 1;
      controller.abort(
        new MynahError('CAPTION_TIMEOUT', 'the speech service sent no text in time', { retryable: true }),
      );
    }, timeoutMs);
    try {
      const transcript = await transcribe(
        {
          ...{ audio, timestamps: false, diarize: false, soundCues: job.soundCues() },
          ...(language === undefined ? {} : { language }),
        },
        { tenant: clip.guildId, priority: 'final-captions', signal: controller.signal },
      );
      job.wasServed = true;
      return transcript;
    } finally {
      clearTimeout(timer);
    }
  }

  #succeeded(job: ClipJob, transcript: Transcript): void {
    job.state = { kind: 'storing', controller: new AbortController() };
    job.audio = undefined;
    if (this.#breaker.succeeded()) this.#wakeAll();
    job.transcript.resolve(transcript);
  }

  /** A clip that was cancelled meanwhile keeps nothing. */
  #keep(job: ClipJob, line: CaptionLine | undefined): void {
    if (job.state.kind !== 'storing') return;
    const { signal } = job.state.controller;
    job.stored = line === undefined ? job.saved.then(() => true) : this.#store(job, line, signal);
    void job.stored.then((isStored) => (isStored ? this.#end(job, { kind: 'done' }) : undefined));
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
    this.#options.log.info({ err: error, failure }, 'a clip could not be transcribed');
    if (failure === 'refused') {
      if (this.#breaker.succeeded()) this.#wakeAll();
      void this.#end(job, { kind: 'refused', error });
      return;
    }
    this.#waitAgain(job, failure === 'busy');
    if (failure === 'busy') return;
    if (this.#breaker.successes > job.successesSeen) job.lonelyFailures += 1;
    job.successesSeen = this.#breaker.successes;
    this.#breaker.failed(error instanceof MynahError ? error.code : 'UNKNOWN', !isNew);
  }

  /** The jitter keeps clips that failed together from being retried together. */
  #waitAgain(job: ClipJob, isHeld: boolean): void {
    const { retryBaseMs: baseMs, retryMaxMs: maxMs } = this.#options.timings;
    job.failures += 1;
    const waitMs = backoffMs(job.failures, { baseMs, maxMs, jitter: 'equal' });
    job.state = { kind: 'waiting', dueAtMs: this.#nowMs + waitMs, isHeld };
    void job.saved.then((isSaved) => {
      if (isSaved && job.state.kind === 'waiting') job.audio = undefined;
    });
  }

  /** Retries until the line is stored (true), or the signal aborts (false). */
  async #store(job: ClipJob, line: CaptionLine, signal: AbortSignal): Promise<boolean> {
    await job.saved;
    const { retryBaseMs: baseMs, retryMaxMs: maxMs } = this.#options.timings;
    for (let failures = 1; !signal.aborted; failures += 1) {
      try {
        await this.#options.transcripts.addLine(line);
        return true;
      } catch (error) {
        // A database that is away is logged by the store.
        if (!isDatabaseAway(error)) this.#options.log.error({ err: error }, 'a caption could not be stored');
      }
      await sleepUnlessAborted(backoffMs(failures, { baseMs, maxMs, jitter: 'none' }), signal);
    }
    return false;
  }

  async #end(job: ClipJob, end: HowItEnded): Promise<void> {
    const { state } = job;
    if (state.kind === 'over') return;
    job.state = { kind: 'over' };
    job.audio = undefined;
    const { clipId } = job.entry.clip;
    if (this.#jobs.get(clipId) === job) this.#jobs.delete(clipId);
    if ('controller' in state) state.controller.abort();
    job.transcript.resolve(undefined);
    await Promise.all([job.saved, job.stored]);
    try {
      await this.#options.spool.remove(clipId);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'a clip could not be removed from disk');
    }
    job.span.set({ 'mynah.outcome': end.kind });
    job.span.end();
    job.ended.resolve({ ...end, wasServed: job.wasServed });
  }
}

function bytesOf(jobs: readonly ClipJob[]): number {
  return jobs.reduce((sum, { audio }) => sum + (audio?.length ?? 0), 0);
}
