import type { Budgets } from '../budgets/budgets-api.ts';
import type { AutoCaptionStore } from '../captions/auto-captions-ports.ts';
import type { AutoCaptionTimings } from '../captions/automatic/auto-caption-timings.ts';
import type { CaptionTimings } from '../captions/caption-timings.ts';
import type { CaptionsWithOverlays } from '../captions/captions-api.ts';
import type {
  CaptionDisplay,
  CaptionSession,
  DeleteMessage,
  FindUnrecorded,
  MessageRecord,
  People,
  SettleMessage,
} from '../captions/captions-ports.ts';
import type { AskShareRight } from '../captions/overlay/maker-checks.ts';
import type { FileTranscriber } from '../files/files-api.ts';
import type { Logger } from '../log/log.ts';
import type { Messages } from '../messages/messages.ts';
import type { PronunciationsOptions } from '../pronunciations/pronunciations.ts';
import type { Pronunciations } from '../pronunciations/pronunciations-api.ts';
import type { ReadingStore } from '../reading/reading-ports.ts';
import type { Settings } from '../settings/settings.ts';
import type { VoiceMessageNoticeStore } from '../settings/settings-ports.ts';
import type { TtsFormat } from '../speech/wire.ts';
import type { RequestScope } from '../telemetry/request-scope.ts';
import type { LastingVoiceEngine } from '../voice/lasting-engine.ts';
import type { VoiceEngine, VoiceEvent } from '../voice/voice-api.ts';
import type { VoiceModels } from '../voice-models/voice-models-api.ts';
import type { PlaceSettings } from './client/allowed-places.ts';
import type { GatewayPace } from './client/gateway/gateway-lane.ts';
import type { IdentifyTurn } from './client/gateway/identify-throttler.ts';
import type { DoctorSources } from './doctor/doctor-sources.ts';
import type { CommandSet } from './interactions/command.ts';
import type { SharedCounts } from './interactions/rate-limits.ts';
import type { Handover } from './playback/handover-wiring.ts';
import type { FileSpeech } from './playback/speech-file.ts';
import type { Services } from './services.ts';

/** What captions are created with; all of it works once the bot has logged in. */
interface CaptionParts {
  readonly engine: VoiceEngine;
  readonly people: People;
  readonly openDisplay: (session: CaptionSession, record: MessageRecord) => CaptionDisplay;
  readonly deleteMessage: DeleteMessage;
  readonly settleMessage: SettleMessage;
  readonly findUnrecorded: FindUnrecorded;
  /** Whether this process carries the guild. */
  readonly serves: (guildId: string) => boolean;
  /** The channel in which a thread is, else the channel itself; `undefined` for one that is not known. */
  readonly parentChannelOf: (channelId: string) => string | undefined;
  /** Whether a person may show captions outside Discord now. */
  readonly mayShare: AskShareRight;
  /** Whether the operator allows captions in the guild. */
  readonly allows: (guildId: string) => boolean;
  /** The catalogue of what everyone in a guild reads. */
  readonly messagesOf: (guildId: string) => Messages;
  /** How long their end may take when the bot closes. */
  readonly timings: Pick<CaptionTimings, 'closePatienceMs'>;
}

/** What the bot is built from. `createBot` calls the `create…` functions once. */
export interface BotOptions {
  readonly token: string;
  /** REST base without the version segment. */
  readonly apiUrl: string;
  /** Where it may work, and where its commands are registered. It leaves servers that aren't allowed. */
  readonly places: PlaceSettings;
  readonly shards: readonly number[] | undefined;
  readonly shardCount: number | undefined;
  /** Where other processes run other shards: whose turn it is to identify, and how often people did what. */
  readonly identifyTurn?: IdentifyTurn | undefined;
  readonly sharedCounts?: SharedCounts | undefined;
  readonly speech: FileSpeech;
  readonly budgets: Budgets;
  readonly settings: Settings;
  /** The bot closes it. */
  readonly createPronunciations: (parts: Pick<PronunciationsOptions, 'builtInLanguage'>) => Pronunciations;
  /** Recovered once the bot is ready. */
  readonly voices: VoiceModels;
  readonly files: FileTranscriber;
  /** Which channels are read aloud. */
  readonly reading: ReadingStore;
  /** Where voice sessions and their texts outlast this process. */
  readonly handover: Handover;
  /** Which channels know that their voice messages are answered. */
  readonly voiceMessageNotices: VoiceMessageNoticeStore;
  /** Creates the voice engine, which reports its events to the listener; the bot closes it. */
  readonly createEngine: (onEvent: (event: VoiceEvent) => void) => LastingVoiceEngine;
  /** Creates the captions; the bot recovers them once it is ready, and closes them. */
  readonly createCaptions: (parts: CaptionParts) => CaptionsWithOverlays;
  /** What `/doctor` asks beside Discord. */
  readonly doctorSources: DoctorSources;
  readonly autoCaptions: AutoCaptionStore;
  /** The address of the HTTP server as people reach it, without a slash at its end; `undefined` where they can't. */
  readonly publicUrl?: string | undefined;
  readonly createCommands: (services: Services) => CommandSet;
  /** Format asked of the service for audio files. */
  readonly fileFormat: TtsFormat;
  readonly defaultVoiceId: string | undefined;
  /** For tests: how long the bot stays in a voice channel without a person in it. */
  readonly aloneTimeoutMs?: number;
  /** For tests: overrides when captions start and end by themselves. */
  readonly autoCaptionTimings?: Partial<AutoCaptionTimings>;
  /** For tests: overrides how fast each shard sends to the gateway. */
  readonly gatewayPace?: Partial<GatewayPace>;
  /** Which interaction or message the running code works for. Default: none is known. */
  readonly scope?: RequestScope | undefined;
  readonly log: Logger;
}
