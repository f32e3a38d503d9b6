import type { SessionTakeover } from '../../handover/session-takeover.ts';
import type { CoreServices } from '../core/core-services.ts';
import type { QueueItemReplies } from './queue-item-replies.ts';
import type { FileSpeech } from './speech-file.ts';
import type { StageVoice } from './stage-voice.ts';
import type { TextsOnTheWay } from './texts-on-the-way.ts';
import type { VoiceHost } from './voice-host.ts';

/** What the commands work with that join, speak and play. */
export interface PlaybackServices extends CoreServices {
  readonly host: Pick<VoiceHost, 'join' | 'startJoin'>;
  /** The way from the audience of stage channels to their speakers. */
  readonly stageVoice: Pick<StageVoice, 'ask'>;
  readonly itemReplies: Pick<QueueItemReplies, 'speak'>;
  readonly textsOnTheWay: TextsOnTheWay;
  /** Of the process before this one, whose texts are being queued again. */
  readonly takeover: Pick<SessionTakeover, 'stop'>;
  readonly speech: FileSpeech;
}
