/**
 * The public API of the voice engine: plain data in, plain data out, so that it can cross threads. Ids are Discord
 * snowflakes as decimal strings. Nothing of discord.js or @discordjs/voice is part of it.
 */
import type { Transcript } from '../speech/asr/transcript.ts';
import type { CallContext } from '../speech/call-context.ts';
import type { Delivery } from '../speech/delivery.ts';
import type { VoiceDiagnosis, WaitReason } from './diagnosis.ts';
import type { GatewayPriority, GatewayVoiceDispatch, GatewayVoiceRequest } from './gateway-messages.ts';
import type { HearingFigures } from './voice-figures.ts';

/** A request to enter a channel. A session of the guild in another channel moves there. */
export interface JoinRequest {
  readonly guildId: string;
  readonly channelId: string;
}

/** How an attempt to enter a channel ended. All but `joined` leave no session behind unless there was one before. */
export type JoinOutcome =
  | { readonly kind: 'joined'; readonly channelId: string; readonly moved: boolean }
  /** Discord did not answer the request: the channel is full or hidden, or the gateway is down. */
  | { readonly kind: 'no-answer' }
  /** Discord answered, but the voice connection was not ready in time, after one retry. */
  | { readonly kind: 'not-ready' }
  /** Discord's limit of gateway messages leaves no room for the request in time. */
  | { readonly kind: 'busy'; readonly retryAfterMs: number }
  /** A leave, a kick or a shutdown came first. */
  | { readonly kind: 'cancelled' };

/** A text and how it sounds. `text` is speakable and holds at least one character that is not white space. */
interface SpokenText extends Delivery {
  readonly text: string;
  /** Sound in a container that `toOpusPackets` reads, at most 60 s of it: it is played in place of the text. */
  readonly recording?: Uint8Array | undefined;
  /** An expression mark, such as `[whispering]`: it goes with every sentence and is not part of `text`. */
  readonly mark?: string | undefined;
}

/** A text to speak. */
export interface SpeakRequest extends SpokenText {
  /** Of the caller's making, `randomUUID()`: unique over all processes and their restarts. */
  readonly textId: string;
  readonly guildId: string;
  /** The requester, who may remove it again. */
  readonly userId: string;
  /**
   * The text is also queued while the session is joining this channel, its first: its sound is requested at once and
   * waits for the connection. Without it, or while the session joins or is in another channel, that is `no-session`.
   */
  readonly whileJoining?: string | undefined;
  /** Where a text continues of which an earlier process has spoken a part; default: at its beginning. */
  readonly resume?: SpokenPosition | undefined;
}

/** How far a text was heard: to the piece (from 0) before this one, and so many 20 ms packets of this one. */
export interface SpokenPosition {
  readonly piece: number;
  readonly packets: number;
}

/** How a request to speak ended. The item at `position` 0 is spoken immediately. */
export type SpeakOutcome =
  | { readonly kind: 'queued'; readonly position: number }
  | { readonly kind: 'full'; readonly limit: 'items' | 'characters'; readonly max: number }
  | { readonly kind: 'no-session' };

/**
 * `waiting` for the items before it; `waiting-for-listeners` and `waiting-for-permission`: the first item, which nobody can
 * hear, from `item-waiting` until a packet is sent.
 */
type ItemState = 'waiting' | 'preparing' | 'speaking' | 'paused' | `waiting-for-${WaitReason}`;

/** One entry of a session's queue. */
export interface QueueItem extends SpokenText {
  readonly textId: string;
  readonly userId: string;
  readonly state: ItemState;
}

/** A session at one moment. The first of `items` is the one being spoken. */
export interface SessionSnapshot {
  readonly guildId: string;
  readonly channelId: string;
  /** The session is still on its way into `channelId`, its first: it has a queue, but is neither heard nor listening. */
  readonly joining: boolean;
  readonly paused: boolean;
  readonly items: readonly QueueItem[];
}

/** How `skip` ended; `item` as it was before. */
export type SkipOutcome =
  | { readonly kind: 'skipped'; readonly item: QueueItem }
  | { readonly kind: 'nothing' }
  | NoSession;
