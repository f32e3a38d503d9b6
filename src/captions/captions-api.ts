/** The public API of captions. */
import type { VoiceEvent } from '../voice/voice-api.ts';
import type { CaptionSettings } from './caption-settings.ts';
import type {
  CaptionBudgetUsedUp,
  CaptionLine,
  CaptionSession,
  ConsentChoice,
  VoiceMessageAnswer,
} from './captions-ports.ts';
import type { PersonConsent } from './consent/consent.ts';
import type { OverlayLinks, OverlayNews, OverlayRights, OverlaySource } from './overlay/overlay-api.ts';

/** Who starts captions, of which voice channel, and where they appear. */
export interface StartRequest {
  readonly guildId: string;
  readonly voiceChannelId: string;
  readonly textChannelId: string;
  /** User id; `undefined` when they start by themselves. */
  readonly startedBy: string | undefined;
  /** ISO code; defaults to the guild's setting, else the service detects it. */
  readonly language?: string | undefined;
  /** Whether text appears while a person is still speaking. */
  readonly interim: boolean;
  /** Whether someone confirmed publicly that people may read them who can't see the voice channel. Defaults to false. */
  readonly widerReaders?: boolean | undefined;
}

export type StartOutcome =
  | { readonly kind: 'started'; readonly session: CaptionSession }
  /** Captions of this guild are already on, perhaps in another channel. */
  | { readonly kind: 'already'; readonly session: CaptionSession }
  /** The bot is not in that voice channel. */
  | { readonly kind: 'no-voice' }
  /** Today's minutes of captions are used up. */
  | { readonly kind: 'over-budget'; readonly usedUp: CaptionBudgetUsedUp };

export type StopCaptionsOutcome =
  | { readonly kind: 'stopped'; readonly session: CaptionSession; readonly lines: number }
  | { readonly kind: 'not-running' };

/** Why captions ended. */
export type CaptionsEndReason =
  | 'stopped'
  /** Everyone left a voice channel whose captions start by themselves. */
  | 'emptied'
  /** The voice session ended: the bot left, was kicked, or its connection failed. */
  | 'voice-ended'
  /** The bot moved or was moved: people in the other channel have not seen the notice of captions. */
  | 'moved'
  /** Discord refused to let the bot post in the text channel. */
  | 'cannot-post'
  /** People who can't see the voice channel can now read the text channel. */
  | 'audience-widened'
  /** Today's minutes of captions are used up. */
  | 'budget'
  /** The bot is shutting down. */
  | 'closed'
  /** The bot crashed while captions were on; reported at its next start. */
  | 'interrupted';

/** Captions that ended. */
export interface CaptionsEnded {
  readonly session: CaptionSession;
  readonly reason: CaptionsEndReason;
  /** The bot's new voice channel when the reason is `moved`, else `undefined`. */
  readonly movedTo: string | undefined;
  /** What is used up when the reason is `budget`. */
  readonly usedUp?: CaptionBudgetUsedUp | undefined;
  /** Stored lines. */
  readonly lines: number;
  /** Clips without text: it comes late, when the speech service is available again. */
  readonly waitingClips: number;
}

/** Captions that are about to end. */
export type CaptionsEnding = Pick<CaptionsEnded, 'session' | 'reason' | 'usedUp'>;

/** The status of running captions. */
export interface CaptionStatus {
  readonly session: CaptionSession;
  readonly interim: boolean;
  /** The rule of this session, which can be stricter than the guild's setting. */
  readonly consent: CaptionSettings['consent'];
  /** Takes a user id. */
  readonly isCaptioned: (userId: string) => boolean;
  /** Takes a user id. */
  readonly hasOptedOut: (userId: string) => boolean;
  /** Median time from the last voiced packet of a recent clip to its text, in milliseconds. */
  readonly delayMs: number | undefined;
  /** Share of packets that never arrived, 0…1. */
  readonly lossShare: number;
  /** Clips of this session without text. */
  readonly waitingClips: number;
  /** Bytes of audio on disk without text, all sessions together. */
  readonly waitingBytes: number;
  /** The code of the speech service's error that holds these clips back. */
  readonly outage: string | undefined;
}

/** What captions of all guilds amount to now. */
export interface CaptionFigures {
  /** Sessions that are running in this process. */
  readonly sessions: number;
  /** Clips whose text is not stored yet, also those whose request is under way. */
  readonly waitingClips: number;
  /** Clips are held back because the speech service fails. */
  readonly isBreakerOpen: boolean;
}

/** What is stored about a person. */
export interface PersonSummary extends PersonConsent {
  readonly lines: number;
  readonly oldestAtMs: number | undefined;
  /** Clips on disk without text. */
  readonly clips: number;
  /** Messages at Discord with their captions, whose ids are stored. */
  readonly messages: number;
}

