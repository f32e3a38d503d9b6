import { describe, expect, it } from 'vitest';
import {
  DEFAULT_SERVER_SETTINGS,
  faultsOf,
  readServerSettings,
  type ServerSettings,
} from '../../../src/settings/server-settings.ts';
import { memorySettings } from '../../support/memory-settings.ts';

const withLength =
  (say: number) =>
  (present: ServerSettings): ServerSettings => ({ ...present, lengths: { ...present.lengths, say } });

describe('a stored document of settings', () => {
  it('is the defaults when nothing was set', () => {
    expect(readServerSettings('{}')).toEqual({ settings: DEFAULT_SERVER_SETTINGS, isReadable: true });
  });

  it('is read as it was written', () => {
    const settings: ServerSettings = {
      ...DEFAULT_SERVER_SETTINGS,
      general: { language: 'de' },
      muted: { userIds: ['123456789012345678'], roleIds: [] },
    };
    expect(readServerSettings(JSON.stringify(settings))).toEqual({ settings, isReadable: true });
  });

  it('keeps the fields that can be read, beside the default of one that can’t', () => {
    const { settings, isReadable } = readServerSettings('{"lengths":{"say":"many","reading":100}}');
    expect(settings.lengths).toEqual({ say: 6_000, reading: 100 });
    expect(isReadable).toBe(false);
  });

  it.each(['{"access":{"speak":"all"}}', '{"access":7}', 'nonsense'])(
    'admits only managers where a rule about roles cannot be read: %s',
    (document) => {
      const { settings, isReadable } = readServerSettings(document);
      expect(settings.access.speak).toEqual(['00000000000000000']);
      expect(isReadable).toBe(false);
    },
  );

  it('ignores what an older or newer version stored beside', () => {
    const { settings, isReadable } = readServerSettings('{"lengths":{"say":50,"sing":1},"later":{}}');
    expect(settings).toEqual({ ...DEFAULT_SERVER_SETTINGS, lengths: { say: 50, reading: 400 } });
    expect(isReadable).toBe(true);
  });

  it('names what is out of range', () => {
    expect(faultsOf(withLength(7_000)(DEFAULT_SERVER_SETTINGS))).toEqual(['lengths.say']);
    expect(faultsOf(DEFAULT_SERVER_SETTINGS)).toEqual([]);
  });
});

describe('the settings of servers', () => {
  it('are asked of the database once a guild', async () => {
    const settings = memorySettings();
    await settings.of('a');
    await settings.of('a');
    await settings.of('b');
    expect(settings.reads).toEqual(['a', 'b']);
  });

  it('are asked again after a failure', async () => {
    const settings = memorySettings();
    settings.fail(new Error('away'));
    await expect(settings.of('a')).rejects.toThrow('away');
    settings.fail(undefined);
    await expect(settings.of('a')).resolves.toEqual(DEFAULT_SERVER_SETTINGS);
  });

  it('apply at once when changed, in that guild only', async () => {
    const settings = memorySettings();
    await settings.change('a', '1', withLength(99));
    expect((await settings.of('a')).lengths.say).toBe(99);
    expect((await settings.of('b')).lengths.say).toBe(6_000);
    expect(readServerSettings(settings.documents.get('a') ?? '').settings.lengths.say).toBe(99);
  });

  it('lose none of two changes at the same time', async () => {
    const settings = memorySettings();
    await Promise.all([
      settings.change('a', '1', withLength(99)),
      settings.change('a', '2', (present) => ({ ...present, notices: { posted: false } })),
    ]);
    expect(await settings.of('a')).toMatchObject({ lengths: { say: 99 }, notices: { posted: false } });
  });

  it('stay as they were when a value is out of range or the database refuses', async () => {
    const settings = memorySettings();
    await expect(settings.change('a', '1', withLength(1))).rejects.toMatchObject({ code: 'STORE_INVALID_SETTINGS' });
    await settings.of('a');
    settings.fail(new Error('away'));
    await expect(settings.change('a', '1', withLength(99))).rejects.toThrow('away');
    expect((await settings.of('a')).lengths.say).toBe(6_000);
    expect(settings.documents.size).toBe(0);
  });

  it('report each change with who made it, before and after', async () => {
    const settings = memorySettings();
    const seen: unknown[] = [];
    settings.onChange(({ guildId, userId, before, after }) => {
      seen.push([guildId, userId, before.lengths.say, after.lengths.say]);
    });
    await settings.change('a', '1', withLength(99));
    expect(seen).toEqual([['a', '1', 6_000, 99]]);
  });
});
