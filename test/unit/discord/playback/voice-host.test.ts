import { PermissionFlagsBits } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GuildDirectory } from '../../../../src/discord/client/guild-directory.ts';
import { createVoiceHost } from '../../../../src/discord/playback/voice-host.ts';
import { createLogger } from '../../../../src/log/log.ts';
import { english } from '../../../../src/messages/english.ts';
import type { JoinOutcome } from '../../../../src/voice/voice-api.ts';

const { ViewChannel, Connect, Speak } = PermissionFlagsBits;
const aloneTimeoutMs = 60_000;

/** A guild with two voice channels, and an engine that does what it is told. */
function createScene(setting: { aloneTimeoutMs?: number; mayPost?: boolean } = { aloneTimeoutMs }) {
  const listeners = new Map([['lounge', 1]]);
  const posts: string[] = [];
  const joins: string[] = [];
  const moves: string[] = [];
  const permissions = new Map([
    ['lounge', ViewChannel | Connect | Speak],
    ['studio', ViewChannel | Connect | Speak],
  ]);
  let at: string | undefined;
  let joining = false;
  let joinAnswer: JoinOutcome | undefined;
  const engine = {
    join: async ({ channelId }: { channelId: string }): Promise<JoinOutcome> => {
      joins.push(channelId);
      const moved = at !== undefined;
      if (joinAnswer !== undefined) return joinAnswer;
      at = channelId;
      return { kind: 'joined', channelId, moved };
    },
    leave: async () => {
      const was = at;
      at = undefined;
      return was !== undefined;
    },
    session: async () =>
      at === undefined ? undefined : { guildId: 'g', channelId: at, joining, paused: false, items: [] },
  };
  const directory: Pick<GuildDirectory, 'voiceChannel' | 'listenerCount' | 'post'> = {
    voiceChannel: (_guildId, channelId) => {
      const granted = permissions.get(channelId);
      if (granted === undefined) return undefined;
      return { channelId, kind: 'voice', permissions: granted, userLimit: 0, memberCount: 1 };
    },
    listenerCount: (_guildId, channelId) => listeners.get(channelId) ?? 0,
    post: async (channelId, content) => posts.push(`${channelId}: ${content}`) > 0,
  };
  const host = createVoiceHost({
    ...{
      engine,
      directory,
      beforeMove: async () => void moves.push(`after ${joins.length} joins`),
      mayPost: async () => setting.mayPost ?? true,
      publicMessages: async () => english,
      aloneTimeoutMs: setting.aloneTimeoutMs,
      log: createLogger('silent'),
    },
  });
  const people = (channelId: string, count: number): void => {
    listeners.set(channelId, count);
    host.onPeopleChanged('g');
  };
  return {
    host,
    posts,
    joins,
    moves,
    permissions,
    people,
    whereIsBot: () => at,
    answerJoinsWith: (outcome: JoinOutcome) => {
      joinAnswer = outcome;
    },
    pretendToJoin: () => {
      joining = true;
    },
    join: (channelId = 'lounge') => host.join({ guildId: 'g', channelId, textChannelId: 'general' }),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('joining', () => {
  it('goes where it is called', async () => {
    const scene = createScene();
    expect(await scene.join()).toEqual({ kind: 'joined', channelId: 'lounge', moved: false });
    expect(await scene.join('studio')).toEqual({ kind: 'joined', channelId: 'studio', moved: true });
  });

  it('does not join again where it is', async () => {
    const scene = createScene();
    await scene.join();
    expect(await scene.join()).toEqual({ kind: 'already-here', channelId: 'lounge' });
    expect(scene.joins).toEqual(['lounge']);
  });

  it('does not ask Discord for what it may not do or cannot see', async () => {
    const scene = createScene();
    scene.permissions.set('lounge', ViewChannel | Connect);
    expect(await scene.join()).toMatchObject({ kind: 'missing-permissions', missing: ['speak'] });
    expect(await scene.join('attic')).toEqual({ kind: 'unknown-channel' });
    expect(scene.joins).toEqual([]);
  });

  it('prepares a move, and nothing else', async () => {
    const scene = createScene();
    await scene.join();
    await scene.join();
    expect(scene.moves).toEqual([]);
    await scene.join('studio');
    expect(scene.moves).toEqual(['after 1 joins']);
  });

  it('has asked the engine when it says that a join is under way', async () => {
    const scene = createScene();
    const start = await scene.host.startJoin({ guildId: 'g', channelId: 'lounge', textChannelId: 'general' });
    expect(scene.joins).toEqual(['lounge']);
    expect(start).toMatchObject({ kind: 'joining', isFirst: true });
    expect(await scene.host.startJoin({ guildId: 'g', channelId: 'studio', textChannelId: 'general' })).toMatchObject({
      ...{ kind: 'joining', isFirst: false },
    });
  });

  it('shares a join that is under way', async () => {
    const scene = createScene();
    await scene.join();
    scene.pretendToJoin();
    expect(await scene.join()).toEqual({ kind: 'joined', channelId: 'lounge', moved: true });
    expect(scene.joins).toEqual(['lounge', 'lounge']);
  });

  it("passes on the engine's outcome", async () => {
    const scene = createScene();
    scene.answerJoinsWith({ kind: 'not-ready' });
    expect(await scene.join()).toEqual({ kind: 'not-ready' });
  });
});

describe('alone in a channel', () => {
  it('the bot leaves after the timeout and says so where it was called', async () => {
    const scene = createScene();
    await scene.join();
    scene.people('lounge', 0);
    await vi.advanceTimersByTimeAsync(aloneTimeoutMs - 1);
    expect(scene.whereIsBot()).toBe('lounge');
    await vi.advanceTimersByTimeAsync(1);
    expect(scene.whereIsBot()).toBeUndefined();
    expect(scene.posts).toEqual([
      'general: I left <#lounge> because nobody else was there. Use `/join` to bring me back.',
    ]);
  });

  it('and it says nothing where the server wants no notices', async () => {
    const scene = createScene({ aloneTimeoutMs, mayPost: false });
    await scene.join();
    scene.people('lounge', 0);
    await vi.advanceTimersByTimeAsync(aloneTimeoutMs);
    expect(scene.whereIsBot()).toBeUndefined();
    scene.host.onVoiceEvent({ type: 'session-ended', guildId: 'g', channelId: 'lounge', reason: 'failed' });
    await vi.advanceTimersByTimeAsync(0);
    expect(scene.posts).toEqual([]);
  });

  it('it leaves after two minutes where nothing else is set', async () => {
    const scene = createScene({});
    await scene.join('studio');
    await vi.advanceTimersByTimeAsync(119_999);
    expect(scene.whereIsBot()).toBe('studio');
    await vi.advanceTimersByTimeAsync(1);
    expect(scene.whereIsBot()).toBeUndefined();
  });

  it('it stays when somebody comes back in time', async () => {
    const scene = createScene();
    await scene.join();
    scene.people('lounge', 0);
    await vi.advanceTimersByTimeAsync(aloneTimeoutMs - 1);
    scene.people('lounge', 1);
    await vi.advanceTimersByTimeAsync(aloneTimeoutMs * 2);
    expect(scene.whereIsBot()).toBe('lounge');
    expect(scene.posts).toEqual([]);
  });

  it('changes among others do not wind the clock back', async () => {
    const scene = createScene();
    await scene.join();
    scene.people('lounge', 0);
    await vi.advanceTimersByTimeAsync(aloneTimeoutMs / 2);
    scene.people('studio', 3);
    await vi.advanceTimersByTimeAsync(aloneTimeoutMs / 2);
    expect(scene.whereIsBot()).toBeUndefined();
  });

  it('it leaves a channel that was empty from the start', async () => {
    const scene = createScene();
    await scene.join('studio');
    await vi.advanceTimersByTimeAsync(aloneTimeoutMs);
    expect(scene.whereIsBot()).toBeUndefined();
  });

  it('it counts the people of the channel it was moved to', async () => {
    const scene = createScene();
    await scene.join();
    scene.host.onVoiceEvent({ type: 'session-moved', guildId: 'g', channelId: 'studio', isRequested: false });
    await vi.advanceTimersByTimeAsync(aloneTimeoutMs);
    expect(scene.posts.at(-1)).toContain('I left <#studio>');
  });

  it('it does not leave once it has been closed', async () => {
    const scene = createScene();
    await scene.join();
    scene.people('lounge', 0);
    scene.host.close();
    await vi.advanceTimersByTimeAsync(aloneTimeoutMs);
    expect(scene.whereIsBot()).toBe('lounge');
  });
});

describe('what others do to the bot', () => {
  it('is announced when it is moved', async () => {
    const scene = createScene();
    await scene.join();
    scene.host.onVoiceEvent({ type: 'session-moved', guildId: 'g', channelId: 'studio', isRequested: false });
    await vi.advanceTimersByTimeAsync(0);
    expect(scene.posts).toEqual(['general: I was moved to <#studio>, and continue there.']);
  });

  it('needs no notice when it moves on request', async () => {
    const scene = createScene();
    await scene.join();
    scene.host.onVoiceEvent({ type: 'session-moved', guildId: 'g', channelId: 'studio', isRequested: true });
    await scene.join('studio');
    expect(scene.posts).toEqual([]);
  });

  it('is announced when it is moved to where it may not speak', async () => {
    const scene = createScene();
    await scene.join();
    scene.permissions.set('studio', ViewChannel | Connect);
    scene.host.onVoiceEvent({ type: 'session-moved', guildId: 'g', channelId: 'studio', isRequested: false });
    await vi.advanceTimersByTimeAsync(0);
    expect(scene.posts[0]).toContain("where I can't speak. Give me Speak there.");
  });

  it.each([
    ['disconnected', 'I was disconnected from <#lounge>'],
    ['failed', 'I lost the connection to <#lounge>'],
  ] as const)('is announced when its session ends: %s', async (reason, words) => {
    const scene = createScene();
    await scene.join();
    scene.host.onVoiceEvent({ type: 'session-ended', guildId: 'g', channelId: 'lounge', reason });
    await vi.advanceTimersByTimeAsync(0);
    expect(scene.posts[0]).toContain(words);
  });

  it('is announced when its session ends with its channel, which cannot be mentioned', async () => {
    const scene = createScene();
    await scene.join();
    const ended = { type: 'session-ended', guildId: 'g', channelId: 'deleted', reason: 'disconnected' } as const;
    scene.host.onVoiceEvent(ended);
    await vi.advanceTimersByTimeAsync(0);
    expect(scene.posts[0]).toContain('I left because the voice channel was deleted');
  });

  it.each(['left', 'closed'] as const)('needs no notice when it was asked for: %s', async (reason) => {
    const scene = createScene();
    await scene.join();
    scene.host.onVoiceEvent({ type: 'session-ended', guildId: 'g', channelId: 'lounge', reason });
    await vi.advanceTimersByTimeAsync(0);
    expect(scene.posts).toEqual([]);
  });
});
