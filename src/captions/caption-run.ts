import type { Logger } from '../log.ts';
import type { Transcript } from '../speech/wire.ts';
import type { Clip, ClipUnderWay, ListenOutcome, ListenPolicy, VoiceEngine, VoiceEvent } from '../voice/voice-api.ts';
import { Announcer } from './announcer.ts';
import { captionLineOf } from './caption-line.ts';
import { toCaptionText } from './caption-text.ts';
import type { CaptionTimings } from './caption-timings.ts';
import { type SpokenText, Turns } from './caption-turns.ts';
import type {
  CaptionDisplay,
  CaptionLine,
  CaptionSession,
  CaptionSettings,
  People,
  SpooledClip,
} from './captions-ports.ts';
import type { ClipEnd, ClipOwner } from './clip-job.ts';
import type { Transcription } from './clip-transcription.ts';
import type { Clock } from './clock.ts';
import { captioningOf, type Decisions, listenPolicyOf } from './consent.ts';
import { InterimCaptions } from './interim-captions.ts';
import { pause, within } from './pause.ts';
import { RecentDelays } from './recent-delays.ts';
import { ReorderQueue } from './reorder-queue.ts';
import { type Speaker, Speakers } from './speakers.ts';

/** What the captions of one session are made with, shared by all sessions. */
export interface RunSurroundings {
  readonly engine: Pick<VoiceEngine, 'listen' | 'transcribeInterim' | 'hearing'>;
  readonly capacity: () => boolean;
  readonly transcription: Pick<Transcription, 'submit' | 'resume' | 'cancel'>;
  readonly people: People;
  /** Grows and changes while sessions live. */
  readonly decisions: Decisions;
  readonly timings: CaptionTimings;
  readonly clock: Clock;
  readonly log: Logger;
}

/** One session's own. */
export interface RunOptions extends RunSurroundings {
  readonly session: CaptionSession;
  readonly interim: boolean;
  /** Taken up after a restart: all its text is late. */
  readonly isRecovered: boolean;
  readonly display: CaptionDisplay;
  readonly settings: CaptionSettings;
  /** Lines that are stored already. */
  readonly lines: number;
}

interface Answer {
  readonly entry: SpooledClip;
  readonly line: CaptionLine;
}

/** The captions of one session: from the engine's events to lines in order, sorted into turns. */
export class CaptionRun implements ClipOwner {
  readonly #options: RunOptions;
  readonly #speakers: Speakers;
  readonly #turns: Turns;
  readonly #interim: InterimCaptions | undefined;
  readonly #announcer: Announcer;
  readonly #orders = new Map<string, ReorderQueue<Answer>>();
  readonly #delays = new RecentDelays();
  /** Names of those who were captioned, by user id. */
  readonly #captioned = new Map<string, string>();
  readonly #bots = new Set<string>();
  /** User ids of those who are speaking, by utterance id. */
  readonly #utterances = new Map<string, string>();
  /** How many lines came of each person, by user id. */
  readonly #lines = new Map<string, number>();
  readonly #waiting = new Set<string>();
  readonly #idle = new Set<() => void>();
  #settings: CaptionSettings;
  #isListening = false;

  constructor(options: RunOptions) {
    const { session, display, people, timings, clock, settings } = options;
    this.#options = options;
    this.#settings = settings;
    this.#speakers = new Speakers(people, session.guildId, timings.peopleTimeoutMs);
    this.#announcer = new Announcer(display, timings.announceEveryMs);
    const idPrefix = options.isRecovered ? `${session.sessionId}:${clock.nowMs()}` : session.sessionId;
    this.#turns = new Turns({ idPrefix, display, timings, nowMs: () => clock.nowMs() });
    this.#interim = options.interim ? this.#createInterim() : undefined;
  }

  get session(): CaptionSession {
    return this.#options.session;
  }

  get display(): CaptionDisplay {
    return this.#options.display;
  }

  get isInterim(): boolean {
    return this.#interim !== undefined;
  }

  get settings(): CaptionSettings {
    return this.#settings;
  }

  get waitingClips(): number {
    return this.#waiting.size;
  }

