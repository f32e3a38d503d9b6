import { withinTime } from '../concurrency/async.ts';
import type { Transcript } from '../speech/asr/transcript.ts';
import type { Clip, ClipGrowth, ClipUnderWay, ListenOutcome, SpeakerChanges, VoiceEvent } from '../voice/voice-api.ts';
import { captionLineOf } from './caption-line.ts';
import { CaptionNotices } from './caption-notices.ts';
import type { RunOptions } from './caption-run-options.ts';
import type { CaptionSettings } from './caption-settings.ts';
import { toCaptionText } from './caption-text.ts';
import { CaptionTurns, keyOf } from './caption-turns.ts';
import type { CaptionDisplay, CaptionLine, CaptionSession, SpooledClip } from './captions-ports.ts';
import type { ClipCourse, ClipEnd, ClipRequest } from './clips/clip-job.ts';
import { GrowingClips } from './clips/growing-clips.ts';
import { mayCaption, stricterConsent } from './consent/consent.ts';
import { HearingRights, type Speaker, Speakers } from './consent/speakers.ts';
import { InterimCaptions } from './interim-captions.ts';
import { WatchedTurns } from './overlay/watched-turns.ts';
import { RecentDelays } from './recent-delays.ts';
import { ReorderQueues } from './reorder-queue.ts';
import { Waiters } from './waiters.ts';

interface Answer {
  readonly entry: SpooledClip;
  readonly line: CaptionLine;
}

/** The captions of one session: turns the engine's events into ordered lines and shows them in turns. */
export class CaptionRun {
  readonly #options: RunOptions;
  readonly #speakers: Speakers;
  readonly #turns: WatchedTurns;
  readonly #interim: InterimCaptions | undefined;
  readonly #notices: CaptionNotices;
  readonly #growing: GrowingClips;
  readonly #order: ReorderQueues<Answer>;
  readonly #delays = new RecentDelays();
  /** User ids. */
  readonly #bots = new Set<string>();
  readonly #hearing: HearingRights;
  /** User ids of the people who are speaking, by utterance id. */
  readonly #utterances = new Map<string, string>();
  /** New lines by user id. */
  readonly #lines = new Map<string, number>();
  /** Ids of clips that have no end yet. */
  readonly #pending = new Set<string>();
  /** Notified when a clip or an utterance ends. */
  readonly #waiters = new Waiters();
  #settings: CaptionSettings;
  #isListening = false;

