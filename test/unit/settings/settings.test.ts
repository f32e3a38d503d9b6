import { describe, expect, it } from 'vitest';
import { MynahError } from '../../../src/errors.ts';
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

  it.each([
    ['{"captions":null}', 'opt-in'],
    ['{"captions":[]}', 'opt-in'],
    ['[]', 'opt-in'],
    ['{"captions":{"consent":"maybe","retentionDays":"x","captionBots":3,"soundCues":"x","language":7}}', 'opt-in'],
    ['{"captions":{"retentionDays":-1}}', 'opt-out'],
  ])('captions only people who agreed where that rule cannot be read: %s', (document, consent) => {
    const { settings, isReadable } = readServerSettings(document);
    expect(settings.captions).toEqual({ ...DEFAULT_SERVER_SETTINGS.captions, consent });
    expect(isReadable).toBe(false);
  });

  it('ignores what an older or newer version stored beside', () => {
    const { settings, isReadable } = readServerSettings('{"lengths":{"say":50,"sing":1},"later":{}}');
    expect(settings).toEqual({ ...DEFAULT_SERVER_SETTINGS, lengths: { say: 50, reading: 400 } });
    expect(isReadable).toBe(true);
  });

  it('names what is out of range', () => {
    expect(faultsOf(withLength(7_000)(DEFAULT_SERVER_SETTINGS))).toEqual(['lengths.say']);
    expect(faultsOf(DEFAULT_SERVER_SETTINGS)).toEqual([]);
  });

  it.each([0, 3_651, 1.5, Number.NaN])('keeps transcripts for whole days, not for %s', (retentionDays) => {
    const captions = { ...DEFAULT_SERVER_SETTINGS.captions, retentionDays };
    expect(faultsOf({ ...DEFAULT_SERVER_SETTINGS, captions })).toEqual(['captions.retentionDays']);
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

  it('are read again once another process has changed some, and apply as known while the database is away', async () => {
    const settings = memorySettings();
    await settings.of('a');
    settings.storeElsewhere('a', '{"lengths":{"say":99}}');
    expect((await settings.of('a')).lengths.say).toBe(99);
    settings.storeElsewhere('a', '{}');
    settings.fail(new MynahError('STORE_UNAVAILABLE', 'away'));
    expect((await settings.of('a')).lengths.say).toBe(99);
    await expect(settings.of('b')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    settings.fail(undefined);
    expect((await settings.of('a')).lengths.say).toBe(6_000);
    expect(settings.known('a')?.lengths.say).toBe(6_000);
    expect(settings.known('b')).toBeUndefined();
  });

  it('are read again if another process changes some while they are read', async () => {
    const settings = memorySettings();
    const early = settings.of('a');
    settings.storeElsewhere('a', '{"lengths":{"say":99}}');
    expect((await settings.of('a')).lengths.say).toBe(99);
    await early;
    expect((await settings.of('a')).lengths.say).toBe(99);
  });

  it('are read again if another process changes some as a change reads them that alters nothing', async () => {
    const settings = memorySettings();
    const changing = settings.change('a', '1', (present) => present);
    while (settings.reads.length === 0) await Promise.resolve();
    settings.storeElsewhere('a', '{"lengths":{"say":99}}');
    expect((await changing).lengths.say).toBe(6_000);
    expect((await settings.of('a')).lengths.say).toBe(99);
  });

  it('are changed as they are by then when another process was faster', async () => {
    const settings = memorySettings();
    let isOvertaken = false;
    settings.keepWith(async (_change, store) => {
      if (!isOvertaken) settings.storeElsewhere('a', '{"notices":{"posted":false}}');
      isOvertaken = true;
      await store();
    });
    const seen: boolean[] = [];
    settings.onChange(({ before }) => seen.push(before.notices.posted));
    await settings.change('a', '1', withLength(99));
    expect(await settings.of('a')).toMatchObject({ lengths: { say: 99 }, notices: { posted: false } });
    expect(seen).toEqual([false]);
  });

  it('are not changed while another process always is faster', async () => {
    const settings = memorySettings();
    let say = 100;
    settings.keepWith(async (_change, store) => {
      say += 1;
      settings.storeElsewhere('a', `{"lengths":{"say":${say}}}`);
      await store();
    });
    await expect(settings.change('a', '1', withLength(99))).rejects.toMatchObject({ code: 'STORE_FAILED' });
    expect((await settings.of('a')).lengths.say).toBe(say);
  });

  it('are what was stored last, also where they were being read meanwhile', async () => {
    const settings = memorySettings();
    const [read] = await Promise.all([settings.of('a'), settings.change('a', '1', withLength(99))]);
    expect([6_000, 99]).toContain(read.lengths.say);
    expect((await settings.of('a')).lengths.say).toBe(99);
  });

  it('report and store nothing when nothing changes', async () => {
    const settings = memorySettings();
    const seen: unknown[] = [];
    settings.onChange((change) => seen.push(change));
    await settings.change('a', '1', (present) => ({ ...present, notices: { posted: true } }));
    expect([seen, settings.documents.size]).toEqual([[], 0]);
  });

  it('stay as they were when whoever keeps changes refuses one', async () => {
    const settings = memorySettings();
    settings.keepWith(() => Promise.reject(new Error('no')));
    await expect(settings.change('a', '1', withLength(99))).rejects.toThrow('no');
    expect([settings.documents.size, (await settings.of('a')).lengths.say]).toEqual([0, 6_000]);
  });

  it('give one topic of all guilds that have set something', async () => {
    const settings = memorySettings();
    await settings.change('a', '1', withLength(99));
    settings.storeElsewhere('b', '{"lengths":{"say":50}}');
    expect([...(await settings.partOfAll('lengths'))].map(([guildId, { say }]) => [guildId, say])).toEqual([
      ['a', 99],
      ['b', 50],
    ]);
  });

  it('are stored as every database takes them', async () => {
    const settings = memorySettings();
    await settings.change('a', '1', (all) => ({ ...all, voice: { ...all.voice, title: 'a\0b\ud800' } }));
    expect(JSON.parse(settings.documents.get('a') ?? '')).toMatchObject({ voice: { title: 'ab\ufffd' } });
  });
});