/** What `stop` dropped: an item that listeners had begun to hear, and `removed` items that had not begun. */
export interface Stopped {
  readonly interrupted: boolean;
  readonly removed: number;
}
/** How `stop` ended. */
export type StopOutcome = ({ readonly kind: 'stopped' } & Stopped) | NoSession;
/** How `pause` ended. */
export type PauseOutcome = { readonly kind: 'paused' | 'already-paused' } | NoSession;
/** How `resume` ended. */
export type ResumeOutcome = { readonly kind: 'resumed' | 'not-paused' } | NoSession;
/** How `remove` ended. */
export type RemoveOutcome = { readonly kind: 'removed' | 'not-found' | 'not-yours' } | NoSession;
interface NoSession {
  readonly kind: 'no-session';
}

/** Why a session ended. */
export type EndReason =
  /** By `leave`. */
  | 'left'
  /** Somebody disconnected the bot, or its channel was deleted. */
  | 'disconnected'
  /** The connection broke and could not be repaired within the limit. */
  | 'failed'
  /** The engine was closed. */
  | 'closed';

/**
 * Why an item was taken out of the queue: through `skip`, `stop` or `remove`, or because its session ended. `stop` removes
 * items that have not begun.
 */
export type DropReason = 'skipped' | 'stopped' | 'removed' | 'session-ended';

/** A failure as plain data: `code` and `retryable` as in MynahError, `message` from the service, or empty. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  /** The reference under which a fault was logged, with its stack. */
  readonly reference?: string | undefined;
  /** The speech service's reference for the request, as in SpeechError. */
  readonly requestId?: string | undefined;
}

/**
 * Whom a session listens to. It takes effect immediately: once somebody is ignored, no further packet of them is kept, and
 * their clips under way are discarded. The caller decides about bots.
 */
export interface SpeakerPolicy {
  /**
   * Applies to people whom neither list names. `ask` reports `speaker-unknown` when one of them begins to speak. Until
   * `changeSpeakers` names them, at most 10 s of what they say is kept in memory, and nothing of it is reported.
   */
  readonly others: 'hear' | 'ignore' | 'ask';
  readonly hear: readonly string[];
  /** Outweighs `hear`. */
  readonly ignore: readonly string[];
}

/** What changes about whom a session listens to, by user id. Each person is in one list only. */
export interface SpeakerChanges {
  readonly hear?: readonly string[];
  readonly ignore?: readonly string[];
  /** Their clips under way are discarded, and from then on they are among the others. */
  readonly forget?: readonly string[];
}

/** How `changeSpeakers` ended. */
export type SpeakerChangeOutcome = { readonly kind: 'changed' | 'not-listening' } | NoSession;

/** Whom a session listens to in one channel. A move ends it: people in another channel did not see its notice. */
export interface ListenPolicy extends SpeakerPolicy {
  readonly channelId: string;
}

/** How `listen` ended: the session listens, or has stopped. */
export type ListenOutcome = { readonly kind: 'listening' | 'stopped' } | NoSession;

/**
 * A stretch of one person's speech, cut at a pause or, when it is long, at its quietest point. `audio` is Ogg Opus at
 * 48 kHz made of the received packets as they are, gaps filled with Opus silence, so that a position in it plus
 * `startedAtMs` is the time when it was said.
 */
export interface Clip {
  readonly guildId: string;
  readonly channelId: string;
  readonly userId: string;
  /** Unique; grows within one person's speech in a session. */
  readonly clipId: string;
  /** Clips between the same two pauses share it; `part` gives their order, from 0. */
  readonly utteranceId: string;
  readonly part: number;
  /** Time of the audio's first sample: milliseconds since 1970. */
  readonly startedAtMs: number;
  readonly durationMs: number;
  /**
   * When its voice was said, by the packets' RTP times: without the silence at both ends. Milliseconds since 1970, within
   * the clip.
   */
  readonly voiceStartedAtMs: number;
  readonly voiceEndedAtMs: number;
  readonly audio: Uint8Array;
  /** Packets that never arrived, according to RTP sequence numbers; silence replaces them. */
  readonly lostPackets: number;
  /** Arrival of the last voiced packet, by `performance.now()` of the thread that receives the clip; to measure delays. */
  readonly lastVoiceAtMs: number;
}

/**
 * What was added to a clip under way. `audio` is only what is new, the other fields describe the clip so far. The `audio`
 * of all, one after the other, is Ogg Opus that can be transcribed like a clip. The clip itself, when it is complete,
 * takes its place.
 */
