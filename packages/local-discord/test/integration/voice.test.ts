import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import {
  type AudioPlayer,
  createAudioPlayer,
  createAudioResource,
  entersState,
  getVoiceConnection,
  joinVoiceChannel,
  StreamType,
  type VoiceConnection,
  VoiceConnectionStatus,
} from '@discordjs/voice';
import { Client, Events, GatewayIntentBits, type Guild } from 'discord.js';
import { afterEach, expect, test } from 'vitest';
import { type LocalDiscord, type LocalDiscordOptions, startLocalDiscord } from '../../src/local-discord.ts';

const opened: (() => Promise<void>)[] = [];
const defaultCertificates = getCACertificates('default');

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
  setDefaultCACertificates(defaultCertificates);
});

interface Setting {
  readonly discord: LocalDiscord;
  readonly guild: Guild;
  /** VOICE_STATE_UPDATE, with its channel, and VOICE_SERVER_UPDATE in order. */
  readonly seen: { t: string; channelId: unknown; endpoint: unknown }[];
}

async function setUp(options: LocalDiscordOptions = {}): Promise<Setting> {
  const discord = await startLocalDiscord(options);
  opened.push(() => discord.close());
  if (options.voice !== false)
    setDefaultCACertificates([await readFile(discord.caFile, 'utf8'), ...defaultCertificates]);
  const client = new Client({
    intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildVoiceStates],
    rest: { api: discord.apiUrl },
  });
  opened.push(async () => {
    getVoiceConnection(discord.guild.id)?.destroy();
    await client.destroy();
  });
  const seen: Setting['seen'] = [];
  client.on(Events.Raw, ({ t, d }: { t: string; d: Record<string, unknown> }) => {
    if (t.startsWith('VOICE_')) seen.push({ t, channelId: d['channel_id'], endpoint: d['endpoint'] });
  });
  const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(discord.token);
  const guild = (await ready).guilds.cache.get(discord.guild.id);
  if (guild === undefined) throw new Error('the bot sees no guild');
  return { discord, guild, seen };
}

function joinVoice({ discord, guild }: Setting, channel: string): VoiceConnection {
  return joinVoiceChannel({
    channelId: discord.guild.channel(channel).id,
    guildId: guild.id,
    adapterCreator: guild.voiceAdapterCreator,
    selfDeaf: false,
  });
}

function play(connection: VoiceConnection, packets: readonly Buffer[]): AudioPlayer {
  const player = createAudioPlayer();
  connection.subscribe(player);
  player.play(createAudioResource(Readable.from(packets, { objectMode: true }), { inputType: StreamType.Opus }));
  return player;
}

/** Packets that look like 20 ms of mono speech (TOC 0x78), distinguished by their last bytes. */
function packets(count: number): Buffer[] {
  return Array.from({ length: count }, (_, index) => Buffer.from([0x78, 1, 2, 3, 4, 5, 6, index]));
}

test('the bot joins, and a person hears its packets unchanged', async () => {
  const setting = await setUp();
  const { discord, guild } = setting;
  const ada = discord.addPerson({ name: 'Ada' });
  const voice = await ada.joinVoice(discord.guild.channel('Lounge').id);
  const connection = joinVoice(setting, 'Lounge');
  await entersState(connection, VoiceConnectionStatus.Ready, 5_000);
  await voice.groupOf([ada.id, discord.botId]);
  const sent = packets(20);
  play(connection, sent);
  const utterance = await voice.heard.utterance(discord.botId);
  expect(utterance.packets.map(({ opus }) => Buffer.from(opus))).toEqual(sent);
  expect(guild.members.me?.voice.channel?.name).toBe('Lounge');
  expect(discord.guild.channel('Lounge').voiceMembers).toEqual([ada.id, discord.botId]);
});

test('a voice server that was taken away is replaced for the next visit, too', async () => {
  const setting = await setUp();
  const { discord } = setting;
  const there = joinVoice(setting, 'Lounge');
  await entersState(there, VoiceConnectionStatus.Ready, 5_000);
  expect(discord.faults.removeVoiceServer(discord.guild)).toBe(true);
  discord.guild.disconnectMember(discord.botId);
  await entersState(there, VoiceConnectionStatus.Disconnected, 5_000);
  there.destroy();
  expect(discord.faults.changeVoiceServer(discord.guild)).toBe(false);
  await entersState(joinVoice(setting, 'Lounge'), VoiceConnectionStatus.Ready, 5_000);
});

