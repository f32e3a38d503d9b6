import { DiscordAPIError, type RequestData } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CaptionSession, DEFAULT_CAPTION_SETTINGS } from '../../../../../src/captions/captions-ports.ts';
import { createVoiceChatNotices } from '../../../../../src/discord/captions/presence/voice-chat-notices.ts';
import type { PermissionKey } from '../../../../../src/discord/client/permissions.ts';
import { createLogger } from '../../../../../src/log.ts';
import { english } from '../../../../../src/messages/english.ts';

const session: CaptionSession = {
  ...{ sessionId: 's', guildId: 'g', voiceChannelId: 'lounge', textChannelId: 'general', startedBy: '1' },
  ...{ language: undefined, widerReaders: false, consent: 'opt-out', startedAtMs: 0, endedAtMs: undefined },
};
const settings = DEFAULT_CAPTION_SETTINGS;
const start = { session, settings, confirmedBy: undefined, isAnswer: false };
const refused = new DiscordAPIError({ code: 50_013, message: 'refused' }, 50_013, 403, 'POST', '/', {});

function openNotices() {
  const posts: { route: string; content: string; flags: number; pings: unknown }[] = [];
  const failures: Error[] = [];
  const world = {
    people: ['1'] as string[],
    missing: [] as readonly PermissionKey[] | undefined,
    optedOut: new Set<string>(),
    running: 's',
  };
  let attempts = 0;
  const notices = createVoiceChatNotices({
    rest: {
      post: async (route: string, { body }: RequestData = {}) => {
        attempts += 1;
        const failure = failures.shift();
        if (failure !== undefined) throw failure;
        const {
          content,
          flags,
          allowed_mentions: pings,
        } = body as Record<'content', string> & {
          flags: number;
          allowed_mentions: unknown;
        };
        posts.push({ route, content, flags, pings });
      },
    },
    missingToPost: () => world.missing,
    peopleIn: () => world.people,
    status: async () => ({
      session: { ...session, sessionId: world.running },
      consent: 'opt-out',
      hasOptedOut: (userId: string) => world.optedOut.has(userId),
    }),
    messages: english,
    log: createLogger('silent'),
  });
  const enter = (...userIds: string[]): void => {
    world.people = [...world.people, ...userIds];
    notices.onPeopleChanged('g');
  };
  const leave = (userId: string): void => {
    world.people = world.people.filter((id) => id !== userId);
    notices.onPeopleChanged('g');
  };
  return { notices, posts, failures, world, enter, leave, attempts: () => attempts };
}

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('the notice at the start', () => {
  it('is posted in the voice channel’s chat and says where the captions are', async () => {
    const { notices, posts } = openNotices();
    expect(await notices.open(start)).toEqual({ kind: 'posted' });
    expect(posts).toMatchObject([{ route: '/channels/lounge/messages', flags: 4, pings: { parse: [] } }]);
    expect(posts[0]?.content).toContain('Live captions of <#lounge> are on in <#general>, started by <@1>.');
  });

  it('is not posted where the answer to the command already stands', async () => {
    const { notices, posts } = openNotices();
    expect(await notices.open({ ...start, isAnswer: true })).toEqual({ kind: 'posted' });
    expect(posts).toEqual([]);
  });

  it('names the permissions that are missing, without trying', async () => {
    const { notices, world, attempts } = openNotices();
    world.missing = ['sendMessages'];
    expect(await notices.open(start)).toEqual({ kind: 'missing', permissions: ['sendMessages'] });
    expect(attempts()).toBe(0);
  });

  it.each([
    ['Discord refuses it', refused],
    ['the network fails', new Error('no network')],
  ])('is reported as missing when %s', async (_when, failure) => {
    const { notices, failures } = openNotices();
    failures.push(failure);
    expect(await notices.open(start)).toEqual({ kind: 'missing', permissions: [] });
  });

  it.each([
    ['Discord refuses it', refused, 600_000],
    ['the network fails', new Error('no network'), 30_000],
  ])('is made up for when %s: those who were there are told like those who join', async (_when, failure, waitMs) => {
    const { notices, posts, failures, world, enter } = openNotices();
    world.people = ['1', '2'];
    failures.push(failure);
    await notices.open(start);
    enter('3');
    await pass(waitMs - 1_000);
    expect(posts).toEqual([]);
    await pass(1_000);
    expect(posts).toHaveLength(1);
    expect(posts[0]?.content).toContain('<@2> and <@3>');
    await pass(600_000);
    expect(posts).toHaveLength(1);
  });

  it('keeps nobody waiting for longer than 5 s', async () => {
    const { notices, failures } = openNotices();
    failures.push(new Error('unused'));
    const never = createVoiceChatNotices({
      rest: { post: () => new Promise(() => undefined) },
      missingToPost: () => [],
      peopleIn: () => [],
      status: async () => undefined,
      messages: english,
      log: createLogger('silent'),
    });
    const opening = never.open(start);
    await pass(5_000);
    expect(await opening).toEqual({ kind: 'missing', permissions: [] });
    notices.close('s');
  });
});

