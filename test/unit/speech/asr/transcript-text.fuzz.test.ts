import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toTranscript } from '../../../../src/speech/asr/transcript.ts';
import { boundTranscript } from '../../../../src/speech/asr/transcript-bounds.ts';
import { readSpeakerTurns } from '../../../../src/speech/asr/transcript-text.ts';
import { fuzzRuns } from '../../../support/fuzz-runs.ts';

const words = fc.constantFrom('Hello', 'there,', 'you.', 'Ça', '¿Qué?', '3.5', '你好。', '今日は', '👋', 'a[0]');
const markers = fc.constantFrom(
  '<|speaker:0|>',
  '<|speaker:1|>',
  ' <|speaker:12|> ',
  '<|endoftext|>',
  '<|phoneme_start|>',
);
const cues = fc.constantFrom('[laughter]', ' [heavy breathing] ', '［笑い］', '[[music]]');
const fragments = fc.constantFrom(
  '<|speaker:',
  '<|',
  '|>',
  '<',
  '|',
  '[',
  ']',
  '【',
  'speaker:1|>',
  '<|speaker:3',
  '<speaker:1>',
  '|speaker:1',
  'speaker:1>',
  '<|Speaker：2|>',
  '"',
  '(',
  ')',
  '—',
  '-',
  ' ',
  '\n',
);
const anyText = fc
  .array(fc.oneof(words, markers, cues, fragments, fc.string({ unit: 'binary' })), { maxLength: 40 })
  .map((parts) => parts.join(''));

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');

describe('whatever the service writes', () => {
  test('no token is left of it, turns are lines that are not empty, and neighbours differ', () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, soundCues) => {
        const turns = readSpeakerTurns(text, soundCues);
        for (const [index, turn] of turns.entries()) {
          expect(turn.text).toBe(turn.text.trim());
          expect(turn.text).not.toMatch(/^$|[\n\r\t]|<\||\|>|[<|]speaker[:：]\d/iu);
          expect(turn.speaker).not.toBe(turns[index - 1]?.speaker);
        }
      }),
      { numRuns: fuzzRuns(300) },
    );
  });

  test('words, markers and sounds are told apart: nothing that was said is lost, and nothing else is left', () => {
    const parts = fc.array(fc.oneof(words, markers, cues), { maxLength: 30 });
    fc.assert(
      fc.property(parts, (list) => {
        const said = list.filter((part) => !/^[\s<[［]/u.test(part));
        const text = readSpeakerTurns(list.join(' '), false).map((turn) => turn.text);
        expect(lettersOf(text.join(''))).toBe(lettersOf(said.join('')));
      }),
      { numRuns: fuzzRuns(300) },
    );
  });

  test('a clean text stays as it is', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const turn of readSpeakerTurns(text, true)) {
          expect(readSpeakerTurns(turn.text, true)).toEqual([{ speaker: 0, text: turn.text }]);
        }
      }),
      { numRuns: fuzzRuns(300) },
    );
  });

  test('it is not longer than anybody can speak, and its turns are its lines', () => {
    fc.assert(
      fc.property(anyText, fc.nat(200), fc.nat(9_000), (text, times, durationMs) => {
        const answer = { text: `${text} `.repeat(times), segments: [], speaker_turns: [] };
        const read = boundTranscript(toTranscript(answer, { soundCues: true }), durationMs);
        expect(read.text.length).toBeLessThanOrEqual(Math.max(500, Math.ceil(durationMs / 1_000) * 100));
        if (read.turns !== undefined)
          expect(
            read.turns
              .map((turn) => turn.text)
              .join('')
              .replaceAll(' ', ''),
          ).toBe(read.text.replaceAll(' ', ''));
      }),
      { numRuns: fuzzRuns(100) },
    );
  });
});

// Quadratic work would take minutes for this length, far beyond the timeout of a test.
test.each([
  '<|speaker:1|>a ',
  '<|speaker:1',
  '<|',
  '<|a',
  '|>',
  '[',
  ']',
  '[a]',
  '[a] , ',
  'a ',
  ' ',
  'speaker:1 ',
  '<| ',
  '"[a]" ',
  '([a])',
  '(',
  '-[a]-',
  '<speaker:1> ',
  '<|spea',
  '<|s ',
])('reading is linear: half a million characters of %j are read', { timeout: 30_000 }, (part) => {
  const text = part.repeat(500_000 / part.length);
  for (const soundCues of [true, false]) {
    const length = readSpeakerTurns(text, soundCues).reduce((sum, turn) => sum + turn.text.length, 0);
    expect(length).toBeLessThanOrEqual(text.length);
  }
});