test('a deaf person receives no packets, and is heard', async () => {
  const { discord } = await setUp();
  const lounge = discord.guild.channel('Lounge').id;
  const [ada, grace, linus] = ['Ada', 'Grace', 'Linus'].map((name) => discord.addPerson({ name }));
  const hearing = await ada?.joinVoice(lounge);
  const speaking = await grace?.joinVoice(lounge);
  const deaf = await linus?.joinVoice(lounge, undefined, { selfDeaf: true });
  await hearing?.groupOf([ada, grace, linus].map((person) => person?.id ?? ''));
  for (const voice of [speaking, deaf]) {
    const sent = packets(10);
    const [utterance] = await Promise.all([hearing?.heard.utterance(voice?.userId ?? ''), voice?.speak(sent)]);
    expect(utterance?.packets.map(({ opus }) => Buffer.from(opus))).toEqual(sent);
  }
  const figures = discord.voiceServer?.figures().users.find(({ userId }) => userId === linus?.id);
  expect(figures?.packetsOut).toBe(0);
});

test('a moved bot gets a voice server for its new channel, and is heard there', async () => {
  const setting = await setUp();
  const { discord, seen } = setting;
  const lounge = discord.guild.channel('Lounge').id;
  const studio = discord.guild.channel('Studio').id;
  const ada = discord.addPerson({ name: 'Ada' });
  const voice = await ada.joinVoice(studio);
  const connection = joinVoice(setting, 'Lounge');
  await entersState(connection, VoiceConnectionStatus.Ready, 5_000);
  const left = new Promise((resolve) => connection.once(VoiceConnectionStatus.Disconnected, resolve));
  await discord.guild.moveMember(discord.botId, studio);
  await Promise.race([left, voice.groupOf([ada.id, discord.botId])]);
  await entersState(connection, VoiceConnectionStatus.Ready, 5_000);
  await voice.groupOf([ada.id, discord.botId]);
  const sent = packets(10);
  play(connection, sent);
  const utterance = await voice.heard.utterance(discord.botId);
  expect(utterance.packets.map(({ opus }) => Buffer.from(opus))).toEqual(sent);
  expect(seen.map(({ t }) => t)).toEqual([
    'VOICE_STATE_UPDATE',
    'VOICE_STATE_UPDATE',
    'VOICE_SERVER_UPDATE',
    'VOICE_STATE_UPDATE',
    'VOICE_SERVER_UPDATE',
  ]);
  expect(seen.map(({ channelId }) => channelId).filter((id) => id === lounge)).toHaveLength(1);
});

test('a moved person is connected in the new channel', async () => {
  const { discord } = await setUp();
  const ada = discord.addPerson({ name: 'Ada' });
  const studio = discord.guild.channel('Studio').id;
  const before = await ada.joinVoice(discord.guild.channel('Lounge').id);
  await discord.guild.moveMember(ada.id, studio);
  expect(ada.voice).not.toBe(before);
  expect(ada.voice?.channelId).toBe(studio);
  expect(discord.guild.voiceChannelOf(ada.id)).toBe(studio);
});

test('a kicked bot is disconnected, and so is one whose channel is deleted', async () => {
  const setting = await setUp();
  const { discord } = setting;
  for (const [status, takeAway] of [
    [VoiceConnectionStatus.Disconnected, () => discord.guild.disconnectMember(discord.botId)],
    // The library would rejoin after 4022.
    [VoiceConnectionStatus.Signalling, () => discord.guild.deleteChannel('Lounge')],
  ] as const) {
    const connection = joinVoice(setting, 'Lounge');
    await entersState(connection, VoiceConnectionStatus.Ready, 5_000);
    const disconnected = new Promise((resolve) => connection.once(status, resolve));
    takeAway();
    await disconnected;
    expect(discord.guild.voiceChannelOf(discord.botId)).toBeUndefined();
    connection.destroy();
  }
});

test('a full, hidden or forbidden channel does not respond', async () => {
  const setting = await setUp({ voice: false });
  const { discord, guild, seen } = setting;
  const booth = discord.guild.channel('Booth').id;
  for (const name of ['Ada', 'Bob']) discord.addPerson({ name }).enterVoice(booth);
  discord.guild.setPermissions('Studio', { targetId: discord.botId, deny: CONNECT });
  discord.guild.setPermissions('Lounge', { targetId: discord.botId, deny: VIEW_CHANNEL });
  const ask = (channelId: string | null): void =>
    guild.shard.send({ op: 4, d: { guild_id: guild.id, channel_id: channelId, self_mute: false, self_deaf: false } });
  for (const name of ['Booth', 'Studio', 'Lounge']) ask(discord.guild.channel(name).id);
  const stage = discord.guild.channel('Stage').id;
  ask(stage);
  await discord.guild.waitForVoice(discord.botId, stage);
  await expect
    .poll(() => seen.filter(({ channelId }) => channelId !== booth))
    .toMatchObject([{ t: 'VOICE_STATE_UPDATE', channelId: stage }]);
  ask(null);
  await discord.guild.waitForVoice(discord.botId, undefined);
});

