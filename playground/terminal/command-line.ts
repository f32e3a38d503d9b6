import { isCalled, type Named, nameIn } from '@mynah/local-discord/people/localized-names';
import { hintAt } from './nearest.ts';

/** The parts of a slash command's definition that a terminal needs. */
export interface CommandDefinition extends Named {
  /** Discord's types: 1 subcommand, 3 string, 4 integer, 5 boolean, 7 channel, 10 number, 11 attachment. */
  readonly options?: readonly CommandOption[] | null | undefined;
}

interface CommandOption extends Named {
  readonly type: number;
  readonly description: string;
  readonly description_localizations?: Named['name_localizations'];
  readonly required?: boolean | undefined;
  readonly options?: readonly CommandOption[] | null | undefined;
  readonly choices?: readonly Named[] | null | undefined;
}

/** A typed line as a command with its options, or the problem with it. */
export type ParsedLine =
  | {
      readonly kind: 'command';
      readonly name: string;
      readonly options: Readonly<Record<string, OptionValue>>;
      /** Paths of the files to attach, by option. */
      readonly files: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'problem'; readonly text: string };

type OptionValue = string | number | boolean;

/** What reads like `name:value`: not a time, an address, an emoji or a word before a colon and a space. */
const OPTION_MARK = /(?:^|\s)([\p{Ll}\p{Lo}][\p{L}\p{N}_-]+):(?!\s|\/\/|$)/gu;

const SUBCOMMAND = 1;
const INTEGER = 4;
const BOOLEAN = 5;
const NUMBER = 10;
/** Options of people, of roles, and of both. */
const NAMED: ReadonlySet<number> = new Set([6, 8, 9]);
const ATTACHMENT = 11;

/**
 * Parses a line such as `/say hello there voice:slt file:true`, with names in the language of `locale` or the canonical
 * ones; the parsed command has the canonical ones. Words before the first `name:` belong to the command's first option. A
 * value ends at the next `name:` of one of the command's options. `idOf` gives the ids of people and roles that are named.
 */
export function parseCommandLine(
  line: string,
  definitions: readonly CommandDefinition[],
  locale = 'en-US',
  idOf: (name: string) => string = (name) => name,
): ParsedLine {
  const trimmed = line.trim();
  if (!trimmed.startsWith('/')) return problem('Commands start with a slash. Try /help.');
  const [word = '', ...rest] = trimmed.slice(1).split(/\s+/);
  const command = definitions.find((definition) => isCalled(definition, word, locale));
  if (command === undefined) {
    const names = definitions.map((definition) => `/${nameIn(definition, locale)}`);
    return problem(`There’s no command /${word}. Commands: ${names.join(', ')}.`);
  }
  const subcommands = (command.options ?? []).filter((option) => option.type === SUBCOMMAND);
  if (subcommands.length === 0) {
    return parseOptions({ name: command.name, options: command.options ?? [], locale, idOf }, afterWords(trimmed, 1));
  }
  const subcommand = subcommands.find((option) => isCalled(option, rest[0] ?? '', locale));
  if (subcommand === undefined) {
    const names = subcommands.map((option) => nameIn(option, locale));
    return problem(`/${word} needs a subcommand: ${names.join(', ')}.`);
  }
  const name = `${command.name} ${subcommand.name}`;
  return parseOptions({ name, options: subcommand.options ?? [], locale, idOf }, afterWords(trimmed, 2));
}

/** The rest of a line after its first `count` words, with its white space. */
function afterWords(line: string, count: number): string {
  return line.replace(new RegExp(`^(\\S+\\s*){${count}}`), '');
}

/** A command as it was found. */
interface FoundCommand {
  readonly name: string;
  readonly options: readonly CommandOption[];
  readonly locale: string;
  readonly idOf: (name: string) => string;
}

function parseOptions({ name, options, locale, idOf }: FoundCommand, rest: string): ParsedLine {
  const values: Record<string, OptionValue> = {};
  const files: Record<string, string> = {};
  const names = options.flatMap((option) => [...new Set([option.name, nameIn(option, locale)])]);
  const unknown = unknownMark(rest, names);
  if (unknown !== undefined) {
    const shown = options.map((option) => nameIn(option, locale));
    return problem(`There is no option “${unknown}”.${hintAt(unknown, shown)}`);
  }
  for (const [optionName, text] of splitValues(rest, names)) {
    const option = options.find((candidate) => isCalled(candidate, optionName, locale));
    if (option === undefined) return problem(`/${name} takes no text, but got “${text}”.`);
    const value = readValue(option, text);
    if (value === undefined) return problem(`${nameIn(option, locale)} must be ${expected(option)}, not “${text}”.`);
    if (option.type === ATTACHMENT) files[option.name] = String(value);
    else values[option.name] = NAMED.has(option.type) ? idOf(String(value)) : value;
  }
  const missing = options.find(
    (option) => option.required === true && !(option.name in values || option.name in files),
  );
  if (missing !== undefined) return problem(`/${name} needs ${nameIn(missing, locale)}: ${described(missing, locale)}`);
  return { kind: 'command', name: `/${name}`, options: values, files };
}

/** The first `name:` that is none of these names. */
export function unknownMark(typed: string, names: readonly string[]): string | undefined {
  return [...typed.matchAll(OPTION_MARK)].map(([, mark = '']) => mark).find((mark) => !names.includes(mark));
}

/** Splits `words name:value other:value` into pairs; words before the first `name:` belong to the first name. */
export function splitValues(rest: string, names: readonly string[]): [name: string, value: string][] {
  const marks = names.length === 0 ? [] : [...rest.matchAll(new RegExp(`(?:^|\\s)(${names.join('|')}):`, 'g'))];
  const head = rest.slice(0, marks[0]?.index ?? rest.length).trim();
  const values: [string, string][] = head === '' ? [] : [[names[0] ?? '', head]];
  for (const [index, mark] of marks.entries()) {
    const end = marks[index + 1]?.index ?? rest.length;
    values.push([mark[1] ?? '', rest.slice(mark.index + mark[0].length, end).trim()]);
  }
  return values;
}

function readValue(option: CommandOption, text: string): OptionValue | undefined {
  switch (option.type) {
    case BOOLEAN:
      return { true: true, yes: true, false: false, no: false }[text.toLowerCase()];
    case INTEGER:
      return /^-?\d+$/.test(text) ? Number(text) : undefined;
    case NUMBER:
      return text !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;
    default:
      return text === '' ? undefined : text;
  }
}

function described(option: CommandOption, locale: string): string {
  const names = (option.choices ?? []).map((choice) => nameIn(choice, locale));
  const description = option.description_localizations?.[locale] ?? option.description;
  return names.length === 0 ? description : `${description} (${names.join(', ')})`;
}

function expected(option: CommandOption): string {
  if (option.type === BOOLEAN) return 'true or false';
  if (option.type === ATTACHMENT) return 'the path of a file';
  return option.type === INTEGER || option.type === NUMBER ? 'a number' : 'a value';
}

function problem(text: string): ParsedLine {
  return { kind: 'problem', text };
}