  constructor(options: RunOptions) {
    const { session, display, people, messagesOf, timings, clock, settings, watcher } = options;
    this.#options = options;
    this.#settings = { ...settings, consent: stricterConsent(session.consent, settings.consent) };
    this.#speakers = new Speakers({
      people,
      guildId: session.guildId,
      timeoutMs: timings.peopleTimeoutMs,
      unnamed: messagesOf(session.guildId).captions.unnamedSpeaker,
    });
    this.#hearing = new HearingRights({
      mayHear: (userId) => this.mayCaption(userId),
      change: (changes) => this.#changeSpeakers(changes),
    });
    const idPrefix = options.isRecovered ? `${session.sessionId}:${clock.nowMs()}` : session.sessionId;
    const turns = new CaptionTurns({ idPrefix, display, timings, nowMs: () => clock.nowMs() });
    this.#turns = new WatchedTurns({ turns, watcher, sessionId: session.sessionId });
    this.#notices = new CaptionNotices((notice) => {
      this.#turns.interrupt();
      display.announce(notice);
    }, timings.announceEveryMs);
    this.#order = new ReorderQueues({
      patienceMs: timings.orderPatienceMs,
      onRelease: (answer, isOvertaken) => this.#showFinal(answer, isOvertaken),
    });
    this.#interim = options.interim ? this.#createInterim() : undefined;
    this.#growing = new GrowingClips({
      ...{ spool: options.spool, log: options.log },
      count: (durationMs) => options.budget.count(session, durationMs),
    });
  }

  get session(): CaptionSession {
    return this.#options.session;
  }

  get display(): CaptionDisplay {
    return this.#options.display;
  }

  /** Whether it was resumed after a restart. */
  get isRecovered(): boolean {
    return this.#options.isRecovered;
  }

  get isInterim(): boolean {
    return this.#interim !== undefined;
  }

  get settings(): CaptionSettings {
    return this.#settings;
  }

  /** Clips without text. */
  get waitingClips(): number {
    return this.#pending.size;
  }

  /** Lines that are stored or being stored. */
  get lines(): number {
    return [...this.#lines.values()].reduce((sum, count) => sum + count, this.#options.lines);
  }

  get delayMs(): number | undefined {
    return this.#delays.medianMs;
  }

  /** Whether a person's speech becomes captions. */
  mayCaption(userId: string): boolean {
    const isBot = this.#speakers.known(userId)?.isBot ?? this.#bots.has(userId);
    return mayCaption(this.#settings, this.#options.decisions.of(userId, this.session.guildId), isBot);
  }

  /** Starts listening. The engine asks about each person when they begin to speak: it is never sent everyone's decision. */
  async listen(): Promise<ListenOutcome> {
    this.#isListening = true;
    const { engine, session } = this.#options;
    return engine.listen(session.guildId, { channelId: session.voiceChannelId, others: 'ask', hear: [], ignore: [] });
  }

  /**
   * Stops listening. Resolves when the utterances under way have ended, or after a short time: then the copies of their
   * clips take the place of the clips.
   */
  async stopListening(): Promise<void> {
    this.#isListening = false;
    this.#interim?.close();
    const { engine, session, timings, log } = this.#options;
    const stopping = engine.listen(session.guildId, undefined).catch((error: unknown) => {
      log.warn({ err: error, guildId: session.guildId }, 'could not stop listening');
    });
    await withinTime(stopping, timings.lastClipPatienceMs, undefined);
    await this.#waiters.until(() => this.#utterances.size === 0, timings.lastClipPatienceMs);
    for (const clip of this.#growing.unfinished) {
      this.#onClip(clip);
      this.#options.completedCopies.add(clip.clipId);
    }
    // Those that may not be used.
    this.#growing.dropWhere(() => true);
  }

  onEvent(event: VoiceEvent): void {
    switch (event.type) {
      case 'speaker-unknown':
        void this.#hearing.answer(event.userId);
        break;
      case 'speech-started':
        this.#onSpeechStarted(event.userId, event.utteranceId);
        break;
      case 'clip-grown':
        this.#onGrown(event.growth);
        break;
      case 'clip':
        this.#onClip(event.clip);
        break;
      case 'speech-ended':
        this.#growing.dropWhere(({ utteranceId }) => utteranceId === event.utteranceId);
        this.#utterances.delete(event.utteranceId);
        this.#interim?.end(event.utteranceId);
        // Earlier parts became clips. The rest was too short for one.
        this.#turns.drop(keyOf({ utteranceId: event.utteranceId, part: event.clips }));
        this.#waiters.notify();
        break;
      default:
    }
  }

  /** Captions a clip of this session from disk. Returns false if its speaker has opted out or was erased. */
  resume(entry: SpooledClip): boolean {
    if (!this.#mayUse(entry.clip)) return false;
    if (this.#isUnderWay(entry.clip.clipId)) return true;
    this.#expect(entry.clip);
    this.#watch(this.#follow(entry, this.#options.transcription.resume(this.#requestOf(entry)), 0));
    return true;
  }

  /** Applies changed settings immediately, but never a less strict consent rule: people read the one of the notice. */
  async applySettings(settings: CaptionSettings): Promise<void> {
    this.#settings = { ...settings, consent: stricterConsent(this.#settings.consent, settings.consent) };
    await this.applyConsent(this.#hearing.userIds);
  }

  /** Applies changed decisions of these people immediately, to current speech and to pending clips. */
  async applyConsent(userIds: Iterable<string>): Promise<void> {
    const { session, transcription } = this.#options;
    const speakers = new Set([...this.#order.userIds, ...this.#utterances.values()]);
    for (const userId of speakers) if (!this.mayCaption(userId)) this.forget(userId);
    const cancelling = transcription.cancel(
      ({ sessionId, clip }) => sessionId === session.sessionId && !this.mayCaption(clip.userId),
    );
    await this.#hearing.update(userIds);
    await cancelling;
  }

  /** Neither shows nor stores what a person has said so far, and discards what is being recorded of them. */
  async erase(userId: string): Promise<void> {
    this.forget(userId);
    this.#lines.delete(userId);
    await this.#hearing.forget(userId);
  }

  /** Whether something of this person may be under way. */
  knows(userId: string): boolean {
    return [...this.#order.userIds, ...this.#utterances.values()].includes(userId);
  }

  /** Shows nothing more of what a person has said so far. */
  forget(userId: string): void {
    this.#interim?.forget(userId);
    this.#growing.forget(userId);
    this.#order.clear(userId);
    this.#turns.forget(userId);
    this.#notices.forget(userId);
  }

  onLastingOutage(code: string): void {
    if (this.#pending.size > 0) this.#notices.outage(code);
  }

  /** Resolves with true when no clip is pending, or with false after the timeout. */
  drained(timeoutMs: number): Promise<boolean> {
    return this.#waiters.until(() => this.#pending.size === 0, timeoutMs);
  }

  /** Calls back once no clip is pending. */
  whenDrained(listener: () => void): void {
    if (this.#pending.size === 0) listener();
    else this.#waiters.add(() => this.#pending.size === 0 && listener());
  }

  /** Shows the remaining final text, and removes interim text. */
  close(): void {
    this.#interim?.close();
    this.#order.close();
    this.#turns.close();
    this.#notices.close();
    this.#waiters.clear();
  }

  async #changeSpeakers(changes: SpeakerChanges): Promise<void> {
    const { engine, session, log } = this.#options;
    if (!this.#isListening) return;
    try {
      await engine.changeSpeakers(session.guildId, changes);
    } catch (error) {
      log.warn({ err: error, guildId: session.guildId }, 'could not change whom the engine listens to');
      throw error;
    }
  }

  #createInterim(): InterimCaptions {
    const { session, engine, capacity, budget, timings, clock } = this.#options;
    return new InterimCaptions({
      guildId: session.guildId,
      voiceChannelId: session.voiceChannelId,
      language: session.language,
      soundCues: () => this.#settings.soundCues,
      transcribeInterim: (request, context) => engine.transcribeInterim(request, context),
      capacity,
      timings,
      clock,
      onServed: (durationMs) => budget.count(session, durationMs),
      onText: (clip, said) => this.#onInterim(clip, toCaptionText(said)),
    });
  }

  #onSpeechStarted(userId: string, utteranceId: string): void {
    if (!this.mayCaption(userId)) return;
    this.#utterances.set(utteranceId, userId);
    void this.#speakers.lookUp(userId).then((speaker) => {
      this.#noteKind(userId, speaker);
      if (this.#utterances.has(utteranceId) && this.mayCaption(userId)) this.#interim?.begin(utteranceId, userId);
    });
  }

  #noteKind(userId: string, { isBot }: Speaker): void {
    if (!isBot || this.#bots.has(userId)) return;
    this.#bots.add(userId);
    if (!this.#settings.captionBots) void this.applyConsent([userId]);
  }

  #onClip(clip: Clip): void {
    // Of captions that ended before the clip was complete.
    if (this.#options.completedCopies.has(clip.clipId) || this.#isUnderWay(clip.clipId)) return;
    // People in another channel have not seen the notice of these captions.
    if (clip.channelId !== this.session.voiceChannelId || !this.#mayUse(clip)) return;
    this.#watch(this.#caption(clip));
  }

  /** The life of a clip, from what was captured to what is kept. */
  async #caption({ audio, ...clip }: Clip): Promise<void> {
    this.#growing.complete(clip.clipId);
    this.#interim?.completed(clip);
    this.#expect(clip);
    const speaker = this.#speakers.known(clip.userId) ?? (await this.#speakers.lookUp(clip.userId));
    this.#noteKind(clip.userId, speaker);
    if (!this.#mayUse(clip)) {
      this.#growing.drop(clip.clipId);
      this.#end(clip, { kind: 'cancelled', wasServed: false });
      return;
    }
    // Not only when it is transcribed: in an outage, a guild could have any amount of speech transcribed later.
    this.#options.budget.count(this.session, clip.durationMs - this.#growing.take(clip.clipId));
    const entry = this.#entryOf(clip, speaker);
    await this.#follow(entry, this.#options.transcription.submit(this.#requestOf(entry), audio), clip.durationMs);
  }

  /** Stored on disk, transcribed, shown in its place and kept: only what the service transcribes stays counted. */
  async #follow(entry: SpooledClip, course: ClipCourse, countedMs: number): Promise<void> {
    const transcript = await course.transcript;
    if (transcript !== undefined) course.keep(this.#place(entry, transcript));
    const end = await course.ended;
    if (!end.wasServed && countedMs > 0) this.#options.budget.count(this.session, -countedMs);
    this.#end(entry.clip, end);
  }

  /** Here, or in other captions of this process. */
  #isUnderWay(clipId: string): boolean {
    return this.#pending.has(clipId) || this.#options.transcription.has(clipId);
  }

  /** What fails by a fault stays on disk for the next start. */
  #watch(life: Promise<void>): void {
    life.catch((err: unknown) => {
      this.#options.log.error({ err, guildId: this.session.guildId }, 'a clip could not be captioned');
    });
  }

  #requestOf(entry: SpooledClip): ClipRequest {
    return { entry, soundCues: () => this.#settings.soundCues };
  }

  /** Has the text shown when its turn comes, unless there is none or it may not be used. Returns the line to store. */
  #place(entry: SpooledClip, transcript: Transcript): CaptionLine | undefined {
    const { clip } = entry;
    const queue = this.#order.of(clip.userId);
    if (toCaptionText(transcript) === '' || !this.#mayUse(clip)) {
      queue.drop(clip.clipId);
      this.#turns.drop(keyOf(clip));
      return undefined;
    }
    const { isRecovered, clock, timings } = this.#options;
    const ageMs = clock.nowMs() - (clip.startedAtMs + clip.durationMs);
    const isLate = isRecovered || ageMs > timings.lateAfterMs || queue.isOvertaken(clip.clipId);
    const line = captionLineOf(entry, transcript, isLate);
    this.#lines.set(clip.userId, (this.#lines.get(clip.userId) ?? 0) + 1);
    queue.answer(clip.clipId, { entry, line });
    return line;
  }

  #end(clip: SpooledClip['clip'], end: ClipEnd): void {
    this.#pending.delete(clip.clipId);
    if (end.kind !== 'done') {
      this.#order.of(clip.userId).drop(clip.clipId);
      this.#turns.drop(keyOf(clip));
    }
    if (end.kind === 'refused') this.#notices.refused({ userId: clip.userId, error: end.error });
    if (end.kind === 'lost') this.#notices.lost(clip.durationMs);
    this.#waiters.notify();
  }

  /** So that a crash loses little of a clip under way: the spool has a copy of it, which grows. */
  #onGrown(growth: ClipGrowth): void {
    if (growth.channelId !== this.session.voiceChannelId || !this.#mayUse(growth)) return;
    const { audio, offset, ...clip } = growth;
    const copy = (speaker: Speaker): void => this.#growing.grow(this.#entryOf(clip, speaker), offset, audio);
    const known = this.#speakers.known(clip.userId);
    const mayGoOn = (): boolean => this.#utterances.has(clip.utteranceId) && this.#isListening && this.#mayUse(clip);
    // A bot's speech must not reach the disk: wait until the lookup says that this isn't one.
    if (known !== undefined) copy(known);
    else void this.#speakers.lookUp(clip.userId).then((found) => mayGoOn() && copy(found));
  }

  #entryOf(clip: SpooledClip['clip'], { name }: Speaker): SpooledClip {
    const { sessionId, language } = this.session;
    return { clip, sessionId, speaker: name, language };
  }

  #onInterim(clip: ClipUnderWay, text: string): void {
    if (text === '' || !this.#mayUse(clip)) return;
    const { name } = this.#speakers.known(clip.userId) ?? this.#speakers.unknown;
    this.#turns.interim(clip, name, text);
  }

  #showFinal({ entry, line }: Answer, isOvertaken: boolean): void {
    const { clock, isRecovered, onDelay } = this.#options;
    this.#turns.final(entry.clip, line, line.late || isOvertaken);
    if (isRecovered) return;
    const delayMs = clock.monotonicMs() - entry.clip.lastVoiceAtMs;
    this.#delays.add(delayMs);
    onDelay(delayMs);
  }

  #expect({ userId, clipId }: SpooledClip['clip']): void {
    this.#pending.add(clipId);
    this.#order.of(userId).expect(clipId);
  }

  /** What was said before an opt-out or an erasure may still come in afterwards, also after another opt-in. */
  #mayUse({ userId, startedAtMs }: Pick<Clip, 'userId' | 'startedAtMs'>): boolean {
    return this.mayCaption(userId) && !this.#options.tombstones.covers(userId, startedAtMs);
  }
}
