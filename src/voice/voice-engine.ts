import { type ClipTimings, DEFAULT_CLIP_TIMINGS } from '../audio/endpointer.ts';
import { withinTime } from '../concurrency/async.ts';
import type { Logger } from '../log/log.ts';
import type { CallContext } from '../speech/call-context.ts';
import type { SpeechClient } from '../speech/speech-service.ts';
import { RequestScope } from '../telemetry/request-scope.ts';
import { createLinkOpener, type OpenLink } from './connection/encrypted-voice-link.ts';
import type { VoiceDiagnosis } from './diagnosis.ts';
import type { GatewayVoiceDispatch } from './gateway-messages.ts';
import type { MeasuredVoiceEngine } from './lasting-engine.ts';
import { createPacer, type Pacer } from './playback/pacer.ts';
import { PacketMemory } from './playback/packet-memory.ts';
import type { Playback } from './playback/playback-api.ts';
import { createStartDelay } from './playback/start-delay.ts';
import type { QueueRecord, SessionRecord } from './session-record.ts';
import { NO_TRAFFIC, sumTraffic, type TrafficCounts } from './traffic.ts';
import { DatagramSchedule } from './transport/datagram-schedule.ts';
import type {
  EndReason,
  InterimOutcome,
  InterimRequest,
  JoinOutcome,
  JoinRequest,
  ListenOutcome,
  ListenPolicy,
  PauseOutcome,
  RemoveOutcome,
  ResumeOutcome,
  SessionSnapshot,
  SkipOutcome,
  SpeakerChangeOutcome,
  SpeakerChanges,
  SpeakOutcome,
  SpeakRequest,
  StopOutcome,
  VoiceEvent,
} from './voice-api.ts';
import type { HearingFigures, VoiceFigures, VoiceObservation, VoiceThreadReport } from './voice-figures.ts';
import { DEFAULT_VOICE_LIMITS, type VoiceLimits } from './voice-limits.ts';
import { createSession, type Session } from './voice-session.ts';

/** What the engine is made of. `openLink` is for tests; by default it opens @discordjs/voice's connections. */
export interface VoiceEngineOptions {
  readonly speech: Pick<SpeechClient, 'synthesize' | 'transcribe' | 'holdWarm' | 'pcmSampleRateHz' | 'figures'>;
  readonly log: Logger;
  readonly onEvent: (event: VoiceEvent) => void;
  /** Receives what statistics are made of; requests to the speech service are observed by `speech` itself. */
  readonly onObservation?: (observation: VoiceObservation) => void;
  readonly limits?: Partial<VoiceLimits>;
  readonly clipTimings?: Partial<ClipTimings>;
  readonly openLink?: OpenLink;
  /** Texts belong to the request that queued them. Default: none is known. */
  readonly scope?: RequestScope | undefined;
}

const NO_SESSION = { kind: 'no-session' } as const;

/** An engine that can restore the sessions of a thread that crashed. */
export interface LocalVoiceEngine extends MeasuredVoiceEngine {
  /** To be called first. Every session exists immediately, with its queue; it enters its channel in the background. */
  restore(sessions: readonly SessionRecord[]): void;
  /** Of all sessions, also those that ended. */
  readonly traffic: TrafficCounts;
}

/** Creates this thread's voice engine: one session per guild, one 20 ms clock for all. The caller must close it. */
export function createVoiceEngine(options: VoiceEngineOptions): LocalVoiceEngine {
  return new SessionEngine(options);
}

class SessionEngine implements LocalVoiceEngine {
  readonly #options: VoiceEngineOptions;
  readonly #pacer: Pacer;
  readonly #packetMemory = new PacketMemory();
  readonly #startDelay = createStartDelay();
  readonly #openLink: OpenLink;
  readonly #scope: RequestScope;
  readonly #sessions = new Map<string, Session>();
  /** Texts for a session that begins when an earlier one has ended. */
  readonly #waitingTexts = new Set<{ readonly guildId: string; isStopped: boolean }>();
  /** Of sessions that ended. */
  #endedTraffic = NO_TRAFFIC;
  #isClosed = false;

