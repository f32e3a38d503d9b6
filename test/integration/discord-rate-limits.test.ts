import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { REST } from 'discord.js';
import { afterEach, describe, expect, it } from 'vitest';
import { createCaptionRenderer } from '../../src/discord/captions/display/caption-renderer.ts';
import { createLogger } from '../../src/log/log.ts';
import { english } from '../../src/messages/english.ts';
import { soon } from './discord-fixture.ts';

const session = {
  ...{ sessionId: 's', guildId: 'g', voiceChannelId: 'v', textChannelId: '200000000000000001', startedBy: '1' },
  ...{ language: undefined, widerReaders: false, consent: 'opt-out' as const, startedAtMs: 0, endedAtMs: undefined },
};

/** A Discord that rate-limits the first request of each kind, then accepts everything. */
async function startLimitingDiscord(): Promise<{ server: Server; api: string; seen: string[] }> {
  const seen: string[] = [];
  const limited = new Set<string>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '' } = request;
    const { content } = JSON.parse(await text(request)) as { content: string };
    const isLimited = !limited.has(method);
    limited.add(method);
    seen.push(`${method} ${content} → ${isLimited ? 429 : 200}`);
    const headers = { 'Content-Type': 'application/json', ...(isLimited ? { 'Retry-After': '1' } : {}) };
    const body = isLimited
      ? { message: 'You are being rate limited.', retry_after: 0.3, global: false }
      : { id: '300000000000000001' };
    response.writeHead(isLimited ? 429 : 200, { ...headers, 'X-RateLimit-Scope': 'shared' }).end(JSON.stringify(body));
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, api: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`, seen };
}

describe('captions that Discord rate-limits', () => {
  let server: Server | undefined;
  afterEach(() => void server?.close());

  it('are delayed, lose nothing, and skip outdated states', async () => {
    const discord = await startLimitingDiscord();
    server = discord.server;
    const renderer = createCaptionRenderer({
      mayShow: () => true,
      rest: new REST({ api: discord.api }).setToken('token'),
      webhooks: { of: async () => ({ id: '100000000000000001', token: 'secret' }), forget: () => undefined },
      people: { faceOf: async () => ({ name: 'Ada', avatarUrl: undefined }) },
      webhookChannelOf: (channelId) => channelId,
      mayManageMessages: () => false,
      mayUseWebhooks: () => true,
      onForbidden: () => undefined,
      explain: (problem) => () => String(problem),
      messagesOf: () => english,
      log: createLogger('silent'),
    });
    const display = renderer.openDisplay(session, { posted: () => undefined, removed: () => undefined });
    const show = (words: string, interimLength = 0): void =>
      display.show({ turnId: 't', userId: '1', spokenAtMs: 0, text: words, interimLength, late: false });
    show('one', 3);
    await expect.poll(() => discord.seen.length).toBe(1);
    for (const words of ['one two', 'one two three', 'one two three four']) show(words, words.length);
    await expect.poll(() => discord.seen.length, { timeout: 5_000 }).toBe(3);
    for (const words of ['One, two', 'One, two, three', 'One, two, three, four.']) show(words);
    await display.flush(soon());
    renderer.close();
    expect(discord.seen).toEqual([
      'POST *one…* → 429',
      'POST *one…* → 200',
      'PATCH *one two three four…* → 429',
      'PATCH *one two three four…* → 200',
      'PATCH One, two, three, four. → 200',
    ]);
  });
});
