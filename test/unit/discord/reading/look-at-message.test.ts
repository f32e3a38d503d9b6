import { type Client, DiscordAPIError, MessageType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { createLookAtMessage } from '../../../../src/discord/reading/look-at-message.ts';

function refusal(code: number): DiscordAPIError {
  return new DiscordAPIError({ code, message: 'no' }, code, 404, 'GET', 'url', { files: undefined, body: undefined });
}

interface Posted {
  /** What Discord refuses to tell the message with, and its member. */
  readonly refused?: Error | undefined;
  readonly noMember?: Error | undefined;
  readonly webhookId?: string;
  readonly applicationId?: string;
  readonly isBot?: boolean;
  readonly writerId?: string;
}

/** Looks at a message of Ada that Discord has, or refuses; its members are `Ada here`, with the role `now`. */
function look({ refused, noMember, webhookId, applicationId, isBot = false, writerId }: Posted = {}) {
  const asked: unknown[] = [];
  const fetchMessage = async (options: unknown) => {
    asked.push(options);
    if (refused !== undefined) throw refused;
    const client = { user: { id: 'bot' }, application: { id: 'bot' } };
    const author = { id: 'ada', bot: isBot, displayName: 'Ada' };
    const ids = { id: '1', guildId: 'g', channelId: 'c', webhookId: webhookId ?? null };
    const [type, member, flags] = [MessageType.Default, null, { has: () => false }];
    const guild = { members: { fetch: fetchMember } };
    const application = { applicationId: applicationId ?? null, attachments: new Map() };
    return { ...ids, ...application, guild, author, member, client, type, flags, editedTimestamp: 5, content: 'now' };
  };
  const fetchMember = async (options: { readonly user: string }) => {
    asked.push(options);
    if (noMember !== undefined) throw noMember;
    return { id: options.user, displayName: 'Ada here', roles: { cache: new Map([['now', {}]]) } };
  };
  const channels = { fetch: async () => ({ isTextBased: () => true, messages: { fetch: fetchMessage } }) };
  const lookAt = createLookAtMessage({ channels } as unknown as Pick<Client, 'channels'>);
  return { asked, message: lookAt({ channelId: 'c', messageId: '1', writerId }) };
}

describe('a message that an earlier process left', () => {
  it('is asked for as it is now, not as it was when it was last seen', async () => {
    const { asked, message } = look();
    expect(await message).toMatchObject({ id: '1', text: 'now', editedAtMs: 5 });
    expect(asked[0]).toEqual({ message: '1', force: true });
  });

  it('has the roles and the name that its writer has now', {
    meta: { promises: ['continued-can-be-taken-back'] },
  }, async () => {
    const { asked, message } = look();
    const expected = { authorKind: 'person', authorId: 'ada', authorName: 'Ada here', authorRoleIds: ['now'] };
    expect(await message).toMatchObject(expected);
    expect(asked[1]).toEqual({ user: 'ada', force: true });
  });

  it('has the roles of its writer, and the name it was posted with, when a proxy bot posted it', {
    meta: { promises: ['continued-can-be-taken-back'] },
  }, async () => {
    const pluralKit = { webhookId: 'hook', applicationId: '466378653216014359' };
    const { asked, message } = look({ ...pluralKit, isBot: true, writerId: 'bo' });
    const expected = { authorKind: 'identity', authorId: 'bo', authorName: 'Ada', authorRoleIds: ['now'] };
    expect(await message).toMatchObject(expected);
    expect(asked[1]).toEqual({ user: 'bo', force: true });
  });

  it('is gone when its writer has left', async () => {
    expect(await look({ noMember: refusal(10_007) }).message).toBeUndefined();
  });

  it('has the roles of the bot that wrote it', async () => {
    expect(await look({ isBot: true }).message).toMatchObject({ authorKind: 'bot', authorRoleIds: ['now'] });
  });

  it.each([{ isBot: true }, { isBot: true, webhookId: 'hook' }])(
    'needs no member where a bot or a webhook wrote it: %o',
    async (by) => {
      const { message } = look({ ...by, noMember: refusal(10_007) });
      expect(await message).toMatchObject({ text: 'now', authorRoleIds: [] });
    },
  );

  it.each([10_003, 10_004, 10_008])('is gone when Discord says so: %i', async (code) => {
    expect(await look({ refused: refusal(code) }).message).toBeUndefined();
  });

  it.each([refusal(50_001), new Error('away')])('is unknown when Discord does not say: %s', async (error) => {
    await expect(look({ refused: error }).message).rejects.toBe(error);
  });
});
