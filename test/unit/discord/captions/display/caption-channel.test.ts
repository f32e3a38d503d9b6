import { DiscordAPIError, type RequestData } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { createCaptionChannel } from '../../../../../src/discord/captions/display/caption-channel.ts';
import type { DisplayLine } from '../../../../../src/discord/captions/display/display-line.ts';
import { createRateBudget } from '../../../../../src/discord/client/rate-budget.ts';
import { createLogger } from '../../../../../src/log/log.ts';
import { english } from '../../../../../src/messages/english.ts';

const webhook = { id: 'hook', token: 'secret' };
const other = { id: 'other', token: 'secret' };

function refused(code: number, status: number): DiscordAPIError {
  return new DiscordAPIError({ code, message: 'refused' }, code, status, 'POST', '/', {});
}

const line = (userId: string | undefined, content: string): DisplayLine => ({
  ...{ lineId: content, userId, content, settled: content, spokenAtMs: 1, isInterim: false },
});

/** A channel at Discord, whose next requests meet `failures`. */
function createChannel(
  setting: { mayUseWebhooks?: boolean; mayManageMessages?: boolean; isThread?: boolean; mayShow?: boolean } = {},
) {
  const requests: { request: string; body: Record<string, unknown> }[] = [];
  const failures: (Error | undefined)[] = [];
  const webhooks = [webhook, other];
  const recorded: unknown[] = [];
  let plain = 0;
  let forbidden = 0;
  const call =
    (method: string) =>
    async (route: string, { body, query }: RequestData = {}): Promise<unknown> => {
      requests.push({ request: `${method} ${route} ${query?.toString() ?? ''}`.trim(), body: { ...(body as object) } });
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      return { id: `m${requests.length}` };
    };
  const budget = createRateBudget([]);
  const budgets = { webhook: { posts: budget, edits: budget }, plain: { posts: budget, edits: budget } };
  const port = createCaptionChannel({
    mayShow: () => setting.mayShow ?? true,
    rest: { post: call('POST'), patch: call('PATCH'), delete: call('DELETE') },
    place: { guildId: 'g', channelId: 'c', webhookChannelId: setting.isThread ? 'parent' : 'c' },
    webhooks: { of: async () => webhooks[0], forget: () => void webhooks.shift() },
    budgets,
    record: {
      posted: (messages) => recorded.push(...messages),
      removed: (...removal) => recorded.push(['removed', ...removal]),
    },
    mayUseWebhooks: () => setting.mayUseWebhooks ?? true,
    mayManageMessages: () => setting.mayManageMessages ?? false,
    faceOf: async (userId) => ({ name: `Name of ${userId}`, avatarUrl: `https://x.example/${userId}.png` }),
    onPlain: () => {
      plain += 1;
    },
    onForbidden: () => {
      forbidden += 1;
    },
    messages: english,
    log: createLogger('silent'),
  });
  const post = async (...lines: DisplayLine[]) => {
    const outcome = await port.post(lines);
    if (outcome.kind !== 'posted') throw new Error(`the post was ${outcome.kind}`);
    return outcome.handle;
  };
  return { port, post, recorded, requests, failures, budgets, plain: () => plain, forbidden: () => forbidden };
}

describe('what is recorded of messages', () => {
  const at = (spokenAtMs: number, each: DisplayLine): DisplayLine => ({ ...each, spokenAtMs });

  it('is where each speaker’s words are, and since when they were said; notices are not recorded', async () => {
    const { post, recorded } = createChannel();
    await post(at(5, line('1', 'One.')), at(3, line('1', 'Two.')), at(4, line('2', 'Three.')));
    await post(line(undefined, 'I missed something.'));
    const where = { messageId: 'm1', channelId: 'c', webhookId: 'hook' };
    expect(recorded).toEqual([
      { ...where, userId: '1', spokenAtMs: 3 },
      { ...where, userId: '2', spokenAtMs: 4 },
    ]);
  });

  it('names no webhook for a plain message', async () => {
    const { post, recorded } = createChannel({ mayUseWebhooks: false });
    await post(line('1', 'One.'));
    expect(recorded).toMatchObject([{ messageId: 'm1', webhookId: undefined }]);
  });

  it('goes with the message, and with words that were taken out of it', async () => {
    const { port, post, recorded } = createChannel();
    const sent = await post(line('1', 'One.'), line('2', 'Two.'));
    recorded.length = 0;
    await port.edit(sent, [line('1', 'One!'), line('2', 'Two.')]);
    expect(recorded).toEqual([]);
    await port.edit(sent, [line('2', 'Two.')]);
    await port.remove(sent);
    expect(recorded).toEqual([
      ['removed', 'm1', ['1']],
      ['removed', 'm1'],
    ]);
  });
});

