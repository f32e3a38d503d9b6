import { ApplicationCommandType } from 'discord.js';
import {
  ANYWHERE,
  type Attachment,
  type MenuDefinition,
  type MessageMenu,
} from '../src/discord/interactions/command.ts';
import type { Services } from '../src/discord/services.ts';
import { UserError } from '../src/errors.ts';

const definition: MenuDefinition = {
  type: ApplicationCommandType.Message,
  name: 'Transcribe',
  ...ANYWHERE,
};

/** `Transcribe` in the menu of a message: the text of each recording in it, voice messages included. */
export function createTranscribeMenu({ transcriptions }: Pick<Services, 'transcriptions'>): MessageMenu {
  return {
    definition,
    run: async (context) => {
      const attachments = recordingsAmong(context.message.attachments);
      if (attachments.length === 0) {
        throw new UserError('There is no audio or video in this message: nothing is attached to it.');
      }
      await transcriptions.run(context, { attachments, language: undefined, format: undefined });
    },
  };
}

/**
 * The bytes tell what is a recording. Only beside one that is plainly meant, pictures and texts are left out: they were
 * not meant, and need not be downloaded.
 */
function recordingsAmong(attachments: readonly Attachment[]): readonly Attachment[] {
  const isOf = (kinds: RegExp) => (attachment: Attachment) => kinds.test(attachment.contentType ?? '');
  if (!attachments.some(isOf(/^(audio|video)\//))) return attachments;
  return attachments.filter((attachment) => !isOf(/^(image|text)\//)(attachment));
}
