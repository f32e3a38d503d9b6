/**
 * The door of the voice engine: plain data in, plain data out, so that it can be carried over a thread's message port.
 * Ids are Discord snowflakes as decimal strings. Nothing of discord.js or @discordjs/voice passes here.
 *
 * First what is asked of the engine and what it tells; then the engine; last the messages that carry both between the
 * main thread and a voice thread.
 */
import type { Transcribe } from '../speech/asr.ts';
import type { LimiterAnswer, LimiterRequest } from '../speech/limiter/limiter-messages.ts';
import type { PlainError } from '../speech/plain-error.ts';

/** What the engine needs to enter a channel. A session of the guild that stands elsewhere moves there. */
export interface JoinRequest {
  readonly guildId: string;
  readonly channelId: string;
}

/** How an attempt to enter a channel ended. All but `joined` leave no session behind unless one stood before. */
export type JoinOutcome =
  | { readonly kind: 'joined'; readonly channelId: string; readonly moved: boolean }
  /** Discord never answered the request to join: the channel is full, hidden, or the gateway is down. */
  | { readonly kind: 'no-answer' }
  /** Discord answered, but the voice connection was not ready in time, after one retry. */
  | { readonly kind: 'not-ready' }
  /** A leave, a kick or a shutdown came in between. */
  | { readonly kind: 'cancelled' };

/** A text to speak. `text` has been made speakable and holds at least one character that is not white space. */
export interface SpeakRequest {
  readonly guildId: string;
  readonly text: string;
  /** `reference_id` of the voice; `undefined` means the service's default voice. */
  readonly voiceId: string | undefined;
  /** Who asked: they may remove it again. */
  readonly userId: string;
}

/** Answer to a request to speak. `position` 0 is spoken at once; the ids grow within a session. */
export type SpeakOutcome =
  | { readonly kind: 'queued'; readonly itemId: number; readonly position: number }
  | { readonly kind: 'full'; readonly limit: 'items' | 'characters'; readonly max: number }
  | { readonly kind: 'no-session' };

type ItemState = 'waiting' | 'preparing' | 'speaking' | 'paused';

/** One entry of a session's queue. */
export interface QueueItem {
  readonly itemId: number;
  readonly userId: string;
  readonly text: string;
  readonly voiceId: string | undefined;
  readonly state: ItemState;
}

/** A session as it stands: what is spoken comes first in `items`. */
export interface SessionSnapshot {
  readonly guildId: string;
  readonly channelId: string;
  readonly paused: boolean;
  readonly items: readonly QueueItem[];
}

export type SkipOutcome =
  | { readonly kind: 'skipped'; readonly item: QueueItem }
  | { readonly kind: 'nothing' }
  | NoSession;
export type StopOutcome = { readonly kind: 'stopped'; readonly removed: number } | NoSession;
export type PauseOutcome = { readonly kind: 'paused' | 'already-paused' } | NoSession;
export type ResumeOutcome = { readonly kind: 'resumed' | 'not-paused' } | NoSession;
export type RemoveOutcome = { readonly kind: 'removed' | 'not-found' | 'not-yours' } | NoSession;
interface NoSession {
  readonly kind: 'no-session';
}

/** Why a session is over. */
export type EndReason =
  /** Asked for through `leave`. */
  | 'left'
  /** Somebody disconnected the bot, or its channel was deleted. */
  | 'disconnected'
  /** The connection broke and could not be made again within the limit. */
  | 'failed'
  /** The engine was closed. */
  | 'closed';

/** Why an item was taken out of the queue: through `skip`, `stop` or `remove`, or because its session ended. */
export type DropReason = 'skipped' | 'stopped' | 'removed' | 'session-ended';

/** A failure as plain data: `code` and `retryable` as in MynahError, `message` the service's own words, or empty. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
}

/**
 * Whom a session listens to. It takes effect at once: of somebody who is not listened to any more, no further packet is
 * kept, and clips under way are thrown away. Bots are told apart by the caller, who knows them.
 */
export interface ListenPolicy {
  /** What holds for everybody whom neither list names. */
  readonly others: 'hear' | 'ignore';
  readonly hear: readonly string[];
  readonly ignore: readonly string[];
}

export type ListenOutcome = { readonly kind: 'listening' | 'deaf' } | NoSession;

