import { DiscordAPIError, type RequestData } from 'discord.js';
import { describe, expect, it } from 'vitest';
import type { Reply } from '../../../../src/discord/client/replies.ts';
import type { Place } from '../../../../src/discord/interactions/command.ts';
import { createLateAnswers } from '../../../../src/discord/interactions/late-answers.ts';
import { createLogger } from '../../../../src/log/log.ts';

const inGuild: Place = {
  ...{ kind: 'guild', guildId: 'g', channelId: 'general', voiceChannelId: undefined },
  ...{ managesVoice: false, managesGuild: false, roleIds: [] },
};
const elsewhere: Place = { kind: 'elsewhere', channelId: 'far' };
const done: Reply = { content: 'The transcript.', visibility: 'public' };

/** Late answers of a bot that may post in `open` channels; Discord refuses all but these. */
function lateAnswers(open: readonly string[], setting: { mayAttachFiles?: boolean } = {}) {
  const posts: { channelId: string; request: RequestData }[] = [];
  const late = createLateAnswers({
    rest: {
      post: async (route: string, request: RequestData = {}) => {
        if (route === '/users/@me/channels') return { id: 'direct' };
        const channelId = route.split('/')[2] ?? '';
        if (!open.includes(channelId))
          throw new DiscordAPIError({ code: 50_001, message: '' }, 50_001, 403, '', '', {});
        posts.push({ channelId, request });
        return {};
      },
    },
    mayPost: (channelId, hasFiles) => open.includes(channelId) && (!hasFiles || (setting.mayAttachFiles ?? true)),
    log: createLogger('silent'),
  });
  const post = (...given: Parameters<typeof late.post>) => late.post(...given);
  return { post, posts };
}

describe('a late answer', () => {
  it('goes into the channel of the interaction, with its files, and pings nobody', async () => {
    const { post, posts } = lateAnswers(['general', 'direct']);
    const files = [{ name: 'a.txt', bytes: new TextEncoder().encode('words') }];
    expect(await post({ userId: '1', place: inGuild }, { ...done, files })).toBe('channel');
    expect(posts).toMatchObject([
      {
        channelId: 'general',
        request: {
          body: { content: 'The transcript.', allowed_mentions: { parse: [] } },
          files: [{ name: 'a.txt', data: Buffer.from('words') }],
        },
      },
    ]);
  });

  it.each([
    ['the bot may not post there', inGuild, done, ['direct']],
    ['the bot is no member there', elsewhere, done, ['direct']],
    ['only the person shall see it', inGuild, { ...done, visibility: 'ephemeral' as const }, ['general', 'direct']],
  ])('goes to the person where %s', async (_why, place, reply, open) => {
    const { post, posts } = lateAnswers(open);
    expect(await post({ userId: '1', place }, reply)).toBe('direct');
    expect(posts.map(({ channelId }) => channelId)).toEqual(['direct']);
  });

  it('goes to the person where the bot may write but not attach files', async () => {
    const { post } = lateAnswers(['general', 'direct'], { mayAttachFiles: false });
    const files = [{ name: 'a.txt', bytes: new Uint8Array(1) }];
    expect(await post({ userId: '1', place: inGuild }, { ...done, files })).toBe('direct');
    expect(await post({ userId: '1', place: inGuild }, done)).toBe('channel');
  });

  it('goes into a direct message’s own channel', async () => {
    const { post } = lateAnswers(['far']);
    expect(await post({ userId: '1', place: elsewhere }, done)).toBe('channel');
  });

  it('goes nowhere when the person takes no direct messages either, and says so', async () => {
    const { post, posts } = lateAnswers([]);
    expect(await post({ userId: '1', place: inGuild }, done)).toBe('nowhere');
    expect(posts).toEqual([]);
  });
});
