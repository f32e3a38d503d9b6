/**
 * The public API of custom voices ("voice models" at the speech service): which there are, whose they are, who may do
 * what with them, and which one each person chose for their texts. Plain data in, plain data out.
 *
 * One account of the speech service serves many guilds, so Mynah stores whose each voice is. A voice created in a guild
 * belongs to that guild and its maker; one created elsewhere belongs to its maker alone. `voice-access.ts` says who may
 * know, use, edit and delete them. Unlisted voices are listed to those they belong to, and found by everybody who has the
 * id. Voices of the account that were not created through the bot are the operators': everybody may use them, and nobody
 * may change them through the bot.
 */

import type { Visibility, VoiceModel } from '@mynah/speech-wire/wire';
import type { CallContext } from '../speech/call-context.ts';

/** Voices on one page of a list. */
export const VOICES_PER_PAGE = 10;

/** Who asks, and where. `guildId` is `undefined` in direct messages and in guilds that the bot is not a member of. */
export interface Requester {
  readonly userId: string;
  readonly guildId: string | undefined;
  /** Whether they may manage that guild. */
  readonly managesGuild: boolean;
}

/** Whether a voice can be spoken with, and if not, why. */
export type VoiceStatus =
  | 'ready'
  /** Not trained yet; the service may accept it already. */
  | 'training'
  /** Its training failed. */
  | 'failed'
  /** Taken down because of a rights complaint. */
  | 'taken-down'
  /** Not a text-to-speech voice. */
  | 'not-for-speech'
  /** The service no longer knows it. */
  | 'gone';

/** Whose a voice is, from the requester's point of view. */
export type Ownership = 'mine' | 'guild' | 'operator' | 'public';

/** A voice that the requester may know of. */
export interface KnownVoice {
  readonly id: string;
  readonly title: string;
  /** The service's document: just read, or as it was last seen in suggestions and of a voice that is gone. */
  readonly model: VoiceModel;
  readonly status: VoiceStatus;
  readonly ownership: Ownership;
  /** User id of the person who created it through the bot. */
  readonly makerId: string | undefined;
  /** Whether it is private and belongs to a guild: then only people in that guild may use it, and its maker outside of guilds. */
  readonly isPrivateToGuild: boolean;
  /** Whether this person may edit and delete it here. */
  readonly mayEdit: boolean;
  /** The visibilities that this person may give it here, the current one included; none without `mayEdit`. */
  readonly visibilities: readonly Visibility[];
  /** Whether texts can be spoken with it: it is ready, or in training. */
  readonly mayUse: boolean;
}

export type FindOutcome =
  /** Its `status` may be any, including `gone`. */
  | { readonly kind: 'found'; readonly voice: KnownVoice }
  /** No voice by this id or title that may be known here. */
  | { readonly kind: 'not-found' }
  /** Several voices have this title, and all are equally close to the person. */
  | { readonly kind: 'several'; readonly voices: readonly KnownVoice[] };

