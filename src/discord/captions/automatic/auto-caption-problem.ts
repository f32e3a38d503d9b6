import type { AutoCaptions } from '../../../captions/auto-captions-ports.ts';
import type { Messages } from '../../../messages/messages.ts';

/** The two channels, and whether there are threads. */
export type AutoCaptionPlaces = Pick<AutoCaptions, 'guildId' | 'voiceChannelId' | 'textChannelId' | 'isThreaded'>;

/** Why captions can't start by themselves until someone changes something. */
export interface AutoCaptionProblem {
  /** The same as long as there is nothing new to say. */
  readonly key: string;
  readonly sentence: (messages: Messages) => string;
  /** When it may work without a change, in milliseconds since 1970. */
  readonly retryAtMs?: number | undefined;
}

/** What the bot lacks in the two channels, by what is known of them; `undefined` for nothing. */
export type FindProblem = (places: AutoCaptionPlaces) => AutoCaptionProblem | undefined;
