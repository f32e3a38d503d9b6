import type { Logger } from '../log/log.ts';
import type { Messages } from '../messages/messages.ts';
import type { Transcribe } from '../speech/asr/asr.ts';
import type { RequestScope } from '../telemetry/request-scope.ts';
import type { VoiceEngine } from '../voice/voice-api.ts';
import type { CaptionSettingsSource } from './caption-settings.ts';
import type { CaptionTimings } from './caption-timings.ts';
import type {
  CaptionBudget,
  CaptionDisplay,
  CaptionMessageStore,
  CaptionSession,
  ClipSpool,
  ConsentStore,
  DeleteMessage,
  FindUnrecorded,
  MessageRecord,
  People,
  ProcessNotices,
  SettleMessage,
  TombstoneStore,
  TranscriptStore,
} from './captions-ports.ts';
import type { Clock } from './clock.ts';
import type { AskShareRight } from './overlay/maker-checks.ts';
import type { OverlayLinkStore } from './overlay-links-ports.ts';

/** What captions are made of. */
export interface CaptionsOptions {
  readonly engine: Pick<VoiceEngine, 'listen' | 'changeSpeakers' | 'hearing' | 'session' | 'transcribeInterim'>;
  /** Transcribes clips; interim text comes from the engine, which has the sound. */
  readonly transcribe: Transcribe;
  /** Whether the speech service has spare capacity for interim text. */
  readonly capacity: () => boolean;
  readonly transcripts: TranscriptStore;
  readonly captionMessages: CaptionMessageStore;
  readonly overlayLinks: OverlayLinkStore;
  readonly tombstones: TombstoneStore;
  readonly consent: ConsentStore;
  readonly settings: CaptionSettingsSource;
  readonly notices: ProcessNotices;
  readonly spool: ClipSpool;
  /** Defaults to no limit. */
  readonly budget?: CaptionBudget;
  readonly people: People;
  /** Opens the display of a session, also of one that ended before a restart. */
  readonly openDisplay: (session: CaptionSession, record: MessageRecord) => CaptionDisplay;
  readonly deleteMessage: DeleteMessage;
  readonly settleMessage: SettleMessage;
  readonly findUnrecorded: FindUnrecorded;
  /** The catalogue of what everyone in a guild reads. */
  readonly messagesOf: (guildId: string) => Messages;
  readonly log: Logger;
  /** Whether this process serves the guild; defaults to all guilds. */
  readonly serves?: (guildId: string) => boolean;
  /** Whether the operator allows captions in the guild; defaults to all guilds. */
  readonly allows?: (guildId: string) => boolean;
  /** The channel in which a thread is, else the channel itself; `undefined`, as by default, for one that is not known. */
  readonly parentChannelOf?: (channelId: string) => string | undefined;
  /** Whether a person may show captions outside Discord now; defaults to everyone. */
  readonly mayShare?: AskShareRight;
  /** Called for each caption with the time from the last voiced packet of its clip to its text, in milliseconds. */
  readonly onDelay?: (delayMs: number) => void;
  readonly clock?: Clock;
  /** Each clip is a request of its own, from the end of speech to its text. Default: none is known. */
  readonly scope?: RequestScope | undefined;
  /** Overrides of `DEFAULT_CAPTION_TIMINGS`. */
  readonly timings?: Partial<CaptionTimings>;
}
