/** What captions need of other modules: stores, people and a display. Their owners implement these interfaces. */
import type { Clip } from '../voice/voice-api.ts';
import type { CaptionSettings } from './caption-settings.ts';

/** Captions of one voice channel, from their start to their end. Times in milliseconds since 1970. */
export interface CaptionSession {
  readonly sessionId: string;
  readonly guildId: string;
  readonly voiceChannelId: string;
  /** Where the captions are posted. */
  readonly textChannelId: string;
  /** `undefined`: they started by themselves, or everything about this person is erased. */
  readonly startedBy: string | undefined;
  /** ISO code; `undefined` lets the service detect it. */
  readonly language: string | undefined;
  /** The rule that its notice announced, or a stricter one since: it never becomes less strict. */
  readonly consent: CaptionSettings['consent'];
  /** Whether someone confirmed publicly that people may read the captions who can't see the voice channel. */
  readonly widerReaders: boolean;
  readonly startedAtMs: number;
  readonly endedAtMs: number | undefined;
}

/** One final caption of the transcript. */
export interface CaptionLine {
  /** The clip's id, so that storing a clip's text twice changes nothing. */
  readonly lineId: string;
  readonly sessionId: string;
  readonly userId: string;
  /** The speaker's name at the time. */
  readonly speaker: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  /** A line (`\n`) for each speaker turn. */
  readonly text: string;
  /** Transcribed long after it was said. */
  readonly late: boolean;
}

/** Stores sessions and their lines. */
export interface TranscriptStore {
  openSession(session: CaptionSession): Promise<void>;
  closeSession(sessionId: string, endedAtMs: number): Promise<void>;
  /** From now on, the guild's sessions until now are `opt-in`. */
  requireOptIn(guildId: string): Promise<void>;
  session(sessionId: string): Promise<CaptionSession | undefined>;
  /** The newest session of a guild, open or closed. */
  latestSession(guildId: string): Promise<CaptionSession | undefined>;
  /** Stores nothing that its speaker's tombstone covers. */
  addLine(line: CaptionLine): Promise<void>;
  /** In order of `startedAtMs`. */
  lines(sessionId: string): Promise<readonly CaptionLine[]>;
  /** Counts what is stored about a person. */
  personSummary(userId: string): Promise<{ readonly lines: number; readonly oldestAtMs: number | undefined }>;
  /** Deletes all lines of a person, and their name elsewhere: as who started captions or made links. Returns their number. */
  erasePerson(userId: string): Promise<number>;
  /**
   * Deletes all guilds' sessions that ended before `beforeMs`, or before the time that `ofGuilds` has for their guild, with
   * their lines, and the ids of answers to voice messages from before. What fails for a session does not keep the others;
   * then it rejects with the first failure. Returns the number of sessions.
   */
  eraseOlderThan(beforeMs: number, ofGuilds?: ReadonlyMap<string, number>): Promise<number>;
  /** Guilds with sessions or with answers to voice messages. */
  guildsWithSessions(): Promise<readonly string[]>;
}

/**
 * A person opted out or had their data deleted: what they said until `untilMs` (milliseconds since 1970) is neither stored
 * nor shown any more, by any process.
 */
export interface Tombstone {
  readonly userId: string;
  readonly untilMs: number;
  /** Grows with every change of a tombstone. */
  readonly revision: number;
}

export interface TombstoneStore {
  /** Moves the person's tombstone to this time, never back. `messages`: messages until then must be deleted too. */
  bury(userId: string, untilMs: number, messages: boolean): Promise<void>;
  /** Those changed after `revision`, in that order; all of them after 0. */
  after(revision: number): Promise<readonly Tombstone[]>;
  /** Removes those that cover nothing any more: every transcript from before is deleted. */
  removeSpent(): Promise<void>;
}

/** A message at Discord with what a person said. */
export interface CaptionMessage {
  readonly messageId: string;
  readonly userId: string;
  readonly channelId: string;
  readonly guildId: string;
  /** `undefined`: in the bot's own name. */
  readonly webhookId: string | undefined;
  readonly sessionId: string;
  /** When the speech in it began: milliseconds since 1970. */
  readonly spokenAtMs: number;
}

/** A caption message, or an answer to a voice message, as it is deleted. */
export type ErasableMessage = Omit<CaptionMessage, 'sessionId'>;

/** The bot's answer with the text of a voice message. */
export interface VoiceMessageAnswer {
  readonly messageId: string;
  /** Who sent the voice message. */
  readonly userId: string;
  readonly channelId: string;
  readonly guildId: string;
  /** The id of the voice message. */
  readonly sourceId: string;
  /** When the voice message was sent: milliseconds since 1970. */
  readonly sentAtMs: number;
}

