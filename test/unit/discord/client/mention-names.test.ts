import type { Client } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMentionNames } from '../../../../src/discord/client/mention-names.ts';
import { createLogger } from '../../../../src/log/log.ts';
import { lookUpNames, mentionKey } from '../../../../src/text/mentions.ts';

const UNKNOWN = { user: 'someone', role: 'a role', channel: 'a channel' };
const log = createLogger('silent');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function idOf(number: number): string {
  return String(100_000_000_000_000_000n + BigInt(number));
}

function mentions(from: number, to: number): string {
  return Array.from({ length: to - from }, (_, index) => `<@${idOf(from + index)}>`).join(' ');
}

/** Guilds whose members below 100 are cached; the rest are fetched when the test says so. */
function arrange() {
  const requests: {
    readonly guildId: string;
    readonly id: string;
    readonly answer: () => void;
    readonly fail: () => void;
  }[] = [];
  const guild = (guildId: string) => ({
    roles: { cache: new Map([[idOf(1), { name: 'Pilots' }]]) },
    channels: { cache: new Map() },
    members: {
      cache: new Map(Array.from({ length: 100 }, (_, number) => [idOf(number), { displayName: `known ${number}` }])),
      fetch: (id: string) => {
        const { promise, resolve, reject } = Promise.withResolvers<{ displayName: string }>();
        const answer = () => resolve({ displayName: `fetched ${Number(BigInt(id) % 1_000n)}` });
        requests.push({ guildId, id, answer, fail: () => reject(new Error('Unknown Member')) });
        return promise;
      },
    },
  });
  const guilds = new Map(['1', '2', '3'].map((id) => [id, guild(id)]));
  const client = { guilds: { cache: guilds }, users: { cache: new Map() } } as unknown as Client;
  const namesOfText = createMentionNames(client, log);
  return {
    requests,
    say: async (text: string, guildId = '1', userId = 'ada') => {
      const names = await lookUpNames([text], namesOfText({ guildId, userId }));
      return text.replace(/<@(&?)(\d+)>/g, (_mention, mark: string, id: string) => {
        const kind = mark === '&' ? 'role' : 'user';
        return names.get(mentionKey({ kind, id })) ?? UNKNOWN[kind];
      });
    },
  };
}

/** Answers what is asked, and what is asked then. */
async function answerAll(requests: ReturnType<typeof arrange>['requests']): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
  for (let index = 0; index < requests.length; index += 1) {
    requests[index]?.answer();
    await vi.advanceTimersByTimeAsync(0);
  }
}

describe('the names of a text', () => {
  it('are fetched for at most five people; the rest read as someone', {
    meta: { promises: ['mentions-text-make-most'] },
  }, async () => {
    const { requests, say } = arrange();
    const named = say(mentions(100, 120));
    await answerAll(requests);
    expect(await named).toBe(
      [
        'fetched 100 fetched 101 fetched 102 fetched 103 fetched 104',
        ...Array.from({ length: 15 }, () => 'someone'),
      ].join(' '),
    );
    expect(requests).toHaveLength(5);
  });

  it('come from the cache without counting', async () => {
    const { requests, say } = arrange();
    const named = say(`${mentions(0, 10)} <@&${idOf(1)}> ${mentions(100, 103)}`);
    await answerAll(requests);
    const known = Array.from({ length: 10 }, (_, number) => `known ${number}`).join(' ');
    expect(await named).toBe(`${known} Pilots fetched 100 fetched 101 fetched 102`);
  });

  it('are fetched two at a time for a server, and four for the whole bot', async () => {
    const { requests, say } = arrange();
    const texts = ['1', '2', '3'].flatMap((guildId) =>
      ['ada', 'bob'].map((user) => say(mentions(100, 105), guildId, user)),
    );
    await vi.advanceTimersByTimeAsync(0);
    expect(requests.map(({ guildId }) => guildId)).toEqual(['1', '1', '2', '2']);
    requests[0]?.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(requests).toHaveLength(5);
    await vi.advanceTimersByTimeAsync(800);
    await Promise.all(texts);
  });

  it('are fetched no more once their time has passed, and requests that hang keep their place', async () => {
    const { requests, say } = arrange();
    const named = say(mentions(100, 105));
    await vi.advanceTimersByTimeAsync(700);
    requests[0]?.answer();
    await vi.advanceTimersByTimeAsync(100);
    expect(await named).toBe('fetched 100 someone someone someone someone');
    expect(requests).toHaveLength(3);
    const next = say(mentions(105, 106));
    await vi.advanceTimersByTimeAsync(800);
    expect(await next).toBe('someone');
    expect(requests).toHaveLength(3);
    requests[1]?.fail();
    const last = say(mentions(106, 107));
    await vi.advanceTimersByTimeAsync(0);
    requests[3]?.answer();
    expect(await last).toBe('fetched 106');
  });
});
