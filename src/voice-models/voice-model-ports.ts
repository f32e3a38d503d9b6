/** What voice models need from other modules: persistent stores, handed in where everything is wired. */
import type { FellBackReason } from './voice-models-api.ts';
import type { VoiceSettings } from './voice-settings.ts';

/** The settings of guilds, as voice models need them. */
export interface VoiceSettingsSource {
  of(guildId: string): Promise<{ readonly voices: VoiceSettings }>;
}

/** How many voices the whole account may keep. */
export interface VoiceBudget {
  /** `Infinity` without a limit. */
  readonly maxInAll: number;
  /** Receives how many the account keeps after one was added. Returns at once and never throws. */
  noteKept(kept: number): void;
}

/** For an account without a limit. */
export const NO_VOICE_BUDGET: VoiceBudget = { maxInAll: Number.POSITIVE_INFINITY, noteKept: () => undefined };

/** A voice that was created through the bot. Times in milliseconds since 1970. */
export interface StoredVoice {
  readonly voiceId: string;
  /** `undefined` for one that was created outside of guilds. */
  readonly guildId: string | undefined;
  readonly makerId: string;
  readonly createdAtMs: number;
  /** The service's document as it was last seen, as JSON. */
  readonly document: string;
  /** Whether the service no longer knew it when it was last asked. Then it counts towards no limit. */
  readonly isGone: boolean;
}

/** An attempt to create a voice. It counts towards the limits until it is settled or abandoned. */
export interface VoiceAttempt {
  readonly attemptId: string;
  readonly guildId: string | undefined;
  readonly makerId: string;
  readonly title: string;
  readonly startedAtMs: number;
}

/**
 * A person's choice for one guild, or for everywhere (`guildId` undefined). The purpose `say` is the voice that was named
 * last in `/say`, in that guild or outside of guilds; it has no speed and volume.
 */
export interface ChoiceRecord {
  readonly guildId: string | undefined;
  readonly purpose: 'every-text' | 'say';
  /** `undefined` for the default voice. */
  readonly voiceId: string | undefined;
  readonly title: string;
  /** `undefined` where none was chosen. */
  readonly speed?: number | undefined;
  /** `undefined` where none was chosen. */
  readonly volumeDb?: number | undefined;
  /** Why the choice was lost; it is kept until the person has been notified. */
  readonly lost: FellBackReason | undefined;
}

/** What counts towards the limits: of this person in this guild (or outside of guilds), and of the whole guild. */
interface PlacesTaken {
  readonly byPerson: number;
  readonly inGuild: number;
}

/** Voices, attempts, confirmations and choices. Every call may safely be repeated. */
export interface VoiceModelStore {
  /** Attempts that began before `sinceMs` no longer count. */
  placesTaken(who: Pick<VoiceAttempt, 'guildId' | 'makerId'>, sinceMs: number): Promise<PlacesTaken>;
  /** How many places are taken in all guilds and outside of them. */
  placesTakenInAll(sinceMs: number): Promise<number>;
  /**
   * Stores the attempt and its confirmation if the limits allow it, one at a time across all processes; otherwise returns
   * whose limit is reached.
   */
  reserve(
    attempt: VoiceAttempt,
    confirmation: { readonly atMs: number; readonly audioSha256: readonly string[] },
    limits: VoiceSettings & { readonly maxInAll?: number },
    sinceMs: number,
  ): Promise<'reserved' | 'person' | 'guild' | 'account'>;
  /** Replaces the attempt by its voice, which gets the attempt's confirmation. */
  settle(attemptId: string, voice: StoredVoice): Promise<void>;
  /** Removes an attempt without a result; its confirmation stays. */
  abandon(attemptId: string): Promise<void>;
  attempts(): Promise<readonly VoiceAttempt[]>;

  voice(voiceId: string): Promise<StoredVoice | undefined>;
  /** The stored ones among these ids. */
  voices(voiceIds: readonly string[]): Promise<readonly StoredVoice[]>;
  /** A person's voices, from anywhere, and a guild's; newest first. */
  voicesOf(makerId: string, guildId: string | undefined): Promise<readonly StoredVoice[]>;
  /** Stores the newest document of a stored voice; `undefined` when the service no longer knows it. */
  seen(voiceId: string, document: string | undefined): Promise<void>;
  /** Removes the voice; its confirmation stays. */
  remove(voiceId: string): Promise<void>;

  choices(userId: string): Promise<readonly ChoiceRecord[]>;
  /**
   * Replaces the choice for that guild; without a guild, all choices. A choice for every text also replaces the one for
   * `/say`; the one for `/say` replaces only its like.
   */
  choose(userId: string, choice: Omit<ChoiceRecord, 'lost'>): Promise<void>;
  /** Removes the choices for a guild, or the one for everywhere; `purpose` removes only that one. */
  takeBack(userId: string, guildId: string | undefined, purpose?: ChoiceRecord['purpose']): Promise<void>;
  /** Returns whether there was one. Choices that have changed since are left alone. */
  forgetChoice(userId: string, choice: ChoiceRecord): Promise<boolean>;
  /** How many people have chosen a voice; lost choices do not count. */
  usersOf(voiceId: string): Promise<number>;
  /** Marks everybody's choice of a voice as lost. */
  loseChoices(voiceId: string, reason: FellBackReason): Promise<void>;

  personSummary(userId: string): Promise<{ readonly confirmations: number; readonly choices: number }>;
  /**
   * Deletes a person's choices and confirmations, except those of voices that the person still owns and of attempts since
   * `sinceMs`. Older attempts lose their maker.
   */
  erasePerson(userId: string, sinceMs: number): Promise<{ readonly confirmations: number; readonly choices: number }>;
}
