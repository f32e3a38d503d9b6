import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../playground/speech/local-speech-api.ts';
import { packetsOf, spokenRequests, toHex } from '../support/sent-speech.ts';
import { openTestSession, patience, type TestSession } from '../support/test-session.ts';

const SENTENCE = 'My brother lives in the big city.';

let session: TestSession;
beforeEach(async () => {
  session = await openTestSession();
});
afterEach(async () => {
  await session[Symbol.asyncDispose]();
});

async function hear(text: string): Promise<string[]> {
  const from = session.voice.heard.mark();
  await (await session.ada.type('/say', { text })).reply(patience());
  const { packets, lost } = await session.voice.heard.utterance(session.environment.discord.botId, {
    from,
    signal: patience(),
  });
  expect(lost).toBe(0);
  return packets.map(({ opus }) => toHex(opus));
}

describe('when the live socket lets the bot down', () => {
  it.each<[string, Fault]>([
    ['is cut in mid-text', { endpoint: 'live', dropAfterBytes: 6_000 }],
    ['stalls in mid-text', { endpoint: 'live', stallAfterBytes: 6_000 }],
    ['sends garbage in mid-text', { endpoint: 'live', malformed: true, afterBytes: 6_000 }],
    ['finishes with an error in mid-text', { endpoint: 'live', finishError: 'engine lost', afterBytes: 6_000 }],
    ['is cut before any audio', { endpoint: 'live', dropAfterBytes: 0 }],
    ['refuses every handshake', { endpoint: 'live', status: 403 }],
    ['reports too many at once', { endpoint: 'live', errorEvent: 'Concurrency limit exceeded' }],
  ])('which %s, the text is heard whole and nothing twice', async (_what, fault) => {
    session.speech.faults.add(fault);
    const heard = await hear(SENTENCE);
    expect(heard).toEqual(await packetsOf(session.speech, SENTENCE));
    expect(spokenRequests(session.speech).some(({ endpoint }) => endpoint === 'tts')).toBe(true);
    expect(session.environment.discord.errors).toEqual([]);
  });
});

describe('when the speech service refuses', () => {
  it.each<[number, RegExp]>([
    [401, /refuses my key.*SPEECH_API_KEY/],
    [402, /out of credits/],
    [429, /busy/],
    [500, /problem of its own/],
  ])('with %i, the person reads what that means, and the bot goes on', async (status, words) => {
    session.speech.faults.add({ endpoint: 'live', status });
    session.speech.faults.add({ endpoint: 'tts', status });
    const reply = await (await session.ada.type('/say', { text: SENTENCE })).reply(patience());
    expect(reply.content).toMatch(words);
    expect(reply.ephemeral).toBe(true);
    session.speech.faults.clear();
    expect(await hear(SENTENCE)).toEqual(await packetsOf(session.speech, SENTENCE));
  });

  it('an unknown voice with 400, the person reads that, and the bot goes on', async () => {
    const voice = 'f'.repeat(32);
    const reply = await (await session.ada.type('/say', { text: SENTENCE, voice })).reply(patience());
    expect(reply.content).toMatch(/does not accept.*Reference not found.*voice/);
    expect(reply.ephemeral).toBe(true);
    expect(await hear(SENTENCE)).toEqual(await packetsOf(session.speech, SENTENCE));
  });
});

describe('what is private', () => {
  it('never reaches the log: neither keys nor what people write, on errors least of all', async () => {
    session.speech.faults.add({ endpoint: 'live', dropAfterBytes: 3_000 });
    session.speech.faults.add({ endpoint: 'tts', status: 400, message: SENTENCE });
    const invocation = await session.ada.type('/say', { text: SENTENCE });
    await invocation.until(({ content }) => content.startsWith('I had to stop in the middle.'), patience());
    const { bot, discord } = session.environment;
    await bot.waitForLog(({ code }) => code === 'SPEECH_BAD_REQUEST', patience());
    expect(bot.output()).not.toContain('brother');
    expect(bot.output()).not.toContain(session.speech.apiKey);
    expect(bot.output()).not.toContain(discord.token);
  });
});