  /** Lines that are stored, or about to be. */
  get lines(): number {
    return [...this.#lines.values()].reduce((sum, count) => sum + count, this.#options.lines);
  }

  get delayMs(): number | undefined {
    return this.#delays.medianMs;
  }

  get captioned(): readonly { readonly userId: string; readonly name: string }[] {
    return [...this.#captioned].map(([userId, name]) => ({ userId, name }));
  }

  /** Begins to listen, or listens anew to those to whom it may. */
  async listen(): Promise<ListenOutcome> {
    this.#isListening = true;
    const { engine, session } = this.#options;
    return engine.listen(session.guildId, this.#policy());
  }

  /** Ends listening; resolves when the clips that were under way have come, or a short time is over. */
  async stopListening(): Promise<void> {
    this.#isListening = false;
    this.#interim?.close();
    const { engine, session, timings, log } = this.#options;
    const stopping = engine.listen(session.guildId, undefined).catch((error: unknown) => {
      log.warn({ err: error, guildId: session.guildId }, 'listening could not be ended');
    });
    await within(stopping, timings.lastClipPatienceMs, undefined);
    await this.#until(() => this.#utterances.size === 0, timings.lastClipPatienceMs);
  }

  onEvent(event: VoiceEvent): void {
    switch (event.type) {
      case 'speech-started':
        this.#onSpeechStarted(event.userId, event.utteranceId);
        break;
      case 'clip':
        this.#onClip(event.clip);
        break;
      case 'speech-ended':
        this.#utterances.delete(event.utteranceId);
        this.#interim?.end(event.utteranceId);
        // The parts before it have become clips; what was heard after them was not enough to be one.
        this.#turns.drop(keyOf({ utteranceId: event.utteranceId, part: event.clips }));
        this.#tellIdle();
        break;
      default:
    }
  }

  /** Takes up a clip of this session that waited on disk; false when its speaker must not be captioned any more. */
  resume(entry: SpooledClip): boolean {
    if (!this.#mayCaption(entry.clip.userId)) return false;
    this.#expect(entry.clip.userId, entry.clip.clipId);
    this.#options.transcription.resume(entry, this);
    return true;
  }

  /** Somebody's decision, or the settings, changed: holds at once for what is heard and for what waits. */
  async consentChanged(settings: CaptionSettings = this.#settings): Promise<void> {
    this.#settings = settings;
    const { session, transcription, log } = this.#options;
    const heard = new Set([...this.#orders.keys(), ...this.#utterances.values()]);
    for (const userId of heard) if (!this.#mayCaption(userId)) this.forget(userId);
    const cancelling = transcription.cancel(
      ({ sessionId, clip }) => sessionId === session.sessionId && !this.#mayCaption(clip.userId),
    );
    try {
      if (this.#isListening) await this.listen();
    } catch (error) {
      log.warn({ err: error, guildId: session.guildId }, 'the engine could not be told whom to listen to');
    }
    await cancelling;
  }

  /** What somebody said is neither shown any more nor stored, and what is being heard of them is thrown away. */
  async erased(userId: string): Promise<void> {
    this.forget(userId);
    this.#lines.delete(userId);
    const { engine, session, log } = this.#options;
    const { others, hear, ignore } = this.#policy();
    const deafToThem = { others, hear: hear.filter((id) => id !== userId), ignore: [...ignore, userId] };
    try {
      // The engine keeps nothing of those whom it may not hear, be it for a moment.
      if (this.#isListening) await engine.listen(session.guildId, deafToThem);
      if (this.#isListening) await engine.listen(session.guildId, this.#policy());
    } catch (error) {
      log.warn({ err: error, guildId: session.guildId }, 'what is being heard of somebody could not be thrown away');
    }
  }

  /** Shows nothing more of what somebody has said so far. */
  forget(userId: string): void {
    this.#captioned.delete(userId);
    this.#interim?.forget(userId);
    this.#orders.get(userId)?.clear();
    this.#turns.forget(userId);
  }

  onText(entry: SpooledClip, transcript: Transcript): CaptionLine | undefined {
    const { clip } = entry;
    const order = this.#orderOf(clip.userId);
    if (toCaptionText(transcript.text) === '') {
      order.drop(clip.clipId);
      this.#turns.drop(keyOf(clip));
      return undefined;
    }
    const { isRecovered, clock, timings } = this.#options;
    const ageMs = clock.nowMs() - (clip.startedAtMs + clip.durationMs);
    const isLate = isRecovered || ageMs > timings.lateAfterMs || order.isOvertaken(clip.clipId);
    const line = captionLineOf(entry, transcript, isLate);
    this.#lines.set(clip.userId, (this.#lines.get(clip.userId) ?? 0) + 1);
    order.answer(clip.clipId, { entry, line });
    return line;
  }

  onEnd({ clip }: SpooledClip, end: ClipEnd): void {
    this.#waiting.delete(clip.clipId);
    if (end !== 'done') {
      this.#orderOf(clip.userId).drop(clip.clipId);
      this.#turns.drop(keyOf(clip));
    }
    if (end === 'refused') this.#announcer.refused();
    if (end === 'lost') this.#announcer.lost(clip.durationMs);
    this.#tellIdle();
  }

  onLastingOutage(code: string): void {
    if (this.#waiting.size > 0) this.#announcer.outage(code);
  }

  /** Resolves with true when no clip waits for its text, or with false after the time. */
  drained(timeoutMs: number): Promise<boolean> {
    return this.#until(() => this.#waiting.size === 0, timeoutMs);
  }

  /** Calls back once, when no clip waits for its text any more. */
  whenDrained(listener: () => void): void {
    if (this.#waiting.size === 0) listener();
    else this.#idle.add(() => this.#waiting.size === 0 && listener());
  }

  /** Shows what is left to show, and takes away what will not become final here. */
  close(): void {
    this.#interim?.close();
    for (const order of this.#orders.values()) order.close();
    this.#turns.close();
    this.#announcer.close();
    this.#idle.clear();
  }

  #policy(): ListenPolicy {
    return listenPolicyOf(this.#settings, this.#options.decisions, this.#bots);
  }

  #createInterim(): InterimCaptions {
    const { session, engine, capacity, timings, clock } = this.#options;
    return new InterimCaptions({
      guildId: session.guildId,
      voiceChannelId: session.voiceChannelId,
      language: session.language,
      transcribeInterim: (request, context) => engine.transcribeInterim(request, context),
      capacity,
      timings,
      clock,
      onText: (clip, text) => this.#onInterim(clip, toCaptionText(text)),
    });
  }

  #onSpeechStarted(userId: string, utteranceId: string): void {
    if (!this.#mayCaption(userId)) return;
    this.#utterances.set(utteranceId, userId);
    void this.#speakers.ask(userId).then((speaker) => {
      this.#noteKind(userId, speaker);
      if (this.#utterances.has(utteranceId) && this.#mayCaption(userId)) this.#interim?.begin(utteranceId, userId);
    });
  }

  #noteKind(userId: string, { isBot }: Speaker): void {
    if (!isBot || this.#bots.has(userId)) return;
    this.#bots.add(userId);
    if (!this.#settings.captionBots) void this.consentChanged();
  }

  #onClip(clip: Clip): void {
    // Those in another channel were not told of these captions.
    if (clip.channelId !== this.session.voiceChannelId || !this.#mayCaption(clip.userId)) return;
    this.#interim?.completed(clip);
    this.#expect(clip.userId, clip.clipId);
    const speaker = this.#speakers.known(clip.userId);
    if (speaker !== undefined) this.#submit(clip, speaker);
    else void this.#speakers.ask(clip.userId).then((found) => this.#submit(clip, found));
  }

  #submit({ audio, ...clip }: Clip, speaker: Speaker): void {
    const { sessionId, language } = this.session;
    const entry = { clip, sessionId, speaker: speaker.name, language };
    this.#noteKind(clip.userId, speaker);
    if (this.#mayCaption(clip.userId)) this.#options.transcription.submit(entry, audio, this);
    else this.onEnd(entry, 'cancelled');
  }

  #onInterim(clip: ClipUnderWay, text: string): void {
    if (text === '' || !this.#mayCaption(clip.userId)) return;
    this.#turns.interim(spokenText(clip, clip.startedAtMs, clip.startedAtMs + clip.durationMs, text));
  }

  #onTurn({ entry, line }: Answer, isOvertaken: boolean): void {
    const { clock, isRecovered } = this.#options;
    this.#captioned.set(line.userId, line.speaker);
    this.#turns.final(spokenText(entry.clip, line.startedAtMs, line.endedAtMs, line.text), line.late || isOvertaken);
    if (!isRecovered) this.#delays.add(clock.monotonicMs() - entry.clip.lastVoiceAtMs);
  }

  #expect(userId: string, clipId: string): void {
    this.#waiting.add(clipId);
    this.#orderOf(userId).expect(clipId);
  }

  #orderOf(userId: string): ReorderQueue<Answer> {
    const known = this.#orders.get(userId);
    if (known !== undefined) return known;
    const order = new ReorderQueue<Answer>({
      patienceMs: this.#options.timings.orderPatienceMs,
      onTurn: (answer, isOvertaken) => this.#onTurn(answer, isOvertaken),
    });
    this.#orders.set(userId, order);
    return order;
  }

  #mayCaption(userId: string): boolean {
    const isBot = this.#speakers.known(userId)?.isBot ?? this.#bots.has(userId);
    return captioningOf(this.#settings, this.#options.decisions.get(userId), isBot) === 'captioned';
  }

  #tellIdle(): void {
    for (const listener of [...this.#idle]) listener();
  }

  async #until(isSo: () => boolean, timeoutMs: number): Promise<boolean> {
    const over = new AbortController();
    const look = (): void => {
      if (isSo()) over.abort();
    };
    this.#idle.add(look);
    look();
    await pause(timeoutMs, over.signal);
    this.#idle.delete(look);
    return isSo();
  }
}

function keyOf({ utteranceId, part }: Pick<Clip, 'utteranceId' | 'part'>): string {
  return `${utteranceId}/${part}`;
}

function spokenText(clip: ClipUnderWay, startedAtMs: number, endedAtMs: number, text: string): SpokenText {
  return { userId: clip.userId, key: keyOf(clip), utteranceId: clip.utteranceId, startedAtMs, endedAtMs, text };
}
