import { ApplicationCommandOptionType } from 'discord.js';
import { english } from '../../src/messages/english.ts';

/** The option that names a subcommand's voice, with suggestions while people type. */
export const VOICE_OPTION = {
  type: ApplicationCommandOptionType.String,
  name: 'voice',
  description: english.voiceModels.command.voiceOption,
  required: true,
  autocomplete: true,
} as const;
