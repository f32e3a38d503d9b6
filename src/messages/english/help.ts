import { bold, inlineCode } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import { command } from './names.ts';

const format = createFormat('en');

interface WithSay {
  readonly say: string;
}

const ONE_COMMAND = `For one command's options, use ${command('help', 'command')}.`;

/** English: `/help`. */
export const helpMessages = {
  command: {
    description: 'Show what I can do, or how one command works',
    options: { command: 'The command to explain; all of them are listed if you leave this out' },
  },
  /** Above the list, by place; `say` is the command, ready to be clicked. */
  introduction: {
    guild: ({ say }: WithSay): string =>
      `I speak what you type, caption what people say, and transcribe recordings. New here? Join a voice channel and use ${say}. ${ONE_COMMAND}`,
    elsewhere: ({ say }: WithSay): string =>
      `Here I turn what you type into audio files, and transcribe recordings. New here? Try ${say}. In servers that I'm a member of, I also speak and caption in voice channels. ${ONE_COMMAND}`,
  },
  groups: {
    speaking: 'Speaking',
    captions: 'Captions',
    transcription: 'Transcription',
    voices: 'Voices',
    settings: 'Privacy and settings',
    more: 'Help',
  },
  /** What commands that share a line do. */
  together: {
    control: 'Control what is being spoken',
    autoread: 'Read a channel aloud in voice',
    pronunciations: 'Choose how I pronounce words, in your texts or in this server',
    voices: 'Create, find, choose, edit, or delete a voice',
    consent: 'Choose whether what you say is captioned, in every server',
  },
  /** Names of commands that share a line. */
  names: ({ names }: { readonly names: readonly string[] }): string => format.list(names),
  /** What the entries of a message's menu do. */
  menus: {
    speak: 'Speak the text of a message in your voice channel',
    transcribe: 'Transcribe the recordings in a message',
  },
  /** Where an entry of a message's menu is found. */
  menuPath: ({ name }: { readonly name: string }): string => bold(`Apps → ${name}`),
  /** A command or menu with what it does. */
  entry: ({ name, description }: { readonly name: string; readonly description: string }): string =>
    `${name}: ${description}`,
  option: ({ name, description }: { readonly name: string; readonly description: string }): string =>
    `${inlineCode(name)}: ${description}`,
  requiredOption: ({ name, description }: { readonly name: string; readonly description: string }): string =>
    `${inlineCode(name)} (required): ${description}`,
  /** What an option does that takes one of several values. */
  withChoices: ({
    description,
    choices,
  }: {
    readonly description: string;
    readonly choices: readonly string[];
  }): string => `${description}. One of ${format.alternatives(choices.map((choice) => inlineCode(choice)))}.`,
  noOptions: 'No options.',
  menuUse: "Open a message's menu to find it: right-click the message, or hold it on a phone.",
  serverOnly: 'Only in servers.',
  unknownCommand: ({ entered }: { readonly entered: string }): string =>
    `I don't have a command called “${entered}”. Choose one from the suggestions.`,
};