test('a bot that ends its session leaves voice', async () => {
  const { discord, guild } = await setUp({ voice: false });
  const lounge = discord.guild.channel('Lounge').id;
  guild.shard.send({ op: 4, d: { guild_id: guild.id, channel_id: lounge, self_mute: false, self_deaf: false } });
  await discord.guild.waitForVoice(discord.botId, lounge);
  await guild.client.destroy();
  await discord.guild.waitForVoice(discord.botId, undefined);
});

test('the status of a voice channel can be set by a bot that is in it', async () => {
  const { discord, guild } = await setUp({ voice: false });
  const lounge = discord.guild.channel('Lounge').id;
  const setStatus = (): Promise<unknown> =>
    guild.client.rest.put(`/channels/${lounge}/voice-status`, { body: { status: 'captions on' } });
  await expect(setStatus()).rejects.toMatchObject({ code: 50_013 });
  guild.shard.send({ op: 4, d: { guild_id: guild.id, channel_id: lounge, self_mute: false, self_deaf: false } });
  await discord.guild.waitForVoice(discord.botId, lounge);
  await setStatus();
  expect(discord.guild.channel('Lounge').status).toBe('captions on');
});

test('a stage puts everyone who enters into its audience, and lets a bot move by its permissions', async () => {
  const { discord, guild } = await setUp({ voice: false });
  const { botId } = discord;
  const stage = discord.guild.channel('Stage').id;
  const route = `/guilds/${guild.id}/voice-states/@me` as const;
  const change = (body: object): Promise<unknown> => guild.client.rest.patch(route, { body });
  const now = new Date().toISOString();
  await expect(change({ suppress: false })).rejects.toMatchObject({ code: 10_065 });
  const op4 = (channelId: string) => ({
    guild_id: guild.id,
    channel_id: channelId,
    self_mute: false,
    self_deaf: false,
  });
  guild.shard.send({ op: 4, d: op4(discord.guild.channel('Lounge').id) });
  await discord.guild.waitForVoice(botId, discord.guild.channel('Lounge').id);
  await expect(change({ suppress: false })).rejects.toMatchObject({ code: 50_024 });
  guild.shard.send({ op: 4, d: op4(stage) });
  await expect.poll(() => guild.members.me?.voice).toMatchObject({ channelId: stage, suppress: true });
  await expect(change({ channel_id: stage, suppress: false })).rejects.toMatchObject({ code: 50_013 });
  await change({ channel_id: stage, request_to_speak_timestamp: now });
  await expect.poll(() => guild.members.me?.voice.requestToSpeakTimestamp).toBe(Date.parse(now));
  discord.guild.inviteToSpeak(botId);
  await expect.poll(() => guild.members.me?.voice).toMatchObject({ suppress: false, requestToSpeakTimestamp: null });
  await change({ channel_id: stage, suppress: true });
  expect(discord.guild.stageState(botId)).toEqual({ isSpeaker: false, asksToSpeak: false });
  discord.guild.setPermissions('Stage', { targetId: botId, allow: MUTE_MEMBERS, deny: REQUEST_TO_SPEAK });
  await expect(change({ request_to_speak_timestamp: now })).rejects.toMatchObject({ code: 50_013 });
  await change({ suppress: false });
  expect(discord.guild.stageState(botId)?.isSpeaker).toBe(true);
});

test('whom moderators have muted or deafened is neither heard nor hears', async () => {
  const discord = await startLocalDiscord();
  opened.push(() => discord.close());
  const lounge = discord.guild.channel('Lounge').id;
  const [ada, bob] = await Promise.all(
    ['Ada', 'Bob'].map(async (name) => {
      const person = discord.addPerson({ name });
      return { person, voice: await person.joinVoice(lounge) };
    }),
  );
  if (ada === undefined || bob === undefined) throw new Error('nobody is there');
  await ada.voice.groupOf([ada.person.id, bob.person.id]);
  const speak = async (): Promise<number> => {
    const from = bob.voice.heard.mark();
    await ada.voice.speak(packets(5));
    return bob.voice.heard.packets.length - from;
  };
  discord.guild.silence(ada.person.id, { mute: true });
  expect(await speak()).toBe(0);
  discord.guild.silence(ada.person.id, { mute: false });
  discord.guild.silence(bob.person.id, { deaf: true });
  expect(await speak()).toBe(0);
  discord.guild.silence(bob.person.id, { deaf: false });
  await ada.voice.speak(packets(5));
  await bob.voice.heard.utterance(ada.person.id);
});

const CONNECT = 1n << 20n;
const MUTE_MEMBERS = 1n << 22n;
const REQUEST_TO_SPEAK = 1n << 32n;
const VIEW_CHANNEL = 1n << 10n;
