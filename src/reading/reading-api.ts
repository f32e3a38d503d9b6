/** The public API of reading chat aloud. */
import type { VoiceEvent } from '../voice/voice-api.ts';
import type { NowhereReason } from './reading-destination.ts';
import type {
  BegunText,
  Binding,
  ChatMessage,
  Identity,
  ReadingChoice,
  ReadingStore,
  ReadingSummary,
  UnreadMessage,
} from './reading-ports.ts';
import type { ReadingSettings } from './reading-settings.ts';

/** A bound channel, and what is read of it now. */
export interface BindingStatus {
  readonly binding: Binding;
  /** The voice channel in which it is read; `undefined` when it is read nowhere. */
  readonly readIn: string | undefined;
  readonly why: NowhereReason | undefined;
}

/** Somebody who came into the bot's voice channel, or left it. */
export interface Movement {
  readonly guildId: string;
  readonly voiceChannelId: string;
  readonly userId: string;
  /** As shown in the server. */
  readonly name: string;
  readonly kind: 'joins' | 'leaves';
}

/** Reads the messages of bound channels aloud, in all guilds that this process carries. */
export interface Reading {
  /**
   * Loads what is bound. Without it, nothing is read.
   * @throws {MynahError} STORE_UNAVAILABLE or STORE_FAILED; it can be called again.
   */
  load(): Promise<readonly Binding[]>;
  /** Binds a channel, or changes its binding. @throws {MynahError} STORE_UNAVAILABLE or STORE_FAILED. */
  bind(binding: Binding): Promise<void>;
  /** Resolves with whether it was bound. @throws {MynahError} STORE_UNAVAILABLE or STORE_FAILED. */
  unbind(guildId: string, channelId: string): Promise<boolean>;
  /** What is bound in the guild. */
  status(guildId: string): Promise<readonly BindingStatus[]>;
  bindingOf(guildId: string, channelId: string): Binding | undefined;
  /** What a person decided for the guild. @throws {MynahError} STORE_UNAVAILABLE or STORE_FAILED. */
  choiceOf(guildId: string, userId: string): Promise<ReadingChoice>;
  /** The names that people chose for the guild, by user id. @throws {MynahError} STORE_UNAVAILABLE or STORE_FAILED. */
  namesChosen(guildId: string): Promise<ReadonlyMap<string, string>>;
  /** What others chose to be called there, and the names under which they write through proxy bots. Rejects as above. */
  namesOfOthers(guildId: string, userId: string): Promise<readonly string[]>;
  /** Takes effect on what waits, too. @throws {MynahError} STORE_UNAVAILABLE or STORE_FAILED. */
  choose(guildId: string, userId: string, choice: ReadingChoice): Promise<void>;
  /** The names under which a person writes through proxy bots, the newest first. @throws {MynahError} STORE_UNAVAILABLE or STORE_FAILED. */
  identitiesOf(guildId: string, userId: string): Promise<readonly Identity[]>;
  /**
   * Chooses how one of them sounds; `undefined` is the person's own voice. Resolves with whether it is known.
   * @throws {MynahError} STORE_UNAVAILABLE or STORE_FAILED.
   */
  chooseIdentityVoice(guildId: string, userId: string, name: string, voice: Identity['voice']): Promise<boolean>;
  summary: (userId: string) => Promise<ReadingSummary>;
  erase: ReadingStore['erase'];
  /** A message was posted. */
  onMessage(message: ChatMessage): void;
  /** A message was edited: what waits of it is replaced. */
  onEdit(message: ChatMessage): void;
  /** Messages were deleted: none of them is heard any more. */
  onDeleted(guildId: string, messageIds: readonly string[]): void;
  /** A channel was deleted: its binding ends. */
  onChannelGone(guildId: string, channelId: string): void;
  /** The bot was removed from the guild: its bindings end. */
  onGuildGone(guildId: string): void;
  /** Permissions, roles or channels changed: what may no longer be heard where the bot is is taken back. */
  onAccessChanged(guildId: string): void;
  /** The guild's settings changed: what they leave out is no longer heard. */
  onSettings(guildId: string, settings: ReadingSettings): void;
  /** Somebody came or left. */
  onMovement(movement: Movement): void;
  onVoiceEvent(event: VoiceEvent): void;
  /** Messages of the guild that wait and are not in the engine's queue, oldest first. */
  unread(guildId: string): readonly UnreadMessage[];
  /**
   * Reads messages that an earlier process had not begun as they are now: edited ones as they were edited, deleted ones not
   * at all. Of those that can't be looked at, it is said how many were left out.
   */
  reread(guildId: string, messages: readonly UnreadMessage[]): void;
  /**
   * Goes on with a text where an earlier process ended, if all of its messages are there, unchanged, and may still be heard.
   * Otherwise it is over, and what follows its first change is read as it is now. Resolves with whether it is in the
   * engine's queue, under the id of the request. Never rejects.
   */
  resume(text: BegunText): Promise<boolean>;
  /** Drops what waits in the guild and is not in the engine's queue; returns how many messages that were. */
  clear(guildId: string): number;
  /** Ends its timers. What waits is dropped. */
  close(): void;
}
