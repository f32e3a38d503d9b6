import { randomUUID } from 'node:crypto';
import type { Logger } from '../log.ts';
import type { VoiceEngine, VoiceEvent } from '../voice/voice-api.ts';
import { CaptionRun, type RunSurroundings } from './caption-run.ts';
import { type CaptionTimings, DEFAULT_CAPTION_TIMINGS } from './caption-timings.ts';
import type {
  Captioning,
  CaptionStatus,
  Captions,
  CaptionsEnded,
  CaptionsEndReason,
  Erasure,
  PersonSummary,
  StartOutcome,
  StartRequest,
  StopCaptionsOutcome,
} from './captions-api.ts';
import type {
  CaptionDisplay,
  CaptionLine,
  CaptionSession,
  CaptionSettings,
  ClipSpool,
  Consent,
  ConsentStore,
  People,
  SettingsStore,
  TranscriptStore,
} from './captions-ports.ts';
import { Transcription } from './clip-transcription.ts';
import { type Clock, SYSTEM_CLOCK } from './clock.ts';
import { captioningOf } from './consent.ts';
import { createKnownDecisions, type KnownDecisions } from './known-decisions.ts';
import { pause, within } from './pause.ts';
import {
  closeInterrupted,
  findOrphans,
  findUnfinished,
  type KeepingOptions,
  purgeTranscripts,
  type Unfinished,
} from './recovery.ts';

/** What captions are made of. */
export interface CaptionsOptions {
  readonly engine: Pick<VoiceEngine, 'listen' | 'hearing' | 'session' | 'transcribe' | 'transcribeInterim'>;
  /** Whether the speech service has room that nothing else wants: then interim text may be asked for. */
  readonly capacity: () => boolean;
  readonly transcripts: TranscriptStore;
  readonly consent: ConsentStore;
  readonly settings: SettingsStore;
  readonly spool: ClipSpool;
  readonly people: People;
  /** Opens where the lines of a session appear; also of one that ended before a restart. */
  readonly openDisplay: (session: CaptionSession) => CaptionDisplay;
  readonly log: Logger;
  /** Whether this process carries the guild; all guilds unless told. */
  readonly serves?: (guildId: string) => boolean;
  readonly clock?: Clock;
  /** Other values than `DEFAULT_CAPTION_TIMINGS`. */
  readonly timings?: Partial<CaptionTimings>;
}

/** For text that is stored only: it is too old to be shown. */
const NO_DISPLAY: CaptionDisplay = {
  show: () => undefined,
  remove: () => undefined,
  announce: () => undefined,
  flush: () => Promise.resolve(),
};

/** Makes the captions of all guilds. Nothing is read or written before the first call; its maker closes it. */
export function createCaptions(options: CaptionsOptions): Captions {
  return new GuildCaptions(options);
}

