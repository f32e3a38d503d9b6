import type { Captions } from '../captions/contract.ts';
import type { TtsFormat } from '../speech/wire.ts';
import type { VoiceEngine } from '../voice/contract.ts';
import type { Voices } from '../voices/contract.ts';
import type { AttachmentDownload } from './attachment-download.ts';
import type { CaptionSigns } from './caption-signs.ts';
import type { GuildDirectory } from './guild-directory.ts';
import type { ItemNotices } from './item-notices.ts';
import type { LateAnswers } from './late-answers.ts';
import type { NameOfMention } from './mention-names.ts';
import type { FileSpeech } from './speech-file.ts';
import type { Transcriptions } from './transcriptions.ts';
import type { VoiceHost } from './voice-host.ts';

/** All that commands work with, built once and handed to each of them. */
export interface Services {
  readonly engine: Pick<VoiceEngine, 'leave' | 'skip' | 'stop' | 'pause' | 'resume' | 'remove' | 'session'>;
  readonly host: Pick<VoiceHost, 'join'>;
  readonly directory: Pick<
    GuildDirectory,
    'listenerCount' | 'mayEnter' | 'peopleIn' | 'textChannel' | 'maySee' | 'channelName'
  >;
  readonly notices: Pick<ItemNotices, 'speak'>;
  readonly voices: Omit<Voices, 'recover'>;
  readonly nameOfMention: NameOfMention;
  readonly speech: FileSpeech;
  readonly captions: Omit<Captions, 'onVoiceEvent' | 'onEnded' | 'recover' | 'purge' | 'close' | 'captioning'>;
  readonly signs: Pick<CaptionSigns, 'raise'>;
  readonly attachments: AttachmentDownload;
  readonly lateAnswers: LateAnswers;
  readonly transcriptions: Pick<Transcriptions, 'run' | 'cancel'>;
  /** Format asked of the service for files. */
  readonly fileFormat: TtsFormat;
  /** `reference_id` when nobody chose a voice; `undefined` means the service's default. */
  readonly defaultVoiceId: string | undefined;
}
