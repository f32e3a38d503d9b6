import { type LocalDiscord, startLocalDiscord } from '@mynah/local-discord/local-discord';
import { startLocalSpeech } from '@mynah/local-speech/local-speech';
import type { LocalSpeech } from '@mynah/local-speech/local-speech-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cast } from '../../playground/cast/cast.ts';
import { spokenPackets } from '../../playground/spoken-packets.ts';

let discord: LocalDiscord;
let service: LocalSpeech;
let cast: Cast;
beforeAll(async () => {
  discord = await startLocalDiscord();
  service = await startLocalSpeech();
  cast = new Cast({ discord, speech: { kind: 'local', service, access: service } });
});
afterAll(() => Promise.all([discord.close(), service.close()]));

describe('the servers of the cast', () => {
  it('are made by their first use, with channels of their own and the same people', () => {
    const ada = cast.person('Ada', discord.guild, { manages: true });
    const workshop = cast.server('Workshop');
    expect(cast.servers.map(({ name }) => name)).toEqual([discord.guild.name, 'Workshop']);
    expect(workshop.channels.map(({ name }) => name)).toEqual(['general', 'Lounge', 'captions', 'Studio']);
    expect(workshop.roles.map(({ name }) => name)).toContain('Moderators');
    expect(cast.person('ada', workshop).id).toBe(ada.id);
    expect(cast.person('Ada', discord.guild)).toBe(ada);
    expect(cast.server(discord.guild.name.toUpperCase()).id).toBe(discord.guild.id);
    expect(cast.people(workshop).map(({ name }) => name)).toEqual(['Ada']);
  });

  it('share one voice connection of each person, like in Discord’s client', async () => {
    const first = discord.guild;
    const ada = await cast.joinVoice('Ada', first.channel('Lounge').id);
    expect(cast.inVoice('Ada')?.guild.id).toBe(first.id);
    const grace = await cast.joinVoice('Grace', first.channel('Lounge').id);
    const other = cast.server('Studio Two');
    const there = await cast.joinVoice('Ada', other.channel('Lounge').id);
    expect(first.voiceChannelOf(ada.id)).toBeUndefined();
    expect(other.voiceChannelOf(ada.id)).toBe(there.voice?.channelId);
    expect(first.voiceChannelOf(grace.id)).toBe(first.channel('Lounge').id);
    await other.moveMember(ada.id, other.channel('Studio').id);
    expect(there.voice?.channelId).toBe(other.channel('Studio').id);
  });

  it('let somebody who was disconnected join the same channel again', async () => {
    const lounge = discord.guild.channel('Lounge').id;
    const noor = await cast.joinVoice('Noor', lounge);
    discord.guild.disconnectMember(noor.id);
    await cast.joinVoice('Noor', lounge);
    expect(discord.guild.voiceChannelOf(noor.id)).toBe(lounge);
  });
});

it('Grace and Linus join a voice channel and say a text, each with a voice of their own', async () => {
  const studio = discord.guild.channel('Studio').id;
  const listener = await cast.joinVoice('Sam', studio);
  const heard = listener.voice?.heard;
  if (heard === undefined) throw new Error('Sam is not in voice.');
  const said = await Promise.all(
    cast.speakers.map(async (name) => {
      const { id } = cast.person(name, discord.guild);
      const utterance = heard.utterance(id);
      await cast.letSpeak(name, 'Good morning.', studio);
      return await utterance;
    }),
  );
  expect(said.map(({ packets }) => packets.length > 20)).toEqual([true, true]);
  const voices = service.requests.filter(({ endpoint }) => endpoint === 'tts').map(({ body }) => body);
  const wanted = [service.voices.slt, service.voices.rms].map((id) => expect.objectContaining({ reference_id: id }));
  // They speak at the same time, and ask in no particular order.
  expect(voices).toEqual(expect.arrayContaining(wanted));
});

it('a speaker speaks while the service is down for the bot', async () => {
  const studio = discord.guild.channel('Studio').id;
  const listener = await cast.joinVoice('Sam', studio);
  const { id } = cast.person('Grace', discord.guild);
  const heard = listener.voice?.heard.next(({ userId }) => userId === id);
  service.faults.add({ endpoint: 'tts', status: 503, times: 1 });
  await cast.letSpeak('Grace', 'Hello.', studio);
  await heard;
  // The fault is left for the bot.
  await expect(spokenPackets(service, 'Hello.')).rejects.toThrow('503');
});

it('a speaker stops when the signal aborts', async () => {
  const studio = discord.guild.channel('Studio').id;
  const ended = new AbortController();
  const listener = await cast.joinVoice('Sam', studio);
  const { id } = cast.person('Linus', discord.guild);
  const spoken = cast.letSpeak(
    'Linus',
    'One, two, three, four, five, six, seven, eight, nine, ten.',
    studio,
    ended.signal,
  );
  await listener.voice?.heard.next(({ userId }) => userId === id);
  ended.abort();
  await spoken;
  await expect(cast.letSpeak('Linus', 'Never.', studio, ended.signal)).rejects.toThrow('aborted');
});
