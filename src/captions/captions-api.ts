/** The door of the captions room: what commands and the bot ask of it and what it tells them. */
import type { VoiceEvent } from '../voice/voice-api.ts';
import type { CaptionLine, CaptionSession, CaptionSettings, Consent } from './captions-ports.ts';

/** Who wants captions, of which voice channel, and where they appear. */
export interface StartRequest {
  readonly guildId: string;
  readonly voiceChannelId: string;
  readonly textChannelId: string;
  /** User id of whoever asked. */
  readonly startedBy: string;
  /** ISO code; without it the guild's language holds, and without that the service finds out itself. */
  readonly language?: string | undefined;
  /** Whether lines appear while they are being said. */
  readonly interim: boolean;
}

export type StartOutcome =
  | { readonly kind: 'started'; readonly session: CaptionSession }
  /** Captions of this guild are on already, here or in another channel. */
  | { readonly kind: 'already'; readonly session: CaptionSession }
  /** The bot does not stand in that voice channel. */
  | { readonly kind: 'no-voice' };

export type StopCaptionsOutcome =
  | { readonly kind: 'stopped'; readonly session: CaptionSession; readonly lines: number }
  | { readonly kind: 'not-running' };

/** Why captions ended. */
export type CaptionsEndReason =
  | 'stopped'
  /** The voice session ended: the bot left, was kicked, or its connection failed. */
  | 'voice-ended'
  /** The bot was dragged: those in the other channel were not told of captions. */
  | 'moved'
  /** The bot is shutting down. */
  | 'closed'
  /** The bot had ended without warning while captions were on; told at its next start. */
  | 'interrupted';

/** Captions that are over, with all the text that could be had by then. */
export interface CaptionsEnded {
  readonly session: CaptionSession;
  readonly reason: CaptionsEndReason;
  /** Stored lines. */
  readonly lines: number;
  /** Clips that still wait for their text: it comes late, when the speech service can be had again. */
  readonly waitingClips: number;
}

/** Captions that are on, as people may see them. */
export interface CaptionStatus {
  readonly session: CaptionSession;
  readonly interim: boolean;
  /** The guild's way of consent. */
  readonly consent: CaptionSettings['consent'];
  /** Those who were heard and captioned in this session. */
  readonly speakers: readonly { readonly userId: string; readonly name: string }[];
  /** User ids of everybody who opted out, in whatever guild; the face shows those who are in the channel. */
  readonly optedOut: ReadonlySet<string>;
  /** User ids of everybody who opted in; it matters where consent is `opt-in`. */
  readonly optedIn: ReadonlySet<string>;
  /** Median from the last voiced packet of a clip to its line being shown, in milliseconds; of recent clips. */
  readonly delayMs: number | undefined;
  /** Share of packets that never came, 0…1. */
  readonly lossShare: number;
  /** Clips of this session that wait for their text. */
  readonly waitingClips: number;
  /** Bytes of audio that wait on disk, all sessions together. */
  readonly waitingBytes: number;
}

/** What is stored about somebody. */
export interface PersonSummary {
  readonly consent: Consent;
  readonly decidedAtMs: number | undefined;
  readonly lines: number;
  readonly oldestAtMs: number | undefined;
  /** Clips on disk that wait for their text. */
  readonly clips: number;
}

/** What was deleted about somebody. Their decision about being captioned stays, or it could not be kept to. */
export interface Erasure {
  readonly lines: number;
  readonly clips: number;
}

/** Whether somebody's speech in a guild becomes captions, and if not, why. */
export type Captioning = 'captioned' | 'opted-out' | 'not-opted-in' | 'bot';

/** Captions of all guilds. */
export interface Captions {
  start(request: StartRequest): Promise<StartOutcome>;
  /** Ends the guild's captions; waits some seconds for the text of what has been said. */
  stop(guildId: string): Promise<StopCaptionsOutcome>;
  /** `undefined` when the guild's captions are off. */
  status(guildId: string): Promise<CaptionStatus | undefined>;
  /** Of the running or else the newest session; `undefined` when there was none. */
  transcript(
    guildId: string,
  ): Promise<{ readonly session: CaptionSession; readonly lines: readonly CaptionLine[] } | undefined>;
  /** Takes in the engine's events. */
  onVoiceEvent(event: VoiceEvent): void;
  /** Holds at once and in all guilds; resolves when it is stored and what waited of a person who opted out is gone. */
  setConsent(userId: string, consent: 'opted-in' | 'opted-out'): Promise<void>;
  captioning(guildId: string, userId: string): Promise<Captioning>;
  personSummary(userId: string): Promise<PersonSummary>;
  /** Deletes lines and waiting clips of a person. Messages at Discord are not touched. */
  erasePerson(userId: string): Promise<Erasure>;
  settings(guildId: string): Promise<CaptionSettings>;
  /** Holds at once, for captions that are on too. */
  setSettings(guildId: string, settings: CaptionSettings): Promise<void>;
  /**
   * Call once, when lines can be shown: deletes what is too old, ends sessions that a crash left open, and transcribes
   * the clips that wait on disk, in the background. It also looks at what is too old every some hours from then on.
   */
  recover(): Promise<void>;
  /** Deletes transcripts that are older than their guild keeps them. */
  purge(): Promise<void>;
  /** Told once for each session, however it ends. Gives back how to stop listening. */
  onEnded(listener: (ended: CaptionsEnded) => void): () => void;
  /**
   * Ends all captions within some 4 s: text that does not come by then stays on disk as audio. The engine and
   * the display must still work, so it comes before theirs.
   */
  close(): Promise<void>;
}
