/** What the handover of voice sessions needs of other modules: handed in where everything is wired. */
import type { SpokenPosition } from '../voice/voice-api.ts';

/** What a text was counted as, so that another process can give it back. */
interface StoredCharge {
  readonly kind: 'characters' | 'transcription';
  /** `YYYY-MM-DD` in UTC. */
  readonly day: string;
  readonly userId: string;
  readonly guildId: string | undefined;
  /** Characters. */
  readonly amount: number;
}

/** The answer under a command, which shows what became of its text. */
interface StoredAnswer {
  /** Of the interaction. Whoever has it can change the answer for 15 min; no clock but Discord's says how much is left. */
  readonly token: string;
  /** Discord's locale of the person who reads it. */
  readonly locale: string;
}

/** A message at Discord that is to be read aloud. Only its ids are kept: what it says is asked for again. */
export interface UnreadMessage {
  readonly channelId: string;
  readonly messageId: string;
  /** Whose it is, if a bot posted it in a person's name. */
  readonly writerId?: string | undefined;
}

/** A message at Discord that a text is made of. */
interface WrittenMessage extends UnreadMessage {
  /** When the version that the text has was written; `undefined` for one that was never edited. Milliseconds since 1970. */
  readonly editedAtMs?: number | undefined;
}

/** What goes with a text besides its sound. */
export interface AboutText {
  /** The messages that it is made of; they are read again if nothing of it was heard. */
  readonly messages?: readonly WrittenMessage[] | undefined;
  readonly charge?: StoredCharge | undefined;
  readonly answer?: StoredAnswer | undefined;
}

/** A text that was not spoken to its end. */
export interface StoredText extends AboutText {
  /** Unique over all processes. */
  readonly textId: string;
  readonly userId: string;
  readonly text: string;
  readonly mark: string | undefined;
  readonly voiceId: string | undefined;
  readonly speed: number | undefined;
  readonly volumeDb: number | undefined;
  /** Sound that is played in place of the text. */
  readonly recording: Uint8Array | undefined;
  /** How far it was heard. */
  readonly position: SpokenPosition;
}

/** Where a session was. */
export interface StoredPlace {
  /** Unique over all processes. */
  readonly sessionId: string;
  readonly guildId: string;
  readonly channelId: string;
  /** For notices about the session; `undefined` where nobody called the bot from one. */
  readonly textChannelId: string | undefined;
  readonly paused: boolean;
  /** Messages that wait to be read aloud, and are not in the queue yet; oldest first. */
  readonly unread: readonly UnreadMessage[];
}

/** A session, with its texts in the order of speaking. */
export interface StoredSession extends StoredPlace {
  readonly texts: readonly StoredText[];
  /** The largest ordinal of its texts; 0 without texts. */
  readonly lastOrdinal: number;
}

/** A session whose process has ended. */
export interface LeftSession extends StoredPlace {
  /** The process that had it. */
  readonly owner: string;
  /** For how long that process has not been seen, in milliseconds. */
  readonly leftForMs: number;
  /** How many texts it has. */
  readonly texts: number;
}

/** What changed since the last write. */
export interface HandoverChanges {
  /** New sessions, and those that have changed. */
  readonly sessions: readonly StoredPlace[];
  readonly endedSessions: readonly string[];
  /** New texts, at the end of their session's queue. */
  readonly texts: readonly (StoredText & { readonly sessionId: string; readonly ordinal: number })[];
  /** Texts of which more was heard, or about which more is known. */
  readonly changedTexts: readonly ({ readonly textId: string; readonly position: SpokenPosition } & AboutText)[];
  readonly endedTexts: readonly string[];
}

/**
 * Voice sessions of all processes, each owned by one. A process is alive as long as it says so, by the database's clock.
 * Rejects with MynahError STORE_UNAVAILABLE or STORE_FAILED.
 */
export interface HandoverStore {
  /**
   * Writes the changes, and that the process is alive. Resolves with the sessions of new texts that the process has no
   * longer, because another one took them over or they were removed: nothing of these was written. All others were, or none.
   */
  write(owner: string, changes: HandoverChanges): Promise<readonly string[]>;
  /** Records a heartbeat. Resolves with false if the store has no record of the process; its sessions, if any, are gone. */
  beat(owner: string): Promise<boolean>;
  /** The process has ended: others may take its sessions over at once. It does not change when it was last seen. */
  end(owner: string): Promise<void>;
  /** The sessions of processes other than `owner` that ended, or were not seen for `silentMs`; those with texts first. */
  left(owner: string, silentMs: number): Promise<readonly LeftSession[]>;
  /** Makes the session the process's own; `undefined` when another process was faster, or it is over. */
  claim(session: Pick<LeftSession, 'sessionId' | 'owner'>, owner: string): Promise<StoredSession | undefined>;
  /** Deletes what others than `owner` left longer than `afterMs` ago, in all guilds. Resolves with the texts. */
  removeLeft(owner: string, afterMs: number): Promise<readonly StoredText[]>;
  /** How many texts of the person are stored. */
  count(userId: string): Promise<number>;
  /** Deletes the person's texts. Resolves with how many there were. */
  erase(userId: string): Promise<number>;
}
