import { ApplicationCommandOptionType } from 'discord.js';
import { ANYWHERE, type Command, type CommandDefinition } from '../src/discord/interactions/command.ts';
import { languageChoices, resolveLanguage } from '../src/discord/interactions/languages.ts';
import type { Services } from '../src/discord/services.ts';
import { UserError } from '../src/errors.ts';
import { TRANSCRIPT_FORMATS } from '../src/text/transcript-format.ts';

const CANCEL = 'cancel:';

const definition: CommandDefinition = {
  name: 'transcribe',
  description: 'Write down what is said in a recording or a video',
  ...ANYWHERE,
  options: [
    {
      type: ApplicationCommandOptionType.Attachment,
      name: 'file',
      description: 'The recording: wav, mp3, m4a, mp4, mov, ogg, webm or flac, of any length',
      required: true,
    },
    {
      type: ApplicationCommandOptionType.String,
      name: 'language',
      description: 'What is spoken; left out, it is recognized by itself',
      autocomplete: true,
    },
    {
      type: ApplicationCommandOptionType.String,
      name: 'format',
      description: 'Plain text, subtitles, or data; left out, short text comes without a file',
      choices: TRANSCRIPT_FORMATS.map((format) => ({ name: format, value: format })),
    },
  ],
};

/** `/transcribe`: the text of one recording; its button cancels transcriptions, those of the menu too. */
export function createTranscribe({ transcriptions }: Pick<Services, 'transcriptions'>): Command {
  return {
    definition,
    autocomplete: async ({ typed }) => languageChoices(typed),
    run: async (context) => {
      const attachment = context.options.attachment('file');
      if (attachment === undefined) throw new UserError('There is no file in your command. Add one as `file`.');
      const entered = context.options.string('language');
      const wanted = context.options.string('format');
      await transcriptions.run(context, {
        attachments: [attachment],
        language: entered === undefined ? undefined : resolveLanguage(entered, context.messages),
        format: TRANSCRIPT_FORMATS.find((format) => format === wanted),
      });
    },
    component: (context) => {
      if (!context.argument.startsWith(CANCEL)) throw new UserError('This button is too old. Use the command again.');
      return transcriptions.cancel(context.argument.slice(CANCEL.length), context);
    },
  };
}
