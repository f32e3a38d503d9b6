import type { CaptionSettings } from '../../../captions/caption-settings.ts';
import type { StartOutcome } from '../../../captions/captions-api.ts';
import type { CaptionSession } from '../../../captions/captions-ports.ts';
import type { CaptionServices } from '../caption-services.ts';
import type { ChatNotice } from '../presence/voice-chat-notices.ts';

/** Which captions start, and where they go. All checks are done, and the bot is in the voice channel. */
export interface StartPlan {
  readonly guildId: string;
  readonly voiceChannelId: string;
  readonly textChannelId: string;
  /** `undefined` when they start by themselves. */
  readonly startedBy: string | undefined;
  readonly language: string | undefined;
  readonly interim: boolean;
  /** Who let people read them who can't see the voice channel. */
  readonly confirmedBy: string | undefined;
  /** Whether the caller posts the notice in the voice channel's chat itself. */
  readonly isAnswer: boolean;
}

/** Captions that are on, and how the notice in the voice channel's chat went. */
export interface BegunCaptions {
  readonly kind: 'begun';
  readonly session: CaptionSession;
  /** With the consent rule of the session. */
  readonly settings: CaptionSettings;
  readonly notice: ChatNotice;
}

/**
 * Starts captions, by hand or by themselves, with the channel status and the notice in the voice channel's chat. The caller
 * must post the notice in the text channel, and end them if there is no notice at all.
 */
export async function beginCaptions(
  {
    captions,
    captionPresence,
    settings: ofServers,
  }: Pick<CaptionServices, 'captions' | 'captionPresence' | 'settings'>,
  { confirmedBy, isAnswer, ...request }: StartPlan,
): Promise<BegunCaptions | Exclude<StartOutcome, { kind: 'started' }>> {
  // Read first: once captions are on, nothing may keep their notice from being posted.
  const { captions: stored } = await ofServers.of(request.guildId);
  const outcome = await captions.start({ ...request, widerReaders: confirmedBy !== undefined });
  if (outcome.kind !== 'started') return outcome;
  const { session } = outcome;
  const settings = { ...stored, consent: session.consent };
  const notice = await captionPresence.open({ session, settings, confirmedBy, isAnswer });
  return { kind: 'begun', session, settings, notice };
}
