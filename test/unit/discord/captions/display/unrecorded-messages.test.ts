import { DiscordAPIError, type RequestData, SnowflakeUtil } from 'discord.js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CaptionSession } from '../../../../../src/captions/captions-ports.ts';
import { createUnrecordedFinder } from '../../../../../src/discord/captions/display/unrecorded-messages.ts';

const START_MS = Date.UTC(2026, 0, 1);
const idAt = (secondsBeforeStart: number): string =>
  SnowflakeUtil.generate({ timestamp: START_MS - secondsBeforeStart * 1_000, increment: 1n }).toString();

const session: CaptionSession = {
  ...{ sessionId: 's', guildId: 'g', voiceChannelId: 'v', textChannelId: 'c', startedBy: '1', language: undefined },
  ...{ consent: 'opt-out', widerReaders: false, startedAtMs: START_MS - 600_000, endedAtMs: undefined },
};

/** Finds in a channel that has these messages; or Discord fails. */
function createChannel(
  answer: readonly object[] | Error,
  { mayReadHistory = true, isKnown = true, isLoggedIn = true } = {},
) {
  const requests: string[] = [];
  const find = createUnrecordedFinder({
    rest: {
      get: async (route: string, { query }: RequestData = {}) => {
        requests.push(`${route} ${query?.toString() ?? ''}`);
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
    isKnown: () => isKnown,
    mayReadHistory: () => mayReadHistory,
    identity: () => (isLoggedIn ? { botId: 'bot', applicationId: 'app' } : undefined),
    startedAtMs: () => START_MS,
  });
  return { find, requests };
}

// Nothing depends on this machine's clock.
beforeEach(() => void vi.useFakeTimers({ now: START_MS + 3_600_000 }));
afterEach(() => void vi.useRealTimers());

it('has the messages of the bot’s webhooks, and its own with names, from before this process', async () => {
  const author = { id: 'somebody' };
  const { find } = createChannel([
    { id: idAt(9), webhook_id: 'hook', application_id: 'app', author, content: '' },
    { id: idAt(8), author: { id: 'bot' }, content: '**Ada:** One.\n**Bob:** *Tw…*' },
    { id: idAt(7), webhook_id: 'other', application_id: 'other app', author, content: '' },
    { id: idAt(6), webhook_id: 'other', author, content: '' },
    { id: idAt(5), webhook_id: 'app', application_id: 'app', author: { id: 'bot' }, content: '**Ada:** Hi.' },
    { id: idAt(4), author: { id: 'bot' }, content: 'Live captions are on.' },
    { id: idAt(3), author, content: '**Ada:** *forged…*' },
    { id: idAt(-1), webhook_id: 'hook', application_id: 'app', author, content: '' },
  ]);
  expect(await find(session, [])).toEqual([
    { messageId: idAt(9), channelId: 'c', webhookId: 'hook' },
    { messageId: idAt(8), channelId: 'c', webhookId: undefined },
  ]);
});

it('asks for those after the newest that is recorded, or after the start of the session', async () => {
  const { find, requests } = createChannel([]);
  await find(session, [idAt(20), idAt(10), idAt(30)]);
  await find(session, []);
  const afters = requests.map((request) => /after=(\d+)/.exec(request)?.[1] ?? '');
  expect(afters[0]).toBe(idAt(10));
  expect(SnowflakeUtil.timestampFrom(afters[1] ?? '')).toBe(session.startedAtMs - 60_000);
  expect(requests[0]).toContain('/channels/c/messages');
});

it('asks for nothing without Read Message History', async () => {
  const { find, requests } = createChannel([], { mayReadHistory: false });
  expect(await find(session, [])).toEqual([]);
  expect(requests).toEqual([]);
});

it.each([
  ['the server is not available yet', { isKnown: false, mayReadHistory: false }],
  ['the bot is not logged in', { isLoggedIn: false }],
])('cannot tell while %s', async (_, setting) => {
  const { find, requests } = createChannel([], setting);
  expect(await find(session, [])).toBe('unavailable');
  expect(requests).toEqual([]);
});

it('has nothing where Discord refuses, and rejects where it cannot be reached', async () => {
  const refusal = new DiscordAPIError({ code: 50_001, message: 'Missing Access' }, 50_001, 403, 'GET', '/', {});
  expect(await createChannel(refusal).find(session, [])).toEqual([]);
  await expect(createChannel(new Error('no network')).find(session, [])).rejects.toThrow('no network');
});
