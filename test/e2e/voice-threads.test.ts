import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { splitIntoPieces } from '../../src/text/split-into-pieces.ts';
import { type CaptionsTestSession, openCaptionsTestSession } from '../support/captions-session.ts';
import { openRecognition } from '../support/recognition.ts';
import { packetsOf, toHex } from '../support/sent-speech.ts';
import { patience } from '../support/test-session.ts';

const PRELOAD = new URL('../support/end-voice-threads.mjs', import.meta.url);
const THREADS = 2;
const LONG = 'My brother lives in the big city and he likes it there very much. '.repeat(4).trim();
const NEXT = 'How are you doing this morning?';
const SILENCE = 'f8fffe';
const recognition = openRecognition();

let session: CaptionsTestSession;
beforeAll(async () => {
  session = await openCaptionsTestSession({
    environment: { NODE_OPTIONS: `--import=${PRELOAD.href}`, VOICE_WORKERS: String(THREADS) },
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
  process.kill(bot.pid, 'SIGUSR2');
  await bot.waitForLog(() => crashes() === before + THREADS, patience());
}

describe('a voice thread that crashes', () => {
  it('is replaced: the interrupted sentence is repeated, and the queue continues', async () => {
    const from = session.voice.heard.mark();
    const long = await session.ada.type('/say', { text: LONG });
    await long.reply(patience());
    const next = await session.ada.type('/say', { text: NEXT });
    const [first = '', second = ''] = splitIntoPieces(LONG);
    const [firstPackets, secondPackets] = [
      await packetsOf(session.speech, first),
      await packetsOf(session.speech, second),
    ];
    const voiced = () =>
      session.voice.heard.packets
        .slice(from)
        .map(({ opus }) => toHex(opus))
        .filter((packet) => packet !== SILENCE);
    while (voiced().length < firstPackets.length + 20) await session.voice.heard.next(() => true, patience());
    await endVoiceThreads();
    await long.until(({ content }) => content === 'Spoken.', patience());
    await next.until(({ content }) => content === 'Spoken.', patience());
    const heard = voiced();
    const again = [...secondPackets, ...(await packetsOf(session.speech, NEXT))];
    const brokenOff = heard.slice(firstPackets.length, heard.length - again.length);
    expect(heard.slice(0, firstPackets.length)).toEqual(firstPackets);
    expect(brokenOff.length).toBeGreaterThanOrEqual(20);
    expect(brokenOff).toEqual(secondPackets.slice(0, brokenOff.length));
    expect(heard.slice(-again.length)).toEqual(again);
  });

  it('ends a text that waits for a join with a reply that says so, once, and joins', async () => {
    await answer('/leave');
    const from = session.voice.heard.mark();
    const held = session.environment.discord.voiceServer?.holdAdmission();
    const lost = await session.ada.type('/say', { text: LONG });
    await expect.poll(async () => (await answer('/queue')).content, { timeout: 10_000 }).toContain('(preparing)');
    await endVoiceThreads();
    await lost.until(({ content }) => content.startsWith('My voice connection crashed'), patience());
    held?.[Symbol.dispose]();
    const next = await session.ada.type('/say', { text: NEXT });
    await next.until(({ content }) => content === 'Spoken.', patience());
    const heard = session.voice.heard.packets.slice(from).map(({ opus }) => toHex(opus));
    expect(heard.filter((packet) => packet !== SILENCE)).toEqual(await packetsOf(session.speech, NEXT));
  });

  it('does not end captions: later speech appears', async ({ skip }) => {
    if (recognition.kind === 'missing') return skip(recognition.why);
    await session.start({ interim: false });
    const grace = await session.speaker('Grace');
    await endVoiceThreads();
    const back = await session.ada.type('/say', { text: NEXT });
    await back.until(({ content }) => content === 'Spoken.', patience());
    await grace.say('The weather is nice today.');
    await session.untilLines('Grace', (text) => /weather/i.test(text));
  });
});
