import { describe, expect, it, vi } from 'vitest';
import { postSettingsChanges } from '../../../../src/discord/settings/change-log.ts';
import { settingsPages } from '../../../../src/discord/settings/pages.ts';
import { createLogger } from '../../../../src/log/log.ts';
import { english } from '../../../../src/messages/english.ts';
import type { ServerSettings } from '../../../../src/settings/server-settings.ts';
import { createScene } from '../../commands/command-scene.ts';
import { createPanel, idOf } from './panel-scene.ts';

const [LOG, OTHER] = [idOf(1), idOf(2)];

/** A server that logs in `LOG`, and what is posted. */
async function createLog({ isRefused = false, hidden = '' } = {}) {
  const { settings } = createPanel();
  const posts: string[] = [];
  const scene = createScene({});
  const post = async (channelId: string, content: string): Promise<boolean> => {
    posts.push(`${channelId === LOG ? 'log' : channelId === OTHER ? 'other' : channelId}: ${content}`);
    if (isRefused) throw new Error('refused');
    return true;
  };
  const change = (changed: Partial<ServerSettings>) => settings.change('g', '1', (all) => ({ ...all, ...changed }));
  await change({ log: { channelId: LOG } });
  postSettingsChanges(settings, {
    ...{ pages: settingsPages(scene), directory: { ...scene.directory, post } },
    people: { nameOf: async (_guildId, userId) => `*Person* ${userId}` },
    captionPlaces: { audience: (logId, channelId) => (channelId === hidden && logId === LOG ? 'wider' : 'within') },
    publicMessages: async () => english,
    log: createLogger('silent'),
  });
  return { change, posts, settings };
}

describe('the log of changes', () => {
  it('says who changed what, from what to what', async () => {
    const { change, posts } = await createLog();
    await change({ lengths: { say: 500, reading: 400 }, general: { language: 'de' } });
    await vi.waitFor(() => expect(posts).toHaveLength(1));
    expect(posts[0]?.split('\n')).toEqual([
      String.raw`log: **\*Person\* 1** changed **General › Language**: the server's own language → Deutsch`,
      String.raw`**\*Person\* 1** changed **Voice › Longest text**: 6,000 characters → 500 characters`,
    ]);
  });

  it('reports what captions, voices and budgets go by', async () => {
    const { change, posts, settings } = await createLog();
    const { captions } = await settings.of('g');
    await change({ captions: { ...captions, consent: 'opt-in' }, voices: { maxPerPerson: 1, maxPerGuild: 50 } });
    await vi.waitFor(() => expect(posts).toHaveLength(1));
    expect(posts[0]).toContain('**Captions › Consent**: everyone except people who opt out → only people who opt in');
    expect(posts[0]).toContain('**Limits › Voices per person**: 5 → 1');
  });

  it('names what was added to a list and removed from it, without mentions', async () => {
    const { change, posts } = await createLog();
    await change({ muted: { userIds: [idOf(3)], roleIds: [idOf(4)] } });
    await change({ muted: { userIds: [], roleIds: [idOf(4), idOf(5, 9)] } });
    await vi.waitFor(() => expect(posts).toHaveLength(2));
    expect(posts[0]).toContain(`Muted people**: added \\*Person\\* ${idOf(3)}`);
    expect(posts[0]).toContain(`Muted roles**: added @role ${idOf(4)}`);
    expect(posts[1]).toContain(`Muted people**: removed \\*Person\\* ${idOf(3)}`);
    expect(posts[1]).toContain('Muted roles**: added a deleted role');
    expect(posts.join('')).not.toMatch(/<[@#]/);
  });

  it('names a channel only where everyone who reads the log may see it', {
    meta: { promises: ['hidden-channels-arent-named'] },
  }, async () => {
    const { change, posts } = await createLog({ hidden: OTHER });
    await change({ voiceMessages: { transcribedIn: [idOf(3), OTHER] } });
    await change({ log: { channelId: OTHER } });
    await vi.waitFor(() => expect(posts).toHaveLength(3));
    const name = (id: string) => `#channel ${id}`;
    expect(posts[0]).toContain(`added ${name(idOf(3))} and a channel`);
    expect(posts[1]).toMatch(/^log: .*Log channel\*\*: #.* → a channel$/);
    expect(posts[2]).toMatch(/^other: .*Log channel\*\*: #.* → #/);
  });

  it('is read of in the old channel and the new one when it moves, and in the old one when it ends', async () => {
    const { change, posts } = await createLog();
    await change({ log: { channelId: OTHER } });
    await vi.waitFor(() => expect(posts).toHaveLength(2));
    expect(posts.map((post) => post.split(':')[0])).toEqual(['log', 'other']);
    await change({ log: {} });
    await vi.waitFor(() => expect(posts).toHaveLength(3));
    expect(posts[2]).toContain('other: ');
    expect(posts[0]).toContain(`**General › Log channel**: #channel ${LOG} → #channel ${OTHER}`);
    expect(posts[2]).toContain(`**General › Log channel**: #channel ${OTHER} → nowhere`);
    await change({ notices: { posted: false } });
    expect(posts).toHaveLength(3);
  });

  it('goes on after a post that Discord refused', async () => {
    const { change, posts } = await createLog({ isRefused: true });
    await change({ notices: { posted: false } });
    await change({ notices: { posted: true } });
    await vi.waitFor(() => expect(posts).toHaveLength(2));
  });

  it('splits what is too long for one message', async () => {
    const { change, posts } = await createLog();
    const roles = Array.from({ length: 25 }, (_, index) => idOf(index));
    await change({ access: { managers: roles, speak: roles, captions: roles, transcribe: roles, voices: roles } });
    await vi.waitFor(() => expect(posts.join('').match(/Access/g)).toHaveLength(5));
    for (const post of posts) expect(post.length).toBeLessThanOrEqual(2_000);
  });
});
