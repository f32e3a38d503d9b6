import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openCaptionsTestSession, packetsOfClip } from '../support/captions-session.ts';
import { createMadeRecognizer } from '../support/made-recognizer.ts';
import { BROTHER, PARK } from '../support/sentences.ts';

const LONG_MS = 120_000;
const longPatience = () => AbortSignal.timeout(90_000);

/** Text that comes later than this after its speech is marked late (caption-timings.ts). */
const LATE_AFTER_MS = 20_000;

/** A line that was made of a clip. */
const CLIP = /recording \d+/g;

describe('live captions', () => {
  it('are late but complete after an outage of the speech service', { timeout: LONG_MS }, async () => {
    await using session = await openCaptionsTestSession({ recognizer: createMadeRecognizer() });
    await session.start({ interim: false });
    session.speech.faults.add({ endpoint: 'asr', status: 503 });
    const grace = await session.speaker('Grace');
    const said = [await grace.say(PARK), await grace.say(BROTHER)].flatMap(({ packets }) => packets);
    await sleep(LATE_AFTER_MS);
    expect(session.linesOf('Grace')).toEqual([]);
    const refused = session.transcribed().length;
    expect(refused).toBeGreaterThan(0);
    session.speech.faults.clear();
    const clips = () => session.transcribed().slice(refused);
    const isWhole = () => clips().flatMap(packetsOfClip).length >= said.length;
    const text = await session.untilLines(
      'Grace',
      (lines) => isWhole() && lines.match(CLIP)?.length === clips().length,
      longPatience(),
    );
    expect(text).toMatch(/late/);
    expect(clips().flatMap(packetsOfClip).toSorted()).toEqual(said.toSorted());
    const lines = await session.exportedLines();
    expect(lines.map(({ late }) => late)).toEqual(clips().map(() => true));
  });
});
