import { ApplicationCommandType } from 'discord.js';
import {
  ANYWHERE,
  type Attachment,
  type MenuContext,
  type MenuDefinition,
  type MessageMenu,
} from '../src/discord/interactions/command.ts';
import type { Services } from '../src/discord/services.ts';
import { UserError } from '../src/errors.ts';
import { TRANSCRIBE_LIMIT } from './command-limits.ts';

const NAME = 'Transcribe';

const define = (): MenuDefinition => ({ type: ApplicationCommandType.Message, name: NAME, ...ANYWHERE });

/** `Transcribe` in the menu of a message: the transcript of each recording in it, voice messages included. */
export function createTranscribeMenu({
  transcriptions,
  captions,
}: Pick<Services, 'transcriptions' | 'captions'>): MessageMenu {
  return {
    name: NAME,
    define,
    limit: TRANSCRIBE_LIMIT,
    run: async (context) => {
      const { attachments: own, forwarded } = context.message;
      const attachments = recordingsAmong([...own, ...forwarded]);
      if (attachments.length === 0) {
        throw new UserError(context.messages.transcription.nothingAttached);
      }
      const requireShowable = (): Promise<void> => requireWilling(attachments, context, captions);
      await requireShowable();
      // Its sender may opt out meanwhile.
      await transcriptions.run(context, { attachments, language: undefined, format: undefined, requireShowable });
    },
  };
}

/**
 * Whether an attachment is a recording is decided later, by its bytes. Images and texts are left out only when Discord
 * marks another attachment as audio or video: then they were not meant.
 */
function recordingsAmong(attachments: readonly Attachment[]): readonly Attachment[] {
  const isOf = (kinds: RegExp) => (attachment: Attachment) => kinds.test(attachment.contentType ?? '');
  if (!attachments.some(isOf(/^(audio|video)\//))) return attachments;
  return attachments.filter((attachment) => !isOf(/^(image|text)\//)(attachment));
}

/**
 * Voice messages of people who opted out are transcribed for nobody else. Of a forwarded one Discord does not say whose it
 * is, and forwarding must be no way around an opt-out.
 */
async function requireWilling(
  recordings: readonly Attachment[],
  { userId, place, message, messages: { transcription } }: MenuContext,
  captions: Pick<Services['captions'], 'hasOptedOut'>,
): Promise<void> {
  const voiceMessages = recordings.filter(({ isVoiceMessage }) => isVoiceMessage);
  if (voiceMessages.some((each) => message.forwarded.includes(each))) {
    throw new UserError(transcription.forwardedVoiceMessage);
  }
  if (voiceMessages.length === 0 || message.authorId === userId) return;
  const guildId = place.kind === 'guild' ? place.guildId : undefined;
  if (await captions.hasOptedOut(message.authorId, guildId)) throw new UserError(transcription.senderOptedOut);
}