/** The ids of caption messages, kept as long as their transcript; those that must be deleted, until they are. */
export interface CaptionMessageStore {
  /** Changes nothing for those that are stored already, or whose session was deleted. */
  add(messages: readonly CaptionMessage[]): Promise<void>;
  /** Stores an answer to a voice message, which all of these methods without a session cover too. */
  addAnswer(answer: VoiceMessageAnswer): Promise<void>;
  /** The answers to these messages. */
  answersTo(sourceIds: readonly string[]): Promise<readonly VoiceMessageAnswer[]>;
  /** Removes a message that is gone, or no longer holds what these people said. */
  remove(messageId: string, userIds?: readonly string[]): Promise<void>;
  countOf(userId: string): Promise<number>;
  /** People with messages that must be deleted. */
  peopleDue(): Promise<readonly string[]>;
  /** The session's messages with the newest speech, newest first: one for each person in a message. */
  newest(sessionId: string, limit: number): Promise<readonly CaptionMessage[]>;
  /** From now on, the session's messages may end in interim text. Safe to call twice. */
  noteUnsettled(sessionId: string): Promise<void>;
  /** They no longer do. Safe to call twice. */
  noteSettled(sessionId: string): Promise<void>;
  /** The ids of the sessions whose messages may. */
  unsettled(): Promise<readonly string[]>;
  /** Messages of a person that must be deleted: by id, the next `limit` after `afterId`. */
  due(userId: string, afterId: string, limit: number): Promise<readonly ErasableMessage[]>;
}

/** Whether a person agreed to be captioned. */
export type Consent = Decision | 'undecided';

/** What a person can decide. */
export type Decision = 'opted-in' | 'opted-out';

/** One stored decision. */
export interface ConsentDecision {
  readonly userId: string;
  /** The only guild in which it holds, always an opt-in; `undefined`: every guild without a decision of its own. */
  readonly guildId: string | undefined;
  /** `undecided` once an opt-in everywhere was limited to a guild. */
  readonly consent: Consent;
  readonly decidedAtMs: number;
  /**
   * Its place in the order of all decisions, whatever the clocks of the processes say. A decision for every guild ends the
   * person's decisions with smaller revisions.
   */
  readonly revision: number;
}

/** A decision for every guild, or an opt-in for one. */
export type ConsentChoice = Decision | GuildOptIn;

/** An opt-in that holds in one guild. */
interface GuildOptIn {
  readonly guildId: string;
  /** Replaces an opt-in everywhere, which is kept without it. */
  readonly elsewhere?: 'opted-out' | 'undecided' | undefined;
}

/** Stores decisions in one order for all processes. */
export interface ConsentStore {
  /** The decisions of one person that hold. */
  decisionsOf(userId: string): Promise<readonly ConsentDecision[]>;
  /** Stores a decision; one for every guild ends the person's others. Returns the person's decisions that then hold. */
  setConsent(userId: string, choice: ConsentChoice, atMs: number): Promise<readonly ConsentDecision[]>;
  /** The decisions that hold and have a larger revision, in the order of revisions. With 0, all of them. */
  changedSince(revision: number): Promise<readonly ConsentDecision[]>;
}

/** News among the processes that share the stores. Best effort: users of it also poll. */
export interface ProcessNotices {
  /** Tells the other processes that something of this topic changed. Never rejects. */
  notify(topic: 'consents' | 'erasures' | 'overlays'): Promise<void>;
  /**
   * Called when another process changed something, or may have. `reconnected`: the connection to the database was lost, and
   * what was stored shortly before may be lost, too. Returns a function that removes the listener.
   */
  on(topic: 'consents' | 'erasures' | 'overlays', listener: (news: 'changed' | 'reconnected') => void): () => void;
}

/** Whose budget of caption minutes is used up: the guild's, or that of the whole account. */
export interface CaptionBudgetUsedUp {
  readonly whose: 'guild' | 'account';
  /** Milliseconds a day. */
  readonly limit: number;
  /** Milliseconds since 1970. */
  readonly resetsAtMs: number;
}

/** How much audio may be captioned a day. */
export interface CaptionBudget {
  /** Why the guild's captions can't start; `undefined` when they can. */
  usedUp(guildId: string): Promise<CaptionBudgetUsedUp | undefined>;
  /**
   * Counts audio that the speech service receives; a negative duration gives back what it never will. Returns at once and
   * never throws.
   */
  count(session: Pick<CaptionSession, 'guildId' | 'textChannelId'>, durationMs: number): void;
  /** Called when a guild's budget, or for `undefined` everyone's, is found to be used up; perhaps several times. */
  onUsedUp(listener: (guildId: string | undefined, usedUp: CaptionBudgetUsedUp) => void): () => void;
}

/** For captions without a limit. */
export const NO_CAPTION_BUDGET: CaptionBudget = {
  usedUp: async () => undefined,
  count: () => undefined,
  onUsedUp: () => () => undefined,
};

/** A clip on disk that has no text yet, with everything needed to transcribe it after a restart. */
export interface SpooledClip {
  readonly clip: Omit<Clip, 'audio'>;
  readonly sessionId: string;
  readonly speaker: string;
  readonly language: string | undefined;
}

/**
 * Keeps clips on disk until their text is stored. Bounded in bytes: when full, the guild with most bytes loses its oldest.
 */
