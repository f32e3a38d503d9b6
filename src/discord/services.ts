import type { Budgets } from '../budgets/budgets-api.ts';
import type { AutomaticCaptions } from '../captions/automatic/automatic-api.ts';
import type { Captions } from '../captions/captions-api.ts';
import type { OverlayLinks } from '../captions/overlay/overlay-api.ts';
import type { SessionTakeover } from '../handover/session-takeover.ts';
import type { Messages } from '../messages/messages.ts';
import type { Pronunciations } from '../pronunciations/pronunciations-api.ts';
import type { Reading } from '../reading/reading-api.ts';
import type { Settings } from '../settings/settings.ts';
import type { TtsFormat } from '../speech/wire.ts';
import type { SpokenTexts } from '../text/spoken/spoken-texts.ts';
import type { VoiceEngine } from '../voice/voice-api.ts';
import type { VoiceModels } from '../voice-models/voice-models-api.ts';
import type { FindProblem } from './captions/automatic/auto-caption-problem.ts';
import type { OverlayNotices } from './captions/overlay/overlay-notices.ts';
import type { CaptionPresence } from './captions/presence/caption-presence.ts';
import type { CaptionPlaces } from './captions/start/caption-places.ts';
import type { AttachmentDownload } from './client/attachment-download.ts';
import type { GuildDirectory } from './client/guild-directory.ts';
import type { GuildPeople } from './client/guild-people.ts';
import type { NamesOfText } from './client/mention-names.ts';
import type { Doctor } from './doctor/doctor.ts';
import type { FeatureAccess } from './interactions/feature-access.ts';
import type { LateAnswers } from './interactions/late-answers.ts';
import type { QueueItemReplies } from './playback/queue-item-replies.ts';
import type { FileSpeech } from './playback/speech-file.ts';
import type { StageVoice } from './playback/stage-voice.ts';
import type { TextsOnTheWay } from './playback/texts-on-the-way.ts';
import type { VoiceHost } from './playback/voice-host.ts';
import type { QueuedTexts } from './privacy/queued-texts.ts';
import type { MemberNames } from './reading/member-names.ts';
import type { DiscordReadingPlaces } from './reading/reading-places.ts';
import type { Transcriptions } from './transcription/transcriptions.ts';
import type { SpeechDeliveries } from './voice-messages/speech-delivery.ts';
import type { VoiceMessages } from './voice-messages/voice-message-wiring.ts';

/** Everything that commands work with, built once and handed to each of them. */
export interface Services {
  readonly engine: Pick<VoiceEngine, 'leave' | 'skip' | 'stop' | 'pause' | 'resume' | 'remove' | 'session'>;
  readonly host: Pick<VoiceHost, 'join' | 'startJoin'>;
  /** The way from the audience of stage channels to their speakers. */
  readonly stageVoice: Pick<StageVoice, 'ask'>;
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
  readonly itemReplies: Pick<QueueItemReplies, 'speak'>;
  readonly textsOnTheWay: TextsOnTheWay;
  readonly queuedTexts: QueuedTexts;
  readonly budgets: Pick<Budgets, 'take' | 'captions' | 'usage' | 'limits'>;
  readonly settings: Pick<Settings, 'of' | 'change'>;
  readonly access: Pick<FeatureAccess, 'isManager'>;
  readonly pronunciations: Omit<Pronunciations, 'close'>;
  readonly voices: Omit<VoiceModels, 'recover'>;
  readonly namesOfText: NamesOfText;
  readonly memberNames: MemberNames;
  readonly people: Pick<GuildPeople, 'isBot'>;
  /** Reads chat aloud. */
  readonly reading: Pick<
    Reading,
    | 'bind'
    | 'unbind'
    | 'status'
    | 'bindingOf'
    | 'choiceOf'
    | 'choose'
    | 'namesChosen'
    | 'namesOfOthers'
    | 'identitiesOf'
    | 'chooseIdentityVoice'
    | 'summary'
    | 'erase'
    | 'clear'
  >;
  /** Of the process before this one, whose texts are being queued again. */
  readonly takeover: Pick<SessionTakeover, 'stop'>;
  readonly readingPlaces: Pick<DiscordReadingPlaces, 'closedTo' | 'refusalOf'>;
  /** Whether Discord sends the content of messages: the operator switched the Message Content intent on. */
  readonly receivesMessages: () => boolean;
  /** What is said for messages and names. */
  readonly spokenTexts: SpokenTexts;
  readonly speech: FileSpeech;
  readonly speechDeliveries: SpeechDeliveries;
  readonly captions: Omit<Captions, 'figures' | 'onVoiceEvent' | 'onEnding' | 'onEnded' | 'recover' | 'close'>;
  /** The secret addresses under which captions are shown outside of Discord. */
  readonly overlays: OverlayLinks;
  /** The base of those addresses, without a slash at its end; `undefined` where the operator set no `PUBLIC_URL`. */
  readonly publicUrl: string | undefined;
  readonly overlayNotices: OverlayNotices;
  readonly captionPresence: Pick<CaptionPresence, 'open'>;
  readonly captionPlaces: Pick<CaptionPlaces, 'audience' | 'mayManage' | 'mayPost' | 'missingToPost'>;
  /** Voice channels whose captions start by themselves. */
  readonly autoCaptions: AutomaticCaptions;
  /** What the bot lacks to start captions by themselves. */
  readonly autoCaptionProblem: FindProblem;
  readonly doctor: Pick<Doctor, 'examine'>;
  readonly attachments: AttachmentDownload;
  readonly lateAnswers: LateAnswers;
  readonly transcriptions: Pick<Transcriptions, 'run' | 'cancel'>;
  readonly voiceMessages: Pick<VoiceMessages, 'problemIn'>;
  /** The catalogue of what a whole server reads and hears: of its language. */
  readonly publicMessages: (guildId: string) => Promise<Messages>;
  /** The id that Discord gave to a slash command; `undefined` when it is not known. */
  readonly commandId: (name: string) => string | undefined;
  /** Format requested from the service for files. */
  readonly fileFormat: TtsFormat;
  /** `reference_id` for members who chose no voice; `undefined` means the service's default. */
  readonly defaultVoiceId: string | undefined;
}
