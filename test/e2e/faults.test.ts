import type { Fault } from '@mynah/local-speech/local-speech-api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isVoiced } from '../support/holes.ts';
import { hearWhole } from '../support/say-and-hear.ts';
import { packetsOf, spokenRequests, toHex } from '../support/sent-speech.ts';
import { BROTHER } from '../support/sentences.ts';
import { BRISK_PACING, openTestSession, patience, type TestSession } from '../support/test-session.ts';

let session: TestSession;
beforeEach(async () => {
  session = await openTestSession({ localSpeech: { pacing: BRISK_PACING } });
});
afterEach(async () => {
  await session[Symbol.asyncDispose]();
});

describe('when the live socket fails', () => {
  it.each<[string, Fault]>([
    ['is cut in mid-text', { endpoint: 'live', dropAfterBytes: 6_000 }],
    ['sends garbage in mid-text', { endpoint: 'live', malformed: true, afterBytes: 6_000 }],
    ['finishes with an error in mid-text', { endpoint: 'live', finishError: 'engine lost', afterBytes: 6_000 }],
    ['is cut before any audio', { endpoint: 'live', dropAfterBytes: 0 }],
    ['refuses every handshake', { endpoint: 'live', status: 403 }],
    ['reports too many at once, again and again', { endpoint: 'live', errorEvent: 'Concurrency limit exceeded' }],
  ])('because it %s, the text is heard whole and nothing twice', async (_what, fault) => {
    session.speech.faults.add(fault);
    const heard = await hearWhole(session, BROTHER);
    expect(heard).toEqual(await packetsOf(session.speech, BROTHER));
    expect(spokenRequests(session.speech).some(({ endpoint }) => endpoint === 'tts')).toBe(true);
    expect(session.environment.discord.errors).toEqual([]);
  });
});

describe('when the live socket does what it may', () => {
  it.each<[string, Fault]>([
    ['is silent for 7 s in mid-text', { endpoint: 'live', silenceMs: 7_000, afterBytes: 6_000 }],
    [
      'sends odd frames and alignments, ends for an unknown reason, and closes after more sound',
      {
        ...{ endpoint: 'live', oddFrames: true, alignedSegments: 300 },
        ...{ finishReason: 'length', lateAudio: true, closeAfterFinish: true },
      },
    ],
  ])('%s, and the text is heard whole and paid once', async (_what, fault) => {
    session.speech.faults.add(fault);
    const from = session.voice.heard.mark();
    const invocation = await session.ada.type('/say', { text: BROTHER });
    await invocation.until(({ content }) => content === 'Spoken.', patience());
    const asked = spokenRequests(session.speech).map(({ endpoint }) => endpoint);
    const expected = await packetsOf(session.speech, BROTHER);
    const heard = () => session.voice.heard.packets.slice(from).filter(({ opus }) => isVoiced(opus));
    await expect.poll(() => heard().map(({ opus }) => toHex(opus))).toEqual(expected);
    expect(asked).toEqual(['live']);
    expect(session.environment.discord.errors).toEqual([]);
  });
});