export interface ClipGrowth extends Clip {
  /** Bytes of audio that were reported before. */
  readonly offset: number;
}

/** Which clip under way is transcribed, and how. */
export interface InterimRequest {
  readonly utteranceId: string;
  /** The channel in which the speaker must be: people in another one were not told of the transcription. */
  readonly channelId: string;
  /** ISO code such as `en`; `undefined` lets the service detect it. */
  readonly language: string | undefined;
  /** Whether the text has sounds such as `[laughter]`. */
  readonly soundCues: boolean;
}

/** A clip under way: `durationMs` is what has been captured so far. */
export type ClipUnderWay = Omit<Clip, 'audio' | 'lastVoiceAtMs'>;

/** How an interim transcription ended. */
export type InterimOutcome =
  /** `text` may be empty. */
  | ({ readonly kind: 'transcribed'; readonly clip: ClipUnderWay } & Pick<Transcript, 'text' | 'turns'>)
  /** The utterance is over, or unknown, or nothing was added since the last interim transcription. */
  | { readonly kind: 'nothing-new' };

/** What the engine reports, in the order in which it happened. */
export type VoiceEvent =
  /**
   * To be sent on the shard of the guild, in place of an older request of the guild that was not sent yet. What became of
   * it is dispatched as GATEWAY_REQUEST.
   */
  | {
      readonly type: 'gateway-send';
      readonly guildId: string;
      readonly payload: GatewayVoiceRequest;
      /** Unique over all threads and their restarts. */
      readonly requestId: string;
      readonly priority: GatewayPriority;
      /** The longest time that the payload may wait. */
      readonly maxWaitMs: number;
    }
  /** Listeners begin to hear the item, for the first time or after `item-waiting`. */
  | { readonly type: 'item-started'; readonly guildId: string; readonly textId: string }
  /** Nobody can hear the item, so it waits until somebody can: `item-started` follows then. Reported for each reason. */
  | {
      readonly type: 'item-waiting';
      readonly guildId: string;
      readonly textId: string;
      readonly waitsFor: WaitReason;
    }
  /** The next piece of an item is being spoken. Texts are spoken in pieces, counted from 0. */
  | { readonly type: 'piece-started'; readonly guildId: string; readonly textId: string; readonly piece: number }
  /** How far the piece that is being spoken was heard; reported once a second, and whenever its sound pauses. */
  | ({ readonly type: 'piece-progress'; readonly guildId: string; readonly textId: string } & SpokenPosition)
  | { readonly type: 'item-finished'; readonly guildId: string; readonly textId: string }
  /**
   * The item was taken out of the queue before its end. `unservedCharacters`: as many characters of its text were never
   * synthesized, because the service was not asked to or refused; left out when it is not known.
   */
  | {
      readonly type: 'item-dropped';
      readonly guildId: string;
      readonly textId: string;
      readonly reason: DropReason;
      readonly unservedCharacters?: number;
    }
  /** The item was given up after `spokenMs` of sound. The queue continues with the next one. */
  | {
      readonly type: 'item-failed';
      readonly guildId: string;
      readonly textId: string;
      readonly spokenMs: number;
      readonly failure: Failure;
      /** As in `item-dropped`. */
      readonly unservedCharacters?: number;
    }
  /** The session must learn by `changeSpeakers` whether it may listen to somebody. Reported again if it does not. */
  | { readonly type: 'speaker-unknown'; readonly guildId: string; readonly userId: string }
  /** Somebody whom the session listens to began to speak. */
  | { readonly type: 'speech-started'; readonly guildId: string; readonly userId: string; readonly utteranceId: string }
  /**
   * A clip under way has grown; reported about once a second, so that a crash loses no more than that. The next part of
   * an utterance is reported before the part from which it was divided is complete.
   */
  | { readonly type: 'clip-grown'; readonly growth: ClipGrowth }
  /** A clip is complete. Clips of one person are reported in the order of speech. */
  | { readonly type: 'clip'; readonly clip: Clip }
  /** The utterance is over after so many `clips`; 0 when it was too short to be speech, or was discarded. What grew and is no clip is void. */
  | {
      readonly type: 'speech-ended';
      readonly guildId: string;
      readonly userId: string;
      readonly utteranceId: string;
      readonly clips: number;
    }
  /** The bot is in another channel, where the queue continues. It has stopped listening. */
  | {
      readonly type: 'session-moved';
      readonly guildId: string;
      readonly channelId: string;
      /** True after a `join`; false when somebody dragged the bot. */
      readonly isRequested: boolean;
    }
  | {
      readonly type: 'session-ended';
      readonly guildId: string;
      readonly channelId: string;
      readonly reason: EndReason;
    };

