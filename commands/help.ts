import { ApplicationCommandOptionType } from 'discord.js';
import { ANYWHERE, type Command, type CommandDefinition } from '../src/discord/interactions/command.ts';
import { ephemeral } from '../src/discord/interactions/replies.ts';

const definition: CommandDefinition = {
  name: 'help',
  description: 'Show what I can do',
  ...ANYWHERE,
};

/** `/help`: lists the commands that are registered, this one included, from their own definitions. */
export function createHelp(others: readonly Command[]): Command {
  const definitions = [...others.map((command) => command.definition), definition];
  const content = [
    'I speak what you type, caption what you say, and transcribe recordings. This is what I can do:',
    ...definitions.flatMap(linesOf),
  ].join('\n');
  return { definition, run: (context) => context.answer(ephemeral(content)) };
}

function linesOf({ name, description, options = [] }: CommandDefinition): string[] {
  const subcommands = options.filter((option) => option.type === ApplicationCommandOptionType.Subcommand);
  if (subcommands.length === 0) return [lineOf(name, description, options)];
  return subcommands.map((sub) => lineOf(`${name} ${sub.name}`, sub.description, sub.options ?? []));
}

function lineOf(name: string, description: string, options: readonly { name: string; required?: boolean }[]): string {
  const words = options.map((option) => (option.required ? option.name : `[${option.name}]`));
  return `\`${[`/${name}`, ...words].join(' ')}\`: ${description}`;
}
