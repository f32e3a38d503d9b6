import { bold, inlineCode } from '@discordjs/formatters';
import { createFormat } from '../format.ts';

const format = createFormat('en');

/** English: `/help`. */
export const helpMessages = {
  command: {
    description: 'Show what I can do, or how one command works',
    options: { command: 'The command to explain; all of them are listed if you leave this out' },
  },
  /** `say` and `help` are the commands, ready to be clicked. */
  introduction: ({ say, help }: { readonly say: string; readonly help: string }): string =>
    `I speak what you type, caption what people say, and transcribe recordings. New here? Join a voice channel and use ${say}. For the options of a command, use ${help} and choose the \`command\`.`,
  groups: {
    speaking: 'Speaking',
    captions: 'Captions',
    transcription: 'Transcription',
    voices: 'Voices',
    settings: 'Privacy and settings',
    more: 'Help',
  },
  /** What the entries of a message's menu do. */
  menus: {
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
  choices: ({ choices }: { readonly choices: readonly string[] }): string =>
    `One of ${format.alternatives(choices.map((choice) => inlineCode(choice)))}.`,
  noOptions: 'It has no options.',
  menuUse: "Open a message's menu to find it: right-click the message, or hold it on a phone.",
  serverOnly: 'It works only in servers.',
  unknownCommand: ({ entered }: { readonly entered: string }): string =>
    `I don't have a command called “${entered}”. Choose one from the suggestions.`,
};
