/**
 * What captions need of the rooms around them: stores that last and a place to show lines. Their owners implement these
 * and hand them in.
 */
import type { Clip } from '../voice/voice-api.ts';

/** Captions of one voice channel from `/captions start` to their end. Times in milliseconds since 1970. */
export interface CaptionSession {
  readonly sessionId: string;
  readonly guildId: string;
  readonly voiceChannelId: string;
  /** Where the lines are posted. */
  readonly textChannelId: string;
  readonly startedBy: string;
  /** ISO code, or `undefined` for what the service detects. */
  readonly language: string | undefined;
  readonly startedAtMs: number;
  readonly endedAtMs: number | undefined;
}

/** One final caption. */
export interface CaptionLine {
  /** The clip's id: storing the same clip's text twice changes nothing. */
  readonly lineId: string;
  readonly sessionId: string;
  readonly userId: string;
  /** The speaker's name as it was then. */
  readonly speaker: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly text: string;
  /** Transcribed long after it was said. */
  readonly late: boolean;
}

/** Sessions and lines that last. Everything about a person goes with `erasePerson`. */
export interface TranscriptStore {
  openSession(session: CaptionSession): Promise<void>;
  closeSession(sessionId: string, endedAtMs: number): Promise<void>;
  session(sessionId: string): Promise<CaptionSession | undefined>;
  /** The newest session of a guild, still open or not. */
  latestSession(guildId: string): Promise<CaptionSession | undefined>;
  addLine(line: CaptionLine): Promise<void>;
  /** In order of `startedAtMs`. */
  lines(sessionId: string): Promise<readonly CaptionLine[]>;
  /** What is stored about somebody, counted. */
  personSummary(userId: string): Promise<{ readonly lines: number; readonly oldestAtMs: number | undefined }>;
  erasePerson(userId: string): Promise<number>;
  /** Deletes sessions of a guild, with their lines, that ended before `beforeMs`; gives their number. */
  eraseOlderThan(guildId: string, beforeMs: number): Promise<number>;
  guildsWithSessions(): Promise<readonly string[]>;
}

/** What one person decided about being captioned: it holds in all guilds. */
export type Consent = 'opted-in' | 'opted-out' | 'undecided';

export interface ConsentStore {
  consentOf(userId: string): Promise<{ readonly consent: Consent; readonly decidedAtMs: number | undefined }>;
  setConsent(userId: string, consent: Consent, atMs: number): Promise<void>;
  /** Everybody who decided; small enough to be held in memory. */
  all(): Promise<ReadonlyMap<string, Exclude<Consent, 'undecided'>>>;
}

/** What those who manage a guild decide about captions. */
export interface CaptionSettings {
  /** `opt-out`: captioned unless one opted out. `opt-in`: only those who opted in. */
  readonly consent: 'opt-out' | 'opt-in';
  readonly captionBots: boolean;
  /** Transcripts are deleted after this many days: 1–3650. */
  readonly retentionDays: number;
  readonly language: string | undefined;
}

export const DEFAULT_CAPTION_SETTINGS: CaptionSettings = {
  consent: 'opt-out',
  captionBots: false,
  retentionDays: 30,
  language: undefined,
};

export interface SettingsStore {
  captionSettings(guildId: string): Promise<CaptionSettings>;
  setCaptionSettings(guildId: string, settings: CaptionSettings): Promise<void>;
}

/** A clip that waits on disk for its text, with all that is needed to transcribe it after a restart. */
export interface SpooledClip {
  readonly clip: Omit<Clip, 'audio'>;
  readonly sessionId: string;
  readonly speaker: string;
  readonly language: string | undefined;
}

/** Clips on disk until their text is stored; bounded in bytes, the oldest dropped at the bound. */
export interface ClipSpool {
  /** Resolves when the clip is safely on disk. Gives the clips that had to be dropped for it. */
  put(entry: SpooledClip, audio: Uint8Array): Promise<readonly SpooledClip[]>;
  read(clipId: string): Promise<Uint8Array | undefined>;
  /** Safe to call twice. */
  remove(clipId: string): Promise<void>;
  removePerson(userId: string): Promise<number>;
  /** Oldest first. */
  list(): Promise<readonly SpooledClip[]>;
  readonly bytes: number;
}

/** One person's turn as it is shown: one message, edited in place. */
export interface ShownTurn {
  /** Stable while the turn is edited; a new turn is a new message. */
  readonly turnId: string;
  readonly userId: string;
  /** Plain text, at most 2,000 characters once made harmless; final text first. */
  readonly text: string;
  /** The tail of `text`, in characters, that is interim and may still change. */
  readonly interimLength: number;
  readonly late: boolean;
}

/**
 * Where lines appear. Implemented over Discord by the discord room: it merges updates, keeps to the rate limits and
 * loses no final text.
 */
export interface CaptionDisplay {
  /** Shows the turn as it now stands; only the newest state of a turn matters. Never throws: it retries by itself. */
  show(turn: ShownTurn): void;
  /** Takes a turn away that came to nothing (interim text whose final was empty, or a person who opted out). */
  remove(turnId: string): void;
  /** A line of the bot's own, about the captions themselves. */
  announce(text: string): void;
  /** Resolves when everything shown so far stands at Discord, or the signal aborts. */
  flush(signal: AbortSignal): Promise<void>;
}

/** Names and kinds of people in a guild. */
export interface People {
  /** The name that people see there: the server nickname, else the display name. */
  nameOf(guildId: string, userId: string): Promise<string>;
  isBot(guildId: string, userId: string): Promise<boolean>;
}
