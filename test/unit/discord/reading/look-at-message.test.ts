import { type Client, DiscordAPIError, MessageType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { createLookAtMessage } from '../../../../src/discord/reading/look-at-message.ts';

function refusal(code: number): DiscordAPIError {
  return new DiscordAPIError({ code, message: 'no' }, code, 404, 'GET', 'url', { files: undefined, body: undefined });
}

/** Looks at a message that Discord has, or refuses. */
function look(refused?: Error) {
  const asked: unknown[] = [];
  const fetchMessage = async (options: unknown) => {
    asked.push(options);
    if (refused !== undefined) throw refused;
    const client = { user: { id: 'bot' }, application: { id: 'bot' } };
    const author = { id: 'ada', bot: false, displayName: 'Ada' };
    const ids = { id: '1', guildId: 'g', channelId: 'c', webhookId: null, applicationId: null };
    const [type, member, flags] = [MessageType.Default, null, { has: () => false }];
    return { ...ids, author, member, client, type, flags, editedTimestamp: 5, content: 'now' };
  };
  const channels = { fetch: async () => ({ isTextBased: () => true, messages: { fetch: fetchMessage } }) };
  const lookAt = createLookAtMessage({ channels } as unknown as Pick<Client, 'channels'>);
  return { asked, message: lookAt({ channelId: 'c', messageId: '1' }) };
}

describe('a message that an earlier process left', () => {
  it('is asked for as it is now, not as it was when it was last seen', async () => {
    const { asked, message } = look();
    expect(await message).toMatchObject({ id: '1', text: 'now', editedAtMs: 5 });
    expect(asked).toEqual([{ message: '1', force: true }]);
  });

  it.each([10_003, 10_004, 10_008])('is gone when Discord says so: %i', async (code) => {
    expect(await look(refusal(code)).message).toBeUndefined();
  });

  it.each([refusal(50_001), new Error('away')])('is unknown when Discord does not say: %s', async (error) => {
    await expect(look(error).message).rejects.toBe(error);
  });
});
