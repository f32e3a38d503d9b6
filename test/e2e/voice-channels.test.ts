import { PermissionFlagsBits } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOggOpusReader } from '../../src/audio/opus/ogg-opus-reader.ts';
import { packetsOf, toHex } from '../support/sent-speech.ts';
import { openTestSession, patience, type TestSession } from '../support/test-session.ts';

const SENTENCE = 'The weather is nice today.';
const LONG = 'My brother lives in the big city. '.repeat(4).trim();

let visit: TestSession;
beforeEach(async () => {
  visit = await openTestSession();
});
afterEach(async () => {
  await visit[Symbol.asyncDispose]();
});

async function answer(command: string, options: Record<string, string | boolean> = {}) {
  return (await visit.ada.type(command, options)).reply(patience());
}

const voiced = (from: number) =>
  visit.voice.heard.packets
    .slice(from)
    .map(({ opus }) => toHex(opus))
    .filter((packet) => packet !== 'f8fffe');

describe('coming and going', () => {
  it('comes where the caller is, or where it is sent, and leaves', async () => {
    const { guild, botId } = visit.house.discord;
    const studio = guild.channel('Studio');
    expect((await answer('/join')).content).toContain(`<#${visit.loungeId}>`);
    expect(guild.voiceChannelOf(botId)).toBe(visit.loungeId);
    expect((await answer('/join', { channel: studio.id })).content).toContain(`<#${studio.id}>`);
    expect(guild.voiceChannelOf(botId)).toBe(studio.id);
    await answer('/leave');
    await guild.waitForVoice(botId, undefined, patience());
    expect(visit.house.discord.errors).toEqual([]);
  });

  it('says what is missing where it may not speak', async () => {
    const { guild, botId } = visit.house.discord;
    guild.setPermissions('Lounge', { targetId: botId, deny: PermissionFlagsBits.Speak });
    const reply = await answer('/join');
    expect(reply.content).toMatch(/Speak/);
    expect(reply.ephemeral).toBe(true);
    expect(guild.voiceChannelOf(botId)).toBeUndefined();
  });

  it('says that a channel is full', async () => {
    visit.house.discord.guild.setUserLimit('Lounge', 1);
    expect((await answer('/join')).content).toMatch(/is full \(1 at most\)/);
  });

  it('goes on speaking where somebody drags it', async () => {
    const { guild, botId } = visit.house.discord;
    const studio = guild.channel('Studio').id;
    const from = visit.voice.heard.mark();
    await answer('/say', { text: LONG });
    while (voiced(from).length < 20) await visit.voice.heard.next(() => true, patience());
    const grace = visit.house.discord.addPerson({ name: 'Grace' });
    const there = await grace.joinVoice(studio, patience());
    await guild.moveMember(botId, studio);
    const { packets } = await there.heard.utterance(botId, { signal: patience() });
    const whole = await packetsOf(visit.speech, LONG);
    const rest = packets.map(({ opus }) => toHex(opus));
    expect(rest).toEqual(whole.slice(whole.length - rest.length));
    expect(rest.length).toBeGreaterThan(50);
  });

  it('forgets its queue when somebody throws it out, and comes back when called', async () => {
    const { guild, botId } = visit.house.discord;
    const invocation = await visit.ada.type('/say', { text: LONG });
    await invocation.reply(patience());
    guild.disconnectMember(botId);
    await invocation.until(({ content }) => content.startsWith('Not spoken to the end'), patience());
    expect((await answer('/queue')).content).toMatch(/no voice channel/);
    const from = visit.voice.heard.mark();
    await answer('/say', { text: SENTENCE });
    const whole = await packetsOf(visit.speech, SENTENCE);
    while (voiced(from).slice(-whole.length).join() !== whole.join()) {
      await visit.voice.heard.next(() => true, patience());
    }
  });

  it('answers with an audio file when asked to, and when the caller is in no voice channel', async () => {
    const whole = await packetsOf(visit.speech, SENTENCE);
    const asked = await answer('/say', { text: SENTENCE, file: true });
    await visit.ada.leaveVoice();
    const outside = await answer('/say', { text: SENTENCE });
    for (const { attachments, ephemeral } of [asked, outside]) {
      expect(ephemeral).toBe(false);
      expect(attachments).toMatchObject([{ filename: 'mynah.ogg' }]);
      const file = new Uint8Array(await (await fetch(attachments[0]?.url ?? '')).arrayBuffer());
      expect(createOggOpusReader().push(file).map(toHex)).toEqual(whole);
    }
    expect(visit.house.discord.guild.voiceChannelOf(visit.house.discord.botId)).toBeUndefined();
  });

  it('survives a dropped gateway: the voice goes on and commands are answered', async () => {
    const from = visit.voice.heard.mark();
    const invocation = await visit.ada.type('/say', { text: LONG });
    await invocation.reply(patience());
    visit.house.discord.dropGateway();
    await invocation.until(({ content }) => content === 'Spoken.', patience());
    expect(voiced(from)).toEqual(await packetsOf(visit.speech, LONG));
    await visit.house.discord.botReady(patience());
    expect((await answer('/queue')).content).toMatch(/Nothing waits/);
  });
});
