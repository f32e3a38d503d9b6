import { createOrder, withinTime } from '../concurrency/async.ts';
import { createUpkeep, type Upkeep } from '../concurrency/upkeep.ts';
import type { VoiceEvent } from '../voice/voice-api.ts';
import { CaptionRun } from './caption-run.ts';
import { NO_DISPLAY, type RunDependencies, type RunOptions } from './caption-run-options.ts';
import { CaptionRuns } from './caption-runs.ts';
import type { CaptionSettings } from './caption-settings.ts';
import { type CaptionTimings, DEFAULT_CAPTION_TIMINGS } from './caption-timings.ts';
import type {
  CaptionFigures,
  CaptionStatus,
  CaptionsEnded,
  CaptionsEnding,
  CaptionsWithOverlays,
  Erasure,
  PersonSummary,
  StartOutcome,
  StartRequest,
  StopCaptionsOutcome,
  StoredTranscript,
} from './captions-api.ts';
import type { CaptionsOptions } from './captions-options.ts';
import {
  type CaptionBudget,
  type CaptionSession,
  type ConsentChoice,
  NO_CAPTION_BUDGET,
  type VoiceMessageAnswer,
} from './captions-ports.ts';
import { ClipTranscription } from './clips/clip-transcription.ts';
import { CompletedCopies } from './clips/completed-copies.ts';
import { guildIdOf } from './clips/event-guild.ts';
import { type Clock, SYSTEM_CLOCK } from './clock.ts';
import { mayCaption, type PersonConsent } from './consent/consent.ts';
import { Consents } from './consent/consents.ts';
import { Erasures } from './erasure/erasures.ts';
import { deleteOldTranscripts } from './erasure/transcript-retention.ts';
import { findUnfinished, isRecent, type UnfinishedSession } from './interrupted-sessions.ts';
import { settleLeftMessages } from './left-messages.ts';
import { createSession } from './new-session.ts';
import { Overlays } from './overlay/overlays.ts';

/** Creates the captions of all guilds. Reads and writes nothing before the first call. The caller must close it. */
export function createCaptions(options: CaptionsOptions): CaptionsWithOverlays {
  return new GuildCaptions(options);
}

