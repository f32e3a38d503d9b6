import { DiscordAPIError, type RequestData } from 'discord.js';
import { describe, expect, it } from 'vitest';
import type { CaptionSession } from '../../../../../src/captions/captions-ports.ts';
import { createMessageSettler } from '../../../../../src/discord/captions/display/message-settler.ts';
import { createLogger } from '../../../../../src/log/log.ts';
import { english } from '../../../../../src/messages/english.ts';

function refused(code: number, status: number): DiscordAPIError {
  return new DiscordAPIError({ code, message: 'refused' }, code, status, 'GET', '/', {});
}

const session: CaptionSession = {
  ...{ sessionId: 's', guildId: 'g', voiceChannelId: 'v', textChannelId: 'c', startedBy: '1', language: undefined },
  ...{ consent: 'opt-out', widerReaders: false, startedAtMs: 1, endedAtMs: 2 },
};

interface Setting {
  readonly failures?: Readonly<Record<string, Error>>;
  readonly mayManageMessages?: boolean;
  readonly mayShow?: boolean;
}

/** Discord with a webhook of channel `c`, and a message with this content. */
function createDiscord(content: string, { failures = {}, mayManageMessages = false, mayShow = true }: Setting = {}) {
  const requests: string[] = [];
  const bodies: unknown[] = [];
  const call =
    (method: string) =>
    async (route: string, { query, body }: RequestData = {}): Promise<unknown> => {
      const request = `${method} ${route} ${query?.toString() ?? ''}`.trim();
      requests.push(request);
      if (body !== undefined) bodies.push(body);
      for (const [part, error] of Object.entries(failures)) if (request.includes(part)) throw error;
      return route === '/webhooks/hook' ? { id: 'hook', token: 'secret', channel_id: 'c' } : { content };
    };
  const settleMessage = createMessageSettler({
    rest: { get: call('GET'), patch: call('PATCH'), delete: call('DELETE') },
    mayShow: () => mayShow,
    mayManageMessages: () => mayManageMessages,
    publicMessages: async () => english,
    log: createLogger('silent'),
  });
  const settle = (finalText?: string, changes: { channelId?: string; webhookId?: string | undefined } = {}) =>
    settleMessage(session, {
      messageId: 'm',
      channelId: 'c',
      webhookId: 'hook',
      finalText: () => finalText,
      ...changes,
    });
  /** The content that the message has afterwards. */
  const left = () => (bodies[0] as { content?: string } | undefined)?.content;
  return { settle, settleMessage, left, requests, bodies };
}

const plain = { webhookId: undefined };

