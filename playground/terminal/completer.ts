import type { Person } from '../discord/people/person.ts';

type Completion = [candidates: string[], completed: string];

/**
 * Completes lines in a terminal: command names, option names, and the values of options for which the bot offers
 * choices. Several choices are shown by name with `print`, a single one is filled in.
 */
export function createCompleter(
  person: Person,
  print: (line: string) => void,
): (line: string, done: (error: null, completion: Completion) => void) => void {
  return (line, done) => {
    complete(person, print, line).then(
      (completion) => done(null, completion),
      () => done(null, [[], line]),
    );
  };
}

async function complete(person: Person, print: (line: string) => void, line: string): Promise<Completion> {
  const commands = person.commands();
  const [, name, rest] = /^\/(\S+)\s(.*)$/.exec(line) ?? [];
  if (name === undefined || rest === undefined) {
    return [commands.map((command) => `/${command.name} `).filter((word) => word.startsWith(line)), line];
  }
  const options = commands.find((command) => command.name === name)?.options ?? [];
  const [, optionName, typed] = /(?:^|\s)(\w+):([^:]*)$/.exec(rest) ?? [];
  const option = options.find((candidate) => candidate.name === optionName);
  if (option === undefined || typed === undefined) {
    const word = /\S*$/.exec(rest)?.[0] ?? '';
    const names = options.map((candidate) => `${candidate.name}:`).filter((candidate) => candidate.startsWith(word));
    return [names, word];
  }
  if (!('autocomplete' in option) || option.autocomplete !== true) return [[], typed];
  const choices = await person.autocomplete(`/${name}`, option.name, typed);
  if (choices.length > 1) for (const choice of choices) print(`  ${choice.name}`);
  return choices.length === 1 ? [[String(choices[0]?.value)], typed] : [[], typed];
}