class GuildCaptions implements CaptionsWithOverlays {
  readonly overlays: Overlays;
  readonly #options: CaptionsOptions;
  readonly #serves: (guildId: string) => boolean;
  readonly #allows: (guildId: string) => boolean;
  readonly #clock: Clock;
  readonly #timings: CaptionTimings;
  readonly #transcription: ClipTranscription;
  readonly #dependencies: RunDependencies;
  readonly #consents: Consents;
  readonly #budget: CaptionBudget;
  readonly #erasures: Erasures;
  readonly #runs: CaptionRuns;
  readonly #upkeep: Upkeep;
  /** Sessions that were left open, closed by a recovery that failed afterwards: by session id. */
  readonly #unreported = new Map<string, UnfinishedSession>();
  /** Starts and changes of settings of a guild run one after the other. */
  readonly #inOrder = createOrder();
  #recovering: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: CaptionsOptions) {
    const { engine, transcribe, capacity, transcripts, captionMessages, consent, spool, people, messagesOf, log } =
      options;
    const timings = { ...DEFAULT_CAPTION_TIMINGS, ...options.timings };
    const clock = options.clock ?? SYSTEM_CLOCK;
    const budget = options.budget ?? NO_CAPTION_BUDGET;
    this.#budget = budget;
    this.#options = options;
    this.#serves = options.serves ?? (() => true);
    this.#allows = options.allows ?? (() => true);
    this.#timings = timings;
    this.#clock = clock;
    this.#runs = new CaptionRuns({ transcripts, captionMessages, timings, clock, log });
    const onLastingOutage = (code: string): void => {
      for (const run of this.#runs.all) run.onLastingOutage(code);
    };
    this.#transcription = new ClipTranscription({
      ...{ transcribe, spool, transcripts, timings, clock, scope: options.scope, log },
      onLastingOutage,
    });
    this.#erasures = new Erasures({
      ...{ tombstones: options.tombstones, captionMessages, transcripts, spool },
      ...{ notices: options.notices, deleteMessage: options.deleteMessage, timings, clock, log },
      transcription: this.#transcription,
      runs: () => [...this.#runs.all, this.overlays],
    });
    this.#consents = new Consents({
      ...{ store: consent, notices: options.notices, erasures: this.#erasures, clock, log },
      runs: () => [...this.#runs.all, this.overlays],
    });
    this.overlays = this.#createOverlays();
    this.#runs.onEnding((ending) => this.overlays.onEnding(ending));
    budget.onUsedUp((guildId, usedUp) => {
      const runs = this.#runs.allRunning.filter(({ session }) => guildId === undefined || session.guildId === guildId);
      for (const run of runs) void this.#runs.end(run, 'budget', { usedUp });
    });
    this.#upkeep = createUpkeep(log);
    this.#dependencies = {
      ...{ engine, capacity, budget, spool, people, messagesOf, timings, clock, log },
      onDelay: options.onDelay ?? (() => undefined),
      ...{ transcription: this.#transcription, completedCopies: new CompletedCopies() },
      ...{ decisions: this.#consents.decisions, tombstones: this.#erasures.tombstones },
      watcher: this.overlays.watcher,
    };
  }

  start(request: StartRequest): Promise<StartOutcome> {
    return this.#inOrder(request.guildId, () => this.#start(request));
  }

  async stop(guildId: string, sessionId?: string): Promise<StopCaptionsOutcome> {
    const run = this.#runs.running(guildId);
    if (run === undefined || run.session.sessionId !== (sessionId ?? run.session.sessionId)) {
      return { kind: 'not-running' };
    }
    const { session, lines } = await this.#runs.end(run, 'stopped');
    return { kind: 'stopped', session, lines };
  }

  end(sessionId: string, reason: 'emptied' | 'cannot-post' | 'audience-widened'): void {
    const run = this.#runs.all.find(({ session }) => session.sessionId === sessionId);
    if (run !== undefined && this.#runs.isRunning(sessionId)) void this.#runs.end(run, reason);
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
      hasOptedOut: (userId) => this.#consents.decisions.of(userId, guildId) === 'opted-out',
      delayMs: run.delayMs,
      lossShare: expected === 0 ? 0 : (hearing?.lost ?? 0) / expected,
      waitingClips: run.waitingClips,
      // Without clips, these are only copies of speech under way.
      waitingBytes: run.waitingClips === 0 ? 0 : spool.bytes,
      outage: run.waitingClips === 0 ? undefined : this.#transcription.outage,
    };
  }

  figures(): CaptionFigures {
    return { sessions: this.#runs.allRunning.length, ...this.#transcription.figures };
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
    const run = this.#runs.running(guildIdOf(event));
    if (run === undefined) return;
    run.onEvent(event);
    if (event.type === 'session-ended') void this.#runs.end(run, 'voice-ended');
    const isMove = event.type === 'session-moved' && event.channelId !== run.session.voiceChannelId;
    if (isMove) void this.#runs.end(run, 'moved', { movedTo: event.channelId });
  }

  setConsent(userId: string, choice: ConsentChoice): Promise<PersonConsent> {
    return this.#consents.set(userId, choice);
  }

  hasOptedOut(userId: string, guildId: string | undefined): Promise<boolean> {
    return this.#consents.hasOptedOut(userId, guildId);
  }

  async personSummary(userId: string): Promise<PersonSummary> {
    const { transcripts, captionMessages, spool } = this.#options;
    const [stored, messages, consent, entries] = await Promise.all([
      transcripts.personSummary(userId),
      captionMessages.countOf(userId),
      this.#consents.of(userId),
      spool.list(),
    ]);
    return { ...consent, ...stored, messages, clips: entries.filter(({ clip }) => clip.userId === userId).length };
  }

  erasePerson(userId: string, { messages }: { readonly messages: boolean }): Promise<Erasure> {
    return this.#erasures.erase(userId, messages);
  }

  isTakenBack(userId: string, sentAtMs: number): boolean {
    return this.#erasures.tombstones.covers(userId, sentAtMs);
  }

  recordAnswer(answer: VoiceMessageAnswer): void {
    this.#erasures.recordAnswer(answer);
  }

  deleteAnswersTo(sourceIds: readonly string[], recent: readonly VoiceMessageAnswer[]): Promise<void> {
    return this.#erasures.deleteAnswersTo(sourceIds, recent);
  }

  changeSettings(guildId: string, settings: CaptionSettings, store: () => Promise<void>): Promise<void> {
    return this.#inOrder(guildId, () => this.#changeSettings(guildId, settings, store));
  }

  recover(): Promise<void> {
    this.#recovering ??= this.#recover();
    return this.#recovering;
  }

  onEnding(listener: (ending: CaptionsEnding) => void): () => void {
    return this.#runs.onEnding(listener);
  }

  onEnded(listener: (ended: CaptionsEnded) => void): () => void {
    return this.#runs.onEnded(listener);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#upkeep[Symbol.dispose]();
    this.#consents.close();
    const waiting = this.overlays.close(this.#runs.allRunning.map(({ session }) => session.sessionId));
    await this.#runs.endAll();
    const { lastClipPatienceMs } = this.#timings;
    await Promise.all([
      withinTime(waiting, lastClipPatienceMs, undefined),
      withinTime(this.#transcription.close(), lastClipPatienceMs, undefined),
      this.#erasures.close(lastClipPatienceMs),
    ]);
    for (const run of this.#runs.all) run.close();
  }

  async #recover(): Promise<void> {
    const { refreshEveryMs, purgeEveryMs } = this.#timings;
    this.#erasures.start(this.#upkeep);
    this.#consents.start(this.#upkeep, refreshEveryMs);
    this.overlays.start(this.#upkeep);
    const recovery = this.#upkeep.start({
      ...{ name: 'caption-recovery', everyMs: undefined },
      run: () => this.#recoverSessions(),
    });
    // Nothing waits for it: with thousands of servers it takes seconds.
    this.#upkeep.start({
      ...{ name: 'transcript-retention', everyMs: purgeEveryMs },
      run: () => this.#deleteOld(),
    });
    const left = {
      ...{ ...this.#options, serves: this.#serves, allows: this.#allows },
      ...{ isOwn: (sessionId: string) => this.#runs.isOwn(sessionId), timings: this.#timings },
      tombstones: this.#erasures.tombstones,
      mayCaption: (session: CaptionSession, userId: string) => this.#mayStillCaption(session, userId),
    };
    // Not waited for: it asks Discord about one message after the other.
    this.#upkeep.start({
      ...{ name: 'left-messages', everyMs: undefined },
      run: async (signal) => {
        await this.#consents.load();
        await settleLeftMessages(left, signal);
      },
    });
    await recovery.firstRun;
  }

  /** Tombstones come first: what they cover is removed from disk and not transcribed. */
  async #recoverSessions(): Promise<void> {
    const { transcripts, spool, log } = this.#options;
    await Promise.all([this.#consents.load(), this.#erasures.tombstones.refresh(), this.overlays.recover()]);
    const isRunning = (sessionId: string): boolean => this.#runs.isRunning(sessionId);
    const known = { serves: this.#serves, isRunning, unreported: this.#unreported };
    for (const unfinished of await findUnfinished({ transcripts, spool, log, ...known })) {
      await this.#recoverSession(unfinished);
      this.#unreported.delete(unfinished.session.sessionId);
    }
  }

  async #deleteOld(): Promise<void> {
    const { transcripts, settings, spool, tombstones, log } = this.#options;
    const nowMs = this.#clock.nowMs();
    await spool.removeDamaged(nowMs - this.#timings.keepDamagedMs);
    await deleteOldTranscripts({ transcripts, settings, spool, transcription: this.#transcription, log, nowMs });
    await tombstones.removeSpent();
  }

  async #start(request: StartRequest): Promise<StartOutcome> {
    const { guildId, voiceChannelId } = request;
    if (!this.#allows(guildId)) return { kind: 'no-voice' };
    const running = this.#runs.running(guildId);
    const stopping = running === undefined ? undefined : this.#runs.whenStopped(running);
    if (running !== undefined && stopping === undefined) return { kind: 'already', session: running.session };
    await stopping;
    await this.#consents.load();
    const { engine, transcripts } = this.#options;
    const usedUp = await this.#budget.usedUp(guildId);
    if (usedUp !== undefined) return { kind: 'over-budget', usedUp };
    const { captions: settings } = await this.#options.settings.of(guildId);
    const voice = await engine.session(guildId);
    const isThere = voice?.channelId === voiceChannelId && !voice.joining;
    if (this.#closing !== undefined || !isThere) return { kind: 'no-voice' };
    const session = createSession(request, settings, this.#clock.nowMs());
    await transcripts.openSession(session);
    const run = this.#createRun(session, { interim: request.interim, isRecovered: false, settings, lines: 0 });
    this.#runs.add(run);
    return this.#listen(run);
  }

  /** Starts listening. Without a voice session, the run never existed. */
  async #listen(run: CaptionRun): Promise<StartOutcome> {
    const { session } = run;
    const { captionMessages, transcripts } = this.#options;
    let isListening = false;
    try {
      if (run.isInterim) await captionMessages.noteUnsettled(session.sessionId);
      const outcome = await run.listen();
      isListening = outcome.kind === 'listening' && this.#runs.whenStopped(run) === undefined;
    } finally {
      if (!isListening) {
        this.#runs.remove(run);
        await transcripts.closeSession(session.sessionId, this.#clock.nowMs());
        // One that was ended meanwhile may have shown something, and notes this itself.
        if (this.#runs.whenStopped(run) === undefined) await captionMessages.noteSettled(session.sessionId);
      }
    }
    if (isListening) this.overlays.onStarted();
    return isListening ? { kind: 'started', session } : { kind: 'no-voice' };
  }

  async #changeSettings(guildId: string, settings: CaptionSettings, store: () => Promise<void>): Promise<void> {
    // Also for the clips of sessions that are not running, or that another process recovers.
    if (settings.consent === 'opt-in') await this.#options.transcripts.requireOptIn(guildId);
    await store();
    const runs = this.#runs.all.filter(({ session }) => session.guildId === guildId);
    if (settings.consent === 'opt-in') this.overlays.requireOptIn(guildId);
    await Promise.all(runs.map((run) => run.applySettings(settings)));
  }

  #createOverlays(): Overlays {
    const { overlayLinks: links, transcripts, notices, log } = this.#options;
    return new Overlays({
      ...{ links, transcripts, notices, log, clock: this.#clock, refreshEveryMs: this.#timings.refreshEveryMs },
      serves: this.#serves,
      parentChannelOf: this.#options.parentChannelOf ?? (() => undefined),
      mayShare: this.#options.mayShare ?? (async () => 'yes'),
      running: (guildId) => this.#runs.lasting(guildId)?.session,
      mayShow: (session, { userId, startedAtMs }) =>
        !this.#erasures.tombstones.covers(userId, startedAtMs) && this.#mayStillCaption(session, userId),
      readDecisions: () => Promise.all([this.#consents.load(), this.#erasures.tombstones.refresh()]),
    });
  }

  /** Whether what a person said in a session may still be used, by what they decided since. */
  #mayStillCaption({ guildId, consent }: Pick<CaptionSession, 'guildId' | 'consent'>, userId: string): boolean {
    return mayCaption({ consent, captionBots: true }, this.#consents.decisions.of(userId, guildId), false);
  }

  #createRun(
    session: CaptionSession,
    own: Pick<RunOptions, 'interim' | 'isRecovered' | 'settings' | 'lines'>,
  ): CaptionRun {
    // Only the process that serves a guild knows what it may post there.
    const isShown =
      !own.isRecovered ||
      (this.#serves(session.guildId) && isRecent(session, this.#clock.nowMs(), this.#timings.showRecoveredWithinMs));
    const display = isShown ? this.#options.openDisplay(session, this.#erasures.recordOf(session)) : NO_DISPLAY;
    return new CaptionRun({ ...this.#dependencies, ...own, session, display });
  }

  async #recoverSession({ session, lines, entries, isInterrupted }: UnfinishedSession): Promise<void> {
    if (!this.#allows(session.guildId)) {
      for (const { clip } of entries) await this.#options.spool.remove(clip.clipId);
      return;
    }
    const reportsEnd = isInterrupted && isRecent(session, this.#clock.nowMs(), this.#timings.showRecoveredWithinMs);
    const missing = entries.filter(({ clip }) => !this.#transcription.has(clip.clipId));
    if (missing.length === 0 && !reportsEnd) return;
    const { captions: settings } = await this.#options.settings.of(session.guildId);
    const run = this.#createRun(session, { interim: false, isRecovered: true, settings, lines });
    const refused = missing.filter((entry) => !run.resume(entry));
    this.#runs.addEnded(run, reportsEnd);
    for (const { clip } of refused) await this.#options.spool.remove(clip.clipId);
  }
}
