import { describe, expect, it } from 'vitest';
import { createCommands } from '../../../commands/index.ts';
import { createOptions } from '../../../src/discord/interactions/command.ts';
import type { Services } from '../../../src/discord/services.ts';
import { calledNames } from '../../support/command-names.ts';

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

/** What costs next to nothing, or stops, ends or hides something: nobody has to wait for that. */
const UNLIMITED = [
  ...['/leave', '/skip', '/stop', '/pause', '/resume', '/queue', '/settings', '/help'],
  ...['/autoread off', '/autoread status', '/captions stop', '/privacy opt-out', '/privacy show'],
];

describe('each command has a limit for each person, declared at the command,', () => {
  const names = calledNames(commands).map((name) => `/${name}`);

  it('or is one of a few that have none', { meta: { promises: ['whatever-stops-ends-hides'] } }, () => {
    const unlimited = names.filter((name) => limitOf(name) === undefined);
    const advice = 'give the command a `runLimit`, or add it to UNLIMITED in test/unit/commands/rate-limits.test.ts';
    expect(unlimited.toSorted(), advice).toEqual(UNLIMITED.toSorted());
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