export interface ClipSpool {
  /**
   * Adds to the copy of a clip under way, which has `offset` bytes of audio; `entry` describes the clip so far. Resolves
   * when it would survive a crash of this process. If the process crashes, the copy is a clip at the next start; otherwise
   * `put` or `remove` of the same clip ends it. The copy gives way to other clips when the disk space is full, and ignores
   * what does not continue it.
   */
  grow(entry: SpooledClip, offset: number, audio: Uint8Array): Promise<void>;
  /** Resolves when the clip is safely on disk. Returns the clips that were dropped for it. */
  put(entry: SpooledClip, audio: Uint8Array): Promise<readonly SpooledClip[]>;
  read(clipId: string): Promise<Uint8Array | undefined>;
  /** Safe to call twice. */
  remove(clipId: string): Promise<void>;
  /**
   * Removes the matching clips, also those being written, and returns their number. Clips under way and damaged files are asked about too but
   * not counted; `userId` is `undefined` where theirs cannot be read, and `startedAtMs` is then when they were written.
   */
  removeWhere(matches: (userId: string | undefined, startedAtMs: number) => boolean): Promise<number>;
  /** Removes damaged files that were written before `beforeMs`. */
  removeDamaged(beforeMs: number): Promise<void>;
  /** Complete ones, oldest first. */
  list(): Promise<readonly SpooledClip[]>;
  readonly bytes: number;
}

/** The state of a caption turn: one message of one person, edited in place. */
export interface ShownTurn {
  /** Stable while the turn is edited; a new turn is a new message. */
  readonly turnId: string;
  readonly userId: string;
  /** When its speech began: milliseconds since 1970. */
  readonly spokenAtMs: number;
  /** Plain text, at most 2,000 characters after sanitizing; final text first. Speaker turns are lines of their own. */
  readonly text: string;
  /** Length of the end of `text`, in characters, that is interim and may still change. */
  readonly interimLength: number;
  readonly late: boolean;
}

/** A clip that the speech service rejected. */
export interface ClipRefusal {
  readonly userId: string;
  readonly error: unknown;
}

/** News about the captions themselves, for their readers. */
export type CaptionNotice =
  /** The service has been unusable for a while; `code` is that of the newest error. */
  | { readonly kind: 'outage'; readonly code: string }
  /** Speech was lost because the disk space for pending clips is full. */
  | { readonly kind: 'lost'; readonly durationMs: number }
  | { readonly kind: 'refused'; readonly refusals: readonly ClipRefusal[] };

/**
 * Where captions appear. Merges updates, keeps to the rate limits and loses no final text. Its methods never throw: it
 * retries by itself.
 */
export interface CaptionDisplay {
  /** Shows the state of a turn; only its newest state matters. */
  show(turn: ShownTurn): void;
  /** Removes a turn whose interim text has no final text, or whose speaker opted out. */
  remove(turnId: string): void;
  /**
   * Shows nothing more of what a person has said so far: drops what waits, removes their interim text, and takes back what
   * is being sent. Final text that is at Discord stays.
   */
  forget(userId: string): void;
  announce(notice: CaptionNotice): void;
  /** Resolves with true when everything shown so far is at Discord, or with false when the signal aborts. Never rejects. */
  flush(signal: AbortSignal): Promise<boolean>;
}

/** Learns which messages a display posts. Its methods never throw, and do not delay the display. */
export interface MessageRecord {
  posted(messages: readonly Omit<CaptionMessage, 'sessionId' | 'guildId'>[]): void;
  /** A message is gone, or no longer holds what these people said. */
  removed(messageId: string, userIds?: readonly string[]): void;
}

/** Deletes a message at Discord. `gone`: it was deleted before; `refused`: the bot may not, for good; `failed`: try later. */
export type DeleteMessage = (
  message: Pick<CaptionMessage, 'messageId' | 'channelId' | 'webhookId'>,
) => Promise<'deleted' | 'gone' | 'refused' | 'failed'>;

/** A message that an earlier process posted, which may end in interim text. */
export interface LeftMessage extends Pick<CaptionMessage, 'messageId' | 'channelId' | 'webhookId'> {
  /** The final text of all that was said in it, where that is known and still wanted: people may opt out meanwhile. */
  finalText(): string | undefined;
}

/**
 * Takes interim text out of a message at Discord, or puts the final text in its place; deletes the message if nothing is
 * left. `gone`: the message no longer exists; `refused`: the bot can't change the messages of this channel and webhook;
 * `later`: Discord takes no change of this message now; `failed`: try later.
 */
export type SettleMessage = (
  session: CaptionSession,
  message: LeftMessage,
) => Promise<'settled' | 'gone' | 'refused' | 'later' | 'failed'>;

/**
 * Finds messages of a session that were posted after those that are `recorded`, without being recorded: the process ended
 * in between. Empty where the bot can't read the channel; `unavailable` while that is not known: try later. Rejects if
 * Discord is unreachable.
 */
export type FindUnrecorded = (
  session: CaptionSession,
  recorded: readonly string[],
) => Promise<readonly Omit<LeftMessage, 'finalText'>[] | 'unavailable'>;

/** Looks up the people of a guild. */
export interface People {
  /** The name that people see there: the server nickname, else the display name. */
  nameOf(guildId: string, userId: string): Promise<string>;
  isBot(guildId: string, userId: string): Promise<boolean>;
}
