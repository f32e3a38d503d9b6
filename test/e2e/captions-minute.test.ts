import { describe, expect, it } from 'vitest';
import { openCaptionsTestSession, packetsOfClip, words } from '../support/captions-session.ts';
import { openRecognition } from '../support/recognition.ts';

const recognition = openRecognition();
const LONG_MS = 170_000;
const longPatience = () => AbortSignal.timeout(150_000);

describe('live captions', () => {
  it('continue through a minute without a pause, and lose no packet', { timeout: LONG_MS }, async ({ skip }) => {
    if (recognition.kind === 'missing') return skip(recognition.why);
    await using session = await openCaptionsTestSession();
    await session.start({ interim: false });
    const grace = await session.speaker('Grace');
    const sentence = 'we are going to the park after lunch and my brother lives in the big city and ';
    const said = await grace.say(sentence.repeat(16));
    expect(said.endedAtMs - said.startedAtMs).toBeGreaterThan(55_000);
    await session.untilLines(
      'Grace',
      (text) => words(text).filter((word) => word === 'lunch').length >= 14,
      longPatience(),
    );
    expect(session.transcribed().length).toBeGreaterThanOrEqual(4);
    const clips = session.transcribed().toSorted((a, b) => a.startedAtMs - b.startedAtMs);
    expect(clips.flatMap(packetsOfClip)).toEqual(said.packets);
  });
});