describe('people who join later', () => {
  it('share one quiet message when they join together', async () => {
    const { notices, posts, enter } = openNotices();
    await notices.open(start);
    enter('2');
    await pass(1_000);
    enter('3');
    await pass(1_000);
    expect(posts.slice(1)).toMatchObject([
      { route: '/channels/lounge/messages', flags: 4_096 | 4, pings: { parse: [] } },
    ]);
    expect(posts[1]?.content).toBe(
      '💬 <@2> and <@3>: live captions of <#lounge> are on, in <#general>. What you say is captioned unless you press **Opt out** or use `/privacy opt-out`.',
    );
  });

  it('are told once, however often they come and go, and not at all if they were there at the start', async () => {
    const { notices, posts, enter, leave } = openNotices();
    await notices.open(start);
    for (let times = 0; times < 5; times += 1) {
      enter('2');
      leave('1');
      await pass(10_000);
      leave('2');
      enter('1');
      await pass(10_000);
    }
    expect(posts).toHaveLength(2);
  });

  it('are not told when they left before, but when they come again', async () => {
    const { notices, posts, enter, leave } = openNotices();
    await notices.open(start);
    enter('2');
    leave('2');
    await pass(10_000);
    expect(posts).toHaveLength(1);
    enter('2');
    await pass(2_000);
    expect(posts).toHaveLength(2);
  });

  it('get at most one message in 5 s', async () => {
    const { notices, posts, enter } = openNotices();
    await notices.open(start);
    for (let id = 2; id < 22; id += 1) {
      enter(String(id));
      await pass(1_000);
    }
    await pass(10_000);
    expect(posts.length).toBeLessThanOrEqual(6);
    for (let id = 2; id < 22; id += 1) expect(posts.some(({ content }) => content.includes(`<@${id}>`))).toBe(true);
  });

  it('fit one message, however many they are', async () => {
    const { notices, posts, enter } = openNotices();
    await notices.open(start);
    enter(...Array.from({ length: 99 }, (_, index) => String(10n ** 18n + BigInt(index))));
    await pass(2_000);
    expect(posts).toHaveLength(2);
    expect(posts[1]?.content).toContain('74 more');
    expect(posts[1]?.content).toContain('What you say is captioned unless you press **Opt out**');
  });

  it('need no notice when they have opted out', async () => {
    const { notices, posts, enter, world } = openNotices();
    world.optedOut.add('2');
    await notices.open(start);
    enter('2');
    await pass(10_000);
    expect(posts).toHaveLength(1);
  });

  it('are told later when Discord can’t be reached', async () => {
    const { notices, posts, enter, failures } = openNotices();
    await notices.open(start);
    failures.push(new Error('no network'));
    enter('2');
    await pass(2_000);
    expect(posts).toHaveLength(1);
    await pass(30_000);
    expect(posts).toHaveLength(2);
  });

  it('are told ten minutes later when Discord refused a message', async () => {
    const { notices, posts, enter, failures, attempts } = openNotices();
    await notices.open(start);
    failures.push(refused);
    enter('2');
    await pass(60_000);
    enter('3');
    await pass(60_000);
    expect(attempts()).toBe(2);
    await pass(490_000);
    expect(posts[1]?.content).toContain('<@2> and <@3>');
    expect(attempts()).toBe(3);
  });

  it('are told once the bot may post there', async () => {
    const { notices, posts, enter, world } = openNotices();
    world.missing = ['sendMessages'];
    await notices.open(start);
    enter('2');
    await pass(10_000);
    expect(posts).toEqual([]);
    world.missing = [];
    enter('3');
    await pass(2_000);
    expect(posts[0]?.content).toContain('<@2> and <@3>');
  });

  it('are told nothing after captions have ended, or while another session runs', async () => {
    const { notices, posts, enter, world } = openNotices();
    await notices.open(start);
    enter('2');
    world.running = 'other';
    await pass(10_000);
    enter('3');
    notices.close('s');
    await pass(10_000);
    expect(posts).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
