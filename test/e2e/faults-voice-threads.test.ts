import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spokenPackets } from '../../playground/spoken-packets.ts';
import { splitIntoPieces } from '../../src/text/split-into-pieces.ts';
import {
  type CaptionsTestSession,
  openCaptionsTestSession,
  wordErrorRate,
  words,
} from '../support/captions-session.ts';
import { packetsOf } from '../support/sent-speech.ts';
import { BROTHER, PARK, TEA, WEATHER } from '../support/sentences.ts';
import { patience } from '../support/test-session.ts';
import { listenFor } from '../support/voiced-packets.ts';

const THREADS = 2;
const LONG = 'My brother lives in the big city and he likes it there very much. '.repeat(4).trim();
const NEXT = 'How are you doing this morning?';
/** The most of a speaker that a crash may lose, and of a text that it may repeat, in packets of 20 ms. */
const MAX_LOST = 100;

let session: CaptionsTestSession;
beforeAll(async () => {
  session = await openCaptionsTestSession({
    environment: { VOICE_WORKERS: String(THREADS) },
  });
  await answer('/join');
});
afterAll(async () => {
  await session[Symbol.asyncDispose]();
});

async function answer(command: string, options = {}) {
  return (await session.ada.type(command, options)).reply(patience());
}

/** Ends the voice threads like a failure in them, and waits until they are replaced. */
async function endVoiceThreads(): Promise<void> {
  const { bot } = session.environment;
  const crashes = () => bot.log.filter(({ msg }) => msg === 'a voice thread crashed and is restarted').length;
  const before = crashes();
  await bot.faults.endVoiceThreads();
  await bot.waitForLog(() => crashes() === before + THREADS, patience());
}

/** Somebody in the Lounge speaks on and on; resolves 2 s after the end of the first sentences, in mid-speech. */
async function speakBeyond(name: string, first: readonly string[], then: readonly string[]) {
  const { voice } = await session.speaker(name);
  const sounds: Uint8Array[][] = [];
  for (const sentence of [...first, ...then]) {
    sounds.push(await spokenPackets(session.speech, sentence, session.speech.voices.slt));
  }
  const reached = Promise.withResolvers<void>();
  const silenced = new AbortController();
  const dueAt = sounds.slice(0, first.length).flat().length + MAX_LOST;
  let sent = 0;
  const speaking = voice.speak(sounds.flat(), {
    signal: silenced.signal,
    onSent: () => {
      sent += 1;
      if (sent === dueAt) reached.resolve();
    },
  });
  await reached.promise;
  expect(sounds.flat().length).toBeGreaterThan(dueAt);
  return {
    stop: async () => {
      silenced.abort();
      await speaking.catch(() => undefined);
    },
  };
}

/** A predicate: the text begins with what was said, apart from at most one wrong word in five. */
function beginsWith(said: string): (text: string) => boolean {
  return (text) => wordErrorRate(said, words(text).slice(0, words(said).length).join(' ')) <= 0.2;
}

describe('voice threads', () => {
  it('a voice thread is killed in mid-sentence', async () => {
    const voiced = listenFor(session.voice.heard);
    const long = await session.ada.type('/say', { text: LONG });
    await long.reply(patience());
    const next = await session.ada.type('/say', { text: NEXT });
    const [first = '', second = ''] = splitIntoPieces(LONG);
    const [firstPackets, secondPackets] = [
      await packetsOf(session.speech, first),
      await packetsOf(session.speech, second),
    ];
    await voiced.until(firstPackets.length + 20);
    await endVoiceThreads();
    await long.until(({ content }) => content === 'Spoken.', patience());
    await next.until(({ content }) => content === 'Spoken.', patience());
    const whole = [...firstPackets, ...secondPackets, ...(await packetsOf(session.speech, NEXT))];
    const heard = await voiced.through(whole);
    const repeated = heard.length - whole.length;
    expect(repeated).toBeGreaterThanOrEqual(0);
    expect(repeated).toBeLessThanOrEqual(MAX_LOST);
    const brokenOff = heard.findIndex((packet, index) => packet !== whole[index]);
    const heardOnce = brokenOff === -1 ? whole.length : brokenOff;
    expect(heardOnce).toBeGreaterThan(firstPackets.length);
    expect(heard.slice(heardOnce)).toEqual(whole.slice(heardOnce - repeated));
  });

  it('a voice thread is killed while Mynah joins', async () => {
    await answer('/leave');
    const voiced = listenFor(session.voice.heard);
    const held = session.environment.discord.voiceServer?.holdAdmission();
    const lost = await session.ada.type('/say', { text: LONG });
    await expect.poll(async () => (await answer('/queue')).content, { timeout: 10_000 }).toContain('(preparing)');
    await endVoiceThreads();
    await lost.until(({ content }) => content.startsWith('My voice connection crashed'), patience());
    held?.[Symbol.dispose]();
    const next = await session.ada.type('/say', { text: NEXT });
    await next.until(({ content }) => content === 'Spoken.', patience());
    const whole = await packetsOf(session.speech, NEXT);
    expect(await voiced.through(whole)).toEqual(whole);
  });

  it('a voice thread is killed while people are captioned', { tags: ['pocketsphinx'] }, async () => {
    await session.start({ interim: false });
    const grace = await speakBeyond('Grace', [PARK], [BROTHER]);
    await endVoiceThreads();
    await grace.stop();
    await session.untilLines('Grace', beginsWith(PARK));
    const back = await session.ada.type('/say', { text: NEXT });
    await back.until(({ content }) => content === 'Spoken.', patience());
    const bob = await session.speaker('Bob');
    await bob.say(WEATHER);
    await session.untilLines('Bob', (text) => /weather/i.test(text));
    const speakers = (await session.exportedLines()).map(({ speaker }) => speaker);
    expect(speakers).toEqual(['Grace', 'Bob']);
  });
});

describe('the process', () => {
  it('Mynah is killed (SIGKILL) while people are captioned', { tags: ['pocketsphinx'] }, async () => {
    const heidi = await speakBeyond('Heidi', [PARK, BROTHER], [TEA, WEATHER]);
    await session.environment.restartBot('crash', patience());
    await heidi.stop();
    await session.untilLines('Heidi', (text) => beginsWith(`late ${PARK} ${BROTHER}`)(text));
    const line = (await session.exportedLines()).find(({ speaker }) => speaker === 'Heidi');
    expect(line?.late).toBe(true);
    expect(beginsWith(`${PARK} ${BROTHER}`)(line?.text ?? '')).toBe(true);
  });
});
