import type { LocalGuild } from '@mynah/local-discord/guild';
import { type LocalDiscord, startLocalDiscord } from '@mynah/local-discord/local-discord';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiscordClient } from '../../src/discord/client/client.ts';
import { createGatewaySender } from '../../src/discord/client/gateway/gateway-sender.ts';
import { logIn } from '../../src/discord/client/login.ts';
import { createLogger } from '../../src/log/log.ts';
import type { VoiceEvent } from '../../src/voice/voice-api.ts';
import { createVoiceEngine, type LocalVoiceEngine } from '../../src/voice/voice-engine.ts';
import { FakeLink } from '../unit/voice/fake-link.ts';
import { createFakeSpeech } from '../unit/voice/fake-speech.ts';
import { createTestBot } from './discord-fixture.ts';

/** Discord's 120 messages, in a second instead of a minute; the bot's pace has the margin of a machine that stalls. */
const RULES = { limit: 120, windowMs: 1_000, heartbeatIntervalMs: 3_000 };
const PACE = { windowMs: 1_800 };

/** A link that is ready with the bot's voice state: no voice server is needed to count gateway messages. */
class ReadyLink extends FakeLink {
  override stateUpdate(data: { readonly channel_id: string | null }): void {
    super.stateUpdate(data);
    this.serverUpdate();
  }
}

it('paces what discord.js itself sends, too', { meta: { promises: ['shard-sends-most-110'] } }, async () => {
  await using discord = await startLocalDiscord({ voice: false, gatewayRules: RULES });
  const { signal } = new AbortController();
  const log = createLogger('silent');
  const sender = createGatewaySender({ log, pace: PACE });
  const { apiUrl, token } = discord;
  const client = createDiscordClient({ apiUrl, shards: undefined, shardCount: undefined, signal, sender, log });
  try {
    await logIn(client, token, { signal, log });
    for (let count = 0; count < 200; count += 1) client.user?.setPresence({ status: 'idle' });
    const members = await client.guilds.cache.first()?.members.fetch({ query: 'my', limit: 1 });
    expect(members?.size).toBe(1);
    expect(discord.figures).toMatchObject({ rateLimited: 0, resumed: 0 });
    expect(discord.figures.mostSentInWindow).toBeLessThan(120);
  } finally {
    sender.close();
    await client.destroy();
  }
});

describe('a shard with 400 servers', () => {
  let discord: LocalDiscord;
  let guilds: LocalGuild[];
  let engine: LocalVoiceEngine;
  let close: () => Promise<void>;
  const links = new Map<string, ReadyLink>();
  const events: VoiceEvent[] = [];

  beforeAll(async () => {
    discord = await startLocalDiscord({ voice: false, gatewayRules: RULES });
    guilds = Array.from({ length: 400 }, (_, index) => discord.addGuild({ name: `Guild ${index}` }));
    const made = await createTestBot(discord, {
      gatewayPace: PACE,
      createEngine: (onEvent) => {
        engine = createVoiceEngine({
          speech: createFakeSpeech(),
          log: createLogger('silent'),
          onEvent: (event) => {
            events.push(event);
            onEvent(event);
          },
          openLink: (hooks) => {
            const link = new ReadyLink(hooks, () => true);
            links.set(hooks.guildId, link);
            return link;
          },
        });
        return engine;
      },
    });
    close = made.close;
    await made.bot.start(AbortSignal.timeout(20_000));
  }, 30_000);

  afterAll(async () => {
    await close();
    await discord.close();
  });

  const lounge = (guild: LocalGuild): string => guild.channel('Lounge').id;
  const join = (some: readonly LocalGuild[]) =>
    Promise.all(some.map((guild) => engine.join({ guildId: guild.id, channelId: lounge(guild) })));
  const isReady = ({ id }: LocalGuild): boolean => links.get(id)?.status.kind === 'ready';

  it('joins 140 channels at once, with no 120 messages in any minute, heartbeats included', {
    meta: { promises: ['140-joins-once-one'] },
  }, async () => {
    const outcomes = await join(guilds.slice(0, 140));
    expect(outcomes.filter(({ kind }) => kind === 'joined')).toHaveLength(140);
    expect(guilds.slice(0, 140).every((guild) => guild.voiceChannelOf(discord.botId) === lounge(guild))).toBe(true);
    expect(discord.figures).toMatchObject({ rateLimited: 0, identified: 1, resumed: 0 });
    expect(discord.figures.mostSentInWindow).toBeLessThan(120);
  });

  it('gets 400 sessions back that drop at once with 4006, and tells no failure; people need not wait for them', {
    meta: { promises: ['400-sessions-one-shard'] },
  }, async () => {
    await join(guilds.slice(140));
    expect(guilds.filter(isReady)).toHaveLength(400);
    const spoken = discord.addGuild({ name: 'Another' });
    const ada = discord.addPerson({ name: 'Ada', guild: spoken });
    events.length = 0;
    for (const link of links.values()) link.become({ kind: 'dropped', closeCode: 4_006 });
    const reply = await (await ada.type('/join', { channel: lounge(spoken) })).reply(AbortSignal.timeout(10_000));
    expect(reply.content).toContain('I joined');
    expect(guilds.filter(isReady).length).toBeLessThan(400);
    await expect.poll(() => guilds.filter(isReady).length, { timeout: 20_000 }).toBe(400);
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['gateway-send']));
    expect(events).toHaveLength(401);
    expect(discord.figures).toMatchObject({ rateLimited: 0, identified: 1, resumed: 0 });
    expect(discord.figures.mostSentInWindow).toBeLessThan(120);
  });

  it('sends what waited for a reconnection once, and its newest state only', {
    meta: { promises: ['newest-request-server-stays'] },
  }, async () => {
    const [first] = guilds;
    if (first === undefined) throw new Error('there is no guild');
    const stage = first.addChannel('Hall', 'voice');
    events.length = 0;
    expect(discord.dropGateway()).toBe(1);
    await discord.botGone();
    const moving = engine.join({ guildId: first.id, channelId: stage.id });
    const leaving = engine.leave(first.id);
    expect((await moving).kind).toBe('cancelled');
    await leaving;
    await first.waitForVoice(discord.botId, undefined, AbortSignal.timeout(10_000));
    expect(discord.figures).toMatchObject({ rateLimited: 0, resumed: 1 });
    expect(first.voiceChannelOf(discord.botId)).toBeUndefined();
  });
});
