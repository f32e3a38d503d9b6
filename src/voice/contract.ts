/**
 * The door of the voice engine: plain data in, plain data out, so that it can be carried over a thread's message port.
 * Ids are Discord snowflakes as decimal strings. Nothing of discord.js or @discordjs/voice passes here.
 */

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

/** A failure as plain data: `code` and `retryable` as in MynahError, `message` the service's own words, or empty. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
}

/** What the engine tells, in the order in which it happened. */
export type VoiceEvent =
  /** A gateway payload (op 4) to be sent on the shard of the guild. */
  | { readonly type: 'gateway-send'; readonly guildId: string; readonly payload: unknown }
  | { readonly type: 'item-started'; readonly guildId: string; readonly itemId: number }
  | { readonly type: 'item-finished'; readonly guildId: string; readonly itemId: number }
  /** Skipped, stopped, removed, or lost with its session before its end. */
  | { readonly type: 'item-dropped'; readonly guildId: string; readonly itemId: number }
  /** The item was given up; `spokenMs` says how much had been heard. The next one goes on. */
  | {
      readonly type: 'item-failed';
      readonly guildId: string;
      readonly itemId: number;
      readonly spokenMs: number;
      readonly failure: Failure;
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

/** The engine: one session per guild. Every method settles within the engine's own deadlines; none throws for an expected outcome. */
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
  /** Hands in a voice dispatch of the gateway. */
  dispatch(packet: GatewayVoiceDispatch): void;
  /** Leaves every channel and frees what is held; resolves when the voice sockets are closed. */
  close(): Promise<void>;
}
