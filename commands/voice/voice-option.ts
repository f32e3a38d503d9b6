import { type APIApplicationCommandStringOption, ApplicationCommandOptionType } from 'discord.js';
import type { Messages } from '../../src/messages/messages.ts';

/** The option that names a subcommand's voice, with suggestions while people type. */
export function voiceOption({ voiceModels: { command } }: Messages): APIApplicationCommandStringOption {
  return {
    type: ApplicationCommandOptionType.String,
    name: 'voice',
    description: command.voiceOption,
    required: true,
    autocomplete: true,
  };
}
