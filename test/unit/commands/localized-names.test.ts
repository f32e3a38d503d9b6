import { ApplicationCommandOptionType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { createCommands } from '../../../commands/index.ts';
import type { Services } from '../../../src/discord/services.ts';
import { CATALOGUES } from '../../../src/messages/catalogues.ts';
import { LOCALES } from '../../../src/messages/locales.ts';

/** Discord's rule for the names of slash commands and options (API reference, "Application Command Naming"). */
const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;

const { Subcommand, SubcommandGroup } = ApplicationCommandOptionType;
const english = CATALOGUES['en-US'];
const { commands, menus } = createCommands({} as Services);

interface Defined {
  readonly name: string;
  readonly type?: number;
  readonly options?: readonly Defined[];
}

/** A command, subcommand or group, by its full name, and the names of what is in it. */
interface Place {
  readonly path: string;
  readonly subcommands: readonly string[];
  readonly options: readonly string[];
}

function placesIn({ name, options = [] }: Defined, path = ''): Place[] {
  const own = `${path} ${name}`.trim();
  const isCommand = ({ type }: Defined): boolean => type === Subcommand || type === SubcommandGroup;
  const inner = options.filter(isCommand);
  return [
    {
      path: own,
      subcommands: inner.map((each) => `${own} ${each.name}`),
      options: options.filter((option) => !isCommand(option)).map((option) => option.name),
    },
    ...inner.flatMap((each) => placesIn(each, own)),
  ];
}

const places = commands.flatMap(({ define }) => placesIn(define(english) as Defined));
const top: Place = { path: '', subcommands: commands.map(({ name }) => name), options: [] };

describe('the names in the catalogues', () => {
  it('are those of the commands, options and menus that are registered', () => {
    const { names } = english;
    const where = '`names` in every file of locales/';
    const paths = places.map(({ path }) => path);
    const options = new Set(places.flatMap((place) => place.options));
    const menuNames = menus.map(({ name }) => name);
    expect(Object.keys(names.commands).toSorted(), where).toEqual(paths.toSorted());
    expect(Object.keys(names.options).toSorted(), where).toEqual([...options].toSorted());
    expect(Object.keys(names.menus).toSorted(), where).toEqual(menuNames.toSorted());
  });

  it('are the canonical ones in English', () => {
    for (const [path, name] of Object.entries(english.names.commands)) expect(path.split(' ').at(-1)).toBe(name);
    for (const [canonical, name] of Object.entries(english.names.options)) expect(name).toBe(canonical);
    for (const [canonical, name] of Object.entries(english.names.menus)) expect(name).toBe(canonical);
  });
});

describe.each(LOCALES)('the names in %s', (locale) => {
  const { names } = CATALOGUES[locale];
  const nameOf = (known: Readonly<Record<string, string>>, key: string): string => known[key] ?? '';

  it('are ones that Discord takes', () => {
    const advice = `names in locales/${locale}.json: lower case, at most 32 letters, digits, -, _ or '`;
    const all = [...Object.values(names.commands), ...Object.values(names.options)];
    const isTaken = (name: string): boolean => NAME.test(name) && name === name.toLowerCase();
    expect(
      all.filter((name) => !isTaken(name)),
      advice,
    ).toEqual([]);
    expect(Object.values(names.menus).filter((name) => name.length < 1 || name.length > 32)).toEqual([]);
  });

  it('are unique among those that people choose from', () => {
    for (const { path, subcommands, options } of [top, ...places]) {
      const chosenFrom = [
        ...subcommands.map((key) => nameOf(names.commands, key)),
        ...options.map((key) => nameOf(names.options, key)),
      ];
      expect(new Set(chosenFrom).size, `${path} in locales/${locale}.json: ${chosenFrom.join()}`).toBe(
        chosenFrom.length,
      );
    }
    expect(new Set(Object.values(names.menus)).size).toBe(Object.keys(names.menus).length);
  });
});
