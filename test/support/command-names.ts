import { type APIApplicationCommandSubcommandOption, ApplicationCommandOptionType } from 'discord.js';
import type { Command } from '../../src/discord/interactions/command.ts';
import { english } from '../../src/messages/english.ts';

/** The subcommands of a command; none if it is called by its name alone. */
export function subcommandsOf({ define }: Pick<Command, 'define'>): readonly APIApplicationCommandSubcommandOption[] {
  const { options = [] } = define(english);
  return options.filter((option) => option.type === ApplicationCommandOptionType.Subcommand);
}

/** What people call in these commands, in their order: `say`, or `voice list` where there are subcommands. */
export function calledNames(commands: readonly Command[]): readonly string[] {
  return commands.flatMap((command) => {
    const names = subcommandsOf(command).map((subcommand) => `${command.name} ${subcommand.name}`);
    return names.length === 0 ? [command.name] : names;
  });
}
