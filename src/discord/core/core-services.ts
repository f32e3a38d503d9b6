import type { TtsFormat } from '@mynah/speech-wire/wire';
import type { Budgets } from '../../budgets/budgets-api.ts';
import type { Messages } from '../../messages/messages.ts';
import type { Pronunciations } from '../../pronunciations/pronunciations-api.ts';
import type { Settings } from '../../settings/settings.ts';
import type { SpokenTexts } from '../../text/spoken/spoken-texts.ts';
import type { VoiceEngine } from '../../voice/voice-api.ts';
import type { VoiceModels } from '../../voice-models/voice-models-api.ts';
import type { AttachmentDownload } from '../client/attachment-download.ts';
import type { GuildDirectory } from '../client/guild-directory.ts';
import type { GuildPeople } from '../client/guild-people.ts';
import type { NamesOfText } from '../client/mention-names.ts';
import type { FeatureAccess } from '../interactions/feature-access.ts';
import type { LateAnswers } from '../interactions/late-answers.ts';

/** What commands work with that belongs to no feature. Each feature adds its own, and knows those of the rooms below it. */
export interface CoreServices {
  readonly engine: Pick<VoiceEngine, 'leave' | 'skip' | 'stop' | 'pause' | 'resume' | 'remove' | 'session'>;
  readonly directory: Pick<
    GuildDirectory,
    | 'listenerCount'
    | 'mayEnter'
    | 'mayManage'
    | 'maySeeVoice'
    | 'peopleIn'
    | 'textChannel'
    | 'textAccess'
    | 'channelName'
    | 'guildName'
    | 'roleName'
    | 'channelNameIn'
    | 'managesText'
    | 'postReply'
  >;
  readonly people: Pick<GuildPeople, 'isBot'>;
  readonly namesOfText: NamesOfText;
  readonly budgets: Pick<Budgets, 'take' | 'captions' | 'usage' | 'limits'>;
  readonly settings: Pick<Settings, 'of' | 'change'>;
  readonly access: Pick<FeatureAccess, 'isManager'>;
  readonly pronunciations: Omit<Pronunciations, 'close'>;
  readonly voices: Omit<VoiceModels, 'recover'>;
  /** Whether Discord sends the content of messages: the operator switched the Message Content intent on. */
  readonly receivesMessages: () => boolean;
  /** What is said for messages and names. */
  readonly spokenTexts: SpokenTexts;
  readonly attachments: AttachmentDownload;
  readonly lateAnswers: LateAnswers;
  /** The catalogue of what a whole server reads and hears: of its language. */
  readonly publicMessages: (guildId: string) => Promise<Messages>;
  /** The id that Discord gave to a slash command; `undefined` when it is not known. */
  readonly commandId: (name: string) => string | undefined;
  /** Format requested from the service for files. */
  readonly fileFormat: TtsFormat;
  /** `reference_id` for members who chose no voice; `undefined` means the service's default. */
  readonly defaultVoiceId: string | undefined;
}
