/**
 * The door of the voices room: which voices there are, whose they are, who may do what with them, and which one somebody
 * chose to be spoken with. Plain data in, plain data out.
 *
 * One account of the speech service serves many guilds, so what belongs to whom is kept here. A voice that was made in a
 * guild belongs to that guild and its maker; one that was made elsewhere belongs to its maker alone. A private voice of
 * a guild is known in that guild only (and to its maker outside of guilds); a private voice of a person is known to that
 * person only. Unlisted voices are listed to those they belong to and found by everybody who has the id. Voices of the
 * account that were not made through the bot are the operators': everybody may use them, nobody here may change them.
 */
import type { CallContext } from '../speech/call-context.ts';
import type { Visibility, VoiceModel } from '../speech/wire.ts';
import type { VoiceSettings } from './voice-settings.ts';

/** Voices on one page of a list. */
export const VOICES_PER_PAGE = 10;

/** Who asks, and where. `guildId` is `undefined` in direct messages and in guilds that the bot is no member of. */
export interface Requester {
  readonly userId: string;
  readonly guildId: string | undefined;
  /** May manage that guild. */
  readonly managesGuild: boolean;
}

/** Whether a voice can be spoken with, and if not, why. */
export type VoiceStatus =
  | 'ready'
  /** Not trained yet; the service may take it already. */
  | 'training'
  /** Its training failed. */
  | 'failed'
  /** Taken down for a rights complaint. */
  | 'taken-down'
  /** No voice for speech. */
  | 'not-for-speech'
  /** The service does not know it any more. */
  | 'gone';

/** To whom a voice belongs, as the person who asks sees it. */
export type Ownership = 'mine' | 'guild' | 'operator' | 'public';

/** A voice that whoever asked may know of. */
export interface KnownVoice {
  readonly id: string;
  readonly title: string;
  /** The service's document: just read, or in suggestions, and of a voice that is gone, as it was last seen. */
  readonly model: VoiceModel;
  readonly status: VoiceStatus;
  readonly ownership: Ownership;
  /** User id of whoever made it through the bot. */
  readonly makerId: string | undefined;
  /** Whether this person may edit and delete it, here. */
  readonly mayEdit: boolean;
  /** Whether it can be spoken with: it is ready, or may be although it trains. */
  readonly mayUse: boolean;
}

export type FindOutcome =
  /** Its `status` may be anything, `gone` too. */
  | { readonly kind: 'found'; readonly voice: KnownVoice }
  /** Nothing by this id or title, or nothing that may be known here. */
  | { readonly kind: 'not-found' }
  /** Several voices have this title, none closer to the person than the others. */
  | { readonly kind: 'several'; readonly voices: readonly KnownVoice[] };

