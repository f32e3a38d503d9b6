/** What reading chat aloud needs of other modules: handed in where everything is wired. Ids are Discord snowflakes. */
import type { Messages } from '../messages/messages.ts';
import type { TextCharge } from '../voice/speaking.ts';
import type { Failure, SpeakRequest, SpokenPosition } from '../voice/voice-api.ts';
import type { ReadingSettings } from './reading-settings.ts';

/** A channel whose messages are read aloud: a text channel, a thread, or the chat of a voice channel. */
export interface Binding {
  readonly guildId: string;
  readonly channelId: string;
  /** Whether the bot joins the voice channel of somebody who writes. */
  readonly autoJoin: boolean;
  /** Whether somebody who manages the channel agreed that people hear it who can't see it. */
  readonly widerListeners: boolean;
}

/** What a person decided about being read aloud in one server. */
export interface ReadingChoice {
  /** Their messages are not read. */
  readonly isMuted: boolean;
  /** How they are called aloud; `undefined` for their display name. */
  readonly nickname: string | undefined;
}

/** What applies to people who decided nothing. */
export const NO_CHOICE: ReadingChoice = { isMuted: false, nickname: undefined };

/** A name under which a person writes through a proxy bot in one server, and how it sounds. */
export interface Identity {
  readonly userId: string;
  readonly name: string;
  /** `undefined` for the person's own voice. */
  readonly voice: { readonly id: string; readonly title: string } | undefined;
  /** When it last wrote, in milliseconds since 1970. */
  readonly seenAtMs: number;
}

/** A name under which a person is read in one server; `voice` is the one that it has of its own, by title or else by id. */
export interface NameInGuild {
  readonly guildId: string;
  readonly name: string;
  readonly voice: string | undefined;
}

/** What is stored about a person. */
export interface ReadingSummary {
  readonly nicknames: readonly NameInGuild[];
  /** The newest first. */
  readonly identities: readonly NameInGuild[];
  /** Servers in which they muted themselves. */
  readonly mutedIn: number;
}

/** Where bindings and choices last. Rejects with MynahError STORE_UNAVAILABLE or STORE_FAILED. */
export interface ReadingStore {
  /** All bindings of all guilds. */
  bindings(): Promise<readonly Binding[]>;
  /** Adds the binding, or changes the one of its channel. */
  bind(binding: Binding): Promise<void>;
  /** Resolves with whether there was one. */
  unbind(guildId: string, channelId: string): Promise<boolean>;
  /** The choices of everyone who decided something in the guild, by user id. */
  choices(guildId: string): Promise<ReadonlyMap<string, ReadingChoice>>;
  choose(guildId: string, userId: string, choice: ReadingChoice): Promise<void>;
  /** Everyone's identities in the guild. */
  identities(guildId: string): Promise<readonly Identity[]>;
  /** Stores the identity, or changes it. Of those of one person in the guild that have no voice, the newest few stay. */
  keepIdentity(guildId: string, identity: Identity): Promise<void>;
  /** The identity wrote: stores it without a voice, or changes only when it last did. The newest few stay as above. */
  noteIdentity(guildId: string, seen: Omit<Identity, 'voice'>): Promise<void>;
  summary(userId: string): Promise<ReadingSummary>;
  /** Deletes the person's nicknames and identities, and keeps where they muted themselves. Resolves with how many there were. */
  erase(userId: string): Promise<{ readonly nicknames: number; readonly identities: number }>;
}

/**
 * Who wrote a message; `proxied`: a proxy bot posted it in a person's name, and it is not known whose it is; `identity`: a
 * person did in that way, whose id and roles the message has, under the identity's name.
 */
export type AuthorKind = 'person' | 'bot' | 'webhook' | 'proxied' | 'identity';

/** A message of a channel, as plain data. `Body` is what `Wording` makes speech of. */
export interface ChatMessage<Body = unknown> {
  readonly id: string;
  readonly guildId: string;
  readonly channelId: string;
  readonly authorId: string;
  readonly authorKind: AuthorKind;
  /** As shown in the server. */
  readonly authorName: string;
  readonly authorRoleIds: readonly string[];
  /** Sent with `@silent`: it must disturb nobody. */
  readonly isSilent: boolean;
  readonly isVoiceMessage: boolean;
  /** When this version of it was written; `undefined` for one that was never edited. Milliseconds since 1970. */
  readonly editedAtMs: number | undefined;
  /** As it was typed. */
  readonly text: string;
  readonly hasFiles: boolean;
  readonly body: Body;
}