/**
 * A stretch of one person's speech, cut at a pause or, when it is long, at its quietest point. `audio` is Ogg Opus at
 * 48 kHz made of the very packets that came, gaps filled with Opus silence, so that a position in it is a time of the
 * speaker: `startedAtMs` plus the position.
 */
export interface Clip {
  readonly guildId: string;
  readonly channelId: string;
  readonly userId: string;
  /** Unique, and growing within one person's speech in a session. */
  readonly clipId: string;
  /** Clips of one stretch between two pauses share it; their order is that of `part`, from 0. */
  readonly utteranceId: string;
  readonly part: number;
  /** Time of the audio's first sample: milliseconds since 1970. */
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly audio: Uint8Array;
  /** Packets that never came, as RTP sequence numbers tell; silence stands in their place. */
  readonly lostPackets: number;
  /** `performance.now()` of the thread that is told of the clip when the last voiced packet came; for figures of delay. */
  readonly lastVoiceAtMs: number;
}

/** What a session heard since it began to listen, all speakers together. */
export interface HearingFigures {
  readonly speakers: number;
  readonly packets: number;
  readonly lost: number;
  /** Came after a later one, and were put in order. */
  readonly reordered: number;
  readonly duplicates: number;
  /** Packets that could not be decrypted. */
  readonly decryptFailures: number;
  /** Packets of speakers who could not be named: they spoke already when the bot came, and not end-to-end encrypted. */
  readonly unknown: number;
  /** Connections that were made anew because packets could not be decrypted for too long. */
  readonly reopened: number;
  readonly clips: number;
}

/** Gateway opcode 4, Update Voice State: the wish to be in a channel, or with null in none. */
export interface GatewayVoiceRequest {
  readonly op: 4;
  readonly d: {
    readonly guild_id: string;
    readonly channel_id: string | null;
    readonly self_mute: boolean;
    readonly self_deaf: boolean;
  };
}

/** What the engine tells, in the order in which it happened. */
export type VoiceEvent =
  /** To be sent on the shard of the guild. */
  | { readonly type: 'gateway-send'; readonly guildId: string; readonly payload: GatewayVoiceRequest }
  | { readonly type: 'item-started'; readonly guildId: string; readonly itemId: number }
  /** A further piece of an item is being spoken; texts are spoken piece by piece, counted from 0. */
  | { readonly type: 'piece-started'; readonly guildId: string; readonly itemId: number; readonly piece: number }
  | { readonly type: 'item-finished'; readonly guildId: string; readonly itemId: number }
  /** The item was taken out of the queue before its end. */
  | { readonly type: 'item-dropped'; readonly guildId: string; readonly itemId: number; readonly reason: DropReason }
  /** The item was given up; `spokenMs` says how much had been heard. The next one goes on. */
  | {
      readonly type: 'item-failed';
      readonly guildId: string;
      readonly itemId: number;
      readonly spokenMs: number;
      readonly failure: Failure;
    }
  /** Somebody who is listened to began to speak. */
  | { readonly type: 'speech-started'; readonly guildId: string; readonly userId: string; readonly utteranceId: string }
  /** A clip is complete. The clips of one person come in the order of speech. */
  | { readonly type: 'clip'; readonly clip: Clip }
  /** No further clip of this utterance will come; `clips` came (0: it was too short to be speech, or was thrown away). */
  | {
      readonly type: 'speech-ended';
      readonly guildId: string;
      readonly userId: string;
      readonly utteranceId: string;
      readonly clips: number;
    }
  /** Somebody dragged the bot: the queue goes on in the new channel. */
  | { readonly type: 'session-moved'; readonly guildId: string; readonly channelId: string }
  | {
      readonly type: 'session-ended';
      readonly guildId: string;
      readonly channelId: string;
      readonly reason: EndReason;
    };

/** Voice dispatches of the gateway, of the bot's own user only, with their `d` as Discord sent it. */
export type GatewayVoiceDispatch =
  | { readonly t: 'VOICE_STATE_UPDATE'; readonly d: { readonly guild_id: string; readonly channel_id: string | null } }
  | { readonly t: 'VOICE_SERVER_UPDATE'; readonly d: { readonly guild_id: string; readonly endpoint: string | null } };

/**
 * The engine: one session per guild. Every method settles within the engine's own deadlines; none throws for an expected
 * outcome. Over threads any of them may fail with VOICE_THREAD_LOST, and after `close` with VOICE_CLOSED (MynahErrors).
 */
