import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openCaptionsTestSession, words } from '../support/captions-session.ts';
import { openRecognition } from '../support/recognition.ts';
import { BROTHER, has, PARK } from '../support/sentences.ts';

const recognition = openRecognition();
const LONG_MS = 170_000;
const longPatience = () => AbortSignal.timeout(150_000);

describe('live captions', () => {
  it('are late but complete after an outage of the speech service', { timeout: LONG_MS }, async ({ skip }) => {
    if (recognition.kind === 'missing') return skip(recognition.why);
    await using session = await openCaptionsTestSession();
    await session.start({ interim: false });
    session.speech.faults.add({ endpoint: 'asr', status: 503 });
    const grace = await session.speaker('Grace');
    const downUntilMs = Date.now() + 20_000;
    await grace.say(PARK);
    await grace.say(BROTHER);
    await sleep(downUntilMs - Date.now());
    expect(session.linesOf('Grace')).toEqual([]);
    session.speech.faults.clear();
    await session.untilLines('Grace', has(`late ${PARK} ${BROTHER}`), longPatience());
    const lines = await session.exportedLines();
    expect(lines.flatMap(({ text }) => words(text))).toEqual([...words(PARK), ...words(BROTHER)]);
  });
});
