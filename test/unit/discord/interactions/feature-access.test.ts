import { describe, expect, it } from 'vitest';
import type { GuildPlace } from '../../../../src/discord/interactions/command.ts';
import { createFeatureAccess, featureOf } from '../../../../src/discord/interactions/feature-access.ts';
import { english } from '../../../../src/messages/english.ts';
import type { ServerSettings } from '../../../../src/settings/server-settings.ts';
import { memorySettings } from '../../../support/memory-settings.ts';
import { inLounge } from '../../commands/command-scene.ts';

const [SINGER, GONE, STAFF] = ['100000000000000001', '900000000000000001', '100000000000000002'];
const singer: GuildPlace = { ...inLounge, roleIds: ['g', SINGER] };
const nobody: GuildPlace = { ...inLounge, roleIds: ['g'] };

/** The rules of a server with these settings, asked as somebody who uses a command. */
async function rulesOf(settings: Partial<ServerSettings>, authorRoles: readonly string[] | 'unknown' = []) {
  const stored = memorySettings();
  await stored.change('g', '1', (present) => ({ ...present, ...settings }));
  const directory = {
    roleName: (_guildId: string, id: string) => (id === GONE ? undefined : 'A role'),
    roleIdsOf: async () => (authorRoles === 'unknown' ? undefined : authorRoles),
  };
  const access = createFeatureAccess({ settings: stored, directory });
  const use = (
    place: GuildPlace,
    [name, part = '']: readonly string[],
    more: { readonly isAct?: boolean; readonly authorId?: string; readonly userId?: string } = {},
  ) => access.admit({ place, userId: '1', name: name ?? '', part, isAct: true, ...more }, english);
  return { access, use };
}

const access = (rules: Partial<ServerSettings['access']>): ServerSettings['access'] => ({
  ...{ managers: [], speak: [], captions: [], transcribe: [], voices: [] },
  ...rules,
});

describe('the features of commands', () => {
  it.each([
    [['captions', 'opt-out'], 'open'],
    [['captions', 'opt-in'], 'open'],
    [['captions', 'stop:abc'], 'open'],
    [['captions', 'start'], 'captions'],
    [['captions', 'start:confirm:x'], 'captions'],
    [['captions', 'export:abc:txt'], 'captions'],
    [['voice', 'delete'], 'open'],
    [['voice', 'create'], 'voices'],
    [['transcribe', 'cancel:1'], 'open'],
    [['Transcribe'], 'transcribe'],
    [['privacy', 'erase'], 'open'],
    [['no-such-command'], undefined],
  ])('leave open what is everybody’s right: %j', ([name = '', part = ''], feature) => {
    expect(featureOf(name, part)).toBe(feature);
  });
});

describe('a feature that a server keeps to some roles', () => {
  it('admits people with one of them and managers, and names the roles to others', async () => {
    const { use } = await rulesOf({ access: access({ speak: [GONE, SINGER, STAFF] }) });
    await use(singer, ['say']);
    await use({ ...nobody, managesGuild: true }, ['say']);
    await expect(use(nobody, ['say'])).rejects.toThrow(
      `In this server, you need <@&${SINGER}> or <@&${STAFF}> for this. Ask someone who manages the server.`,
    );
    await use(nobody, ['transcribe']);
    await use(nobody, ['captions', 'opt-out']);
  });

  it('admits who may change settings', async () => {
    const { use, access: rules } = await rulesOf({ access: access({ speak: [SINGER], managers: [STAFF] }) });
    const staff = { ...nobody, roleIds: [STAFF] };
    await use(staff, ['say']);
    expect([await rules.isManager(staff), await rules.isManager(singer)]).toEqual([true, false]);
  });

  it('admits only managers when all its roles were deleted', async () => {
    const { use } = await rulesOf({ access: access({ voices: [GONE] }) });
    await expect(use(singer, ['voice', 'create'])).rejects.toThrow('Only people who manage this server can use this.');
    await use({ ...nobody, managesGuild: true }, ['voice', 'create']);
  });

  it('concerns no direct message', async () => {
    const { use } = await rulesOf({ access: access({ speak: [SINGER] }) });
    await use({ kind: 'elsewhere', channelId: 'dm' } as unknown as GuildPlace, ['say']);
  });
});

describe('muted people', () => {
  const [ADA, BOB, CY] = ['300000000000000001', '300000000000000002', '300000000000000003'];
  const muted = { muted: { userIds: [ADA], roleIds: [STAFF] } };

  it('have nothing spoken, by themselves or by others, and may do all else', async () => {
    const { use } = await rulesOf(muted);
    const words = "People who manage this server muted you, so I don't speak what you write here.";
    await expect(use(nobody, ['say'], { userId: ADA })).rejects.toThrow(words);
    await use(nobody, ['say'], { isAct: false, userId: ADA });
    await use(nobody, ['skip'], { userId: ADA });
    await expect(use({ ...nobody, roleIds: [STAFF] }, ['Speak'], { userId: BOB })).rejects.toThrow(words);
    const author = "People who manage this server muted the author of this message, so I don't speak it.";
    await expect(use(nobody, ['Speak'], { userId: BOB, authorId: ADA })).rejects.toThrow(author);
    await use(nobody, ['Speak'], { userId: BOB, authorId: CY });
    const { use: useOf } = await rulesOf(muted, [STAFF]);
    await expect(useOf(nobody, ['Speak'], { userId: BOB, authorId: CY })).rejects.toThrow(author);
  });

  it('have nothing spoken either while Discord does not say which roles they have', async () => {
    const whose = { userId: BOB, authorId: CY };
    const { use } = await rulesOf(muted, 'unknown');
    await expect(use(nobody, ['Speak'], whose)).rejects.toThrow(
      "I couldn't check whether the author of this message is muted here, so I didn't speak it. Try again in a moment.",
    );
    const { use: useWithoutRoles } = await rulesOf({ muted: { userIds: [ADA], roleIds: [] } }, 'unknown');
    await useWithoutRoles(nobody, ['Speak'], whose);
  });
});
