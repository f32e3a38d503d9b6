import { randomUUID } from 'node:crypto';
import { withinTime } from '../async.ts';
import type { Logger } from '../log.ts';
import type { Messages } from '../messages/messages.ts';
import type { VoiceEngine, VoiceEvent } from '../voice/voice-api.ts';
import { CaptionRun, NO_DISPLAY, type RunDependencies, type RunOptions } from './caption-run.ts';
import { CaptionRuns } from './caption-runs.ts';
import { type CaptionTimings, DEFAULT_CAPTION_TIMINGS } from './caption-timings.ts';
import type {
  CaptionStatus,
  Captions,
  CaptionsEnded,
  Erasure,
  PersonSummary,
  StartOutcome,
  StartRequest,
  StopCaptionsOutcome,
  StoredTranscript,
} from './captions-api.ts';
import type {
  CaptionDisplay,
  CaptionSession,
  CaptionSettings,
  ClipSpool,
  ConsentChoice,
  ConsentStore,
  People,
  ProcessNotices,
  SettingsStore,
  TranscriptStore,
} from './captions-ports.ts';
import { ClipTranscription } from './clip-transcription.ts';
import { type Clock, SYSTEM_CLOCK } from './clock.ts';
import { type PersonConsent, personConsentOf } from './consent.ts';
import { findUnfinished, type UnfinishedSession } from './interrupted-sessions.ts';
import { createKnownDecisions, type KnownDecisions } from './known-decisions.ts';
import { createTranscriptRetention, type TranscriptRetention } from './transcript-retention.ts';

/** What captions are made of. */
export interface CaptionsOptions {
  readonly engine: Pick<
    VoiceEngine,
    'listen' | 'changeSpeakers' | 'hearing' | 'session' | 'transcribe' | 'transcribeInterim'
  >;
  /** Whether the speech service has spare capacity for interim text. */
  readonly capacity: () => boolean;
  readonly transcripts: TranscriptStore;
  readonly consent: ConsentStore;
  readonly settings: SettingsStore;
  readonly notices: ProcessNotices;
  readonly spool: ClipSpool;
  readonly people: People;
  /** Opens the display of a session, also of one that ended before a restart. */
  readonly openDisplay: (session: CaptionSession) => CaptionDisplay;
  readonly messages: Messages;
  readonly log: Logger;
  /** Whether this process serves the guild; defaults to all guilds. */
  readonly serves?: (guildId: string) => boolean;
  readonly clock?: Clock;
  /** Overrides of `DEFAULT_CAPTION_TIMINGS`. */
  readonly timings?: Partial<CaptionTimings>;
}

/** Creates the captions of all guilds. Reads and writes nothing before the first call. The caller must close it. */
export function createCaptions(options: CaptionsOptions): Captions {
  return new GuildCaptions(options);
}

class GuildCaptions implements Captions {
  readonly #options: CaptionsOptions;
  readonly #serves: (guildId: string) => boolean;
  readonly #clock: Clock;
  readonly #timings: CaptionTimings;
  readonly #transcription: ClipTranscription;
  readonly #dependencies: RunDependencies;
  readonly #decisions: KnownDecisions;
  readonly #retention: TranscriptRetention;
  readonly #runs: CaptionRuns;
  /** The last start or change of settings of each guild, by guild id: they run one after the other. */
  readonly #changes = new Map<string, Promise<unknown>>();
  #refreshTimer: NodeJS.Timeout | undefined;
  readonly #ignoreNotices: () => void;
  #closing: Promise<void> | undefined;

