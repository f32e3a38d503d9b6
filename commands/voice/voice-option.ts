import { ApplicationCommandOptionType } from 'discord.js';

/** The option by which a subcommand is told its voice; it is suggested as its title is typed. */
export const VOICE_OPTION = {
  type: ApplicationCommandOptionType.String,
  name: 'voice',
  description: 'Which voice: begin to type its title, or give its id',
  required: true,
  autocomplete: true,
} as const;
