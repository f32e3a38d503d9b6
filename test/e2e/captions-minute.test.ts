import { expect, it } from 'vitest';
import { openCaptionsTestSession, packetsOfClip } from '../support/captions-session.ts';
import { createMadeRecognizer } from '../support/made-recognizer.ts';

/** The minute itself, and as long again for a busy machine. */
const LONG_MS = 120_000;

/** A line that was made of a clip. */
const CLIP = /recording \d+/g;

it('live captions continue through a minute without a pause, and lose no packet', { timeout: LONG_MS }, async () => {
  await using session = await openCaptionsTestSession({ recognizer: createMadeRecognizer() });
  await session.start({ interim: false });
  const grace = await session.speaker('Grace');
  const sentence = 'we are going to the park after lunch and my brother lives in the big city and ';
  const said = await grace.say(sentence.repeat(14));
  expect(said.endedAtMs - said.startedAtMs).toBeGreaterThan(54_000);
  const clips = () => session.transcribed().toSorted((a, b) => a.startedAtMs - b.startedAtMs);
  const isWhole = () => clips().flatMap(packetsOfClip).length >= said.packets.length;
  await session.untilLines('Grace', (text) => isWhole() && text.match(CLIP)?.length === clips().length);
  expect(clips().length).toBeGreaterThanOrEqual(4);
  expect(clips().flatMap(packetsOfClip)).toEqual(said.packets);
});
