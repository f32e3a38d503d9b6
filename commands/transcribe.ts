import { ApplicationCommandOptionType } from 'discord.js';
import { READABLE_FORMATS } from '../src/audio/recording/recording-formats.ts';
import { ANYWHERE, type Command, type CommandDefinition } from '../src/discord/interactions/command.ts';
import { languageChoices, resolveLanguage } from '../src/discord/interactions/languages.ts';
import type { Services } from '../src/discord/services.ts';
import { UserError } from '../src/errors.ts';
import type { Messages } from '../src/messages/messages.ts';
import { TRANSCRIPT_FORMATS } from '../src/text/transcript-format.ts';
import { TRANSCRIBE_LIMIT } from './command-limits.ts';

const CANCEL = 'cancel:';

const NAME = 'transcribe';

const define = ({
  transcription: {
    command: { description, options },
  },
}: Messages): CommandDefinition => ({
  name: NAME,
  description,
  ...ANYWHERE,
  options: [
    {
      type: ApplicationCommandOptionType.Attachment,
      name: 'file',
      description: options.file({ formats: READABLE_FORMATS }),
      required: true,
    },
    {
      type: ApplicationCommandOptionType.String,
      name: 'language',
      description: options.language,
      autocomplete: true,
    },
    {
      type: ApplicationCommandOptionType.String,
      name: 'format',
      description: options.format,
      choices: TRANSCRIPT_FORMATS.map((format) => ({ name: format, value: format })),
    },
  ],
});

/** `/transcribe`: the transcript of one recording. Its button cancels transcriptions, those of the menu too. */
export function createTranscribe({ transcriptions }: Pick<Services, 'transcriptions'>): Command {
  return {
    name: NAME,
    define,
    runLimit: () => TRANSCRIBE_LIMIT,
    // Cancelling saves what the limits protect.
    componentLimit: (argument) => (argument.startsWith(CANCEL) ? 'unlimited' : undefined),
    autocomplete: async ({ typed, messages }) => languageChoices(typed, messages),
    run: async (context) => {
      const attachment = context.options.attachment('file');
      if (attachment === undefined) throw new UserError(context.messages.transcription.noFile);
      const entered = context.options.string('language');
      const wanted = context.options.string('format');
      await transcriptions.run(context, {
        attachments: [attachment],
        language: entered === undefined ? undefined : resolveLanguage(entered, context.messages),
        format: TRANSCRIPT_FORMATS.find((format) => format === wanted),
      });
    },
    component: (context) => {
      if (!context.argument.startsWith(CANCEL)) throw new UserError(context.messages.interactions.oldButton);
      return transcriptions.cancel(context.argument.slice(CANCEL.length), context);
    },
  };
}
