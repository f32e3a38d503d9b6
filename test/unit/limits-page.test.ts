import { globSync, readFileSync } from 'node:fs';
import { ApplicationCommandOptionType } from 'discord.js';
import { expect, it } from 'vitest';
import { createCommands } from '../../commands/index.ts';
import { createOptions } from '../../src/discord/interactions/command.ts';
import { AUTOCOMPLETE_LIMIT, COMPONENT_LIMIT, FORM_LIMIT } from '../../src/discord/interactions/interaction-limits.ts';
import type { RateLimit } from '../../src/discord/interactions/rate-limits.ts';
import type { Services } from '../../src/discord/services.ts';
import { VOICE_MESSAGE_LIMIT } from '../../src/discord/voice-messages/voice-message-limits.ts';
import { english } from '../../src/messages/english.ts';
import { calledNames, subcommandsOf } from '../support/command-names.ts';

const ROOT = new URL('../../', import.meta.url);
const { commands, menus } = createCommands({} as Services);

type Use = readonly [what: string, limit: RateLimit | 'unlimited' | undefined];

/** Uses of a command or subcommand: without options, and with each that is a yes or no. */
function usesOf(called: string): Use[] {
  const [name, subcommand] = called.split(' ');
  const command = commands.find((each) => each.name === name);
  const own = command && subcommandsOf(command).find((each) => each.name === subcommand);
  const { options = [] } = own ?? command?.define(english) ?? {};
  const switches = options.filter(({ type }) => type === ApplicationCommandOptionType.Boolean);
  const limitOf = (values = {}) => command?.runLimit?.(createOptions(values, subcommand));
  return [
    [`\`/${called}\``, limitOf()],
    ...switches.map((option): Use => [`\`/${called}\` with \`${option.name}\``, limitOf({ [option.name]: true })]),
  ];
}

/** The limit of the button with this custom id. */
function press(what: string, customId: string): Use {
  const [name = '', ...argument] = customId.split(':');
  return [what, commands.find((each) => each.name === name)?.componentLimit?.(argument.join(':'))];
}

/** Buttons that count with a command, or have a limit of their own. */
const BUTTONS: readonly Use[] = [
  press('the buttons of its questions', 'captions:start:ask:x'),
  press('the button of its question', 'captions:auto:x'),
  press('its buttons', 'captions:export:x:txt'),
  press('its button', 'doctor:again'),
  press('its buttons', 'pronounce:list:1'),
  press('the buttons to opt in', 'privacy:opt-in'),
  press('the buttons of `/privacy erase`', 'privacy:erase'),
  press('_Sample_ of a voice', 'voice:info:sample:1'),
];

const OTHERS: readonly Use[] = [
  ['voice messages that are transcribed', VOICE_MESSAGE_LIMIT],
  ['all other buttons and menus', COMPONENT_LIMIT],
  ['forms', FORM_LIMIT],
  ['suggestions while typing', AUTOCOMPLETE_LIMIT],
];

/** Each limit with all that counts together under it. */
function allLimits() {
  const called = calledNames(commands).flatMap(usesOf);
  const inMenus = menus.map(({ name, limit }): Use => [`_${name}_`, limit]);
  const limits = new Map<string, { readonly limit: RateLimit; readonly uses: string[] }>();
  for (const [what, limit] of [...called, ...inMenus, ...BUTTONS, ...OTHERS]) {
    if (limit === undefined || limit === 'unlimited') continue;
    const uses = limits.get(limit.name)?.uses ?? [];
    // An option that changes nothing has no place of its own.
    if (!uses.some((use) => what.startsWith(`${use} with `))) uses.push(what);
    limits.set(limit.name, { limit, uses });
  }
  return limits;
}

it('docs/operation.md has a row for every limit, with all that counts together', () => {
  const rows = [...allLimits().values()].map(
    ({ limit: { uses, withinS }, uses: together }) => `| ${together.join(', ')} | ${uses} in ${withinS} s |`,
  );
  const page = readFileSync(new URL('docs/operation.md', ROOT), 'utf8');
  const [, section = ''] = page.split('\n## Limits for each person\n');
  const written = [...(section.split('\n## ')[0] ?? '').matchAll(/^\|.+\|$/gm)].map(([row]) =>
    row.replaceAll(/ +/g, ' '),
  );
  expect(written.slice(2), 'the table in docs/operation.md, “Limits for each person”').toEqual(rows);
});

it('every limit that code declares is in that table', () => {
  const files = globSync('{src/discord,commands}/**/*.ts', { cwd: ROOT });
  const declared = files.flatMap((file) =>
    [...readFileSync(new URL(file, ROOT), 'utf8').matchAll(/: RateLimit = \{[^}]*name: '([\w-]+)'/g)].map(
      ([, name = '']) => name,
    ),
  );
  expect(declared.length).toBeGreaterThan(15);
  const limits = allLimits();
  expect(
    declared.filter((name) => !limits.has(name)),
    'add a use with this limit to BUTTONS or OTHERS in test/unit/limits-page.test.ts',
  ).toEqual([]);
});

it('limits are declared in the file of limits of their room, and nowhere else', () => {
  const files = globSync('{src,commands}/**/*.ts', { cwd: ROOT });
  const declaring = files.filter((file) => /\bwithinS: \d/.test(readFileSync(new URL(file, ROOT), 'utf8')));
  expect(declaring.length).toBeGreaterThan(3);
  expect(
    declaring.filter((file) => !file.endsWith('-limits.ts')),
    'move the limit to the `<room>-limits.ts` of its room',
  ).toEqual([]);
});
