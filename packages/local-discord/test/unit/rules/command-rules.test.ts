import { ApplicationCommandType, ApplicationCommandOptionType as Kind } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { DiscordError } from '../../../src/discord-error.ts';
import { parseForm } from '../../../src/form.ts';
import { commandSchema, commandsSchema } from '../../../src/rules/command-rules.ts';

const OPTION = { type: Kind.String, name: 'text', description: 'What to say' };
const COMMAND = { name: 'say', description: 'Says something' };

function faultsOf(command: unknown): unknown {
  try {
    parseForm(commandSchema, command);
    return undefined;
  } catch (error) {
    return error instanceof DiscordError ? error.toJSON().errors : error;
  }
}

function fault(code: string): unknown {
  return { _errors: [expect.objectContaining({ code })] };
}

test('a command without a type is a slash command', () => {
  expect(parseForm(commandSchema, COMMAND)).toMatchObject({ ...COMMAND, type: ApplicationCommandType.ChatInput });
});

test.each([
  ['upper case', { ...COMMAND, name: 'Say' }, { name: fault('APPLICATION_COMMAND_INVALID_NAME') }],
  ['a space', { ...COMMAND, name: 'say it' }, { name: fault('STRING_TYPE_REGEX') }],
  ['33 letters', { ...COMMAND, name: 'x'.repeat(33) }, { name: fault('STRING_TYPE_REGEX') }],
  ['no description', { name: 'say' }, { description: fault('BASE_TYPE_REQUIRED') }],
  [
    '101 letters of description',
    { ...COMMAND, description: 'x'.repeat(101) },
    { description: fault('BASE_TYPE_BAD_LENGTH') },
  ],
])('a slash command with %s is refused', (_name, command, errors) => {
  expect(faultsOf(command)).toEqual(errors);
});

test.each([
  ['a locale that Discord does not have', { name_localizations: { xx: 'sag' } }],
  ['upper case in a translated name', { name_localizations: { de: 'Sagen' } }],
  ['a space in a translated name', { name_localizations: { de: 'sag was' } }],
  ['33 letters in a translated name', { name_localizations: { de: 'x'.repeat(33) } }],
  ['101 letters in a translated description', { description_localizations: { de: 'x'.repeat(101) } }],
  [
    'two options of one name in a language',
    {
      options: [
        { ...OPTION, name: 'one', name_localizations: { de: 'eins' } },
        { ...OPTION, name: 'two', name_localizations: { de: 'eins' } },
      ],
    },
  ],
  [
    'more than 8,000 characters in the longest translations',
    {
      options: Array.from({ length: 25 }, (_, index) => ({
        ...{ ...OPTION, name: `o${index}` },
        choices: Array.from({ length: 25 }, (__, choice) => ({
          ...{ name: `c${choice}`, value: `${choice}`, name_localizations: { de: 'x'.repeat(13) } },
        })),
      })),
    },
  ],
])('a slash command with %s is refused', (_name, more) => {
  expect(faultsOf({ ...COMMAND, ...more })).toBeDefined();
});

test('a slash command may have names in any script that Discord knows', () => {
  const name_localizations = { de: 'vorlesen', ja: '読み上げ', ko: '말하기', 'zh-CN': '朗读', hi: 'बोलो' };
  expect(faultsOf({ ...COMMAND, name_localizations })).toBeUndefined();
});

test('at most 25 options, each name once, required ones first', () => {
  const many = Array.from({ length: 26 }, (_, index) => ({ ...OPTION, name: `o${index}` }));
  expect(faultsOf({ ...COMMAND, options: many.slice(1) })).toBeUndefined();
  expect(faultsOf({ ...COMMAND, options: many })).toEqual({ options: fault('BASE_TYPE_MAX_LENGTH') });
  expect(faultsOf({ ...COMMAND, options: [OPTION, OPTION] })).toMatchObject({ options: { 1: { name: {} } } });
  const late = { ...OPTION, name: 'late', required: true };
  expect(faultsOf({ ...COMMAND, options: [OPTION, late] })).toEqual({
    options: { 1: fault('APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID') },
  });
});

test('at most 25 choices, and none beside autocomplete', () => {
  const choices = Array.from({ length: 26 }, (_, index) => ({ name: `c${index}`, value: `${index}` }));
  const withChoices = (option: object): unknown => faultsOf({ ...COMMAND, options: [{ ...OPTION, ...option }] });
  expect(withChoices({ choices: choices.slice(1) })).toBeUndefined();
  expect(withChoices({ choices })).toMatchObject({ options: { 0: { choices: {} } } });
  expect(withChoices({ choices: [{ name: 'x'.repeat(101), value: 'x' }] })).toMatchObject({
    options: { 0: { choices: {} } },
  });
  expect(withChoices({ choices: [], autocomplete: true })).toBeUndefined();
  expect(withChoices({ choices: choices.slice(1), autocomplete: true })).toMatchObject({ options: {} });
});

test('a text option takes at most 6,000 characters', () => {
  expect(faultsOf({ ...COMMAND, options: [{ ...OPTION, max_length: 6_000 }] })).toBeUndefined();
  expect(faultsOf({ ...COMMAND, options: [{ ...OPTION, max_length: 6_001 }] })).toMatchObject({
    options: { 0: { max_length: {} } },
  });
});

test('subcommands may be grouped, but not mixed with plain options', () => {
  const subcommand = { type: Kind.Subcommand, name: 'start', description: 'Starts', options: [OPTION] };
  const group = { type: Kind.SubcommandGroup, name: 'group', description: 'Groups', options: [subcommand] };
  expect(faultsOf({ ...COMMAND, options: [subcommand, group] })).toBeUndefined();
  expect(faultsOf({ ...COMMAND, options: [subcommand, OPTION] })).toMatchObject({ options: { 1: {} } });
});

test('a menu has a free name and no description', () => {
  const menu = { type: ApplicationCommandType.Message, name: 'Speak this' };
  expect(faultsOf(menu)).toBeUndefined();
  expect(faultsOf({ ...menu, description: 'x' })).toMatchObject({ description: {} });
});

test('a command holds at most 8,000 characters, and a list each name once', () => {
  const option = (index: number): object => ({
    ...OPTION,
    name: `option${index}`,
    choices: Array.from({ length: 25 }, (_, choice) => ({
      name: `${choice}`.padEnd(20, '.'),
      value: `${choice}`.padEnd(50, '.'),
    })),
  });
  const options = Array.from({ length: 5 }, (_, index) => option(index));
  expect(faultsOf({ ...COMMAND, options })).toEqual(fault('APPLICATION_COMMAND_TOO_LARGE'));
  expect(() => parseForm(commandsSchema, [COMMAND, COMMAND])).toThrow('Invalid Form Body');
});