/** A file for the service. */
export interface VoiceFile {
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** A voice to be created. */
export interface VoiceRequest {
  readonly title: string;
  /** At least one. */
  readonly recordings: readonly VoiceFile[];
  /** What is said in the recordings, in their order; when empty, the service recognizes it. */
  readonly texts: readonly string[];
  readonly visibility: Visibility;
  /** An image; a public voice needs one. */
  readonly cover: VoiceFile | undefined;
  readonly description: string | undefined;
  readonly tags: readonly string[];
  /** Whether the service cleans up the recordings first. */
  readonly enhance: boolean;
  /** Whether the service makes a sample. */
  readonly sample: boolean;
}

/** A person's confirmation that they have the right to use the voice in the recordings. */
export interface RightsConfirmation {
  readonly userId: string;
  readonly atMs: number;
  /** `sha256Of` each recording, in the order of the recordings. */
  readonly audioSha256: readonly string[];
}

/** No more voices can be created: whose limit is reached, and how many it allows. */
export interface LimitReached {
  readonly kind: 'limit';
  readonly whose: 'person' | 'guild' | 'account';
  readonly max: number;
}

/** How many voices are kept, and how many may be. Attempts count. */
export interface VoicePlaces {
  readonly byPerson: number;
  readonly inGuild: number;
  readonly maxPerPerson: number;
  readonly maxPerGuild: number;
}

export type CreateOutcome =
  | { readonly kind: 'created'; readonly voice: KnownVoice }
  | LimitReached
  /** The service's answer was lost, and the voice was not found. It goes to its maker if it is found later. */
  | { readonly kind: 'unsure' };

/** A step of a voice's training. All but `waiting` are final. */
export type TrainingStep =
  | { readonly kind: 'waiting'; readonly state: 'created' | 'training' }
  | { readonly kind: 'trained'; readonly voice: KnownVoice }
  | { readonly kind: 'failed'; readonly voice: KnownVoice }
  | { readonly kind: 'gone' }
  /** Polling ended after this long; the voice may still be trained later. */
  | { readonly kind: 'gave-up'; readonly afterMs: number };

/** Which voices to suggest: those that can be spoken with, those in any status, or those that the person may edit. */
export type SuggestedVoices = 'usable' | 'any' | 'editable';

/** Orders of a list. Only one's own voices can be sorted by title. */
export const VOICE_SORTS = ['popular', 'used', 'newest', 'title'] as const;
export type VoiceSort = (typeof VOICE_SORTS)[number];

/** Which voices to list. Pages are counted from 1. */
export interface VoiceQuery {
  /** `mine`: this person's voices and this guild's. */
  readonly scope: 'mine' | 'public';
  /** A part of the title. */
  readonly query?: string | undefined;
  /** ISO code. */
  readonly language?: string | undefined;
  readonly tag?: string | undefined;
  /** Only those whose rights the service has secured from the voice's owner; only for public voices. */
  readonly isLicensed?: boolean | undefined;
  /** The default is `newest` for one's own, `popular` for public ones. */
  readonly sort?: VoiceSort | undefined;
  readonly page: number;
}

/** At most ten voices. A page with fewer, or none, may still be followed by others. */
export interface VoicePage {
  readonly page: number;
  readonly voices: readonly KnownVoice[];
  /** Whether another page can be had. */
  readonly hasMore: boolean;
  /** How many voices there are on all pages. */
  readonly total: number;
  /** How far `total` can be trusted: the service may count roughly, or not at all. */
  readonly totalIs: 'exact' | 'about' | 'more-than';
  /** How many pages can be had; `undefined` where that is not known. */
  readonly pages: number | undefined;
  /** On the last page that can be had of a list with more voices: how many of them the service lists. */
  readonly cutOffAt: number | undefined;
}

/** Changes to a voice; fields that are left out stay as they are. */
export interface VoiceEdit {
  readonly title?: string;
  readonly description?: string;
  readonly visibility?: Visibility;
  /** All tags; an empty list removes them. */
  readonly tags?: readonly string[];
  readonly cover?: VoiceFile;
}

export type EditOutcome =
  | { readonly kind: 'edited'; readonly voice: KnownVoice }
  | { readonly kind: 'not-found' | 'not-yours' | 'gone' }
  /** A public voice needs a cover image. */
  | { readonly kind: 'needs-cover' }
  /** Only the person who made the voice may make it visible to more people. */
  | { readonly kind: 'makers-choice' };

export type DeleteOutcome =
  | { readonly kind: 'deleted'; readonly title: string }
  | { readonly kind: 'not-found' | 'not-yours' };

/** Where a choice applies: in one guild (by id), or everywhere. */
export type ChoiceScope = { readonly guildId: string } | 'everywhere';

/** Why a person's choice was lost. */
export type FellBackReason = 'deleted' | 'gone' | 'failed' | 'taken-down';

/** A choice that was lost: the default voice is used instead, and the person is notified once. */
export interface FellBack {
  readonly title: string;
  /** `withdrawn`: the voice exists, but may no longer be known in this guild. */
  readonly reason: FellBackReason | 'withdrawn';
}

/** A voice with how fast and loud it speaks; `undefined` where the person chose none. */
export interface ChosenSound {
  /** `undefined` for the default voice. */
  readonly voice: Pick<KnownVoice, 'id' | 'title'> | undefined;
  /** A factor. */
  readonly speed?: number | undefined;
  readonly volumeDb?: number | undefined;
}

/** What a person chose, without what was lost. */
export interface StandingChoices {
  /** For this guild; `undefined` outside of guilds. */
  readonly here: ChosenSound | undefined;
  readonly everywhere: ChosenSound | undefined;
  /** The voice that they named last in `/say` here, unless they chose another since. */
  readonly lastSaid: ChosenSound['voice'];
}

/** The voice for a person's texts. */
export interface VoiceChoice {
  /** `undefined` for the default voice. */
  readonly voiceId: string | undefined;
  /** `undefined` where the person chose none. */
  readonly speed?: number | undefined;
  /** `undefined` where the person chose none. */
  readonly volumeDb?: number | undefined;
  /** Which choice the voice comes from; `default` where there is none. */
  readonly from: 'said' | 'here' | 'everywhere' | 'default';
  /** To be shown to the person: it is reported once. */
  readonly fellBack: FellBack | undefined;
}

/** How much is stored about a person. */
export interface PersonVoices {
  /** Voices that this person created. */
  readonly voices: number;
  readonly confirmations: number;
  readonly choices: number;
}

/** How much was deleted about a person. */
export interface VoicesErasure {
  readonly voices: number;
  readonly confirmations: number;
  readonly choices: number;
  /** Voices that the service could not delete now: they and their confirmations are still stored. */
  readonly remaining: number;
}

/**
 * The custom voices of all guilds. Requests to the service reject with SpeechError, requests to the database with
 * MynahError STORE_UNAVAILABLE or STORE_FAILED.
 */
export interface VoiceModels {
  /** How many voices the person and the guild keep here, and may keep. Outside of guilds only those of the person. */
  places(requester: Requester): Promise<VoicePlaces>;
  /** Whether another voice can be created here. `create` checks again, and decides. */
  mayCreate(requester: Requester): Promise<{ readonly kind: 'ok' } | LimitReached>;
  /**
   * Stores the confirmation, then creates the voice at the service.
   * @throws {MynahError} VOICES_UNCONFIRMED when the confirmation is not of this person and these recordings.
   */
  create(
    requester: Requester,
    request: VoiceRequest,
    confirmation: RightsConfirmation,
    call: CallContext,
  ): Promise<CreateOutcome>;
  /** The steps of a new voice's training: first what is known, then what polling the service every few seconds finds. */
  follow(requester: Requester, voice: KnownVoice, call: CallContext): AsyncGenerator<TrainingStep, void, undefined>;
  /** The voice with this id, else with this exact title (the person's own first), else the only one whose title matches. */
  find(requester: Requester, entered: string, call: CallContext): Promise<FindOutcome>;
  /**
   * Whether a voice that was not found, or could not be looked up, may be tried at the service by what was entered: it
   * looks like an id, and is not a voice that this person may not know.
   */
  mayTry(requester: Requester, entered: string): Promise<boolean>;
  /** At most 25 voices for an autocomplete whose titles match `typed`, the person's own first. */
  suggest(
    requester: Requester,
    typed: string,
    which: SuggestedVoices,
    call: CallContext,
  ): Promise<readonly KnownVoice[]>;
  page(requester: Requester, query: VoiceQuery, call: CallContext): Promise<VoicePage>;
  edit(requester: Requester, voiceId: string, changes: VoiceEdit, call: CallContext): Promise<EditOutcome>;
  /** Deletes it at the service and here. People who chose it get the default voice, and are notified. */
  delete(requester: Requester, voiceId: string, call: CallContext): Promise<DeleteOutcome>;
  /**
   * Chooses how a person's texts sound. A choice for everywhere replaces all choices for single guilds. A choice for a
   * guild applies there in place of the one for everywhere. Both replace what was last named in `/say` there.
   */
  use(userId: string, scope: ChoiceScope, sound: ChosenSound): Promise<void>;
  /** Removes the choice for a guild, or the one for everywhere. */
  takeBack(userId: string, scope: ChoiceScope): Promise<void>;
  /** Reads only the database. */
  choicesOf(requester: Pick<Requester, 'userId' | 'guildId'>): Promise<StandingChoices>;
  /** Keeps the voice that was named in `/say` for those that follow here; `undefined` forgets it. */
  rememberSaid(requester: Requester, voice: ChosenSound['voice']): Promise<void>;
  /**
   * The choice that applies here; for `/say` (`purpose`), the voice that was last named in it. Reads only the database. A
   * lost choice is reported once, unless `isQuiet`: then it stays for another call to report.
   */
  voiceFor(
    requester: Requester,
    options?: { readonly purpose?: 'every-text' | 'say'; readonly isQuiet?: boolean },
  ): Promise<VoiceChoice>;
  /**
   * Reads the status of a voice that the service refused to speak with (`isVoiceRefusal`). When it is gone, failed or
   * taken down, everybody's choice of it is lost. Others are notified when they next speak; `wasChosen` says whether it
   * was this person's choice, so that the caller can notify them now. With `isQuiet` they are notified like the others.
   */
  afterRefusal(
    requester: Requester,
    voiceId: string,
    call: CallContext,
    options?: { readonly isQuiet?: boolean },
  ): Promise<{ readonly status: VoiceStatus; readonly wasChosen: boolean }>;
  /**
   * Whether everyone in the guild may know the voice: its maker can make it private at any time. Reads only the database.
   */
  isKnownIn(guildId: string, voiceId: string): Promise<boolean>;
  /** Whether the person may know the voice there. Reads only the database. */
  isKnownTo(requester: Requester, voiceId: string): Promise<boolean>;
  /** How many people have chosen this voice, anywhere. Reads only the database. */
  usersOf(voiceId: string): Promise<number>;
  personSummary(userId: string): Promise<PersonVoices>;
  /** Deletes this person's voices, at the service too, with their choices and confirmations. */
  erasePerson(userId: string, call: CallContext): Promise<VoicesErasure>;
  /** Call once at the start. Voices whose creation was interrupted, by a crash for example, go to their makers. */
  recover(): Promise<void>;
}
