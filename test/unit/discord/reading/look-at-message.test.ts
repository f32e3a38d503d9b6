import { type Client, DiscordAPIError, MessageType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { createRereading } from '../../../../src/discord/reading/unread-messages.ts';
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
    pending.push(
      rereading
        .pending('g')
        .map(({ messageId }) => messageId)
        .join(' '),
    );
    expect(rereading.pending('other')).toEqual([]);
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
  const pending: string[] = [];
  const rereading = createRereading({ channels } as unknown as Pick<Client, 'channels'>, {
    reading: () => ({
      onMessage: (message) => void read.push(message),
      noteLeftOut: (_guildId, count) => (leftOut += count),
    }),
    log: createLogger('silent'),
  });
  await rereading.read(
    'g',
    messageIds.map((messageId) => ({ channelId: 'c', messageId })),
  );
  expect(rereading.pending('g')).toEqual([]);
  return { read: read.map(({ id, text }) => `${id} ${text}`), leftOut, pending };
}

describe('messages that an earlier process left', () => {
  it('are read in their order, as they are now', async () => {
    expect(await again(['1', '2'])).toMatchObject({ read: ['1 now', '2 now'], leftOut: 0 });
  });

  it('stay stored until Discord was asked for them, so that another restart does not lose them', async () => {
    expect((await again(['1', '2', '3'])).pending).toEqual(['1 2 3', '2 3', '3']);
  });

  it('are not read, and not missed, where they were deleted', async () => {
    expect(await again(['1', '2'], { 1: refusal(10_008) })).toMatchObject({ read: ['2 now'], leftOut: 0 });
  });

  it('are left out where Discord does not give them', async () => {
    expect(await again(['1', '2', '3'], { 1: refusal(50_001), 3: new Error('gone') })).toMatchObject({
      read: ['2 now'],
      leftOut: 2,
    });
  });
});
