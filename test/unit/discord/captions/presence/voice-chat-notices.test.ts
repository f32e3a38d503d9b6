import { DiscordAPIError, type RequestData } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_CAPTION_SETTINGS } from '../../../../../src/captions/caption-settings.ts';
import type { CaptionSession } from '../../../../../src/captions/captions-ports.ts';
import { createVoiceChatNotices } from '../../../../../src/discord/captions/presence/voice-chat-notices.ts';
import type { PermissionKey } from '../../../../../src/discord/client/permissions.ts';
import { createLogger } from '../../../../../src/log/log.ts';
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
  const edits: { route: string; content: string; buttons: string }[] = [];
  const failures: Error[] = [];
  const editFailures: Error[] = [];
  const world = {
    people: ['1'] as string[],
    missing: [] as readonly PermissionKey[] | undefined,
    optedOut: new Set<string>(),
    running: 's',
    isShared: false,
    /** What every edit waits for. */
    editing: undefined as Promise<void> | undefined,
    /** What every post waits for. */
    posting: undefined as Promise<void> | undefined,
  };
  let attempts = 0;
  const notices = createVoiceChatNotices({
    rest: {
      post: async (route: string, { body }: RequestData = {}) => {
        attempts += 1;
        const failure = failures.shift();
        if (failure !== undefined) throw failure;
        await world.posting;
        const {
          content,
          flags,
          allowed_mentions: pings,
        } = body as Record<'content', string> & {
          flags: number;
          allowed_mentions: unknown;
        };
        posts.push({ route, content, flags, pings });
        return { id: String(posts.length) };
      },
      patch: async (route: string, { body, signal }: RequestData = {}) => {
        signal?.throwIfAborted();
        const failure = editFailures.shift();
        if (failure !== undefined) throw failure;
        await world.editing;
        const { content, components } = body as { content: string; components: unknown };
        edits.push({ route, content, buttons: JSON.stringify(components) });
      },
    },
    missingToPost: () => world.missing,
    peopleIn: () => world.people,
    status: async () => ({
      session: { ...session, sessionId: world.running },
      consent: 'opt-out',
      hasOptedOut: (userId: string) => world.optedOut.has(userId),
    }),
    isShared: async () => world.isShared,
    publicMessages: async () => english,
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
  return { notices, posts, edits, failures, editFailures, world, enter, leave, attempts: () => attempts };
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
      rest: { post: () => new Promise(() => undefined), patch: async () => undefined },
      missingToPost: () => [],
      peopleIn: () => [],
      status: async () => undefined,
      isShared: async () => false,
      publicMessages: async () => english,
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

  it('learn that others can read along outside Discord, once there is a link', async () => {
    const { notices, posts, world, enter } = openNotices();
    await notices.open(start);
    world.isShared = true;
    enter('2');
    await pass(2_000);
    expect(posts[1]?.content).toMatch(/`\/privacy opt-out`\. People with a link can also read them outside Discord\.$/);
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

describe('when captions have ended', () => {
  const never = new AbortController().signal;
  const edited = (...ids: number[]) => ids.map((id) => `/channels/lounge/messages/${id}`);
  const unknown = new DiscordAPIError({ code: 10_008, message: 'Unknown Message' }, 10_008, 404, 'PATCH', '/', {});

  /** Captions that were told of at the start and to so many people who joined one after another. */
  const openWith = async (joined: number) => {
    const scene = openNotices();
    await scene.notices.open(start);
    for (let id = 2; id < joined + 2; id += 1) {
      scene.enter(String(id));
      await pass(10_000);
    }
    return scene;
  };

  it('their notices say so and can stop nothing any more, the first one before the newest others', async () => {
    const { notices, edits } = await openWith(2);
    notices.close('other');
    expect(edits).toEqual([]);
    notices.close('s');
    await notices.settle(never);
    expect(edits.map(({ route }) => route)).toEqual(edited(1, 3, 2));
    for (const { content, buttons } of edits) {
      expect(content).toBe('Live captions of <#lounge> have ended.');
      expect(buttons).toContain('captions:opt-out');
      expect(buttons).not.toMatch(/captions:(?:stop|opt-in)/);
    }
  });

  it('only so many notices change: the first and the newest', async () => {
    const { notices, edits } = await openWith(25);
    notices.close('s');
    await notices.settle(never);
    expect(edits.map(({ route }) => route)).toEqual(edited(1, ...Array.from({ length: 19 }, (_, index) => 26 - index)));
  });

  it('a notice that was still under way says so too', async () => {
    const { notices, edits, world } = openNotices();
    const { promise, resolve } = Promise.withResolvers<void>();
    world.posting = promise;
    const opening = notices.open(start);
    notices.close('s');
    resolve();
    await opening;
    await notices.settle(never);
    expect(edits.map(({ route }) => route)).toEqual(edited(1));
  });

  it('a notice that someone deleted does not keep the others, a refusal does', async () => {
    const { notices, edits, editFailures } = await openWith(3);
    editFailures.push(unknown);
    notices.close('s');
    await pass(0);
    expect(edits.map(({ route }) => route)).toEqual(edited(4, 3, 2));
    await notices.open(start);
    editFailures.push(refused);
    notices.close('s');
    await notices.settle(never);
    expect(edits).toHaveLength(3);
  });

  it('the bot’s own end waits for them no longer than it is told to', async () => {
    const { notices, edits, world } = await openWith(2);
    const { promise, resolve } = Promise.withResolvers<void>();
    world.editing = promise;
    notices.close('s');
    await pass(0);
    const stopping = new AbortController();
    const settled = notices.settle(stopping.signal);
    stopping.abort(new Error('no time left'));
    resolve();
    await settled;
    expect(edits).toHaveLength(1);
  });
});
