import type { ClipTimings } from '../audio/endpointer.ts';
import type { Logger } from '../log/log.ts';
import type { RequestScope } from '../telemetry/request-scope.ts';
import type { Connection } from './connection/connection-types.ts';
import type { OpenLink } from './connection/encrypted-voice-link.ts';
import { createConnection } from './connection/voice-connection.ts';
import type { VoiceDiagnosis } from './diagnosis.ts';
import type { GatewayVoiceDispatch } from './gateway-messages.ts';
import type { Pacer } from './playback/pacer.ts';
import type { PacketMemory } from './playback/packet-memory.ts';
import { createPlayback } from './playback/playback.ts';
import type { Playback } from './playback/playback-api.ts';
import type { StartDelay } from './playback/start-delay.ts';
import type { SpeechSource } from './playback/track.ts';
import { createListener, type Listener } from './receive/listener.ts';
import type { QueueRecord, SessionRecord } from './session-record.ts';
import { createTraffic, type TrafficFigures } from './traffic.ts';
import type {
  Clip,
  EndReason,
  JoinOutcome,
  ListenOutcome,
  ListenPolicy,
  SessionSnapshot,
  SpeakerChangeOutcome,
  SpeakerChanges,
  SpeakRequest,
  VoiceEvent,
} from './voice-api.ts';
import type { HearingFigures } from './voice-figures.ts';
import type { VoiceLimits } from './voice-limits.ts';

/** What a session is made of. `onClosed` is called once, when everything is released. */
export interface SessionOptions {
  readonly guildId: string;
  readonly speech: SpeechSource & { holdWarm(): Disposable };
  readonly pacer: Pacer;
  readonly packetMemory: PacketMemory;
  readonly startDelay: StartDelay;
  readonly openLink: OpenLink;
  readonly limits: VoiceLimits;
  readonly clipTimings: ClipTimings;
  readonly scope: RequestScope;
  readonly log: Logger;
  readonly onEvent: (event: VoiceEvent) => void;
  /** As for a playback. */
  readonly onFirstSound: (delayMs: number) => void;
  readonly onClosed: () => void;
}

/** One guild's session: its connection, its playback and, while it listens, its listener. */
export interface Session {
  /** Joins run one after the other; a second one for the same channel shares the first one's outcome. */
  join(channelId: string): Promise<JoinOutcome>;
  /**
   * Continues a session of a thread that crashed: with its queue immediately, in its channel when its turn at the gateway
   * comes. If it cannot enter the channel, it ends as `failed`.
   */
  restore(record: SessionRecord): void;
  /** The playback, while the session is in a channel or joins its first one. */
  readonly playback: Playback | undefined;
  /** The playback for a new text; one that names the channel that it waits for is for that channel only. */
  playbackFor(request: SpeakRequest): Playback | undefined;
  readonly snapshot: SessionSnapshot | undefined;
  /** Like `snapshot`, with how far the texts were heard. */
  readonly record: QueueRecord | undefined;
  /** As in `Playback`. */
  halt(withinMs: number): Promise<void>;
  /** Begins to listen, changes whom it listens to, or with `undefined` stops. */
  listen(policy: ListenPolicy | undefined): ListenOutcome;
  changeSpeakers(changes: SpeakerChanges): SpeakerChangeOutcome;
  /** The clip under way of an utterance in this channel, if it has grown since the last call. */
  takeInterim(utteranceId: string, channelId: string): Clip | undefined;
  /** `undefined` while the session is not listening. */
  readonly hearing: HearingFigures | undefined;
  /** `undefined` while the session is in no channel, and joins none. */
  readonly diagnosis: VoiceDiagnosis | undefined;
  /** What the session has sent and heard so far. */
  readonly traffic: TrafficFigures;
  dispatch(packet: GatewayVoiceDispatch): void;
  /** Ends the session and leaves; resolves when its sockets are closed. */
  close(reason: EndReason): Promise<void>;
  /** Settles like `close`; `undefined` before that was called. */
  readonly closed: Promise<void> | undefined;
}

/** Creates a session without a channel. If its first join fails, it closes itself without an event. */
export function createSession(options: SessionOptions): Session {
  return new GuildSession(options);
}

