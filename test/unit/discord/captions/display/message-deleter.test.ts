import { DiscordAPIError, type RequestData } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMessageDeleter } from '../../../../../src/discord/captions/display/message-deleter.ts';
import { createLogger } from '../../../../../src/log/log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function refused(code: number, status: number): DiscordAPIError {
  return new DiscordAPIError({ code, message: 'refused' }, code, status, 'DELETE', '/', {});
}

/** Discord with a webhook of channel `c`; requests whose description contains a key of `failures` fail with its error. */
function createDiscord(failures: Readonly<Record<string, Error>> = {}) {
  const requests: string[] = [];
  const call =
    (method: string) =>
    async (route: string, { query }: RequestData = {}): Promise<unknown> => {
      const request = `${method} ${route} ${query?.toString() ?? ''}`.trim();
      requests.push(request);
      for (const [part, error] of Object.entries(failures)) if (request.includes(part)) throw error;
      return { id: 'hook', token: 'secret', channel_id: 'c' };
    };
  const deleteMessage = createMessageDeleter({
    rest: { get: call('GET'), delete: call('DELETE') },
    log: createLogger('silent'),
  });
  return { deleteMessage, requests };
}

const plain = { messageId: 'm', channelId: 'c', webhookId: undefined };
const through = { ...plain, webhookId: 'hook' };
const MISSING_ACCESS = refused(50_001, 403);

describe('a caption message', () => {
  it('of the bot itself is deleted without further ado', async () => {
    const { deleteMessage, requests } = createDiscord();
    expect(await deleteMessage(plain)).toBe('deleted');
    expect(requests).toEqual(['DELETE /channels/c/messages/m']);
  });

  it('of a webhook is deleted through it, in a thread too; the webhook is looked up once', async () => {
    const { deleteMessage, requests } = createDiscord();
    expect(await deleteMessage(through)).toBe('deleted');
    expect(await deleteMessage({ ...through, channelId: 'thread' })).toBe('deleted');
    expect(requests).toEqual([
      'GET /webhooks/hook',
      'DELETE /webhooks/hook/secret/messages/m',
      'DELETE /webhooks/hook/secret/messages/m thread_id=thread',
    ]);
  });

  it.each([
    ['is gone', 'GET', refused(10_015, 404)],
    ['may not be managed', 'GET', refused(50_013, 403)],
    ['was deleted just now', 'DELETE /webhooks', refused(10_015, 404)],
  ])('of a webhook that %s is deleted as the bot', async (_why, part, error) => {
    const { deleteMessage, requests } = createDiscord({ [part]: error });
    expect(await deleteMessage(through)).toBe('deleted');
    expect(requests.at(-1)).toBe('DELETE /channels/c/messages/m');
  });

  it.each([
    ['the message', 10_008],
    ['the channel', 10_003],
  ])('is gone when Discord does not know %s', async (_what, code) => {
    expect(await createDiscord({ DELETE: refused(code, 404) }).deleteMessage(plain)).toBe('gone');
    expect(await createDiscord({ DELETE: refused(code, 404) }).deleteMessage(through)).toBe('gone');
  });

  it('is out of reach where the bot may not delete it, and the channel is not asked again for a while', async () => {
    const { deleteMessage, requests } = createDiscord({ 'DELETE /channels': MISSING_ACCESS });
    expect(await deleteMessage(plain)).toBe('refused');
    expect(await deleteMessage({ ...plain, messageId: 'n' })).toBe('refused');
    expect(requests).toHaveLength(1);
    vi.advanceTimersByTime(11 * 60_000);
    expect(await deleteMessage(plain)).toBe('refused');
    expect(requests).toHaveLength(2);
  });

  it('of the bot itself is in reach where those of a webhook are not', async () => {
    const { deleteMessage } = createDiscord({ GET: MISSING_ACCESS, 'messages/theirs': MISSING_ACCESS });
    expect(await deleteMessage({ ...through, messageId: 'theirs' })).toBe('refused');
    expect(await deleteMessage(plain)).toBe('deleted');
  });

  it.each([
    ['the network fails', new Error('no network')],
    ['Discord is down', refused(0, 503)],
    ['the token is wrong', refused(0, 401)],
  ])('is tried again later when %s', async (_when, error) => {
    expect(await createDiscord({ DELETE: error }).deleteMessage(plain)).toBe('failed');
    expect(await createDiscord({ GET: error }).deleteMessage(through)).toBe('failed');
  });
});