/** What was deleted about a person. Their opt-in or opt-out stays, so that it can be honored. */
export interface Erasure {
  readonly lines: number;
  readonly clips: number;
  /** Resolves when their messages are deleted, which may take hours; `undefined` where they stay. Never rejects. */
  readonly messages: Promise<MessagesErased> | undefined;
}

/** How the deletion of messages at Discord ended. Messages that people had deleted before are not counted. */
export interface MessagesErased {
  readonly deleted: number;
  /** Out of reach for good: in servers that the bot left, or channels that it may not use any more. */
  readonly refused: number;
  /** Discord could not be reached for them: they are deleted later. */
  readonly remaining: number;
}

/** A session and its lines, in order of time. */
export interface StoredTranscript {
  readonly session: CaptionSession;
  readonly lines: readonly CaptionLine[];
}

/** Captions of all guilds. */
export interface Captions {
  start(request: StartRequest): Promise<StartOutcome>;
  /** Ends the guild's captions, with `sessionId` only if they are those. Waits a few seconds for pending text. */
  stop(guildId: string, sessionId?: string): Promise<StopCaptionsOutcome>;
  /** Ends this session, if it is running, for a reason that lies in its channels. `onEnded` reports it. */
  end(sessionId: string, reason: 'emptied' | 'cannot-post' | 'audience-widened'): void;
  /** `undefined` while the guild's captions are off. */
  status(guildId: string): Promise<CaptionStatus | undefined>;
  figures(): CaptionFigures;
  /** The rule of the guild's running captions, which can be stricter than its setting; `undefined` while they are off. */
  runningConsent(guildId: string): CaptionSettings['consent'] | undefined;
  /** The transcript of one session, or by default of the running, else the newest one; `undefined` if there is none. */
  transcript(guildId: string, sessionId?: string): Promise<StoredTranscript | undefined>;
  /** Handles an event of the voice engine. */
  onVoiceEvent(event: VoiceEvent): void;
  /**
   * Applies immediately. Resolves when it is stored, and after an opt-out when pending clips are gone, with all that the
   * person has decided: an opt-in for one guild changes nothing where one for every guild holds, unless it limits that.
   */
  setConsent(userId: string, choice: ConsentChoice): Promise<PersonConsent>;
  personSummary(userId: string): Promise<PersonSummary>;
  /** Whether a person's opt-out holds in this guild, or outside of guilds, by any process. */
  hasOptedOut(userId: string, guildId: string | undefined): Promise<boolean>;
  /**
   * Deletes what a person has said so far: lines and pending clips, of every process on the database. `messages`: those at
   * Discord too, in the background.
   */
  erasePerson(userId: string, options: { readonly messages: boolean }): Promise<Erasure>;
  /** Whether what a person said or sent at this time may no longer be shown: they opted out or were erased since. */
  isTakenBack(userId: string, sentAtMs: number): boolean;
  /** Notes an answer to a voice message: it is deleted like captions when its sender is erased, or has been meanwhile. */
  recordAnswer(answer: VoiceMessageAnswer): void;
  /** Deletes the answers to messages that are gone, also those in `recent`. Never rejects. */
  deleteAnswersTo(sourceIds: readonly string[], recent: readonly VoiceMessageAnswer[]): Promise<void>;
  /**
   * Changes the settings of captions, which `store` stores. They apply immediately, also to running captions; but these, and
   * their pending clips, keep a stricter consent rule.
   */
  changeSettings(guildId: string, settings: CaptionSettings, store: () => Promise<void>): Promise<void>;
  /**
   * Call once, when captions can be shown: closes sessions that a crash left open, transcribes the clips on disk in the
   * background, deletes transcripts older than their guild keeps them, and follows other processes; what fails is repeated.
   * Resolves when all but the deletion of old transcripts was tried once. Never rejects.
   */
  recover(): Promise<void>;
  /**
   * Called once for each session of this process as soon as it is to end, seconds before `onEnded`: pending text follows.
   * Returns a function that removes the listener.
   */
  onEnding(listener: (ending: CaptionsEnding) => void): () => void;
  /** Called once for each session, however it ends. Returns a function that removes the listener. */
  onEnded(listener: (ended: CaptionsEnded) => void): () => void;
  /**
   * Ends all captions within about 4 s. Clips without text by then stay on disk. Call it before closing the engine and
   * the display.
   */
  close(): Promise<void>;
}

/** Captions and what shows them outside of Discord. */
export interface CaptionsWithOverlays extends Captions {
  readonly overlays: OverlayLinks & OverlayNews & OverlayRights & OverlaySource;
}
