import { once } from 'node:events';
import { ChannelType, Client, Events, GatewayIntentBits } from 'discord.js';
import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LocalDiscord, startLocalDiscord } from '../../src/local-discord.ts';

const soon = (): AbortSignal => AbortSignal.timeout(10_000);

describe('threads of the local Discord', () => {
  let discord: LocalDiscord;
  let client: Client<true>;

  const threadOf = async (id: string) => {
    const channel = await client.channels.fetch(id);
    if (!channel?.isThread()) throw new Error('That is not a thread.');
    return channel;
  };

  beforeEach(async () => {
    discord = await startLocalDiscord({ voice: false });
    client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: discord.apiUrl } });
    const isReady = new Promise((resolve) => client.once(Events.ClientReady, resolve));
    await client.login(discord.token);
    await isReady;
  });

  afterEach(async () => {
    await client.destroy();
    await discord.close();
  });

  it('that are private are for their members and for those who may manage threads', async () => {
    const [ada, bob] = ['Ada', 'Bob'].map((name) => discord.addPerson({ name }));
    const mod = discord.addPerson({ name: 'Mod', permissions: P.ManageThreads });
    const memberIds = [discord.botId, ada?.id ?? ''];
    const { id } = discord.guild.addThread('captions', 'plans', { private: true, memberIds });
    const thread = await threadOf(id);
    await thread.send('For us.');
    expect(thread.parent?.name).toBe('captions');
    expect([ada, bob, mod].map((person) => person?.messages(id).length)).toEqual([1, 0, 1]);
    expect((await thread.members.fetch(ada?.id ?? '')).id).toBe(ada?.id);
    await expect(thread.members.fetch(bob?.id ?? '')).rejects.toMatchObject({ status: 404, code: 10_007 });
    expect(() => bob?.send('Me too', { channelId: id })).toThrow();
  });

  it('are opened by a bot that may, with a message in their channel that says so', async () => {
    const parent = await client.channels.fetch(discord.guild.channel('captions').id);
    if (parent?.type !== ChannelType.GuildText) throw new Error('That is not a text channel.');
    await expect(parent.threads.create({ name: 'Refused' })).rejects.toMatchObject({ status: 403, code: 50_013 });
    discord.guild.setPermissions('captions', { targetId: discord.botId, allow: P.CreatePublicThreads });
    const thread = await parent.threads.create({ name: 'Open' });
    await thread.send('First.');
    expect(discord.guild.channel('Open').messages.map(({ content }) => content)).toEqual(['First.']);
    expect(discord.guild.channel('captions').messages.map(({ content }) => content)).toEqual(['Open']);
    await expect(parent.threads.create({ name: 'x'.repeat(101) })).rejects.toMatchObject({ code: 50_035 });
    await expect(parent.threads.create({ name: 'x', autoArchiveDuration: 5 as 60 })).rejects.toMatchObject({
      code: 50_035,
    });
    const inVoice = client.rest.post(`/channels/${discord.guild.channel('Lounge').id}/threads`, {
      body: { name: 'x', type: ChannelType.PublicThread },
    });
    await expect(inVoice).rejects.toMatchObject({ status: 403 });
  });

  it('that are private are unknown to a bot until it is added, and refused after it is removed', async () => {
    const { id } = discord.guild.addThread('captions', 'plans', { private: true });
    await expect(client.rest.get(`/channels/${id}`)).rejects.toMatchObject({ status: 403, code: 50_001 });
    const added = once(client, Events.ThreadCreate, { signal: soon() });
    discord.guild.addToThread(id, discord.botId);
    expect((await added)[0]).toMatchObject({ id });
    discord.guild.removeFromThread(id, discord.botId);
    await expect(client.rest.get(`/channels/${id}`)).rejects.toMatchObject({ status: 403, code: 50_001 });
  });

  it('take messages of webhooks of their channel, and only of it', async () => {
    const { id } = discord.guild.addThread('captions', 'talk');
    const thread = await threadOf(id);
    const parent = thread.parent;
    if (parent === null) throw new Error('The thread has no channel.');
    const webhook = await parent.createWebhook({ name: 'Mynah' });
    const sent = await webhook.send({ content: 'Hello.', threadId: id });
    await webhook.editMessage(sent.id, { content: 'Hello there.', threadId: id });
    expect(discord.guild.channel(id).messages.map(({ content }) => content)).toEqual(['Hello there.']);
    await expect(webhook.editMessage(sent.id, { content: 'No.' })).rejects.toMatchObject({ code: 10_008 });
    const other = discord.guild.addThread('general', 'elsewhere');
    await expect(webhook.send({ content: 'No.', threadId: other.id })).rejects.toMatchObject({ code: 10_003 });
  });
});
