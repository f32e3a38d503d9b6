import { expect, test } from 'vitest';
import { captionLineOf, linesOfTurns } from '../../../src/captions/caption-line.ts';
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

test('a line has the speaker turns of its clip as lines of their own', () => {
  const turns = [{ text: 'Hello there.' }, { text: 'Hi!' }];
  expect(captionLineOf(entry, { text: 'Hello there. Hi!', turns }, false).text).toBe('Hello there.\nHi!');
});

test('each speaker turn is a line of the transcript, with a share of the time by its length', () => {
  const line = captionLineOf(entry, { text: 'aaaa bb', turns: [{ text: 'aaaa' }, { text: 'bb' }] }, true);
  expect(linesOfTurns(line)).toEqual([
    { ...line, text: 'aaaa', startedAtMs: 10_200, endedAtMs: 11_233 },
    { ...line, text: 'bb', startedAtMs: 11_233, endedAtMs: 11_750 },
  ]);
});

test('a caption line of one speaker is a line of the transcript as it is', () => {
  const line = captionLineOf(entry, { text: 'hello' }, false);
  expect(linesOfTurns(line)).toEqual([line]);
});

test('the turns of a line end when it ends, however their shares are rounded', () => {
  const text = Array.from({ length: 7 }, () => 'word').join('\n');
  const line = captionLineOf(entry, { text: 'hello' }, false);
  const turns = linesOfTurns({ ...line, text, startedAtMs: 0, endedAtMs: 1_000 });
  expect(turns.at(-1)?.endedAtMs).toBe(1_000);
});