  constructor(options: CaptionsOptions) {
    const { engine, capacity, transcripts, consent, settings, spool, people, messages, log } = options;
    const timings = { ...DEFAULT_CAPTION_TIMINGS, ...options.timings };
    const clock = options.clock ?? SYSTEM_CLOCK;
    this.#options = options;
    this.#serves = options.serves ?? (() => true);
    this.#timings = timings;
    this.#clock = clock;
    this.#runs = new CaptionRuns({ transcripts, timings, clock, log });
    this.#decisions = createKnownDecisions(consent, (userIds) => void this.#applyConsent(userIds), log);
    this.#ignoreNotices = options.notices.on('consents', () => void this.#decisions.refresh());
    const onLastingOutage = (code: string): void => {
      for (const run of this.#runs.all) run.onLastingOutage(code);
    };
    this.#transcription = new ClipTranscription({
      ...{ transcribe: engine.transcribe, spool, transcripts, timings, clock, log },
      onLastingOutage,
    });
    this.#retention = createTranscriptRetention({
      ...{ transcripts, settings, spool, log, serves: this.#serves },
      transcription: this.#transcription,
      nowMs: () => clock.nowMs(),
    });
    this.#dependencies = {
      ...{ engine, capacity, people, messages, timings, clock, log },
      transcription: this.#transcription,
      decisions: this.#decisions,
    };
  }

  start(request: StartRequest): Promise<StartOutcome> {
    return this.#inOrder(request.guildId, () => this.#start(request));
  }

  async stop(guildId: string): Promise<StopCaptionsOutcome> {
    const run = this.#runs.running(guildId);
    if (run === undefined) return { kind: 'not-running' };
    const { session, lines } = await this.#runs.end(run, 'stopped');
    return { kind: 'stopped', session, lines };
  }

  async status(guildId: string): Promise<CaptionStatus | undefined> {
    const run = this.#runs.running(guildId);
    if (run === undefined) return undefined;
    const { engine, spool } = this.#options;
    const hearing = await engine.hearing(guildId);
    const expected = (hearing?.packets ?? 0) + (hearing?.lost ?? 0);
    return {
      session: run.session,
      interim: run.isInterim,
      consent: run.settings.consent,
      isCaptioned: (userId) => run.mayCaption(userId),
      delayMs: run.delayMs,
      lossShare: expected === 0 ? 0 : (hearing?.lost ?? 0) / expected,
      waitingClips: run.waitingClips,
      waitingBytes: spool.bytes,
    };
  }

  runningConsent(guildId: string): CaptionSettings['consent'] | undefined {
    return this.#runs.running(guildId)?.settings.consent;
  }

  async transcript(guildId: string, sessionId?: string): Promise<StoredTranscript | undefined> {
    const { transcripts } = this.#options;
    const session =
      sessionId === undefined
        ? (this.#runs.running(guildId)?.session ?? (await transcripts.latestSession(guildId)))
        : await transcripts.session(sessionId);
    if (session?.guildId !== guildId) return undefined;
    return { session, lines: await transcripts.lines(session.sessionId) };
  }

  onVoiceEvent(event: VoiceEvent): void {
    const run = this.#runs.running(event.type === 'clip' ? event.clip.guildId : event.guildId);
    if (run === undefined) return;
    run.onEvent(event);
    if (event.type === 'session-ended') void this.#runs.end(run, 'voice-ended');
    const isMove = event.type === 'session-moved' && event.channelId !== run.session.voiceChannelId;
    if (isMove) void this.#runs.end(run, 'moved', event.channelId);
  }

  async setConsent(userId: string, choice: ConsentChoice): Promise<PersonConsent> {
    const { notices, spool } = this.#options;
    const person = new Set([userId]);
    const deciding = this.#decisions.decide(userId, choice, this.#clock.nowMs());
    // An opt-out applies while it is being stored.
    const applying = choice === 'opted-out' ? this.#applyConsent(person) : undefined;
    const decisions = await deciding;
    void notices.notify('consents');
    await Promise.all([applying, this.#applyConsent(person)]);
    if (choice === 'opted-out') await spool.removePerson(userId);
    return personConsentOf(decisions);
  }

  async personSummary(userId: string): Promise<PersonSummary> {
    const { transcripts, consent, spool } = this.#options;
    const [stored, decisions, entries] = await Promise.all([
      transcripts.personSummary(userId),
      consent.decisionsOf(userId),
      spool.list(),
    ]);
    return {
      ...personConsentOf(decisions),
      ...stored,
      clips: entries.filter(({ clip }) => clip.userId === userId).length,
    };
  }

  async erasePerson(userId: string): Promise<Erasure> {
    await Promise.all(this.#runs.all.map((run) => run.erase(userId)));
    const cancelled = await this.#transcription.cancel(({ clip }) => clip.userId === userId);
    const removed = await this.#options.spool.removePerson(userId);
    const lines = await this.#options.transcripts.erasePerson(userId);
    return { lines, clips: cancelled + removed };
  }

  settings(guildId: string): Promise<CaptionSettings> {
    return this.#options.settings.captionSettings(guildId);
  }

  setSettings(guildId: string, settings: CaptionSettings): Promise<void> {
    return this.#inOrder(guildId, () => this.#setSettings(guildId, settings));
  }

  async recover(): Promise<void> {
    const { transcripts, spool, log } = this.#options;
    await this.#decisions.load();
    await this.#retention.deleteOld();
    const isRunning = (sessionId: string): boolean => this.#runs.isRunning(sessionId);
    const found = await findUnfinished({ transcripts, spool, log, serves: this.#serves, isRunning });
    for (const unfinished of found) await this.#recoverSession(unfinished);
    this.#retention.schedule(this.#timings.purgeEveryMs);
    this.#refreshTimer ??= setInterval(() => void this.#decisions.refresh(), this.#timings.refreshEveryMs).unref();
  }

  onEnded(listener: (ended: CaptionsEnded) => void): () => void {
    return this.#runs.onEnded(listener);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#retention.close();
    clearInterval(this.#refreshTimer);
    this.#ignoreNotices();
    await this.#runs.endAll();
    await withinTime(this.#transcription.close(), this.#timings.lastClipPatienceMs, undefined);
    for (const run of this.#runs.all) run.close();
  }

  async #start(request: StartRequest): Promise<StartOutcome> {
    const { guildId, voiceChannelId } = request;
    const running = this.#runs.running(guildId);
    const stopping = running === undefined ? undefined : this.#runs.whenStopped(running);
    if (running !== undefined && stopping === undefined) return { kind: 'already', session: running.session };
    await stopping;
    await this.#decisions.load();
    const { engine, transcripts } = this.#options;
    const settings = await this.settings(guildId);
    const voice = await engine.session(guildId);
    if (this.#closing !== undefined || voice?.channelId !== voiceChannelId) return { kind: 'no-voice' };
    const session = createSession(request, settings, this.#clock.nowMs());
    await transcripts.openSession(session);
    const run = this.#createRun(session, { interim: request.interim, isRecovered: false, settings, lines: 0 });
    this.#runs.add(run);
    return this.#listen(run);
  }

  /** Starts listening. Without a voice session, the run never existed. */
  async #listen(run: CaptionRun): Promise<StartOutcome> {
    const { session } = run;
    let isListening = false;
    try {
      const outcome = await run.listen();
      isListening = outcome.kind === 'listening' && this.#runs.whenStopped(run) === undefined;
    } finally {
      if (!isListening) {
        this.#runs.remove(run);
        await this.#options.transcripts.closeSession(session.sessionId, this.#clock.nowMs());
      }
    }
    return isListening ? { kind: 'started', session } : { kind: 'no-voice' };
  }

  async #setSettings(guildId: string, settings: CaptionSettings): Promise<void> {
    // Also for the clips of sessions that are not running, or that another process recovers.
    if (settings.consent === 'opt-in') await this.#options.transcripts.requireOptIn(guildId);
    await this.#options.settings.setCaptionSettings(guildId, settings);
    const runs = this.#runs.all.filter(({ session }) => session.guildId === guildId);
    await Promise.all(runs.map((run) => run.applySettings(settings)));
  }

  #inOrder<T>(guildId: string, work: () => Promise<T>): Promise<T> {
    const before = this.#changes.get(guildId) ?? Promise.resolve();
    const working = before.then(work);
    const settled = Promise.allSettled([working]);
    this.#changes.set(guildId, settled);
    void settled.then(() => this.#changes.get(guildId) === settled && this.#changes.delete(guildId));
    return working;
  }

  async #applyConsent(userIds: ReadonlySet<string>): Promise<void> {
    await Promise.all(this.#runs.all.map((run) => run.applyConsent(userIds)));
  }

  #createRun(
    session: CaptionSession,
    own: Pick<RunOptions, 'interim' | 'isRecovered' | 'settings' | 'lines'>,
  ): CaptionRun {
    const display = !own.isRecovered || this.#isRecent(session) ? this.#options.openDisplay(session) : NO_DISPLAY;
    return new CaptionRun({ ...this.#dependencies, ...own, session, display });
  }

  async #recoverSession({ session, lines, entries, isInterrupted }: UnfinishedSession): Promise<void> {
    const reportsEnd = isInterrupted && this.#isRecent(session);
    const missing = entries.filter(({ clip }) => !this.#transcription.has(clip.clipId));
    if (missing.length === 0 && !reportsEnd) return;
    const settings = await this.settings(session.guildId);
    const run = this.#createRun(session, { interim: false, isRecovered: true, settings, lines });
    const refused = missing.filter((entry) => !run.resume(entry));
    this.#runs.addEnded(run, reportsEnd);
    for (const { clip } of refused) await this.#options.spool.remove(clip.clipId);
  }

  #isRecent(session: CaptionSession): boolean {
    const ageMs = this.#clock.nowMs() - (session.endedAtMs ?? session.startedAtMs);
    return ageMs <= this.#timings.showRecoveredWithinMs;
  }
}

function createSession(request: StartRequest, settings: CaptionSettings, startedAtMs: number): CaptionSession {
  const { guildId, voiceChannelId, textChannelId, startedBy, language = settings.language } = request;
  const sessionId = randomUUID();
  const { consent } = settings;
  const where = { guildId, voiceChannelId, textChannelId };
  return { sessionId, ...where, startedBy, language, consent, startedAtMs, endedAtMs: undefined };
}
