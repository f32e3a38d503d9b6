import { type TranscriptionAnswer, transcriptSchema } from '@mynah/speech-wire/wire';
import { expect, test } from 'vitest';
import { toTranscript } from '../../../../src/speech/asr/transcript.ts';
import { boundAnswer, boundTranscript } from '../../../../src/speech/asr/transcript-bounds.ts';

const answerOf = (fields: object): TranscriptionAnswer => transcriptSchema.parse({ text: '', ...fields });
/** As the client reads an answer about a recording of this length. */
const read = (answer: TranscriptionAnswer, durationMs: number) =>
  boundTranscript(toTranscript(boundAnswer(answer, durationMs), { soundCues: false }), durationMs);

test('an answer of any size is cut to a few times what can be said in the time, before it is read', () => {
  const huge = 'a'.repeat(4_000_000);
  const item = { text: huge, start: 0, end: 1, speaker: 'speaker:0' };
  const many = Array.from({ length: 10_000 }, () => item);
  const answer = boundAnswer(answerOf({ text: huge, segments: many, speaker_turns: many }), 10_000);
  const lengthOf = (items: readonly { text: string }[] = []) => items.reduce((sum, { text }) => sum + text.length, 0);
  expect(answer.text).toHaveLength(5_000);
  expect([answer.segments.length, lengthOf(answer.segments)]).toEqual([200, 1_000]);
  expect([answer.speaker_turns?.length, lengthOf(answer.speaker_turns)]).toEqual([200, 5_000]);
});

test('markers and sounds take no room from the words', () => {
  const words = Array.from({ length: 200 }, (_, index) => `w${index}`);
  const text = words.map((word, index) => `<|speaker:${index % 2}|> ${word} `).join('');
  expect(read(answerOf({ text }), 10_000).text).toBe(words.join(' '));
});

test('turns end where the text does, and a single one that is left is none', () => {
  const [first, second] = ['a'.repeat(400), 'b'.repeat(400)];
  const text = `<|speaker:0|> ${first} <|speaker:1|> ${second} <|speaker:0|> c`;
  expect(read(answerOf({ text }), 1_000)).toMatchObject({
    text: `${first} ${second.slice(0, 99)}`,
    turns: [
      { speaker: 0, text: first },
      { speaker: 1, text: second.slice(0, 99) },
    ],
  });
  expect(read(answerOf({ text: `<|speaker:0|> ${'a'.repeat(500)} <|speaker:1|> b` }), 1_000)).not.toHaveProperty(
    'turns',
  );
});