class GuildCaptions implements Captions {
  readonly #options: CaptionsOptions;
  readonly #timings: CaptionTimings;
  readonly #clock: Clock;
  readonly #transcription: Transcription;
  readonly #surroundings: RunSurroundings;
  readonly #keeping: KeepingOptions;
  readonly #decisions: KnownDecisions;
  /** By guild id: captions that are on. */
  readonly #running = new Map<string, CaptionRun>();
  /** Captions that are over, while some of their text is still to come. */
  readonly #finishing = new Set<CaptionRun>();
  readonly #ends = new Map<CaptionRun, { readonly listening: Promise<void>; readonly ended: Promise<CaptionsEnded> }>();
  readonly #starts = new Map<string, Promise<unknown>>();
  readonly #listeners = new Set<(ended: CaptionsEnded) => void>();
  #purgeTimer: NodeJS.Timeout | undefined;
  #refreshTimer: NodeJS.Timeout | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: CaptionsOptions) {
    const { engine, capacity, transcripts, consent, spool, settings, people, log } = options;
    this.#options = options;
    this.#timings = { ...DEFAULT_CAPTION_TIMINGS, ...options.timings };
    this.#clock = options.clock ?? SYSTEM_CLOCK;
    const [timings, clock] = [this.#timings, this.#clock];
    const obey = (): void => {
      for (const run of this.#allRuns()) void run.consentChanged();
    };
    this.#decisions = createKnownDecisions(consent, obey, log);
    this.#transcription = new Transcription({
      transcribe: engine.transcribe,
      spool,
      transcripts,
      timings,
      clock,
      log,
      onLastingOutage: (code) => {
        for (const run of this.#allRuns()) run.onLastingOutage(code);
      },
    });
    this.#surroundings = {
      engine,
      capacity,
      transcription: this.#transcription,
      people,
      decisions: this.#decisions.current,
      timings,
      clock,
      log,
    };
    this.#keeping = {
      transcripts,
      settings,
      spool,
      log,
      nowMs: () => clock.nowMs(),
      serves: options.serves ?? (() => true),
      isRunning: (sessionId) => [...this.#running.values()].some(({ session }) => session.sessionId === sessionId),
    };
  }

  start(request: StartRequest): Promise<StartOutcome> {
    const before = this.#starts.get(request.guildId) ?? Promise.resolve();
    const starting = before.then(() => this.#start(request));
    const over = starting.then(
      () => undefined,
      () => undefined,
    );
    this.#starts.set(request.guildId, over);
    void over.then(() => this.#starts.get(request.guildId) === over && this.#starts.delete(request.guildId));
    return starting;
  }

  async stop(guildId: string): Promise<StopCaptionsOutcome> {
    const run = this.#running.get(guildId);
    if (run === undefined) return { kind: 'not-running' };
    const { session, lines } = await this.#end(run, 'stopped');
    return { kind: 'stopped', session, lines };
  }

  async status(guildId: string): Promise<CaptionStatus | undefined> {
    const run = this.#running.get(guildId);
    if (run === undefined) return undefined;
    const { engine, spool } = this.#options;
    const hearing = await engine.hearing(guildId);
    const expected = (hearing?.packets ?? 0) + (hearing?.lost ?? 0);
    return {
      session: run.session,
      interim: run.isInterim,
      consent: run.settings.consent,
      speakers: run.captioned,
      optedOut: this.#whoDecided('opted-out'),
      optedIn: this.#whoDecided('opted-in'),
      delayMs: run.delayMs,
      lossShare: expected === 0 ? 0 : (hearing?.lost ?? 0) / expected,
      waitingClips: run.waitingClips,
      waitingBytes: spool.bytes,
    };
  }

  async transcript(
    guildId: string,
  ): Promise<{ readonly session: CaptionSession; readonly lines: readonly CaptionLine[] } | undefined> {
    const { transcripts } = this.#options;
    const session = this.#running.get(guildId)?.session ?? (await transcripts.latestSession(guildId));
    return session === undefined ? undefined : { session, lines: await transcripts.lines(session.sessionId) };
  }

  onVoiceEvent(event: VoiceEvent): void {
    const run = this.#running.get(event.type === 'clip' ? event.clip.guildId : event.guildId);
    if (run === undefined) return;
    run.onEvent(event);
    if (event.type === 'session-ended') void this.#end(run, 'voice-ended');
    if (placeOf(event, run.session) !== run.session.voiceChannelId) void this.#end(run, 'moved');
  }

  async setConsent(userId: string, consent: 'opted-in' | 'opted-out'): Promise<void> {
    const store = (): Promise<void> => this.#options.consent.setConsent(userId, consent, this.#clock.nowMs());
    // Nobody is captioned on the strength of a decision that is not stored; an opt-out does not wait for anything.
    if (consent === 'opted-in') await store();
    this.#decisions.set(userId, consent);
    const obeying = this.#allRuns().map((run) => run.consentChanged());
    if (consent === 'opted-out') await store();
    await Promise.all(obeying);
    if (consent === 'opted-out') await this.#options.spool.removePerson(userId);
  }

  async captioning(guildId: string, userId: string): Promise<Captioning> {
    await this.#decisions.load();
    const isBot = await within(this.#options.people.isBot(guildId, userId), this.#timings.peopleTimeoutMs, false);
    return captioningOf(await this.settings(guildId), this.#decisions.current.get(userId), isBot);
  }

  async personSummary(userId: string): Promise<PersonSummary> {
    const { transcripts, consent, spool } = this.#options;
    const [stored, decision, entries] = await Promise.all([
      transcripts.personSummary(userId),
      consent.consentOf(userId),
      spool.list(),
    ]);
    return { ...decision, ...stored, clips: entries.filter(({ clip }) => clip.userId === userId).length };
  }

  async erasePerson(userId: string): Promise<Erasure> {
    await Promise.all(this.#allRuns().map((run) => run.erased(userId)));
    const cancelled = await this.#transcription.cancel(({ clip }) => clip.userId === userId);
    const left = await this.#options.spool.removePerson(userId);
    const lines = await this.#options.transcripts.erasePerson(userId);
    return { lines, clips: cancelled + left };
  }

  settings(guildId: string): Promise<CaptionSettings> {
    return this.#options.settings.captionSettings(guildId);
  }

  async setSettings(guildId: string, settings: CaptionSettings): Promise<void> {
    await this.#options.settings.setCaptionSettings(guildId, settings);
    const runs = this.#allRuns().filter(({ session }) => session.guildId === guildId);
    await Promise.all(runs.map((run) => run.consentChanged(settings)));
  }

  async recover(): Promise<void> {
    await this.#decisions.load();
    await this.purge();
    const interrupted = await closeInterrupted(this.#keeping);
    const unfinished = await findUnfinished(this.#keeping);
    const bySession = new Map([...interrupted, ...unfinished].map((found) => [found.session.sessionId, found]));
    const interruptedIds = new Set(interrupted.map(({ session }) => session.sessionId));
    for (const [sessionId, found] of bySession) await this.#recoverSession(found, interruptedIds.has(sessionId));
    this.#purgeTimer ??= setInterval(() => void this.#purgeQuietly(), this.#timings.purgeEveryMs).unref();
    this.#refreshTimer ??= setInterval(() => void this.#decisions.refresh(), this.#timings.refreshEveryMs).unref();
  }

  async purge(): Promise<void> {
    await purgeTranscripts(this.#keeping);
    const orphans = new Set((await findOrphans(this.#keeping)).map(({ clip }) => clip.clipId));
    await this.#transcription.cancel(({ clip }) => orphans.has(clip.clipId));
    for (const clipId of orphans) await this.#options.spool.remove(clipId);
  }

  onEnded(listener: (ended: CaptionsEnded) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    clearInterval(this.#purgeTimer);
    clearInterval(this.#refreshTimer);
    for (const run of this.#running.values()) void this.#end(run, 'closed');
    const ends = [...this.#ends.values()].map(({ ended }) => ended);
    await within(Promise.all(ends), this.#timings.closePatienceMs, undefined);
    await within(this.#transcription.close(), this.#timings.lastClipPatienceMs, undefined);
    for (const run of this.#allRuns()) run.close();
  }

  async #start(request: StartRequest): Promise<StartOutcome> {
    const { guildId, voiceChannelId } = request;
    const running = this.#running.get(guildId);
    const end = running === undefined ? undefined : this.#ends.get(running);
    if (running !== undefined && end === undefined) return { kind: 'already', session: running.session };
    await end?.listening;
    await this.#decisions.load();
    const { engine, transcripts } = this.#options;
    const settings = await this.settings(guildId);
    const voice = await engine.session(guildId);
    if (this.#closing !== undefined || voice?.channelId !== voiceChannelId) return { kind: 'no-voice' };
    const session = this.#sessionOf(request, settings);
    await transcripts.openSession(session);
    const run = this.#createRun(session, { interim: request.interim, isRecovered: false, settings, lines: 0 });
    this.#running.set(guildId, run);
    if (await this.#listens(run)) return { kind: 'started', session };
    if (this.#running.get(guildId) === run) this.#running.delete(guildId);
    await transcripts.closeSession(session.sessionId, this.#clock.nowMs());
    return { kind: 'no-voice' };
  }

  /** False when the voice session is gone, before or meanwhile. */
  async #listens(run: CaptionRun): Promise<boolean> {
    try {
      const outcome = await run.listen();
      return outcome.kind === 'listening' && !this.#ends.has(run);
    } catch (error) {
      this.#running.delete(run.session.guildId);
      await this.#options.transcripts.closeSession(run.session.sessionId, this.#clock.nowMs());
      throw error;
    }
  }

  #sessionOf(request: StartRequest, settings: CaptionSettings): CaptionSession {
    const { guildId, voiceChannelId, textChannelId, startedBy } = request;
    return {
      sessionId: randomUUID(),
      guildId,
      voiceChannelId,
      textChannelId,
      startedBy,
      language: request.language ?? settings.language,
      startedAtMs: this.#clock.nowMs(),
      endedAtMs: undefined,
    };
  }

  #createRun(
    session: CaptionSession,
    own: {
      readonly interim: boolean;
      readonly isRecovered: boolean;
      readonly settings: CaptionSettings;
      readonly lines: number;
    },
  ): CaptionRun {
    const display = !own.isRecovered || this.#isRecent(session) ? this.#options.openDisplay(session) : NO_DISPLAY;
    return new CaptionRun({ ...this.#surroundings, ...own, session, display });
  }

  /** Ends captions that are on, once: whoever calls again gets the first end. */
  #end(run: CaptionRun, reason: CaptionsEndReason): Promise<CaptionsEnded> {
    const known = this.#ends.get(run);
    if (known !== undefined) return known.ended;
    const session = { ...run.session, endedAtMs: this.#clock.nowMs() };
    const listening = run.stopListening().then(() => {
      if (this.#running.get(session.guildId) === run) this.#running.delete(session.guildId);
      this.#finishing.add(run);
    });
    const ended = listening.then(() => this.#wind(run, session, reason));
    this.#ends.set(run, { listening, ended });
    return ended;
  }

  /** Waits for the last text of a session that is over, and tells of its end. */
  async #wind(run: CaptionRun, session: CaptionSession, reason: CaptionsEndReason): Promise<CaptionsEnded> {
    const { drainPatienceMs, closePatienceMs } = this.#timings;
    const isClosing = reason === 'closed';
    const closing = this.#options.transcripts.closeSession(session.sessionId, session.endedAtMs ?? 0);
    await closing.catch((error: unknown) => {
      this.#options.log.error({ err: error, guildId: session.guildId }, 'the end of captions could not be stored');
    });
    // Half of what the shutdown has is for text, the rest for showing it.
    await run.drained(isClosing ? closePatienceMs / 2 : drainPatienceMs);
    if (isClosing) run.close();
    await this.#flush(run, isClosing ? closePatienceMs / 4 : this.#timings.flushPatienceMs);
    const ended = { session, reason, lines: run.lines, waitingClips: run.waitingClips };
    this.#tellEnded(ended);
    run.whenDrained(() => this.#finish(run));
    return ended;
  }

  #tellEnded(ended: CaptionsEnded): void {
    for (const listener of this.#listeners) {
      try {
        listener(ended);
      } catch (error) {
        this.#options.log.error({ err: error }, 'a listener to the end of captions failed');
      }
    }
  }

  async #flush(run: CaptionRun, timeoutMs: number): Promise<void> {
    const over = new AbortController();
    const timer = pause(timeoutMs, over.signal).then(() => over.abort());
    await within(run.display.flush(over.signal), timeoutMs, undefined);
    over.abort();
    await timer;
  }

  #finish(run: CaptionRun): void {
    if (!this.#finishing.delete(run)) return;
    this.#ends.delete(run);
    run.close();
  }

  async #recoverSession({ session, lines, entries }: Unfinished, isInterrupted: boolean): Promise<void> {
    const missing = entries.filter(({ clip }) => !this.#transcription.has(clip.clipId));
    if (missing.length === 0 && !(isInterrupted && this.#isRecent(session))) return;
    const settings = await this.settings(session.guildId);
    const run = this.#createRun(session, { interim: false, isRecovered: true, settings, lines });
    this.#finishing.add(run);
    for (const entry of missing) if (!run.resume(entry)) await this.#options.spool.remove(entry.clip.clipId);
    if (!isInterrupted || !this.#isRecent(session)) run.whenDrained(() => this.#finish(run));
    else this.#ends.set(run, { listening: Promise.resolve(), ended: this.#wind(run, session, 'interrupted') });
  }

  #isRecent(session: CaptionSession): boolean {
    const ageMs = this.#clock.nowMs() - (session.endedAtMs ?? session.startedAtMs);
    return ageMs <= this.#timings.showRecoveredWithinMs;
  }

  async #purgeQuietly(): Promise<void> {
    try {
      await this.purge();
    } catch (error) {
      this.#options.log.error({ err: error }, 'old transcripts could not be deleted');
    }
  }

  #allRuns(): readonly CaptionRun[] {
    return [...this.#running.values(), ...this.#finishing];
  }

  #whoDecided(wanted: Exclude<Consent, 'undecided'>): ReadonlySet<string> {
    return new Set(
      [...this.#decisions.current].filter(([, decision]) => decision === wanted).map(([userId]) => userId),
    );
  }
}

/** The channel that an event shows the bot in; one that shows none is taken for the session's own. */
function placeOf(event: VoiceEvent, { voiceChannelId }: CaptionSession): string {
  if (event.type === 'clip') return event.clip.channelId;
  return event.type === 'session-moved' ? event.channelId : voiceChannelId;
}
