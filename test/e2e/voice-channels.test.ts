import type { SeenMessage } from '@mynah/local-discord/people/seen-message';
import { createOggOpusReader } from '@mynah/opus/ogg-opus-reader';
import { MessageFlags, PermissionFlagsBits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { packetsOf, toHex } from '../support/sent-speech.ts';
import { shareEnvironment } from '../support/shared-environment.ts';
import { joinEnvironment, patience, type TestSession } from '../support/test-session.ts';
import { listenFor } from '../support/voiced-packets.ts';

const SENTENCE = 'The weather is nice today.';
const LONG = 'My brother lives in the big city. '.repeat(4).trim();

let session: TestSession;
shareEnvironment({
  join: joinEnvironment,
  use: (joined) => {
    session = joined;
  },
});

async function answer(command: string, options: Record<string, string | boolean> = {}) {
  return (await session.ada.type(command, options)).reply(patience());
}

describe('joining and leaving', () => {
  it('joins the caller’s channel or the one named, and leaves', async () => {
    const { guild } = session;
    const { botId } = session.environment.discord;
    const studio = guild.channel('Studio');
    expect((await answer('/join')).content).toContain(`<#${session.loungeId}>`);
    expect(guild.voiceChannelOf(botId)).toBe(session.loungeId);
    expect((await answer('/join', { channel: studio.id })).content).toContain(`<#${studio.id}>`);
    expect(guild.voiceChannelOf(botId)).toBe(studio.id);
    await answer('/leave');
    await guild.waitForVoice(botId, undefined, patience());
    expect(session.environment.discord.errors).toEqual([]);
  });

  it('names the permission that is missing to speak', async () => {
    const { guild } = session;
    const { botId } = session.environment.discord;
    guild.setPermissions('Lounge', { targetId: botId, deny: PermissionFlagsBits.Speak });
    const reply = await answer('/join');
    expect(reply.content).toMatch(/Speak/);
    expect(reply.ephemeral).toBe(true);
    expect(guild.voiceChannelOf(botId)).toBeUndefined();
  });

  it('reports a full channel', async () => {
    session.guild.setUserLimit('Lounge', 1);
    expect((await answer('/join')).content).toMatch(/is full \(1 at most\)/);
  });

  it('continues to speak in a channel that it is moved to', async () => {
    const { guild } = session;
    const { botId } = session.environment.discord;
    const studio = guild.channel('Studio').id;
    const voiced = listenFor(session.voice.heard);
    await answer('/say', { text: LONG });
    await voiced.until(20);
    const grace = session.environment.discord.addPerson({ name: 'Grace', guild });
    const there = await grace.joinVoice(studio, patience());
    await guild.moveMember(botId, studio);
    const { packets } = await there.heard.utterance(botId, { signal: patience() });
    const whole = await packetsOf(session.speech, LONG);
    const rest = packets.map(({ opus }) => toHex(opus));
    expect(rest).toEqual(whole.slice(whole.length - rest.length));
    expect(rest.length).toBeGreaterThan(50);
  });

  it('drops its queue when it is disconnected, and rejoins for the next text', async () => {
    const { guild } = session;
    const { botId } = session.environment.discord;
    const invocation = await session.ada.type('/say', { text: LONG });
    await invocation.until(({ content }) => content === 'Speaking…', patience());
    const queued = await session.ada.type('/say', { text: SENTENCE });
    await queued.reply(patience());
    guild.disconnectMember(botId);
    await invocation.until(
      ({ content }) => content === 'I left the voice channel before this text was finished.',
      patience(),
    );
    await queued.until(({ content }) => content === 'Not spoken: I left the voice channel.', patience());
    expect((await answer('/queue')).content).toMatch(/I'm not in a voice channel here/);
    const voiced = listenFor(session.voice.heard);
    await answer('/say', { text: SENTENCE });
    const whole = await packetsOf(session.speech, SENTENCE);
    expect((await voiced.through(whole)).slice(-whole.length)).toEqual(whole);
  });

  it('replies with a voice message on request, and with an audio file when the caller is not in a voice channel', async () => {
    const whole = await packetsOf(session.speech, SENTENCE);
    await answer('/say', { text: SENTENCE, file: true });
    const isVoice = ({ flags }: SeenMessage): boolean => (flags & MessageFlags.IsVoiceMessage) !== 0;
    const asked = await session.guild.channel('general').waitForMessage(isVoice, patience());
    await session.ada.leaveVoice();
    const outside = await answer('/say', { text: SENTENCE });
    expect(asked.content).toBe('');
    expect(outside.content).toBe("You aren't in a voice channel, so here's the audio.");
    expect(asked.attachments).toMatchObject([{ filename: 'voice-message.ogg', waveform: expect.any(String) }]);
    expect(outside.attachments).toMatchObject([{ filename: 'mynah.ogg' }]);
    for (const { attachments, ephemeral } of [asked, outside]) {
      expect(ephemeral).toBe(false);
      const file = new Uint8Array(await (await fetch(attachments[0]?.url ?? '')).arrayBuffer());
      expect(createOggOpusReader().push(file).map(toHex)).toEqual(whole);
    }
    expect(session.guild.voiceChannelOf(session.environment.discord.botId)).toBeUndefined();
  });

  it('survives a dropped gateway: it continues to speak and replies to commands', async () => {
    const voiced = listenFor(session.voice.heard);
    const invocation = await session.ada.type('/say', { text: LONG });
    await invocation.reply(patience());
    session.environment.discord.dropGateway();
    await invocation.until(({ content }) => content === 'Spoken.', patience());
    const whole = await packetsOf(session.speech, LONG);
    expect(await voiced.through(whole)).toEqual(whole);
    await session.environment.discord.botReady(patience());
    expect((await answer('/queue')).content).toMatch(/^The queue is empty\./);
  });
});