describe('a message that a crash left', () => {
  it('loses its interim text, and keeps what is settled', async () => {
    const { settle, requests, bodies } = createDiscord(String.raw`Two \* three. *and fo…*`);
    expect(await settle()).toBe('settled');
    expect(requests).toEqual([
      'GET /webhooks/hook',
      'GET /webhooks/hook/secret/messages/m',
      'PATCH /webhooks/hook/secret/messages/m',
    ]);
    expect(bodies).toEqual([{ content: String.raw`Two \* three.`, allowed_mentions: { parse: [] }, flags: 4 }]);
  });

  it('loses its final text again if its speaker opts out while that is being sent', async () => {
    const { settleMessage, requests, bodies } = createDiscord('One. *and t…*');
    const finalText = () => (bodies.length === 0 ? 'One. And two.' : undefined);
    const message = { messageId: 'm', channelId: 'c', webhookId: 'hook', finalText };
    expect(await settleMessage(session, message)).toBe('settled');
    expect(bodies).toMatchObject([{ content: 'One. And two.' }, { content: 'One.' }]);
    const interim = createDiscord('*Good mor…*');
    const unsaid = () => (interim.bodies.length === 0 ? 'Good morning.' : undefined);
    expect(await interim.settleMessage(session, { ...message, finalText: unsaid })).toBe('gone');
    expect([requests.at(-1), interim.requests.at(-1)]).toEqual([
      'PATCH /webhooks/hook/secret/messages/m',
      'DELETE /webhooks/hook/secret/messages/m',
    ]);
  });

  it('is deleted if nothing of it is settled', async () => {
    const { settle, requests } = createDiscord('*Good mor…*');
    expect(await settle()).toBe('gone');
    expect(requests.at(-1)).toBe('DELETE /webhooks/hook/secret/messages/m');
  });

  it.each(['Good morning.', '*(late)* Good morning.', '**Ada:** odd…*', 'I said…', String.raw`\*hello…\*`, ''])(
    'is left alone without interim text: %s',
    async (content) => {
      const { settle, requests } = createDiscord(content, { mayManageMessages: true });
      expect(await settle('Other text.')).toBe('settled');
      expect(requests).toHaveLength(2);
    },
  );

  it.each([
    ['*Good mor…*', 'Good morning.'],
    ['Hello. *Good mor…*', 'Hello. Good morning.'],
    ['**Ada:** Hello. *Good mor…*', '**Ada:** Hello. Good morning.'],
    ['Hello.\n*Good…*\n*mor…*', 'Hello.\nGood morning.'],
    ['**Ada:** Hello.\nYou.\n*Good mor…*', '**Ada:** Hello.\nYou.\nGood morning.'],
  ])('is finished where its final text is known: %s', async (content, expected) => {
    const { settle, left } = createDiscord(content);
    expect(await settle(expected.replace('**Ada:** ', ''))).toBe('settled');
    expect(left()).toBe(expected);
  });

  it.each([
    ['does not begin with what is settled', 'Bye. Good morning.'],
    ['continues in the middle of a word', 'Hello.x'],
    ['is shorter', 'Hel'],
    ['does not fit one message', `Hello. ${'word '.repeat(500)}`],
  ])('only loses its interim text if the known text %s', async (_how, finalText) => {
    const { settle, left } = createDiscord('Hello. *Good mor…*');
    expect(await settle(finalText)).toBe('settled');
    expect(left()).toBe('Hello.');
  });

  it('shows nothing new where others could read it by now', async () => {
    const { settle, left } = createDiscord('Hello. *Good mor…*', { mayShow: false });
    await settle('Hello. Good morning.');
    expect(left()).toBe('Hello.');
  });

  it('that several people share keeps the lines of those with settled text', async () => {
    const { settle, left } = createDiscord('**Ada:** One. *Tw…*\n**Bob:** *Thr…*\n**Cy:** Four.');
    await settle('One. Two.');
    expect(left()).toBe('**Ada:** One.\n**Cy:** Four.');
  });

  it('in a thread is reached through the webhook of its parent', async () => {
    const { settle, requests } = createDiscord('Hello. *Good mor…*');
    await settle(undefined, { channelId: 'thread' });
    expect(requests.slice(1)).toEqual([
      'GET /webhooks/hook/secret/messages/m thread_id=thread',
      'PATCH /webhooks/hook/secret/messages/m thread_id=thread',
    ]);
  });

  it('in the bot’s own name is changed as the bot', async () => {
    const { settle, requests, left } = createDiscord('**Ada:** Hello. *Good mor…*');
    expect(await settle(undefined, plain)).toBe('settled');
    expect(requests).toEqual(['GET /channels/c/messages/m', 'PATCH /channels/c/messages/m']);
    expect(left()).toBe('**Ada:** Hello.');
  });
});

describe('a message that a crash left, whose webhook is deleted', () => {
  const failures = { 'GET /webhooks/hook': refused(10_015, 404) };

  it('stays as it is, without any request that Discord would refuse', async () => {
    const { settle, requests } = createDiscord('*Good mor…*', { failures });
    expect(await settle()).toBe('refused');
    expect(await settle()).toBe('refused');
    expect(requests).toEqual(['GET /webhooks/hook']);
  });

  it('is deleted with Manage Messages if nothing of it is settled', async () => {
    const { settle, requests } = createDiscord('*Good mor…*', { failures, mayManageMessages: true });
    expect(await settle('Good morning.')).toBe('gone');
    expect(requests.slice(1)).toEqual(['GET /channels/c/messages/m', 'DELETE /channels/c/messages/m']);
  });

  it.each(['Hello. *Good mor…*', ''])('stays with its settled text, or unread: %s', async (content) => {
    const { settle, requests } = createDiscord(content, { failures, mayManageMessages: true });
    expect(await settle('Hello. Good morning.')).toBe('settled');
    expect(requests).toHaveLength(2);
  });
});

describe('settling a message', () => {
  it.each([
    ['of which Discord knows nothing', refused(10_008, 404), 'gone'],
    ['in a deleted channel', refused(10_003, 404), 'refused'],
    ['in a channel out of reach', refused(50_001, 403), 'refused'],
    ['while Discord has trouble', refused(0, 500), 'failed'],
    ['without network', new Error('no network'), 'failed'],
  ])('%s has an outcome', async (_where, error, outcome) => {
    const { settle } = createDiscord('*Good mor…*', { failures: { '/messages/m': error } });
    expect(await settle()).toBe(outcome);
    expect(await settle(undefined, plain)).toBe(outcome);
  });

  it('that is too old for another edit now is left for later, and not deleted', async () => {
    const { settle, requests } = createDiscord('Hello. *Good mor…*', { failures: { PATCH: refused(30_046, 429) } });
    expect(await settle()).toBe('later');
    expect(requests.at(-1)).toMatch(/^PATCH/);
  });
});
