import type { Logger } from '../log/log.ts';
import type { RequestScope } from '../telemetry/request-scope.ts';
import type { Speaking } from '../voice/speaking.ts';
import type { VoiceEngine } from '../voice/voice-api.ts';
import type {
  AboutReading,
  Binding,
  ChargeReading,
  KeepReading,
  PublicMessages,
  ReadingPlaces,
  ReadingVoices,
  Wording,
} from './reading-ports.ts';
import type { ReadingSettings } from './reading-settings.ts';

/** What a guild's reader works with. */
export interface ReaderParts {
  readonly engine: Pick<VoiceEngine, 'session'>;
  readonly speaking: Pick<Speaking<AboutReading>, 'speak'>;
  readonly places: ReadingPlaces;
  readonly voices: ReadingVoices;
  readonly wording: Wording;
  readonly charge: ChargeReading;
  readonly keep: KeepReading;
  readonly publicMessages: PublicMessages;
  readonly settingsOf: (guildId: string) => Promise<ReadingSettings>;
  /** Scope for logging and tracing each message as a request. Default: none. */
  readonly scope?: RequestScope | undefined;
  readonly log: Logger;
}

/** A guild's bindings and its people's choices, as they are now. */
export interface ReaderGuild {
  readonly guildId: string;
  readonly bindingOf: (channelId: string) => Binding | undefined;
  readonly nicknameOf: (userId: string) => string | undefined;
  /** The voice that a person chose for one of their identities. */
  readonly identityVoiceOf: (userId: string, name: string) => string | undefined;
  /** Whether the bot may come by itself now. */
  readonly mayJoin: () => boolean;
}

/** An announcement that no message belongs to. */
export interface Notice {
  readonly text: string;
  /** Whom it is about: who may remove it, and whose characters it counts as. */
  readonly userId: string;
  readonly channelId: string;
}
