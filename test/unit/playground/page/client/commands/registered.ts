import type { APIApplicationCommand } from 'discord-api-types/v10';
import {
  type OfferedCommand,
  offeredCommands,
} from '../../../../../../playground/page/client/commands/offered-commands.ts';

const base = {
  application_id: '1',
  version: '1',
  default_member_permissions: null,
  dm_permission: undefined,
} as const;

/** Commands as Discord registers them: with subcommands, every kind of option, other languages, and a message menu. */
export const REGISTERED = [
  {
    ...base,
    id: '10',
    type: 1,
    name: 'say',
    name_localizations: { de: 'sag' },
    description: 'Speak a text',
    description_localizations: { de: 'Sprich einen Text' },
    options: [
      { type: 3, name: 'text', name_localizations: { de: 'text' }, description: 'The text', max_length: 10 },
      { type: 3, name: 'voice', name_localizations: { de: 'stimme' }, description: 'The voice', autocomplete: true },
      { type: 10, name: 'speed', description: 'How fast', min_value: 0.5, max_value: 2 },
      { type: 5, name: 'file', description: 'Send the audio' },
    ],
  },
  {
    ...base,
    id: '11',
    type: 1,
    name: 'captions',
    description: 'Captions',
    options: [
      { type: 1, name: 'start', description: 'Start captions', options: [] },
      {
        type: 1,
        name: 'auto',
        description: 'Start captions by themselves',
        options: [
          { type: 7, name: 'voice_channel', description: 'Where', required: true, channel_types: [2] },
          {
            type: 3,
            name: 'mode',
            description: 'On or off',
            required: true,
            choices: [
              { name: 'On', name_localizations: { de: 'An' }, value: 'on' },
              { name: 'Off', name_localizations: { de: 'Aus' }, value: 'off' },
            ],
          },
          { type: 4, name: 'lines', description: 'How many', min_value: 1, max_value: 5 },
        ],
      },
    ],
  },
  {
    ...base,
    id: '12',
    type: 1,
    name: 'transcribe',
    description: 'Transcribe a recording',
    options: [{ type: 11, name: 'file', description: 'The recording', required: true }],
  },
  { ...base, id: '13', type: 1, name: 'queue', description: 'Show what waits' },
  { ...base, id: '14', type: 3, name: 'Speak', name_localizations: { de: 'Vorlesen' }, description: '' },
] as unknown as readonly APIApplicationCommand[];

export const COMMANDS = offeredCommands(REGISTERED, 'en-US');

/** The command of this path. @throws {Error} if there is none */
export function commandAt(path: string, commands: readonly OfferedCommand[] = COMMANDS): OfferedCommand {
  const command = commands.find((candidate) => candidate.path === path);
  if (command === undefined) throw new Error(`no command ${path}`);
  return command;
}
