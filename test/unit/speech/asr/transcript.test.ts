import { transcriptSchema } from '@mynah/speech-wire/wire';
import { describe, expect, test } from 'vitest';
import { toTranscript } from '../../../../src/speech/asr/transcript.ts';

const read = (answer: object, soundCues = false) =>
  toTranscript(transcriptSchema.parse({ text: '', duration: 4.2, segments: [], ...answer }), { soundCues });

/** The example of the service's documents. */
const TWO_SPEAKERS = {
  text: '<|speaker:0|> Thanks for joining. <|speaker:1|> [laughter] Happy to be here.',
  segments: [
    { text: 'Thanks', start: 0.16, end: 0.48 },
    { text: 'for', start: 0.48, end: 0.48 },
  ],
  ...{ language: 'English', language_code: 'en', request_id: '3f6c2a1e' },
  speaker_turns: [
    { speaker: 'speaker:0', text: 'Thanks for joining.', start: 0.16, end: 1.12 },
    { speaker: 'speaker:1', text: '[laughter] Happy to be here.', start: 2.24, end: 3.2 },
  ],
};

describe('a transcript', () => {
  test('has the turns of its speakers, and neither markers nor sounds', () => {
    expect(read(TWO_SPEAKERS)).toEqual({
      text: 'Thanks for joining. Happy to be here.',
      turns: [
        { speaker: 0, text: 'Thanks for joining.' },
        { speaker: 1, text: 'Happy to be here.' },
      ],
      duration: 4.2,
      language: 'English',
      language_code: 'en',
      segments: TWO_SPEAKERS.segments,
    });
  });

  test('has sounds where they are wanted', () => {
    expect(read(TWO_SPEAKERS, true).text).toBe('Thanks for joining. [laughter] Happy to be here.');
  });

  test('of one person has no turns', () => {
    expect(read({ text: '<|speaker:2|> Just me.' })).toEqual({ text: 'Just me.', duration: 4.2, segments: [] });
  });

  test('has segments without markers and sounds, and none of them alone', () => {
    const segments = ['<|speaker:0|>', '[laughter]', ' Hi', '<|speaker:1|>you'].map((text) => ({
      text,
      start: 0,
      end: 1,
    }));
    expect(read({ segments }).segments.map(({ text }) => text)).toEqual(['Hi', 'you']);
  });
});

describe('the turns that the service lists', () => {
  const without = { ...TWO_SPEAKERS, text: 'Thanks for joining. [laughter] Happy to be here.' };

  test('count where the text has no markers', () => {
    expect(read(without).turns).toEqual(read(TWO_SPEAKERS).turns);
    expect(read(without, true).text).toBe('Thanks for joining. [laughter] Happy to be here.');
  });

  test.each([
    [
      'of other words',
      [
        { speaker: 0, text: 'Thanks for nothing.' },
        { speaker: 1, text: 'Happy to be here.' },
      ],
    ],
    ['that lack some words', [TWO_SPEAKERS.speaker_turns[1]]],
    ['of another shape', [{ speaker: 'Ada', text: 'Thanks for joining.' }, TWO_SPEAKERS.speaker_turns[1]]],
    ['of one speaker', TWO_SPEAKERS.speaker_turns.map((turn) => ({ ...turn, speaker: 0 }))],
    ['that are none', null],
  ])('change nothing where they are %s', (_what, speaker_turns) => {
    const { text, turns } = read({ ...without, speaker_turns });
    expect([text, turns]).toEqual(['Thanks for joining. Happy to be here.', undefined]);
  });

  test.each([
    ['without markers', without.text],
    ['with markers', TWO_SPEAKERS.text],
  ])('have the times of what is said where no word has one, in a text %s', (_what, text) => {
    expect(read({ ...TWO_SPEAKERS, text, segments: [] }).segments).toEqual([
      { text: 'Thanks for joining.', start: 0.16, end: 1.12 },
      { text: 'Happy to be here.', start: 2.24, end: 3.2 },
    ]);
  });

  test.each<[string, object]>([
    ['odd', { start: '2.24' }],
    ['missing', { end: undefined }],
    ['backwards', { end: 1 }],
  ])('have no times where those are %s, and count all the same', (_what, odd) => {
    const [first, second] = TWO_SPEAKERS.speaker_turns;
    const { turns, segments } = read({ ...without, segments: [], speaker_turns: [first, { ...second, ...odd }] });
    expect(turns).toEqual(read(TWO_SPEAKERS).turns);
    expect(segments).toEqual([{ text: 'Thanks for joining.', start: 0.16, end: 1.12 }]);
  });

  test('give way to markers', () => {
    const speaker_turns = [
      { speaker: 0, text: 'Thanks' },
      { speaker: 7, text: 'for joining. Happy to be here.' },
    ];
    expect(read({ ...TWO_SPEAKERS, speaker_turns }).turns).toEqual(read(TWO_SPEAKERS).turns);
  });
});
