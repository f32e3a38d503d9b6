import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Environment } from '../../playground/environment.ts';
import { decodeHeard } from '../../playground/heard-audio.ts';
import { sayAndHear } from '../support/say-and-hear.ts';
import { packetsSent, spokenRequests, toHex } from '../support/sent-speech.ts';
import { joinEnvironment, patience, startTestEnvironment, type TestSession } from '../support/test-session.ts';
import { pressLabel, typeVoice } from '../support/voice-commands.ts';

/** Samples below it are silence around the words. */
const AUDIBLE = 30;

let environment: Environment;
beforeAll(async () => {
  environment = await startTestEnvironment({ discord: { privilegedIntents: { messageContent: true } } });
});
afterAll(async () => {
  expect(environment.discord.errors).toEqual([]);
  await environment.close();
});

/** What Ada hears of a text: how long it lasts, and its loudness (RMS). */
async function hear(session: TestSession, text: string) {
  const { utterance } = await sayAndHear(session, text);
  const samples = decodeHeard(utterance.packets).filter((sample) => Math.abs(sample) > AUDIBLE);
  const power = samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length;
  return { packets: utterance.packets.length, rms: Math.sqrt(power) };
}

/** The request for speech with this text. */
function asked({ speech }: TestSession, text: string): unknown {
  return spokenRequests(speech).find(({ body }) => (body as { text?: string }).text === text)?.body;
}

describe.concurrent('a text sounds as its writer wants', () => {
  it('in half the time at speed 2 and softly at −20 dB, until the choice is taken back', async () => {
    await using session = await joinEnvironment(environment);
    const { ada } = session;
    const plain = await hear(session, 'Say it again.');
    const use = await typeVoice(ada, 'use', { voice: 'default', speed: 2, volume: -20 });
    expect(use.content).toContain('**In this server:** the default voice (2× speed, -20 dB)');
    const chosen = await hear(session, 'Say it again.');
    expect(chosen.packets / plain.packets).toBeGreaterThan(0.4);
    expect(chosen.packets / plain.packets).toBeLessThan(0.7);
    expect(chosen.rms / plain.rms).toBeLessThan(0.35);
    const moved = await (await pressLabel(ada, use, 'Use everywhere')).reply(patience());
    expect(moved.content).toContain('**Elsewhere:** the default voice (2× speed, -20 dB)');
    const reset = await (await pressLabel(ada, moved, 'Reset everywhere')).reply(patience());
    expect(reset.content).toContain('**In this server:** the default voice · **Elsewhere:** the default voice');
  });

  it('in the voice that was named last and in the style of the moment, from the form too', async () => {
    await using session = await joinEnvironment(environment);
    const { rms } = session.speech.voices;
    const first = await session.ada.type('/say', { text: 'First.', voice: rms });
    const said = await first.until(({ content }) => content.includes('Spoken.'), patience());
    expect(said.content).toMatch(/^I'll keep using \*\*.+\*\* for your `\/say` here\..*\nSpoken\.$/);
    const opened = await session.ada.type('/say', { style: 'whispering', speed: 1.5 });
    const form = await session.ada.submitModal(opened, { text: 'Second.' });
    await form.until(({ content }) => content === 'Spoken.', patience());
    expect(asked(session, '[whispering] Second.')).toMatchObject({ reference_id: rms, prosody: { speed: 1.5 } });
  });

  it('from the menu of a message, as chat is read', async () => {
    await using session = await joinEnvironment(environment);
    const message = session.ada.send('Read **this** [loudly].');
    const from = session.voice.heard.mark();
    const menu = await session.ada.menu('Speak', message.id);
    await session.voice.heard.utterance(environment.discord.botId, { from, signal: patience() });
    expect((await menu.until(({ content }) => content === 'Spoken.', patience())).ephemeral).toBe(true);
    expect(asked(session, 'Read this (loudly).')).toBeDefined();
  });

  it('when it is chat, which is read in its writer’s voice channel, where the bot joins by itself', async () => {
    await using session = await joinEnvironment(environment);
    const { ada, guild, loungeId, speech, voice } = session;
    const { botId } = environment.discord;
    guild.setPermissions('general', { targetId: ada.id, allow: 1n << 4n });
    const reply = await (await ada.type('/autoread on', { auto_join: true })).reply(patience());
    expect(reply.content).toContain('join the voice channel of people who write there');
    const from = voice.heard.mark();
    ada.send('We are **going** to the park after lunch.');
    const utterance = await voice.heard.utterance(botId, { from, signal: patience() });
    expect(guild.voiceChannelOf(botId)).toBe(loungeId);
    expect(utterance.lost).toBe(0);
    const text = 'Ada says: We are going to the park after lunch.';
    const request = spokenRequests(speech).find(({ body }) => JSON.stringify(body).includes(text));
    const sent = packetsSent(request ?? expect.fail('nothing was asked of the service'));
    expect(utterance.packets.map(({ opus }) => toHex(opus))).toEqual(sent);
  });
});