  constructor(options: VoiceEngineOptions) {
    this.#options = options;
    this.#scope = options.scope ?? new RequestScope();
    const schedule = new DatagramSchedule();
    this.#openLink = options.openLink ?? createLinkOpener(schedule);
    this.#pacer = createPacer(schedule, (err) => options.log.error({ err }, 'voice tick failed'));
  }

  restore(sessions: readonly SessionRecord[]): void {
    for (const record of sessions) this.#open(record.guildId).restore(record);
  }

  async join({ guildId, channelId }: JoinRequest): Promise<JoinOutcome> {
    // Otherwise Discord's messages about the old session would be taken for news of the new one.
    for (let ending = this.#ending(guildId); ending; ending = this.#ending(guildId)) await ending;
    if (this.#isClosed) return { kind: 'cancelled' };
    return await (this.#sessions.get(guildId) ?? this.#open(guildId)).join(channelId);
  }

  async leave(guildId: string): Promise<boolean> {
    const session = this.#sessions.get(guildId);
    if (session === undefined || session.closed !== undefined) return false;
    await this.#withinLeaveTime(session.close('left'));
    return true;
  }

  async speak(request: SpeakRequest): Promise<SpeakOutcome> {
    const { guildId, whileJoining } = request;
    const mayWait = whileJoining !== undefined && this.#ending(guildId) !== undefined;
    if (mayWait && !(await this.#outlastEnding(guildId))) return NO_SESSION;
    return this.#sessions.get(guildId)?.playbackFor(request)?.add(request) ?? NO_SESSION;
  }

  async skip(guildId: string): Promise<SkipOutcome> {
    const playback = this.#playback(guildId);
    if (playback === undefined) return NO_SESSION;
    const item = playback.skip();
    return item === undefined ? { kind: 'nothing' } : { kind: 'skipped', item };
  }

  async stop(guildId: string): Promise<StopOutcome> {
    for (const text of this.#waitingTexts) if (text.guildId === guildId) text.isStopped = true;
    const playback = this.#playback(guildId);
    return playback === undefined ? NO_SESSION : { kind: 'stopped', ...playback.stop() };
  }

  async pause(guildId: string): Promise<PauseOutcome> {
    const playback = this.#playback(guildId);
    if (playback === undefined) return NO_SESSION;
    return { kind: playback.pause() ? 'paused' : 'already-paused' };
  }

  async resume(guildId: string): Promise<ResumeOutcome> {
    const playback = this.#playback(guildId);
    if (playback === undefined) return NO_SESSION;
    return { kind: playback.resume() ? 'resumed' : 'not-paused' };
  }

  async remove(guildId: string, textId: string, userId: string, anyone: boolean): Promise<RemoveOutcome> {
    const playback = this.#playback(guildId);
    return playback === undefined ? NO_SESSION : { kind: playback.remove(textId, userId, anyone) };
  }

  async session(guildId: string): Promise<SessionSnapshot | undefined> {
    return this.#sessions.get(guildId)?.snapshot;
  }

  async listen(guildId: string, policy: ListenPolicy | undefined): Promise<ListenOutcome> {
    return this.#sessions.get(guildId)?.listen(policy) ?? NO_SESSION;
  }

  async changeSpeakers(guildId: string, changes: SpeakerChanges): Promise<SpeakerChangeOutcome> {
    return this.#sessions.get(guildId)?.changeSpeakers(changes) ?? NO_SESSION;
  }

  async transcribeInterim(request: InterimRequest, context: CallContext): Promise<InterimOutcome> {
    const { utteranceId, channelId, language, soundCues } = request;
    const underWay = this.#sessions.get(context.tenant)?.takeInterim(utteranceId, channelId);
    if (underWay === undefined) return { kind: 'nothing-new' };
    const { audio, lastVoiceAtMs: _, ...clip } = underWay;
    const { durationMs } = clip;
    const recording = {
      ...{ audio, durationMs, timestamps: false, diarize: false, soundCues },
      ...(language === undefined ? {} : { language }),
    };
    const { text, turns } = await this.#options.speech.transcribe(recording, context);
    return { kind: 'transcribed', clip, text, ...(turns === undefined ? {} : { turns }) };
  }

  async hearing(guildId: string): Promise<HearingFigures | undefined> {
    return this.#sessions.get(guildId)?.hearing;
  }

  async diagnose(guildId: string): Promise<VoiceDiagnosis | undefined> {
    return this.#sessions.get(guildId)?.diagnosis;
  }

  figures(): VoiceFigures {
    const sessions = [...this.#sessions.values()].filter(({ closed }) => closed === undefined);
    const items = sessions.reduce((sum, { playback }) => sum + (playback?.items.length ?? 0), 0);
    return { sessions: sessions.length, items };
  }

  get traffic(): TrafficCounts {
    return sumTraffic([this.#endedTraffic, ...this.#sessions.values().map(({ traffic }) => traffic.total)]);
  }

  async threads(): Promise<readonly VoiceThreadReport[]> {
    const { warmSockets, liveUsable } = this.#options.speech.figures();
    const figures = { warmSockets, liveUsable, traffic: this.traffic, load: undefined };
    return [{ thread: 'main', isAnswering: true, restarts: 0, figures }];
  }

  records(): readonly QueueRecord[] {
    return [...this.#sessions.values()].flatMap(({ record }) => record ?? []);
  }

  async halt(withinMs: number): Promise<void> {
    await Promise.all(this.#sessions.values().map((session) => session.halt(withinMs)));
  }

  dispatch(packet: GatewayVoiceDispatch): void {
    this.#sessions.get(packet.d.guild_id)?.dispatch(packet);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const reason: EndReason = 'closed';
    await this.#withinLeaveTime(Promise.all(this.#sessions.values().map((session) => session.close(reason))));
    this.#pacer.close();
  }

  get #limits(): VoiceLimits {
    return { ...DEFAULT_VOICE_LIMITS, ...this.#options.limits };
  }

  /** The end of the guild's session, while it is under way. */
  #ending(guildId: string): Promise<void> | undefined {
    return this.#sessions.get(guildId)?.closed;
  }

  /** Waits with the join that a text belongs to, which came first. False when the guild was stopped meanwhile. */
  async #outlastEnding(guildId: string): Promise<boolean> {
    const text = { guildId, isStopped: false };
    this.#waitingTexts.add(text);
    for (let ending = this.#ending(guildId); ending; ending = this.#ending(guildId)) await ending;
    this.#waitingTexts.delete(text);
    return !text.isStopped;
  }

  /** A leave may wait for its turn at the gateway, but nobody has to wait for that. */
  async #withinLeaveTime(leaving: Promise<unknown>): Promise<void> {
    await withinTime(leaving, this.#limits.leaveTimeoutMs, undefined);
  }

  #open(guildId: string): Session {
    const { speech, log, onEvent, onObservation, clipTimings } = this.#options;
    const session = createSession({
      guildId,
      speech,
      pacer: this.#pacer,
      packetMemory: this.#packetMemory,
      startDelay: this.#startDelay,
      // Its sockets and timers serve many requests.
      openLink: (hooks) => this.#scope.detach(() => this.#openLink(hooks)),
      limits: this.#limits,
      scope: this.#scope,
      clipTimings: { ...DEFAULT_CLIP_TIMINGS, ...clipTimings },
      log,
      onEvent,
      onFirstSound: (delayMs) => onObservation?.({ kind: 'first-sound', delayMs }),
      onClosed: () => {
        this.#endedTraffic = sumTraffic([this.#endedTraffic, session.traffic.total]);
        if (this.#sessions.get(guildId) === session) this.#sessions.delete(guildId);
      },
    });
    this.#sessions.set(guildId, session);
    return session;
  }

  #playback(guildId: string): Playback | undefined {
    return this.#sessions.get(guildId)?.playback;
  }
}
