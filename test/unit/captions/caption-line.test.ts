import { expect, test } from 'vitest';
import { captionLineOf } from '../../../src/captions/caption-line.ts';
import { ADA, clipOf } from './fakes.ts';

const times = { startedAtMs: 10_000, durationMs: 2_000, voiceStartedAtMs: 10_200, voiceEndedAtMs: 11_750 };
const { audio: _audio, ...clip } = clipOf(ADA, 'hello', times);
const entry = { clip, sessionId: 's', speaker: 'Ada', language: undefined };

test("a line has the times of its clip's voice, and one line of text", () => {
  expect(captionLineOf(entry, { text: ' hello\n there ' }, false)).toEqual({
    lineId: clip.clipId,
    sessionId: 's',
    userId: ADA,
    speaker: 'Ada',
    startedAtMs: 10_200,
    endedAtMs: 11_750,
    text: 'hello there',
    late: false,
  });
});
