import { ApplicationCommandOptionType, ApplicationCommandType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { ANYWHERE, type CommandSet } from '../../../../src/discord/interactions/command.ts';
import { localizedDefinitions } from '../../../../src/discord/interactions/localized-definitions.ts';
import { CATALOGUES } from '../../../../src/messages/catalogues.ts';

const run = async (): Promise<void> => {};
const set: CommandSet = {
  commands: [
    {
      name: 'captions',
      define: ({ help }) => ({
        ...{ name: 'captions', description: help.noOptions, ...ANYWHERE },
        options: [
          {
            ...{ type: ApplicationCommandOptionType.Subcommand, name: 'start', description: 'the same everywhere' },
            options: [
              {
                ...{ type: ApplicationCommandOptionType.String, name: 'language', description: help.serverOnly },
                choices: [{ name: help.groups.voices, value: 'x' }],
              },
            ],
          },
        ],
      }),
      run,
    },
  ],
  menus: [
    {
      name: 'Transcribe',
      define: () => ({ type: ApplicationCommandType.Message, name: 'Transcribe', ...ANYWHERE }),
      run,
    },
  ],
};

describe('what is registered', () => {
  const [command, menu] = localizedDefinitions(set);
  const { de, 'es-ES': es } = CATALOGUES;

  it('has the names and descriptions of every language at every level', () => {
    expect(command).toMatchObject({
      ...{ name: 'captions', description: 'No options.', ...ANYWHERE },
      name_localizations: { de: de.names.commands.captions, 'es-ES': es.names.commands.captions },
      description_localizations: { de: de.help.noOptions },
      options: [
        {
          name_localizations: { 'es-ES': es.names.commands['captions start'] },
          options: [
            {
              name_localizations: { de: de.names.options.language },
              description_localizations: { de: de.help.serverOnly },
              choices: [{ name: 'Voices', value: 'x', name_localizations: { de: de.help.groups.voices } }],
            },
          ],
        },
      ],
    });
    expect(menu).toMatchObject({ name: 'Transcribe', name_localizations: { de: de.names.menus.Transcribe } });
  });

  it('has Spanish for Latin America too, and no other English than the default', () => {
    const names = Object.entries(command?.name_localizations ?? {});
    expect(names).toContainEqual(['es-419', es.names.commands.captions]);
    expect(names.map(([locale]) => locale).filter((locale) => locale.startsWith('en'))).toEqual([]);
  });

  it('leaves out what is the same in English', () => {
    expect(command).not.toHaveProperty('options.0.description_localizations');
    expect(menu).not.toHaveProperty('description_localizations');
  });
});