describe('a channel with a webhook', () => {
  it('shows a line under its speaker’s name, without pings, embeds or push notifications', async () => {
    const { post, requests } = createChannel();
    await post(line('1', 'Hello.'));
    expect(requests).toEqual([
      {
        request: 'POST /webhooks/hook/secret wait=true',
        body: {
          ...{ content: 'Hello.', allowed_mentions: { parse: [] }, flags: 4 | 4_096 },
          ...{ username: 'Name of 1', avatar_url: 'https://x.example/1.png' },
        },
      },
    ]);
  });

  it('names the speakers of lines that share a message, also when it is edited', async () => {
    const { port, post, requests } = createChannel();
    const sent = await post(line('1', 'Hello.'), line('2', 'Hi.'));
    await port.edit(sent, [line('1', 'Hello!'), line('2', 'Hi.')]);
    expect(requests.map(({ request }) => request)).toEqual([
      'POST /webhooks/hook/secret wait=true',
      'PATCH /webhooks/hook/secret/messages/m1',
    ]);
    expect(requests[0]?.body['username']).toBe('Mynah Captions');
    expect(requests[1]?.body).toEqual({
      ...{ content: '**Name of 1:** Hello!\n**Name of 2:** Hi.', allowed_mentions: { parse: [] }, flags: 4 },
    });
  });

  it("posts and edits in a thread through its parent's webhook", async () => {
    const { port, post, requests } = createChannel({ isThread: true });
    const sent = await post(line('1', 'Hello.'));
    await port.edit(sent, [line('1', 'Hello!')]);
    await port.remove(sent);
    expect(requests.map(({ request }) => request)).toEqual([
      'POST /webhooks/hook/secret wait=true&thread_id=c',
      'PATCH /webhooks/hook/secret/messages/m1 thread_id=c',
      'DELETE /webhooks/hook/secret/messages/m1 thread_id=c',
    ]);
  });

  it("posts notices in the bot's own name", async () => {
    const { post, requests, plain } = createChannel();
    await post(line(undefined, 'I missed something.'));
    expect(requests[0]).toMatchObject({
      request: 'POST /channels/c/messages',
      body: { content: 'I missed something.' },
    });
    expect(plain()).toBe(0);
  });

  it('uses another webhook when the first is deleted, and leaves the first one’s messages alone', async () => {
    const { port, post, requests, failures } = createChannel();
    const sent = await post(line('1', 'Hello.'));
    failures.push(refused(10_015, 404));
    await post(line('2', 'Hi.'));
    expect(requests.at(-1)?.request).toBe('POST /webhooks/other/secret wait=true');
    const before = requests.length;
    expect(await port.edit(sent, [line('1', 'Hello!')])).toEqual({ kind: 'gone' });
    expect(await port.remove(sent)).toEqual({ kind: 'gone' });
    expect(requests).toHaveLength(before);
  });

  it.each([
    ['before', false],
    ['at the edit', true],
  ])(
    'deletes a message of a deleted webhook with Manage Messages, where it learned of that %s',
    async (_when, isLate) => {
      const { port, post, requests, recorded, failures } = createChannel({ mayManageMessages: true });
      const [sent, another] = [await post(line('1', 'Hello.')), await post(line('1', 'Hi.'))];
      failures.push(refused(10_015, 404));
      if (!isLate) await post(line('2', 'Hi.'));
      expect(await port.edit(sent, [line('1', 'Hello!')])).toEqual({ kind: 'withdrawn' });
      expect(requests.at(-1)?.request).toBe('DELETE /channels/c/messages/m1');
      expect(await port.remove(another)).toEqual({ kind: 'removed' });
      expect(requests.at(-1)?.request).toBe('DELETE /channels/c/messages/m2');
      expect(recorded.slice(-2)).toEqual([
        ['removed', 'm1'],
        ['removed', 'm2'],
      ]);
    },
  );

  it('leaves a message of a deleted webhook as it is where Discord refuses to delete it', async () => {
    const { port, post, requests, recorded, failures } = createChannel({ mayManageMessages: true });
    const sent = await post(line('1', 'Hello.'));
    failures.push(refused(10_015, 404), refused(50_013, 403));
    expect(await port.edit(sent, [line('1', 'Hello!')])).toEqual({ kind: 'gone' });
    expect(requests).toHaveLength(3);
    expect(recorded).toHaveLength(1);
  });

  it.each([
    ['was deleted', refused(10_008, 404), 'removed'],
    ['may not be deleted', refused(50_013, 403), 'gone'],
    ['cannot be reached', new Error('no network'), 'unreachable'],
  ])('reports the outcome of a removal when the message %s', async (_when, failure, kind) => {
    const { port, post, failures } = createChannel();
    const sent = await post(line('1', 'Hello.'));
    failures.push(failure);
    expect(await port.remove(sent)).toEqual({ kind });
  });

  it('posts a plain message if Discord rejects what the webhook shows', async () => {
    const { post, requests, failures } = createChannel();
    failures.push(refused(50_035, 400));
    await post(line('1', 'Hello.'));
    expect(requests.at(-1)).toMatchObject({
      request: 'POST /channels/c/messages',
      body: { content: '**Name of 1:** Hello.' },
    });
  });

  it.each([
    ['the network fails', new Error('no network'), 'unreachable'],
    ['Discord has trouble', refused(0, 500), 'unreachable'],
    ['a firewall blocks it', refused(40_333, 403), 'unreachable'],
    ['a permission is gone', refused(50_013, 403), 'refused'],
    ['the channel is deleted', refused(10_003, 404), 'refused'],
  ])('reports the outcome of a post when %s', async (_when, failure, kind) => {
    const { port, failures } = createChannel();
    failures.push(failure, failure);
    expect(await port.post([line('1', 'Hello.')])).toEqual({ kind });
  });

  it.each([
    ['the message is gone', refused(10_008, 404), 'gone'],
    ['the message is too old', refused(30_046, 429), 'gone'],
    ['the webhook is gone', refused(10_015, 404), 'gone'],
    ['Discord rejects it', refused(50_035, 400), 'refused'],
    ['the network fails', new Error('no network'), 'unreachable'],
  ])('reports the outcome of an edit when %s', async (_when, failure, kind) => {
    const { port, post, failures } = createChannel();
    const sent = await post(line('1', 'Hello.'));
    failures.push(failure);
    expect(await port.edit(sent, [line('1', 'Hello!')])).toEqual({ kind });
  });
});