/** What is said of messages and names. */
export interface Wording {
  /** The message as speech of at most `maxLength` characters; empty when nothing of it can be spoken. */
  textOf(
    message: ChatMessage,
    options: { readonly maxLength: number; readonly settings: ReadingSettings },
  ): Promise<string>;
  /** The sound of a voice message, to be played after its text; `undefined` where it is not played. */
  recordingOf(message: ChatMessage, settings: ReadingSettings): Promise<Uint8Array | undefined>;
  /**
   * What a person is called: by the name that they chose, unless it sounds like a listener's or has one in it; else by the
   * name that Discord shows for the member; else by a word for somebody. `nicknameOf` tells the names that listeners chose.
   */
  nameOf(
    guildId: string,
    person: { readonly userId: string; readonly chosen: string | undefined; readonly shown: string | undefined },
    nicknameOf: (userId: string) => string | undefined,
  ): Promise<string>;
}

/** How a person's texts sound. */
type ReadingVoice = Omit<SpeakRequest, 'guildId' | 'textId' | 'text' | 'userId' | 'whileJoining'>;

/** Which voices people are read with. */
export interface ReadingVoices {
  /** `identityVoiceId` is the voice that the person chose for the identity that writes. */
  voiceOf(guildId: string, userId: string, identityVoiceId: string | undefined): Promise<ReadingVoice>;
  /** The voice in place of one that the service refused; `undefined` when the voice was not the cause. */
  insteadOf(
    guildId: string,
    userId: string,
    refused: ReadingVoice,
    failure: Failure,
  ): Promise<ReadingVoice | undefined>;
}

/** What was counted ahead for a text. */
export interface ReadingCharge extends TextCharge {
  /** As plain data, for a process that continues what this one leaves. */
  readonly record: {
    readonly kind: 'characters' | 'transcription';
    readonly day: string;
    readonly userId: string;
    readonly guildId: string | undefined;
    readonly amount: number;
  };
}

/** Counts what is spoken; `used-up` when the writer, the server or the account has less left today. */
export type ChargeReading = (
  who: {
    readonly guildId: string;
    readonly userId: string;
    readonly channelId: string;
    /** Of a writer who can't be mentioned: `userId` is a webhook's. */
    readonly webhookName: string | undefined;
  },
  characters: number,
) => Promise<{ readonly kind: 'taken'; readonly charge: ReadingCharge } | { readonly kind: 'used-up' }>;

/** What is known of a text that is read aloud, for a process that continues what this one leaves. */
export interface AboutReading {
  readonly charge: ReadingCharge['record'] | undefined;
  /** Of what the text is made. */
  readonly messages: readonly WrittenMessage[];
}

/** Receives what a queued text is made of when that changes, for a process that continues what this one leaves. */
export type KeepReading = (textId: string, about: AboutReading) => void;

/** A message that waits to be read aloud. */
export interface UnreadMessage {
  readonly channelId: string;
  readonly messageId: string;
  /** Whose it is, if a proxy bot posted it. */
  readonly writerId?: string | undefined;
}

/** A message in the version that was made speech of. */
export interface WrittenMessage extends UnreadMessage {
  readonly editedAtMs?: number | undefined;
}

/** A text of messages that an earlier process began to speak, or the sound of a voice message that it was to play. */
export interface BegunText {
  /** Where and how it continues. */
  readonly request: SpeakRequest & { readonly whileJoining: string; readonly resume: SpokenPosition };
  /** What it is made of; at least one. */
  readonly messages: readonly WrittenMessage[];
  readonly charge: ReadingCharge | undefined;
}

/** A message as it is now; `undefined` for one that is gone. Rejects when that can't be known. */
export type LookAtMessage = (message: UnreadMessage) => Promise<ChatMessage | undefined>;

/** Who is where, and who sees what, at this moment. */
export interface ReadingPlaces {
  /** Whether the channel is a voice channel, whose chat is read only there. */
  isVoice(guildId: string, channelId: string): boolean;
  /** The voice channel that a person is in. */
  voiceChannelOf(guildId: string, userId: string): string | undefined;
  /** How many people, bots left out, are in the voice channel. */
  listenerCount(guildId: string, voiceChannelId: string): number;
  /** Whether somebody in the voice channel may read the channel. */
  hasReaders(guildId: string, voiceChannelId: string, channelId: string): boolean;
  /** Whether everyone who may enter the voice channel may read the channel. */
  isOpenTo(voiceChannelId: string, channelId: string): boolean;
  hasCaptions(guildId: string): Promise<boolean>;
  /** Brings the bot to a voice channel; resolves with whether it is there or on its way. */
  join(guildId: string, voiceChannelId: string, channelId: string): Promise<boolean>;
}

/** The catalogue of what a whole server hears. */
export type PublicMessages = (guildId: string) => Promise<Messages>;