/** A file that goes to the service. */
export interface VoiceFile {
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** A voice to be made. */
export interface VoiceRequest {
  readonly title: string;
  /** At least one. */
  readonly recordings: readonly VoiceFile[];
  /** What is said in the recordings, in their order; empty leaves it to the service to recognize it. */
  readonly texts: readonly string[];
  readonly visibility: Visibility;
  /** An image; `public` demands one. */
  readonly cover: VoiceFile | undefined;
  readonly description: string | undefined;
  readonly tags: readonly string[];
  /** Whether the service cleans the recordings first. */
  readonly enhance: boolean;
  /** Whether the service makes a sample. */
  readonly sample: boolean;
}

/** Somebody's word that they have the right to use the voice in the recordings. */
export interface RightsConfirmation {
  readonly userId: string;
  readonly atMs: number;
  /** `sha256Of` each recording, in the order of the recordings. */
  readonly audioSha256: readonly string[];
}

/** No more voices may be made: `whose` limit it is, and how many it allows. */
export interface LimitReached {
  readonly kind: 'limit';
  readonly whose: 'person' | 'guild';
  readonly max: number;
}

export type CreateOutcome =
  | { readonly kind: 'created'; readonly voice: KnownVoice }
  | LimitReached
  /** The service's answer was lost, and the voice was not found: it goes to its maker if it comes to light. */
  | { readonly kind: 'unsure' };

/** How the training of a voice goes. All but `waiting` are the last word. */
export type TrainingStep =
  | { readonly kind: 'waiting'; readonly state: 'created' | 'training' }
  | { readonly kind: 'trained'; readonly voice: KnownVoice }
  | { readonly kind: 'failed'; readonly voice: KnownVoice }
  | { readonly kind: 'gone' }
  /** Nobody waits longer than this; it may still be trained later. */
  | { readonly kind: 'gave-up'; readonly afterMs: number };

/** Which voices to suggest: those to speak with, those in any status, or those that the person may change. */
export type SuggestedVoices = 'usable' | 'any' | 'editable';

/** Which voices to list. Pages are counted from 1. */
export interface VoiceQuery {
  /** `mine`: what this person made, and what belongs to this guild. */
  readonly scope: 'mine' | 'public';
  /** A part of the title. */
  readonly query?: string | undefined;
  /** ISO code. */
  readonly language?: string | undefined;
  readonly tag?: string | undefined;
  readonly page: number;
}

/** At most ten voices; fewer, even none, may stand on a page with others behind it. */
export interface VoicePage {
  readonly page: number;
  readonly voices: readonly KnownVoice[];
  readonly hasMore: boolean;
  /** How many there are on all pages; the service may be wrong about it. */
  readonly total: number;
}

/** What is to be changed; what is left out stays. */
export interface VoiceEdit {
  readonly title?: string;
  readonly description?: string;
  readonly visibility?: Visibility;
  /** All tags; empty takes them away. */
  readonly tags?: readonly string[];
  readonly cover?: VoiceFile;
}

export type EditOutcome =
  | { readonly kind: 'edited'; readonly voice: KnownVoice }
  | { readonly kind: 'not-found' | 'not-yours' | 'gone' }
  /** A public voice needs a cover image. */
  | { readonly kind: 'needs-cover' };

export type DeleteOutcome =
  | { readonly kind: 'deleted'; readonly title: string }
  | { readonly kind: 'not-found' | 'not-yours' };

/** Where a choice holds: in one guild (by id), or in all places at once. */
export type ChoiceScope = { readonly guildId: string } | 'everywhere';

/** Why somebody's choice does not hold any more. */
export type FellBackReason = 'deleted' | 'gone' | 'failed' | 'taken-down';

/** A choice that was lost: the person is spoken for with the default voice, and told once. */
export interface FellBack {
  readonly title: string;
  /** `withdrawn`: the voice is there, but its makers keep it from this guild now. */
  readonly reason: FellBackReason | 'withdrawn';
}

/** With which voice to speak for somebody. */
export interface VoiceChoice {
  /** `undefined`: nothing was chosen, so the default. */
  readonly voiceId: string | undefined;
  /** Tell the person; it is given once. */
  readonly fellBack: FellBack | undefined;
}

/** What is stored here about somebody. */
export interface PersonVoices {
  /** Voices that this person made. */
  readonly voices: number;
  readonly confirmations: number;
  readonly choices: number;
}

/** What was deleted about somebody. */
export interface VoicesErasure {
  readonly voices: number;
  readonly confirmations: number;
  readonly choices: number;
  /** Voices that the service could not delete now: they, and their confirmations, are still stored. */
  readonly remaining: number;
}

/**
 * The voices of all guilds. Calls of the service reject with SpeechError, calls of the database with MynahError
 * STORE_UNAVAILABLE or STORE_FAILED.
 */
export interface VoiceModels {
  /** Whether another voice may be made here; `create` looks again, and has the last word. */
  mayCreate(requester: Requester): Promise<{ readonly kind: 'ok' } | LimitReached>;
  /**
   * Stores the confirmation, then makes the voice at the service.
   * @throws {MynahError} VOICES_UNCONFIRMED when the confirmation is not of this person and these recordings.
   */
  create(
    requester: Requester,
    request: VoiceRequest,
    confirmation: RightsConfirmation,
    call: CallContext,
  ): Promise<CreateOutcome>;
  /** What becomes of a new voice, step by step; it begins with what is known and asks the service every some seconds. */
  follow(requester: Requester, voice: KnownVoice, call: CallContext): AsyncGenerator<TrainingStep, void, undefined>;
  /** The voice with this id, or else this title: in full (the person's own first), or as the only one that is like it. */
  find(requester: Requester, entered: string, call: CallContext): Promise<FindOutcome>;
  /**
   * Whether what was entered may be handed to the service as it is when it cannot be found, or not be looked up now: it
   * looks like an id, and is no voice that is kept from this person.
   */
  mayTry(requester: Requester, entered: string): Promise<boolean>;
  /** At most 25 voices for an autocomplete, whose titles are like `typed`, the person's own first. */
  suggest(
    requester: Requester,
    typed: string,
    which: SuggestedVoices,
    call: CallContext,
  ): Promise<readonly KnownVoice[]>;
  page(requester: Requester, query: VoiceQuery, call: CallContext): Promise<VoicePage>;
  edit(requester: Requester, voiceId: string, changes: VoiceEdit, call: CallContext): Promise<EditOutcome>;
  /** Deletes it at the service and here; whoever chose it falls back to the default, and is told. */
  delete(requester: Requester, voiceId: string, call: CallContext): Promise<DeleteOutcome>;
  /**
   * Chooses a voice; `undefined` goes back to the default. What is chosen everywhere takes the place of all that was
   * chosen in single guilds; what is chosen in a guild holds there instead of what holds everywhere.
   */
  use(userId: string, scope: ChoiceScope, voice: Pick<KnownVoice, 'id' | 'title'> | undefined): Promise<void>;
  /** The choice that holds here. It asks the database only. */
  voiceFor(requester: Requester): Promise<VoiceChoice>;
  /**
   * Call it when the service refused to speak with a voice (`isVoiceRefusal`): finds out how it stands. Everybody's
   * choice of a voice that is gone, failed or taken down is dropped; they are told when they next speak, but this
   * person is told now: `wasChosen` says whether it was this person's choice.
   */
  afterRefusal(
    requester: Requester,
    voiceId: string,
    call: CallContext,
  ): Promise<{ readonly status: VoiceStatus; readonly wasChosen: boolean }>;
  /** How many people have chosen this voice, anywhere. It asks the database only. */
  usersOf(voiceId: string): Promise<number>;
  settings(guildId: string): Promise<VoiceSettings>;
  /** @throws {MynahError} STORE_INVALID_SETTINGS when a value is out of its range. */
  setSettings(guildId: string, settings: VoiceSettings): Promise<void>;
  personSummary(userId: string): Promise<PersonVoices>;
  /** Deletes the voices that this person made, at the service too, with choices and confirmations. */
  erasePerson(userId: string, call: CallContext): Promise<VoicesErasure>;
  /** Call once at the start: voices whose making was cut off, by a crash say, go to their makers, or are given up. */
  recover(): Promise<void>;
}
