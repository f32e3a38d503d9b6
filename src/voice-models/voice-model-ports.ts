/** What the voices room needs of the rooms around it: stores that last. Their owner implements them and hands them in. */
import type { FellBackReason } from './voice-models-api.ts';
import type { VoiceSettings } from './voice-settings.ts';

/** Settings of guilds; the defaults for what was never set. */
export interface VoiceSettingsStore {
  voiceSettings(guildId: string): Promise<VoiceSettings>;
  setVoiceSettings(guildId: string, settings: VoiceSettings): Promise<void>;
}

/** A voice that was made through the bot. Times in milliseconds since 1970. */
export interface StoredVoice {
  readonly voiceId: string;
  /** `undefined` for one that was made outside of guilds. */
  readonly guildId: string | undefined;
  readonly makerId: string;
  readonly createdAtMs: number;
  /** The service's document as it was last seen, as JSON. */
  readonly document: string;
  /** The service did not know it any more when it was last asked. It counts in no limit then. */
  readonly isGone: boolean;
}

/** A voice being made: it takes a place within the limits until it is made or given up. */
export interface VoiceAttempt {
  readonly attemptId: string;
  readonly guildId: string | undefined;
  readonly makerId: string;
  readonly title: string;
  readonly startedAtMs: number;
}

/** What somebody chose in one guild, or (`guildId` undefined) everywhere. */
export interface ChoiceRecord {
  readonly guildId: string | undefined;
  /** `undefined` stands for the default voice. */
  readonly voiceId: string | undefined;
  readonly title: string;
  /** Why the choice does not hold any more; it is kept until the person has been told. */
  readonly lost: FellBackReason | undefined;
}

/** Taken places, of this person in this guild (or outside of guilds) and of the guild. */
interface PlacesTaken {
  readonly byPerson: number;
  readonly inGuild: number;
}

/** Voices, attempts at them, confirmed rights and choices. All of it may safely be called again. */
export interface VoiceModelStore {
  /** Attempts that began before `sinceMs` take no place any more. */
  placesTaken(who: Pick<VoiceAttempt, 'guildId' | 'makerId'>, sinceMs: number): Promise<PlacesTaken>;
  /**
   * Stores the attempt and its confirmation if there is a place for it, one at a time over all processes; gives whose
   * limit is reached otherwise.
   */
  reserve(
    attempt: VoiceAttempt,
    confirmation: { readonly atMs: number; readonly audioSha256: readonly string[] },
    limits: VoiceSettings,
    sinceMs: number,
  ): Promise<'reserved' | 'person' | 'guild'>;
  /** The attempt becomes a voice, and its confirmation is that of the voice. */
  settle(attemptId: string, voice: StoredVoice): Promise<void>;
  /** The attempt came to nothing; its confirmation stays. */
  abandon(attemptId: string): Promise<void>;
  attempts(): Promise<readonly VoiceAttempt[]>;

  voice(voiceId: string): Promise<StoredVoice | undefined>;
  /** Those of the ids that are stored. */
  voices(voiceIds: readonly string[]): Promise<readonly StoredVoice[]>;
  /** What a person made, anywhere, and what belongs to a guild; newest first. */
  voicesOf(makerId: string, guildId: string | undefined): Promise<readonly StoredVoice[]>;
  /** Keeps the newest document of a stored voice; `undefined` when the service does not know it any more. */
  seen(voiceId: string, document: string | undefined): Promise<void>;
  /** Forgets the voice; its confirmation stays. */
  remove(voiceId: string): Promise<void>;

  choices(userId: string): Promise<readonly ChoiceRecord[]>;
  /** In place of what was chosen there before; without a guild, in place of all that was chosen. */
  choose(userId: string, choice: Omit<ChoiceRecord, 'lost'>): Promise<void>;
  /** Gives whether there was one. Choices that changed meanwhile are left alone. */
  forgetChoice(userId: string, choice: ChoiceRecord): Promise<boolean>;
  /** How many people have chosen a voice; choices that are lost do not count. */
  usersOf(voiceId: string): Promise<number>;
  /** Everybody's choice of a voice is lost. */
  loseChoices(voiceId: string, reason: FellBackReason): Promise<void>;

  personSummary(userId: string): Promise<{ readonly confirmations: number; readonly choices: number }>;
  /**
   * Deletes a person's choices and confirmations, but those of the voices that the person still owns and of attempts
   * since `sinceMs`; older attempts are nobody's then.
   */
  erasePerson(userId: string, sinceMs: number): Promise<{ readonly confirmations: number; readonly choices: number }>;
}