/**
 * The engine: one session per guild. Every method settles within the engine's own deadlines; none throws for an expected
 * outcome.
 * @throws {MynahError} from any method, when the engine runs in threads: VOICE_THREAD_LOST when the thread crashed and is
 * not restarted soon, VOICE_CLOSED after `close`.
 */
export interface VoiceEngine {
  /** Resolves when the bot is in the channel, or why it is not. If it was the first channel, its texts are dropped then. */
  join(request: JoinRequest): Promise<JoinOutcome>;
  /**
   * Ends the guild's session, also while it is joining; resolves with false when there is none. When Discord's confirmation takes long, it resolves
   * before that, and the next `join` waits for it.
   */
  leave(guildId: string): Promise<boolean>;
  speak(request: SpeakRequest): Promise<SpeakOutcome>;
  /** Drops the item being spoken; the next one begins. */
  skip(guildId: string): Promise<SkipOutcome>;
  /** Drops all items. Texts that still wait with a join for an earlier session to end are not queued: `no-session`. */
  stop(guildId: string): Promise<StopOutcome>;
  pause(guildId: string): Promise<PauseOutcome>;
  resume(guildId: string): Promise<ResumeOutcome>;
  /** Removes one item on behalf of `userId`, who must be its requester unless `anyone`. */
  remove(guildId: string, textId: string, userId: string, anyone: boolean): Promise<RemoveOutcome>;
  session(guildId: string): Promise<SessionSnapshot | undefined>;
  /**
   * Begins to listen according to the policy, or changes it; `undefined` stops, which completes the clips under way. So
   * does the end of the session, and every move to another channel. `no-session` where the bot is not in the policy's
   * channel.
   */
  listen(guildId: string, policy: ListenPolicy | undefined): Promise<ListenOutcome>;
  /** Changes whom the session listens to, until it stops to listen. */
  changeSpeakers(guildId: string, changes: SpeakerChanges): Promise<SpeakerChangeOutcome>;
  /**
   * Transcribes the clip under way of an utterance, as far as it has been captured. `context.tenant` is the guild's id.
   * Rejects like `Transcribe`.
   */
  transcribeInterim(request: InterimRequest, context: CallContext): Promise<InterimOutcome>;
  /** `undefined` when the session is not listening. */
  hearing(guildId: string): Promise<HearingFigures | undefined>;
  /** What there is to know of a session that is in a channel or joins one; `undefined` without a session. */
  diagnose(guildId: string): Promise<VoiceDiagnosis | undefined>;
  /** Processes a voice dispatch of the gateway. */
  dispatch(packet: GatewayVoiceDispatch): void;
  /** Leaves every channel; resolves when the voice sockets are closed. */
  close(): Promise<void>;
}

/** How the arguments of a method name its guild. */
type GuildIn<Method extends keyof VoiceEngine> =
  Parameters<VoiceEngine[Method]> extends [string, ...unknown[]]
    ? 'guild-id'
    : Parameters<VoiceEngine[Method]> extends [unknown, CallContext]
      ? 'cancellable'
      : 'request';

/**
 * Every method that runs where the guild's voice is carried. The first argument is the guild's id (`guild-id`) or an
 * object with `guildId` (`request`); the second one of a `cancellable` method is a CallContext, whose tenant is the
 * guild's id. The calls between threads are derived from this table.
 */
export const VOICE_METHODS = {
  join: 'request',
  leave: 'guild-id',
  speak: 'request',
  skip: 'guild-id',
  stop: 'guild-id',
  pause: 'guild-id',
  resume: 'guild-id',
  remove: 'guild-id',
  session: 'guild-id',
  listen: 'guild-id',
  changeSpeakers: 'guild-id',
  hearing: 'guild-id',
  diagnose: 'guild-id',
  transcribeInterim: 'cancellable',
} as const satisfies { readonly [Method in Exclude<keyof VoiceEngine, 'dispatch' | 'close'>]: GuildIn<Method> };