describe('a channel where nothing can be posted any more', () => {
  const missingAccess = refused(50_001, 403);

  it.each([
    ['refuses plain messages too', missingAccess],
    ['has deleted it', refused(10_003, 404)],
  ])('is reported once, when Discord %s, and gets no further request', async (_how, failure) => {
    const { port, failures, requests, forbidden } = createChannel();
    failures.push(failure, failure);
    expect(await port.post([line('1', 'Hello.')])).toEqual({ kind: 'refused' });
    expect(requests.map(({ request }) => request)).toEqual([
      'POST /webhooks/hook/secret wait=true',
      'POST /channels/c/messages',
    ]);
    expect(await port.post([line('1', 'Hello?')])).toEqual({ kind: 'refused' });
    expect(requests).toHaveLength(2);
    expect(forbidden()).toBe(1);
  });

  it('gets nothing of what people said once others could read it, but notices', async () => {
    const setting = { mayShow: true };
    const { port, requests, forbidden } = createChannel(setting);
    setting.mayShow = false;
    expect(await port.post([line('1', 'Hello.')])).toEqual({ kind: 'refused' });
    expect(requests).toEqual([]);
    expect((await port.post([line(undefined, 'The service is down.')])).kind).toBe('posted');
    expect(forbidden()).toBe(0);
  });

  it('is not one whose webhook is refused', async () => {
    const { port, failures, forbidden } = createChannel();
    failures.push(missingAccess);
    expect((await port.post([line('1', 'Hello.')])).kind).toBe('posted');
    expect(forbidden()).toBe(0);
  });

  it('is not one that takes captions through a webhook, but none of the bot’s own notices', async () => {
    const { port, failures, forbidden } = createChannel();
    failures.push(missingAccess);
    expect(await port.post([line(undefined, 'A notice.')])).toEqual({ kind: 'refused' });
    expect((await port.post([line('1', 'Hello.')])).kind).toBe('posted');
    expect(forbidden()).toBe(0);
  });

  it('is noticed at an edit too', async () => {
    const { port, post, failures, forbidden } = createChannel({ mayUseWebhooks: false });
    const sent = await post(line('1', 'Hello.'));
    failures.push(missingAccess);
    expect(await port.edit(sent, [line('1', 'Hello!')])).toEqual({ kind: 'refused' });
    expect(forbidden()).toBe(1);
  });
});

describe('a channel without webhooks', () => {
  it('posts plain messages with names, counts them by their own limits, and reports it', async () => {
    const { port, post, requests, budgets, plain } = createChannel({ mayUseWebhooks: false });
    const sent = await post(line('1', 'Hello.'));
    await port.edit(sent, [line('1', 'Hello!')]);
    expect(requests.map(({ request, body }) => [request, body['content']])).toEqual([
      ['POST /channels/c/messages', '**Name of 1:** Hello.'],
      ['PATCH /channels/c/messages/m1', '**Name of 1:** Hello!'],
    ]);
    expect(port.budgets()).toBe(budgets.plain);
    expect(plain()).toBe(1);
  });
});