export interface VoiceEngine {
  join(request: JoinRequest): Promise<JoinOutcome>;
  /** Ends the guild's session; false when there is none. */
  leave(guildId: string): Promise<boolean>;
  speak(request: SpeakRequest): Promise<SpeakOutcome>;
  /** Drops what is being spoken; the next item begins. */
  skip(guildId: string): Promise<SkipOutcome>;
  /** Drops what is being spoken and all that waits. */
  stop(guildId: string): Promise<StopOutcome>;
  pause(guildId: string): Promise<PauseOutcome>;
  resume(guildId: string): Promise<ResumeOutcome>;
  /** Takes one item out of the queue on behalf of `userId`, who must have asked for it, unless `anyone`. */
  remove(guildId: string, itemId: number, userId: string, anyone: boolean): Promise<RemoveOutcome>;
  session(guildId: string): Promise<SessionSnapshot | undefined>;
  /**
   * Begins to listen to those whom the policy names, or changes the policy; `undefined` makes the session deaf again,
   * which completes the clips under way. A session that ends, or is dragged, completes them too.
   */
  listen(guildId: string, policy: ListenPolicy | undefined): Promise<ListenOutcome>;
  /** The clip that is being heard of this utterance, as far as it is; `undefined` when there is none under way. */
  peek(guildId: string, utteranceId: string): Promise<Clip | undefined>;
  /** `undefined` when the session is not listening. */
  hearing(guildId: string): Promise<HearingFigures | undefined>;
  /** Has a recording recognized where the guild's voice is carried; `context.tenant` is the guild's id. */
  readonly transcribe: Transcribe;
  /** Hands in a voice dispatch of the gateway. */
  dispatch(packet: GatewayVoiceDispatch): void;
  /** Leaves every channel and frees what is held; resolves when the voice sockets are closed. */
  close(): Promise<void>;
}

/** An item of a session that is made again; it goes on at `firstPiece`, which may have been heard in part. */
export interface RecordedItem extends Omit<QueueItem, 'state'> {
  readonly firstPiece: number;
}

/** A session of a thread that is gone, as it has to be made again in the next one. */
export interface SessionRecord {
  readonly guildId: string;
  readonly channelId: string;
  readonly paused: boolean;
  /** `undefined` when it did not listen. */
  readonly policy: ListenPolicy | undefined;
  readonly items: readonly RecordedItem[];
  /** The last id that was given to an item, 0 if none was: ids go on growing. */
  readonly lastItemId: number;
}

type Calls = Omit<VoiceEngine, 'transcribe' | 'dispatch' | 'close'>;

/** A call of one of the engine's methods. */
export type VoiceCall = {
  [Method in keyof Calls]: { readonly method: Method; readonly args: Readonly<Parameters<Calls[Method]>> };
}[keyof Calls];

/** A call and how it ended. */
export type VoiceOutcome = {
  [Method in keyof Calls]: {
    readonly method: Method;
    readonly args: Readonly<Parameters<Calls[Method]>>;
    readonly outcome: Awaited<ReturnType<Calls[Method]>>;
  };
}[keyof Calls];

/** What a recording is recognized with, its signal left out: `abort` stands for it. */
export interface TranscribeCall {
  readonly method: 'transcribe';
  readonly request: Parameters<Transcribe>[0];
  readonly context: Omit<Parameters<Transcribe>[1], 'signal'>;
}

/** From the main thread to a voice thread. */
export type ToVoiceThread =
  /** Comes first, if at all: the sessions of the thread that this one replaces. */
  | { readonly type: 'restore'; readonly sessions: readonly SessionRecord[] }
  | { readonly type: 'call'; readonly callId: number; readonly call: VoiceCall | TranscribeCall }
  | { readonly type: 'abort'; readonly callId: number }
  | { readonly type: 'dispatch'; readonly packet: GatewayVoiceDispatch }
  /** To be answered with `pong`: a thread that is silent for too long is taken to hang, and ended. */
  | { readonly type: 'ping' }
  /** Leave every channel; `closed` is the answer, and the last message. */
  | { readonly type: 'close' }
  | LimiterAnswer;

/** From a voice thread to the main thread. */
export type FromVoiceThread =
  | { readonly type: 'outcome'; readonly callId: number; readonly outcome: unknown }
  | { readonly type: 'failure'; readonly callId: number; readonly error: PlainError }
  | { readonly type: 'event'; readonly event: VoiceEvent }
  | { readonly type: 'pong' }
  | { readonly type: 'closed' }
  | LimiterRequest;
