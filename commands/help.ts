import { ANYWHERE, type Command, type CommandDefinition } from '../src/discord/command.ts';
import { whisper } from '../src/discord/replies.ts';

const definition: CommandDefinition = {
  name: 'help',
  description: 'Show what I can do',
  ...ANYWHERE,
};

/** `/help`: lists the commands that are registered, this one included, from their own definitions. */
export function createHelp(others: readonly Command[]): Command {
  const definitions = [...others.map((command) => command.definition), definition];
  const content = ['I speak what you type. This is what I can do:', ...definitions.map(lineOf)].join('\n');
  return { definition, run: (context) => context.answer(whisper(content)) };
}

function lineOf({ name, description, options = [] }: CommandDefinition): string {
  const words = options.map((option) => (option.required ? option.name : `[${option.name}]`));
  return `\`${[`/${name}`, ...words].join(' ')}\`: ${description}`;
}
