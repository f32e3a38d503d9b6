import { expect, test } from 'vitest';
import { captionLineOf } from '../../../src/captions/caption-line.ts';
import { ADA, clipOf } from './fakes.ts';

const { audio: _audio, ...clip } = clipOf(ADA, 'hello', { startedAtMs: 10_000, durationMs: 2_000 });
const entry = { clip, sessionId: 's', speaker: 'Ada', language: undefined };

const lineOf = (segments: readonly [number, number][]) =>
  captionLineOf(
    entry,
    { text: ' hello\n there ', duration: 2, segments: segments.map(([start, end]) => ({ text: '', start, end })) },
    false,
  );

test('a line has the times of its first and last segment, and one line of text', () => {
  expect(
    lineOf([
      [0.2, 0.7],
      [0.9, 1.75],
    ]),
  ).toEqual({
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

test.each<readonly [string, [number, number][], [number, number]]>([
  ['without segments', [], [10_000, 12_000]],
  ['with a segment that ends after the clip', [[0.5, 7]], [10_500, 12_000]],
  ['with a segment that ends before it begins', [[1.5, 0.5]], [10_000, 12_000]],
  ['with times that are before the clip', [[-3, -1]], [10_000, 12_000]],
])('a line %s stays within its clip', (_case, segments, [startedAtMs, endedAtMs]) => {
  expect(lineOf(segments)).toMatchObject({ startedAtMs, endedAtMs });
});
