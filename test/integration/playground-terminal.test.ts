import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalDiscord, startLocalDiscord } from '../../playground/discord/local-discord.ts';
import { startLocalSpeech } from '../../playground/speech/local-speech.ts';
import { Servers } from '../../playground/terminal/servers.ts';
import { spokenVoiceMessage } from '../../playground/terminal/voice-message.ts';
import { createOggOpusReader } from '../../src/audio/opus/ogg-opus-reader.ts';

describe('the servers of the terminal', () => {
  let discord: LocalDiscord;
  beforeAll(async () => {
    discord = await startLocalDiscord();
  });
  afterAll(() => discord.close());

  it('are made by their first use, with channels of their own and the same people', () => {
    const servers = new Servers(discord);
    const ada = servers.person('Ada');
    const first = servers.guild;
    servers.enter('Workshop');
    expect(servers.names).toEqual([first.name, 'Workshop']);
    expect(servers.person('Ada').id).toBe(ada.id);
    expect(servers.guild.channels.map(({ name }) => name)).toEqual(['general', 'Lounge', 'captions', 'Studio']);
    expect(servers.guild.channel('general').id).not.toBe(first.channel('general').id);
    expect(servers.elsewhere(first.channel('general').id)).toBe(first.name);
    expect(servers.elsewhere(servers.guild.channel('general').id)).toBeUndefined();
    const { id, channelId } = servers.person('Ada').send('here');
    expect(first.channel('general').messages.map((message) => message.id)).not.toContain(id);
    expect(servers.guild.holds(channelId)).toBe(true);
    servers.enter(first.name.toUpperCase());
    expect(servers.guild.id).toBe(first.id);
    expect(servers.person('Ada')).toBe(ada);
  });

  it('share one voice connection of each person, like in Discord’s client', async () => {
    const servers = new Servers(discord);
    const first = servers.guild;
    const ada = await servers.joinVoice('Ada', first.channel('Lounge').id);
    servers.enter('Studio Two');
    expect(servers.inVoice('Ada')?.guild.id).toBe(first.id);
    const grace = await servers.joinVoice('Grace', first.channel('Lounge').id);
    expect(first.voiceChannelOf(grace.id)).toBe(first.channel('Lounge').id);
    const there = await servers.joinVoice('Ada', servers.guild.channel('Lounge').id);
    expect(first.voiceChannelOf(ada.id)).toBeUndefined();
    expect(servers.guild.voiceChannelOf(ada.id)).toBe(there.voice?.channelId);
    expect(first.voiceChannelOf(grace.id)).toBe(first.channel('Lounge').id);
    await servers.guild.moveMember(ada.id, servers.guild.channel('Studio').id);
    expect(there.voice?.channelId).toBe(servers.guild.channel('Studio').id);
  });
});

it('a voice message of the terminal is mono Ogg Opus with its duration and its waveform', async () => {
  await using stack = new AsyncDisposableStack();
  const speech = stack.adopt(await startLocalSpeech(), (service) => service.close());
  const { file, name, contentType, durationSecs, waveform } = await spokenVoiceMessage(speech, 'Good morning.');
  expect({ name, contentType }).toEqual({ name: 'voice-message.ogg', contentType: 'audio/ogg' });
  const reader = createOggOpusReader();
  const packets = reader.push(file);
  expect(reader.head?.channels).toBe(1);
  expect(durationSecs).toBeCloseTo(packets.length * 0.02, 1);
  const points = Buffer.from(waveform ?? '', 'base64');
  expect(points.length).toBe(Math.floor(packets.length / 5));
  expect(Math.max(...points)).toBe(255);

  const discord = stack.adopt(await startLocalDiscord({ voice: false }), (local) => local.close());
  const ada = discord.addPerson({ name: 'Ada' });
  const sent = ada.send('', {
    files: [{ file, name, contentType: 'audio/ogg', durationSecs: 1, waveform: 'AP8=' }],
    voiceMessage: true,
  });
  expect(sent).toMatchObject({ flags: 1 << 13, attachments: [{ waveform: 'AP8=', duration_secs: 1 }] });
});
