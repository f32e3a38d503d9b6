import { type Client, DiscordAPIError, MessageType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { readAgain } from '../../../../src/discord/reading/unread-messages.ts';
import { createLogger } from '../../../../src/log.ts';
import type { ChatMessage } from '../../../../src/reading/reading-ports.ts';

function refusal(code: number): DiscordAPIError {
  return new DiscordAPIError({ code, message: 'no' }, code, 404, 'GET', 'url', { files: undefined, body: undefined });
}

/** Discord has a message for each id but those that it refuses. */
async function again(messageIds: readonly string[], refused: Readonly<Record<string, Error>> = {}) {
  const read: ChatMessage[] = [];
  let leftOut = 0;
  const fetchMessage = async (id: string) => {
    if (refused[id] !== undefined) throw refused[id];
    const flags = { has: () => false };
    const client = { user: { id: 'bot' }, application: { id: 'bot' } };
    const author = { id: 'ada', bot: false, displayName: 'Ada' };
    const [type, webhookId, applicationId, member] = [MessageType.Default, null, null, null];
    return {
      id,
      guildId: 'g',
      channelId: 'c',
      author,
      member,
      client,
      type,
      flags,
      webhookId,
      applicationId,
      content: 'now',
    };
  };
  const channels = { fetch: async () => ({ isTextBased: () => true, messages: { fetch: fetchMessage } }) };
  await readAgain(
    { channels } as unknown as Pick<Client, 'channels'>,
    {
      reading: {
        onMessage: (message) => void read.push(message),
        noteLeftOut: (_guildId, count) => (leftOut += count),
      },
      log: createLogger('silent'),
    },
    { guildId: 'g', messages: messageIds.map((messageId) => ({ channelId: 'c', messageId })) },
  );
  return { read: read.map(({ id, text }) => `${id} ${text}`), leftOut };
}

describe('messages that an earlier process left', () => {
  it('are read in their order, as they are now', async () => {
    expect(await again(['1', '2'])).toEqual({ read: ['1 now', '2 now'], leftOut: 0 });
  });

  it('are not read, and not missed, where they were deleted', async () => {
    expect(await again(['1', '2'], { 1: refusal(10_008) })).toEqual({ read: ['2 now'], leftOut: 0 });
  });

  it('are left out where Discord does not give them', async () => {
    expect(await again(['1', '2', '3'], { 1: refusal(50_001), 3: new Error('gone') })).toEqual({
      read: ['2 now'],
      leftOut: 2,
    });
  });
});
