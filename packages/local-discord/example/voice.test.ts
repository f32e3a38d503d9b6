import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createAudioPlayer, createAudioResource, joinVoiceChannel, StreamType } from '@discordjs/voice';
import { startLocalDiscord } from '@mynah/local-discord';
import { expect, test } from 'vitest';
import { startPingBot } from './ping-bot.ts';

/** 20 ms of Opus each, which nobody decodes here. */
const SOUND = Array.from({ length: 10 }, (_, index) => Buffer.from([0x78, 1, 2, 3, index]));

test('what a bot plays is heard in its voice channel', async () => {
  await using discord = await startLocalDiscord();
  // A bot in a process of its own takes `NODE_EXTRA_CA_CERTS=${discord.caFile}` instead.
  const authorities = getCACertificates('default');
  setDefaultCACertificates([...authorities, await readFile(discord.caFile, 'utf8')]);
  await using bot = await startPingBot(discord.token, discord.apiUrl);
  await discord.botReady();

  const lounge = discord.guild.channel('Lounge');
  const ada = discord.addPerson({ name: 'Ada' });
  const voice = await ada.joinVoice(lounge.id);
  const guild = await bot.guilds.fetch(discord.guild.id);
  const { voiceAdapterCreator: adapterCreator } = guild;
  const connection = joinVoiceChannel({ guildId: guild.id, channelId: lounge.id, adapterCreator });
  await voice.groupOf([ada.id, discord.botId]);

  const player = createAudioPlayer();
  connection.subscribe(player);
  player.play(createAudioResource(Readable.from(SOUND), { inputType: StreamType.Opus }));

  const { packets, lost } = await voice.heard.utterance(discord.botId);
  expect(packets.map(({ opus }) => Buffer.from(opus))).toEqual(SOUND);
  expect(lost).toBe(0);
  connection.destroy();
  setDefaultCACertificates(authorities);
});
