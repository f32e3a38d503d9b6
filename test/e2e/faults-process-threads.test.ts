import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { splitIntoPieces } from '../../src/text/split-into-pieces.ts';
import { packetsOf } from '../support/sent-speech.ts';
import { BROTHER, PARK } from '../support/sentences.ts';
import { openTestSession, patience, type TestSession } from '../support/test-session.ts';
import { listenFor } from '../support/voiced-packets.ts';

const LONG = 'My brother lives in the big city and he likes it there very much. '.repeat(3).trim();

/** Longest wait for a thread that hangs: 30 s until that is noticed, 5 s at most until the next ping, and a restart. */
const HANG_PATIENCE_MS = 60_000;

async function say(session: TestSession, text: string) {
  const invocation = await session.ada.type('/say', { text });
  await invocation.reply(patience());
  return invocation;
}

/** Log lines of the level error and above since `from`, by message. */
function errorsSince({ environment: { bot } }: TestSession, from: number): string[] {
  const errors = bot.log.slice(from).filter(({ level }) => level === 'error' || level === 'fatal');
  return errors.map(({ msg }) => msg);
}

describe('with one voice thread', () => {
  let session: TestSession;
  beforeAll(async () => {
    session = await openTestSession({ environment: { VOICE_WORKERS: '1' } });
  });
  afterAll(async () => {
    await session[Symbol.asyncDispose]();
  });

  /** A fault in the second piece of a text: that piece is repeated, and what waits is spoken once. */
  async function expectRecovery(fault: () => Promise<void>, signal: AbortSignal): Promise<string[]> {
    const { bot } = session.environment;
    const [voiced, logFrom] = [listenFor(session.voice.heard), bot.log.length];
    const long = await say(session, LONG);
    const next = await say(session, BROTHER);
    const [first = '', second = ''] = splitIntoPieces(LONG);
    const firstPackets = await packetsOf(session.speech, first);
    await voiced.until(firstPackets.length + 20);
    await fault();
    await long.until(({ content }) => content === 'Spoken.', signal);
    await next.until(({ content }) => content === 'Spoken.', patience());
    const again = [...(await packetsOf(session.speech, second)), ...(await packetsOf(session.speech, BROTHER))];
    const heard = await voiced.through([...firstPackets, ...again]);
    expect(heard.slice(0, firstPackets.length)).toEqual(firstPackets);
    expect(heard.slice(-again.length)).toEqual(again);
    expect(heard.length).toBeLessThan(firstPackets.length + 2 * again.length);
    expect(session.environment.discord.errors).toEqual([]);
    return errorsSince(session, logFrom);
  }

  it('a voice thread runs out of memory', async () => {
    const { faults } = session.environment.bot;
    expect(await expectRecovery(() => faults.exhaustVoiceThreads(), patience())).toEqual([
      'a voice thread failed',
      'a voice thread crashed and is restarted',
    ]);
    const failed = session.environment.bot.log.find(({ msg }) => msg === 'a voice thread failed');
    expect(failed?.['err']).toMatchObject({ code: 'ERR_WORKER_OUT_OF_MEMORY' });
  });

  it('a voice thread hangs', { timeout: 2 * HANG_PATIENCE_MS }, async () => {
    const { faults } = session.environment.bot;
    const errors = await expectRecovery(() => faults.hangVoiceThreads(), AbortSignal.timeout(HANG_PATIENCE_MS));
    expect(errors).toEqual(['a voice thread hangs and is terminated', 'a voice thread crashed and is restarted']);
  });
});

it('a voice thread is ended in the middle of an Opus conversion', async () => {
  await using session = await openTestSession({
    environment: { VOICE_WORKERS: '1', SPEECH_TTS_FORMAT: 'pcm' },
    localSpeech: { pacing: false },
  });
  const { bot } = session.environment;
  for (let crash = 1; crash <= 2; crash += 1) {
    const ended = bot.faults.endConvertingVoiceThreads();
    const invocation = await session.ada.type('/say', { text: PARK });
    await ended;
    await invocation.until(({ content }) => content === 'Spoken.', patience());
  }
  expect(errorsSince(session, 0)).toEqual(Array.from({ length: 2 }, () => 'a voice thread crashed and is restarted'));
});
