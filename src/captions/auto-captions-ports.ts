/** What automatic captions need of the database. */

/** A voice channel whose captions start by themselves, and where they go. All ids are snowflakes. */
export interface AutoCaptions {
  readonly guildId: string;
  readonly voiceChannelId: string;
  /** Where the captions are posted, or the channel of their threads. */
  readonly textChannelId: string;
  /** Each session has a thread of its own in the text channel. */
  readonly isThreaded: boolean;
  /** ISO code; `undefined` for the guild's setting, else the service detects it. */
  readonly language: string | undefined;
  /** Who set it up; `undefined` once everything about this person is erased. */
  readonly setUpBy: string | undefined;
  /**
   * Whether the person in `setUpBy` confirmed that people may read the captions who can't see the voice channel. False once
   * that person is erased: the notice could not name anyone.
   */
  readonly widerReaders: boolean;
  /** Milliseconds since 1970. */
  readonly setUpAtMs: number;
}

/** Stores automatic captions: at most one entry for each voice channel. */
export interface AutoCaptionStore {
  /** Of all guilds, in the order in which they were set up. */
  all(): Promise<readonly AutoCaptions[]>;
  /** Of one voice channel; `undefined` if its captions don't start by themselves. */
  of(guildId: string, voiceChannelId: string): Promise<AutoCaptions | undefined>;
  /** The ids of the voice channels where `setHeld` was last called with true. */
  held(): Promise<readonly string[]>;
  /** Stores that captions of a channel don't start until everyone has left once, or that they may again. */
  setHeld(guildId: string, voiceChannelId: string, isHeld: boolean): Promise<void>;
  /** Replaces an entry for the same voice channel, which is not held any more. */
  set(entry: AutoCaptions): Promise<void>;
  /** Removes the entries that name this channel as voice or text channel. Safe to call twice. */
  removeChannel(guildId: string, channelId: string): Promise<void>;
  /** Removes the entry of this voice channel. Safe to call twice. */
  remove(guildId: string, voiceChannelId: string): Promise<void>;
  /** How many entries this person set up. */
  countOf(userId: string): Promise<number>;
  /** Removes the person's id, and what they confirmed. The entries stay. Returns their number. */
  erasePerson(userId: string): Promise<number>;
}
