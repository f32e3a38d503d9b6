import type { Captions } from '../captions/captions-api.ts';
import type { TtsFormat } from '../speech/wire.ts';
import type { VoiceEngine } from '../voice/voice-api.ts';
import type { VoiceModels } from '../voice-models/voice-models-api.ts';
import type { ChannelStatus } from './captions/channel-status.ts';
import type { AttachmentDownload } from './client/attachment-download.ts';
import type { GuildDirectory } from './client/guild-directory.ts';
import type { NameOfMention } from './client/mention-names.ts';
import type { LateAnswers } from './interactions/late-answers.ts';
import type { ItemNotices } from './playback/item-notices.ts';
import type { FileSpeech } from './playback/speech-file.ts';
import type { VoiceHost } from './playback/voice-host.ts';
import type { Transcriptions } from './transcription/transcriptions.ts';

/** All that commands work with, built once and handed to each of them. */
export interface Services {
  readonly engine: Pick<VoiceEngine, 'leave' | 'skip' | 'stop' | 'pause' | 'resume' | 'remove' | 'session'>;
  readonly host: Pick<VoiceHost, 'join'>;
  readonly directory: Pick<
    GuildDirectory,
    'listenerCount' | 'mayEnter' | 'peopleIn' | 'textChannel' | 'maySee' | 'channelName'
  >;
  readonly notices: Pick<ItemNotices, 'speak'>;
  readonly voices: Omit<VoiceModels, 'recover'>;
  readonly nameOfMention: NameOfMention;
  readonly speech: FileSpeech;
  readonly captions: Omit<Captions, 'onVoiceEvent' | 'onEnded' | 'recover' | 'close'>;
  readonly channelStatus: Pick<ChannelStatus, 'set'>;
  readonly attachments: AttachmentDownload;
  readonly lateAnswers: LateAnswers;
  readonly transcriptions: Pick<Transcriptions, 'run' | 'cancel'>;
  /** Format asked of the service for files. */
  readonly fileFormat: TtsFormat;
  /** `reference_id` when nobody chose a voice; `undefined` means the service's default. */
  readonly defaultVoiceId: string | undefined;
}