class GuildSession implements Session {
  readonly #options: SessionOptions;
  readonly #connection: Connection;
  readonly #playback: Playback;
  readonly #traffic = createTraffic();
  #listener: Listener | undefined;
  #joins: { readonly channelId: string; readonly outcome: Promise<JoinOutcome> } | undefined;
  /** The channel that is being entered, of all in `#joins`. */
  #entering: string | undefined;
  #channelId: string | undefined;
  /** Keeps a live socket to the speech service open. */
  #warmHold: Disposable | undefined;
  /** A restored session has not entered its channel yet. */
  #isRestoring = false;
  #closed: Promise<void> | undefined;

  constructor(options: SessionOptions) {
    const { guildId, speech, pacer, packetMemory, startDelay, openLink, limits, scope, log, onEvent, onFirstSound } =
      options;
    this.#options = options;
    this.#connection = createConnection({
      guildId,
      openLink,
      limits,
      log,
      sendGateway: (request) => onEvent({ type: 'gateway-send', guildId, ...request }),
      onReady: () => this.#playback.wake(),
      onMoved: (channelId, isRequested) => this.#move(channelId, isRequested),
      onUnsent: (packets) => this.#playback.takeBack(packets),
      onEnded: (reason) => void this.close(reason),
    });
    const output = this.#connection;
    const traffic = this.#traffic;
    const parts = { speech, output, pacer, packetMemory, startDelay, traffic, scope, log };
    this.#playback = createPlayback({ guildId, ...parts, bounds: limits, onEvent, onFirstSound });
  }

  get closed(): Promise<void> | undefined {
    return this.#closed;
  }

  get playback(): Playback | undefined {
    return (this.#channelId ?? this.#firstChannelId) === undefined ? undefined : this.#playback;
  }

  get snapshot(): SessionSnapshot | undefined {
    const channelId = this.#channelId ?? this.#firstChannelId;
    if (channelId === undefined) return undefined;
    const { paused, items } = this.#playback;
    return { guildId: this.#options.guildId, channelId, joining: this.#channelId === undefined, paused, items };
  }

  get record(): QueueRecord | undefined {
    const { snapshot } = this;
    if (snapshot === undefined) return undefined;
    const { guildId, channelId, paused } = snapshot;
    return { guildId, channelId, paused, items: this.#playback.records };
  }

  halt(withinMs: number): Promise<void> {
    return this.#playback.halt(withinMs);
  }

  /** The first channel, while it is being joined. */
  get #firstChannelId(): string | undefined {
    return this.#channelId === undefined && this.#closed === undefined ? this.#entering : undefined;
  }

  playbackFor({ whileJoining }: SpeakRequest): Playback | undefined {
    if (whileJoining === undefined) return this.#channelId === undefined ? undefined : this.#playback;
    return (this.#channelId ?? this.#firstChannelId) === whileJoining ? this.#playback : undefined;
  }

  get traffic(): TrafficFigures {
    return this.#traffic.figures;
  }

  get diagnosis(): VoiceDiagnosis | undefined {
    const { diagnosis: connection } = this.#connection;
    if (connection === undefined || this.#closed !== undefined) return undefined;
    const { paused: isPaused, items } = this.#playback;
    return {
      ...connection,
      traffic: this.traffic,
      isListening: this.#listener !== undefined,
      ...{ isPaused, texts: items.length, undecryptable: this.#listener?.undecryptable ?? [] },
    };
  }

  get hearing(): HearingFigures | undefined {
    return this.#listener?.figures;
  }

  listen(policy: ListenPolicy | undefined): ListenOutcome {
    if (this.#channelId === undefined) return { kind: 'no-session' };
    if (policy === undefined) {
      this.#stopListening();
      return { kind: 'stopped' };
    }
    if (policy.channelId !== this.#channelId) return { kind: 'no-session' };
    if (this.#listener !== undefined) this.#listener.setPolicy(policy);
    else {
      const { guildId, clipTimings: timings, onEvent } = this.#options;
      const traffic = this.#traffic;
      const channelId = (): string => this.#channelId ?? '';
      this.#listener = createListener(policy, { guildId, channelId, timings, traffic, onEvent });
      this.#connection.setSink(this.#listener);
    }
    return { kind: 'listening' };
  }

  changeSpeakers(changes: SpeakerChanges): SpeakerChangeOutcome {
    if (this.#channelId === undefined) return { kind: 'no-session' };
    this.#listener?.changeSpeakers(changes);
    return { kind: this.#listener === undefined ? 'not-listening' : 'changed' };
  }

  takeInterim(utteranceId: string, channelId: string): Clip | undefined {
    return channelId === this.#channelId ? this.#listener?.takeInterim(utteranceId) : undefined;
  }

  join(channelId: string): Promise<JoinOutcome> {
    if (this.#joins?.channelId === channelId) return this.#joins.outcome;
    const before = this.#joins?.outcome ?? Promise.resolve();
    const outcome = before.then(() => this.#join(channelId));
    const joins = { channelId, outcome };
    this.#joins = joins;
    this.#entering ??= channelId;
    void outcome.then(async () => {
      if (this.#joins !== joins) return;
      this.#joins = undefined;
      if (this.#channelId === undefined) await this.close('failed');
    });
    return outcome;
  }

  restore(record: SessionRecord): void {
    const { channelId, policy } = record;
    this.#channelId = channelId;
    this.#warmHold ??= this.#options.speech.holdWarm();
    this.#playback.restore(record);
    if (policy !== undefined) this.listen(policy);
    this.#connection.adopt(channelId);
    void this.#enterAgain();
  }

  dispatch(packet: GatewayVoiceDispatch): void {
    this.#connection.dispatch(packet);
  }

  close(reason: EndReason): Promise<void> {
    this.#closed ??= this.#close(reason);
    return this.#closed;
  }

  /** Follows the bot to another channel. A session that has no channel yet gets one by `#join`. */
  #move(channelId: string, isRequested: boolean): void {
    if (this.#channelId === undefined || channelId === this.#channelId) return;
    // Clips name the channel, so they are completed before it changes.
    this.#stopListening();
    this.#channelId = channelId;
    this.#playback.moved();
    this.#options.onEvent({ type: 'session-moved', guildId: this.#options.guildId, channelId, isRequested });
  }

  #stopListening(): void {
    this.#listener?.complete();
    this.#listener = undefined;
    this.#connection.setSink(undefined);
  }

  async #enterAgain(): Promise<void> {
    this.#isRestoring = true;
    const outcome = await this.#connection.restore();
    if (outcome.kind === 'cancelled') return;
    this.#isRestoring = false;
    if (outcome.kind === 'joined') this.#playback.wake();
    else await this.close('failed');
  }

  async #join(channelId: string): Promise<JoinOutcome> {
    if (this.#closed !== undefined) return { kind: 'cancelled' };
    this.#entering = channelId;
    // Warmed up while Discord assigns the voice server, so that the first word waits for neither.
    this.#warmHold ??= this.#options.speech.holdWarm();
    const isAdopted = this.#isRestoring;
    this.#isRestoring = false;
    const outcome = await (isAdopted ? this.#connection.rejoin(channelId) : this.#connection.join(channelId));
    this.#entering = undefined;
    if (this.#closed !== undefined) return outcome;
    // After a move that failed, this can be the old channel again.
    const { channelId: current } = this.#connection;
    if (current !== undefined) this.#move(current, true);
    if (outcome.kind === 'joined') {
      this.#channelId ??= outcome.channelId;
      this.#playback.wake();
    }
    // The texts were for people in this channel, not for those in one that is joined next.
    if (this.#channelId === undefined) this.#playback.close();
    return outcome;
  }

  async #close(reason: EndReason): Promise<void> {
    const { guildId, onEvent, onClosed } = this.#options;
    const channelId = this.#channelId;
    // Before the channel is forgotten, because clips name it; the connection unsubscribes as it closes.
    this.#listener?.complete();
    this.#listener = undefined;
    this.#channelId = undefined;
    this.#playback.close();
    this.#warmHold?.[Symbol.dispose]();
    if (channelId !== undefined) onEvent({ type: 'session-ended', guildId, channelId, reason });
    await this.#connection.close(reason === 'left' ? 'person' : 'restore');
    onClosed();
  }
}
