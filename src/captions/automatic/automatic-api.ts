import type { Logger } from '../../log/log.ts';
import type { VoiceEngine, VoiceEvent } from '../../voice/voice-api.ts';
import type { AutoCaptionStore, AutoCaptions } from '../auto-captions-ports.ts';
import type { Captions } from '../captions-api.ts';
import type { Clock } from '../clock.ts';
import type { AutoCaptionTimings } from './auto-caption-timings.ts';

/** Voice channels of one guild whose captions start by themselves. */
export const MAX_AUTO_CAPTIONS = 25;
/** The key of the refusal because people could read captions who can't see the voice channel. */
export const WIDER_AUDIENCE = 'wider-audience';

/** The key of the refusal for a budget that is used up. */
export function budgetKey(resetsAtMs: number | undefined): string {
  return `budget:${resetsAtMs}`;
}

/** How an automatic start went. */
export type AutoStartOutcome =
  | { readonly kind: 'started' }
  /** A passing reason: it is tried again later. */
  | { readonly kind: 'failed' }
  /** The text channel was deleted. */
  | { readonly kind: 'gone' }
  | AutoStartRefusal;

/** Something that a person must change first. */
export interface AutoStartRefusal {
  readonly kind: 'refused';
  /** The same as long as there is nothing new to say. */
  readonly key: string;
  /** When it may work without a change, in milliseconds since 1970. */
  readonly retryAtMs: number | undefined;
  /** Says why, where someone who can change it reads it. */
  readonly tell: () => Promise<void>;
}

/** Captions that start by themselves, of all guilds. */
export interface AutomaticCaptions {
  /** Of a guild, in the order in which they were set up; empty until they were read from the database. */
  list(guildId: string): readonly AutoCaptions[];
  /** Whether captions of this voice channel start by themselves. */
  isSetUp(guildId: string, voiceChannelId: string): boolean;
  /** Sets them up; they start soon if people are there. `too-many`: nothing is changed. */
  set(entry: AutoCaptions): Promise<'set' | 'too-many'>;
  /** Running captions continue. Resolves with false when they weren't set up. */
  remove(guildId: string, voiceChannelId: string): Promise<boolean>;
  /** How many of them a person set up, in all guilds. */
  countOf(userId: string): Promise<number>;
  /** Forgets who set them up, and what that person confirmed. They stay. Resolves with their number. */
  erasePerson(userId: string): Promise<number>;
}

/** The same for the bot, which tells it what happens. */
export interface AutomaticCaptionsHost extends AutomaticCaptions {
  /** Reads the database, again and again until that works. Resolves when it was tried once. Never rejects. */
  load(): Promise<void>;
  /** Call it once, after `Captions.recover`, so that interrupted captions are closed before they start again. */
  start(): void;
  /** Call it when a voice state changed in this guild, or the guild became available. */
  onPeopleChanged(guildId: string): void;
  /** Call it when channels or roles of this guild changed. */
  onPermissionsChanged(guildId: string): void;
  /** Call it when the server changed how many minutes of captions it allows a day. */
  onLimitsChanged(guildId: string): void;
  onChannelDeleted(guildId: string, channelId: string): void;
  /** Takes in the engine's events, after `Captions` did. */
  onVoiceEvent(event: VoiceEvent): void;
  /** Starts nothing any more; waits for a start under way for a second at most. */
  close(): Promise<void>;
}

/** What automatic captions are created with. */
export interface AutomaticCaptionsOptions {
  readonly store: AutoCaptionStore;
  readonly captions: Pick<Captions, 'status' | 'end' | 'onEnding' | 'onEnded'>;
  readonly engine: Pick<VoiceEngine, 'session' | 'leave'>;
  /** People in a voice channel, bots left out. */
  readonly countPeople: (guildId: string, voiceChannelId: string) => number;
  /** Whether this process carries the guild, and the operator allows captions there. */
  readonly serves: (guildId: string) => boolean;
  /** Brings the bot to the channel, unless people listen to it elsewhere, and starts its captions. */
  readonly begin: (entry: AutoCaptions) => Promise<AutoStartOutcome>;
  readonly timings?: Partial<AutoCaptionTimings> | undefined;
  readonly clock?: Clock;
  readonly log: Logger;
}
