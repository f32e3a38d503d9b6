/** What captions need of other modules: stores, people and a display. Their owners implement these interfaces. */
import type { Clip } from '../voice/voice-api.ts';

/** Captions of one voice channel, from `/captions start` to their end. Times in milliseconds since 1970. */
export interface CaptionSession {
  readonly sessionId: string;
  readonly guildId: string;
  readonly voiceChannelId: string;
  /** Where the captions are posted. */
  readonly textChannelId: string;
  readonly startedBy: string;
  /** ISO code; `undefined` lets the service detect it. */
  readonly language: string | undefined;
  /** The rule that its notice announced, or a stricter one since: it never becomes less strict. */
  readonly consent: CaptionSettings['consent'];
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
  addLine(line: CaptionLine): Promise<void>;
  /** In order of `startedAtMs`. */
  lines(sessionId: string): Promise<readonly CaptionLine[]>;
  /** Counts what is stored about a person. */
  personSummary(userId: string): Promise<{ readonly lines: number; readonly oldestAtMs: number | undefined }>;
  /** Deletes all lines of a person. Returns their number. */
  erasePerson(userId: string): Promise<number>;
  /** Deletes a guild's sessions that ended before `beforeMs`, with their lines. Returns their number. */
  eraseOlderThan(guildId: string, beforeMs: number): Promise<number>;
  guildsWithSessions(): Promise<readonly string[]>;
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

/** News among the processes that share the stores. Best effort: whoever needs it also polls. */
export interface ProcessNotices {
  /** Tells the other processes that something of this topic changed. Never rejects. */
  notify(topic: 'consents' | 'erasures'): Promise<void>;
  /** Called when another process changed something, or may have. Returns a function that removes the listener. */
  on(topic: 'consents' | 'erasures', listener: () => void): () => void;
}

/** A guild's settings of captions. */
export interface CaptionSettings {
  /** `opt-out`: everyone is captioned except people who opted out. `opt-in`: only people who opted in. */
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

/** A clip on disk that has no text yet, with everything needed to transcribe it after a restart. */
export interface SpooledClip {
  readonly clip: Omit<Clip, 'audio'>;
  readonly sessionId: string;
  readonly speaker: string;
  readonly language: string | undefined;
}

/** Keeps clips on disk until their text is stored. Bounded in bytes: drops the oldest when full. */
export interface ClipSpool {
  /** Resolves when the clip is safely on disk. Returns the clips that were dropped for it. */
  put(entry: SpooledClip, audio: Uint8Array): Promise<readonly SpooledClip[]>;
  read(clipId: string): Promise<Uint8Array | undefined>;
  /** Safe to call twice. */
  remove(clipId: string): Promise<void>;
  removePerson(userId: string): Promise<number>;
  /** Oldest first. */
  list(): Promise<readonly SpooledClip[]>;
  readonly bytes: number;
}

/** The state of a caption turn: one message of one person, edited in place. */
export interface ShownTurn {
  /** Stable while the turn is edited; a new turn is a new message. */
  readonly turnId: string;
  readonly userId: string;
  /** Plain text, at most 2,000 characters after sanitizing; final text first. */
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
  announce(notice: CaptionNotice): void;
  /** Resolves when everything shown so far is at Discord, or the signal aborts. */
  flush(signal: AbortSignal): Promise<void>;
}

/** Looks up the people of a guild. */
export interface People {
  /** The name that people see there: the server nickname, else the display name. */
  nameOf(guildId: string, userId: string): Promise<string>;
  isBot(guildId: string, userId: string): Promise<boolean>;
}
