import { DiscordAPIError } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCaptionWebhooks } from '../../../../../src/discord/captions/display/caption-webhooks.ts';
import { createLogger } from '../../../../../src/log/log.ts';

function refused(code: number, status: number): DiscordAPIError {
  return new DiscordAPIError({ code, message: 'refused' }, code, status, 'POST', '/', {});
}

/** A channel with these webhooks; `failures` are what the next requests meet. */
function createChannel(existing: { id: string; token?: string; application_id: string }[] = []) {
  const webhooks = [...existing];
  const failures: Error[] = [];
  const requests: string[] = [];
  const answer = async <T>(request: string, result: () => T): Promise<T> => {
    requests.push(request);
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
    return result();
  };
  const found = createCaptionWebhooks({
    rest: {
      get: (route) => answer(`GET ${route}`, () => webhooks),
      post: (route) =>
        answer(`POST ${route}`, () => {
          const webhook = { id: `made ${webhooks.length}`, token: 'secret', application_id: 'us' };
          webhooks.push(webhook);
          return webhook;
        }),
    },
    applicationId: () => 'us',
    log: createLogger('silent'),
  });
  return { found, requests, failures, webhooks };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a channel's webhook", () => {
  it('is created once, also by concurrent calls', async () => {
    const { found, requests } = createChannel([{ id: 'foreign', token: 'x', application_id: 'them' }]);
    const [one, other] = await Promise.all([found.of('c', 'Captions'), found.of('c', 'Captions')]);
    expect(one).toEqual({ id: 'made 1', token: 'secret' });
    expect(other).toEqual(one);
    expect(await found.of('c', 'Captions')).toEqual(one);
    expect(requests).toEqual(['GET /channels/c/webhooks', 'POST /channels/c/webhooks']);
  });

  it('is the existing one, if there is one', async () => {
    const { found, requests } = createChannel([{ id: 'ours', token: 't', application_id: 'us' }]);
    expect(await found.of('c', 'Captions')).toEqual({ id: 'ours', token: 't' });
    expect(requests).toHaveLength(1);
  });

  it('is another one as soon as it was dropped', async () => {
    const { found, webhooks } = createChannel();
    const first = await found.of('c', 'Captions');
    webhooks.length = 0;
    if (first !== undefined) found.forget('c', first);
    expect(await found.of('c', 'Captions')).not.toBe(first);
  });

  it.each([
    [30_007, 400],
    [50_013, 403],
  ])('is not asked for again for a while if Discord refuses it (%i)', async (code, status) => {
    const { found, failures, requests } = createChannel();
    failures.push(refused(code, status));
    expect(await found.of('c', 'Captions')).toBeUndefined();
    expect(await found.of('c', 'Captions')).toBeUndefined();
    expect(requests).toHaveLength(1);
    vi.advanceTimersByTime(5 * 60_000);
    expect(await found.of('c', 'Captions')).toBeDefined();
  });

  it('is asked for again if Discord was unreachable', async () => {
    const { found, failures } = createChannel();
    failures.push(new Error('no network'));
    await expect(found.of('c', 'Captions')).rejects.toThrow('no network');
    expect(await found.of('c', 'Captions')).toBeDefined();
  });
});
