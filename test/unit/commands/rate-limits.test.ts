import { ApplicationCommandOptionType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { createCommands } from '../../../commands/index.ts';
import { createOptions } from '../../../src/discord/interactions/command.ts';
import type { Services } from '../../../src/discord/services.ts';
import { english } from '../../../src/messages/english.ts';

const { commands, menus } = createCommands({} as Services);

/** The limit of `/name` or `/name subcommand`. */
function limitOf(name: string, options: Record<string, boolean> = {}) {
  const [command, subcommand] = name.slice(1).split(' ');
  const found = commands.find((each) => each.name === command);
  return found?.runLimit?.(createOptions(options, subcommand));
}

function componentLimitOf(customId: string) {
  const [name = '', ...argument] = customId.split(':');
  return commands.find((each) => each.name === name)?.componentLimit?.(argument.join(':'));
}

describe('what costs has a limit for each person, declared at the command', () => {
  it.each([
    '/say',
    '/join',
    '/transcribe',
    '/captions start',
    '/captions status',
    '/captions export',
    '/captions overlay',
    '/usage',
    '/doctor',
    '/privacy erase',
    '/privacy opt-in',
    '/pronounce add',
    '/pronounce remove',
    '/pronounce list',
    '/pronounce import',
    '/pronounce export',
    '/voice create',
    '/voice list',
    '/voice info',
    '/voice use',
    '/voice edit',
    '/voice delete',
  ])('%s', { meta: { promises: ['whatever-stops-ends-hides'] } }, (name) => {
    expect(limitOf(name)).toBeDefined();
  });

  it('files, menus and the buttons that cost as much as a command', () => {
    expect(limitOf('/say', { file: true })).not.toEqual(limitOf('/say'));
    expect(menus.find((each) => each.name === 'Transcribe')?.limit).toEqual(limitOf('/transcribe'));
    expect(componentLimitOf('captions:export:abc:txt')).toEqual(limitOf('/captions export'));
    expect(componentLimitOf('captions:opt-in')).toEqual(limitOf('/privacy opt-in'));
    expect(componentLimitOf('privacy:opt-in')).toEqual(limitOf('/privacy opt-in'));
    expect(componentLimitOf('privacy:erase')).toBeDefined();
    expect(componentLimitOf('privacy:erase-all')).toEqual(componentLimitOf('privacy:erase'));
    expect(componentLimitOf('voice:info:sample:1')).toMatchObject({ uses: 10, withinS: 60 });
  });

  it.each(['chat', 'ask', 'confirm'])('the button “%s” of a question about captions, like their start', (action) => {
    expect(componentLimitOf(`captions:start:${action}:x`)).toEqual(limitOf('/captions start'));
  });

  it('and a quick person never meets it: at least four in a minute, ten texts in half a minute', () => {
    const names = commands.flatMap(({ name, define }) => {
      const { options = [] } = define(english);
      const subcommands = options.filter(({ type }) => type === ApplicationCommandOptionType.Subcommand);
      return subcommands.length === 0 ? [`/${name}`] : subcommands.map((option) => `/${name} ${option.name}`);
    });
    const limits = names.flatMap((name) => limitOf(name) ?? []);
    expect(limits.length).toBeGreaterThan(10);
    for (const { uses, withinS } of limits) {
      expect(uses).toBeGreaterThanOrEqual(4);
      expect(withinS).toBeLessThanOrEqual(60);
    }
    expect((limitOf('/say')?.uses ?? 0) / (limitOf('/say')?.withinS ?? 1)).toBeGreaterThanOrEqual(10 / 30);
  });
});

describe('what stops, ends or hides something has no limit', () => {
  it.each(['/stop', '/skip', '/leave', '/pause', '/captions stop', '/privacy opt-out', '/privacy show', '/help'])(
    '%s',
    { meta: { promises: ['whatever-stops-ends-hides'] } },
    (name) => {
      expect(limitOf(name)).toBeUndefined();
    },
  );

  it.each([
    'captions:opt-out',
    'captions:stop',
    'captions:stop:abc',
    'captions:revoke:abc',
    'captions:revoke:abc:link',
    'captions:revoke-all:abc',
    'transcribe:cancel:1',
    'privacy:only-here:opted-out',
    'privacy:only-here:undecided',
  ])('the button %s', { meta: { promises: ['whatever-stops-ends-hides'] } }, (id) => {
    expect(componentLimitOf(id)).toBe('unlimited');
  });
});
