import { ApplicationCommandOptionType as Kind } from 'discord-api-types/v10';
import { isCalled, nameIn } from '../discord/people/localized-names.ts';
import type { Person } from '../discord/people/person.ts';
import type { CommandDefinition } from '../discord/rules/command-rules.ts';
import { completePath } from './local-files.ts';

type Completion = [candidates: string[], completed: string];
type Options = NonNullable<CommandDefinition['options']>;

/**
 * Creates a completer for the terminal: names of commands, subcommands and options, paths of files, and values for which
 * the bot offers choices. Prints the names of several choices; fills in a single one.
 */
export function createCompleter(
  typist: () => Person,
  print: (line: string) => void,
): (line: string, done: (error: null, completion: Completion) => void) => void {
  return (line, done) => {
    complete(typist(), print, line).then(
      (completion) => done(null, completion),
      () => done(null, [[], line]),
    );
  };
}

async function complete(person: Person, print: (line: string) => void, line: string): Promise<Completion> {
  const { locale } = person;
  const commands = person.offeredCommands();
  const [, name, rest] = /^\/(\S+)\s(.*)$/.exec(line) ?? [];
  if (name === undefined || rest === undefined) {
    return [startingWith(line, commands, (command) => `/${nameIn(command, locale)} `), line];
  }
  const options = commands.find((command) => isCalled(command, name, locale))?.options ?? [];
  const subcommands = options.filter((option) => option.type === Kind.Subcommand);
  if (subcommands.length === 0) return await completeOptions(person, print, { command: `/${name}`, options, rest });
  const [, subcommand, after] = /^(\S+)\s(.*)$/.exec(rest) ?? [];
  if (subcommand === undefined || after === undefined) {
    return [startingWith(rest, subcommands, (option) => `${nameIn(option, locale)} `), rest];
  }
  const chosen = subcommands.find((option) => isCalled(option, subcommand, locale));
  const inner: Options = chosen !== undefined && 'options' in chosen ? (chosen.options ?? []) : [];
  return await completeOptions(person, print, { command: `/${name} ${subcommand}`, options: inner, rest: after });
}

function startingWith<T>(typed: string, candidates: readonly T[], show: (candidate: T) => string): string[] {
  return candidates.map(show).filter((word) => word.startsWith(typed));
}

async function completeOptions(
  person: Person,
  print: (line: string) => void,
  { command, options, rest }: { command: string; options: Options; rest: string },
): Promise<Completion> {
  const { locale } = person;
  const [, optionName = '', typed] = /(?:^|\s)([\p{L}\p{N}_-]+):([^:]*)$/u.exec(rest) ?? [];
  const option = options.find((candidate) => isCalled(candidate, optionName, locale));
  if (option === undefined || typed === undefined) {
    const word = /\S*$/.exec(rest)?.[0] ?? '';
    return [startingWith(word, options, (candidate) => `${nameIn(candidate, locale)}:`), word];
  }
  if (option.type === Kind.Attachment) return [await completePath(typed), typed];
  if (!('autocomplete' in option) || option.autocomplete !== true) return [[], typed];
  const choices = await person.autocomplete(command, option.name, typed);
  if (choices.length > 1) for (const choice of choices) print(`  ${choice.name}`);
  return choices.length === 1 ? [[String(choices[0]?.value)], typed] : [[], typed];
}
