import { describe, expect, it } from 'vitest';
import { fakeVoices } from '../../../support/fake-voices.ts';
import { inLounge } from '../../commands/command-scene.ts';
import { createPanel, idOf } from './panel-scene.ts';

const BO = idOf(2);
const ROBOT = idOf(3);

/** A panel in whose server Bo speaks with a voice of their choice. */
function panelWithBo() {
  const takenBack: unknown[] = [];
  const voices = fakeVoices([], {
    choicesOf: async ({ userId }) => ({
      here:
        userId === BO && takenBack.length === 0
          ? { voice: { id: 'm', title: 'Moon' }, speed: 1.5, volumeDb: undefined }
          : undefined,
      ...{ everywhere: { voice: { id: 'p', title: 'Private' }, speed: undefined, volumeDb: undefined } },
      lastSaid: undefined,
    }),
    takeBack: async (...about) => void takenBack.push(about),
  });
  const people = { isBot: async (_guildId: string, userId: string) => userId === ROBOT };
  return { ...createPanel({ voices, people }), takenBack };
}

describe('the page of members', () => {
  it('asks for a member first', async () => {
    const { press } = panelWithBo();
    const page = await press('settings:open:members');
    expect(page.texts).toContain('Choose a member to see how they are called');
    expect(page.ids).toContain('settings:member');
  });

  it('shows how a member is called and sounds in this server, and nothing of elsewhere', async () => {
    const { press } = panelWithBo();
    const page = await press('settings:member', [BO]);
    expect(page.texts).toContain(`<@${BO}> is called aloud by the name that Discord shows.`);
    expect(page.texts).toContain('Their voice in this server: **Moon** (1.5× speed).');
    expect(page.texts).not.toContain('Private');
    expect(page.ids).not.toContain(`settings:member:reset-name:${BO}`);
  });

  it('sets a name that nobody else has, and resets it', async () => {
    const { press, opened, submit } = panelWithBo();
    const form = await opened(`settings:member:name:${BO}`);
    expect(form).toBe(`settings:member:name:${BO}`);
    await expect(submit(form, { name: 'Bob' })).rejects.toThrow('That sounds like a name that is taken here');
    expect((await submit(form, { name: ' Captain ' })).texts).toContain(`<@${BO}> is called “Captain” aloud.`);
    const page = await press(`settings:member:reset-name:${BO}`);
    expect(page.texts).toContain('by the name that Discord shows');
  });

  it('says why a name is not used now', async () => {
    const { opened, submit } = panelWithBo();
    const form = await opened(`settings:member:name:${BO}`);
    const page = await submit(form, { name: 'Rocket' });
    expect(page.texts).toContain(
      `<@${BO}> has the spoken name “Rocket”, but someone listening now has a name like it.`,
    );
  });

  it('offers no name for bots, which Discord names', async () => {
    const { press } = panelWithBo();
    const page = await press('settings:member', [ROBOT]);
    expect(page.texts).toContain('is a bot');
    expect(page.ids).not.toContain(`settings:member:name:${ROBOT}`);
  });

  it('resets a voice', async () => {
    const { press, takenBack } = panelWithBo();
    const page = await press(`settings:member:reset-voice:${BO}`);
    expect(takenBack).toEqual([[BO, { guildId: 'g' }]]);
    expect(page.texts).toContain('the one chosen for all servers');
    expect(page.ids).not.toContain(`settings:member:reset-voice:${BO}`);
  });

  it('is for managers alone', async () => {
    const { press, submit } = panelWithBo();
    await expect(press('settings:member', [BO], inLounge)).rejects.toThrow('Manage Server');
    await expect(submit(`settings:member:name:${BO}`, { name: 'X' }, inLounge)).rejects.toThrow('Manage Server');
    await expect(press(`settings:member:else:${BO}`)).rejects.toThrow();
  });
});
