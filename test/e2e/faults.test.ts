import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../playground/speech/local-speech-api.ts';
import { hearWhole } from '../support/say-and-hear.ts';
import { packetsOf, spokenRequests } from '../support/sent-speech.ts';
import { BROTHER } from '../support/sentences.ts';
import { BRISK_PACING, openTestSession, type TestSession } from '../support/test-session.ts';

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
    ['stalls in mid-text', { endpoint: 'live', stallAfterBytes: 6_000 }],
    ['sends garbage in mid-text', { endpoint: 'live', malformed: true, afterBytes: 6_000 }],
    ['finishes with an error in mid-text', { endpoint: 'live', finishError: 'engine lost', afterBytes: 6_000 }],
    ['is cut before any audio', { endpoint: 'live', dropAfterBytes: 0 }],
    ['refuses every handshake', { endpoint: 'live', status: 403 }],
    ['reports too many at once', { endpoint: 'live', errorEvent: 'Concurrency limit exceeded' }],
  ])('because it %s, the text is heard whole and nothing twice', async (_what, fault) => {
    session.speech.faults.add(fault);
    const heard = await hearWhole(session, BROTHER);
    expect(heard).toEqual(await packetsOf(session.speech, BROTHER));
    expect(spokenRequests(session.speech).some(({ endpoint }) => endpoint === 'tts')).toBe(true);
    expect(session.environment.discord.errors).toEqual([]);
  });
});
