import { transcriptSchema } from '@mynah/speech-wire/wire';
import { describe, expect, it } from 'vitest';
import { MynahError } from '../../../src/errors.ts';
import { assemble, type PieceOutcome } from '../../../src/files/assemble.ts';
import { toTranscript } from '../../../src/speech/asr/transcript.ts';
import { textOfWords } from '../../../src/text/timed-words.ts';

const HOUR_MS = 3_600_000;

function transcribed(
  index: number,
  startMs: number,
  durationMs: number,
  answer: object,
  audioStartMs = startMs,
): PieceOutcome {
  const read = transcriptSchema.parse({ text: '', duration: durationMs / 1_000, ...answer });
  const transcript = toTranscript(read, { soundCues: false });
  return {
    ...{ kind: 'transcribed', piece: { index, startMs, durationMs }, transcript },
    sent: { startMs: audioStartMs, endMs: audioStartMs + durationMs },
  };
}

function failed(index: number, startMs: number, durationMs: number, code = 'SPEECH_UNAVAILABLE'): PieceOutcome {
  return { kind: 'failed', piece: { index, startMs, durationMs }, reason: new MynahError(code, 'no') };
}

const whole = { durationMs: 2 * HOUR_MS, language: undefined, endsEarly: false };

describe('putting pieces together', () => {
  it('offsets every word by the place of its piece, in order however the pieces came back', async () => {
    const transcript = await assemble(
      [
        transcribed(1, HOUR_MS, HOUR_MS, { text: 'two three', segments: [{ text: 'two three', start: 1.5, end: 2 }] }),
        transcribed(0, 0, HOUR_MS, { text: 'one', segments: [{ text: ' one', start: 0.25, end: 1 }] }),
      ],
      whole,
    );
    expect(transcript.text).toBe('one two three');
    expect(transcript.words).toEqual([
      { text: 'one', startMs: 250, endMs: 1_000, joined: false },
      { text: 'two', startMs: HOUR_MS + 1_500, endMs: HOUR_MS + 1_687.5, joined: false },
      { text: 'three', startMs: HOUR_MS + 1_687.5, endMs: HOUR_MS + 2_000, joined: false },
    ]);
    expect(transcript.holes).toEqual([]);
  });

  it('counts from where the sound of a piece begins, and keeps its words within it', async () => {
    const segments = [
      { text: 'early', start: 0, end: 0.5 },
      { text: 'late', start: 9, end: 99 },
    ];
    const { words: placed } = await assemble([transcribed(1, 10_000, 10_000, { segments }, 9_920)], whole);
    expect(placed).toEqual([
      { text: 'early', startMs: 10_000, endMs: 10_420, joined: false },
      { text: 'late', startMs: 18_920, endMs: 19_920, joined: false },
    ]);
  });

  it('delivers text without segments whole, with its piece’s time', async () => {
    const { text, words } = await assemble([transcribed(1, 5_000, 2_000, { text: ' All of it. ' })], whole);
    expect(text).toBe('All of it.');
    expect(words.map((word) => word.text)).toEqual(['All', 'of', 'it.']);
    expect([words[0]?.startMs, words.at(-1)?.endMs]).toEqual([5_000, 7_000]);
  });

  it('has the punctuation and spelling of the text, with the times of the segments', async () => {
    const segments = [
      { text: 'its', start: 0.2, end: 0.4 },
      { text: '35', start: 0.4, end: 0.9 },
      { text: 'volts', start: 0.9, end: 1.5 },
    ];
    const { words } = await assemble([transcribed(0, 0, 2_000, { text: "It's 3.5 volts.", segments })], whole);
    expect(words.map(({ text, startMs, endMs }) => [text, startMs, endMs])).toEqual([
      ["It's", 200, 400],
      ['3.5', 400, 900],
      ['volts.', 900, 1_500],
    ]);
  });

  it('makes text of segments that come without it', async () => {
    const segments = [
      { text: 'one', start: 0, end: 1 },
      { text: 'two', start: 1, end: 2 },
    ];
    expect((await assemble([transcribed(0, 0, 2_000, { segments })], whole)).text).toBe('one two');
    expect(await assemble([transcribed(0, 0, 2_000, { segments: [] })], whole)).toMatchObject({ text: '', words: [] });
  });

  it('keeps words in order where the sound of two pieces overlaps', async () => {
    const first = transcribed(0, 0, 1_000, { text: 'one two', segments: [{ text: 'one two', start: 0, end: 1 }] });
    const second = transcribed(1, 900, 1_000, { text: 'three', segments: [{ text: 'three', start: 0, end: 1 }] });
    const { words } = await assemble([first, second], whole);
    expect(words.map(({ text }) => text)).toEqual(['one', 'two', 'three']);
    for (const [index, word] of words.entries())
      expect(word.startMs).toBeGreaterThanOrEqual(words[index - 1]?.endMs ?? 0);
  });

  it('joins scripts without spaces without one', async () => {
    const pieces = [transcribed(0, 0, 1_000, { text: '今日は' }), transcribed(1, 1_000, 1_000, { text: '良い天気' })];
    const { text, words } = await assemble(pieces, whole);
    expect(text).toBe('今日は良い天気');
    expect(textOfWords(words)).toBe(text);
  });

  it('has the words of each speaker turn with their own times, and neither markers nor sounds among them', async () => {
    const answer = {
      text: '<|speaker:0|> Thanks for joining. <|speaker:1|> [laughter] Happy to be here.',
      segments: ['Thanks', 'for', 'joining', 'Happy', 'to', 'be', 'here'].map((text, index) => ({
        ...{
          text,
          start: index < 3 ? index * 0.3 : 2 + index * 0.3,
          end: index < 3 ? index * 0.3 + 0.3 : 2.3 + index * 0.3,
        },
      })),
    };
    const { text, words } = await assemble([transcribed(0, 0, 4_200, answer)], whole);
    expect(text).toBe('Thanks for joining.\nHappy to be here.');
    expect(words.filter(({ beginsTurn }) => beginsTurn).map((word) => [word.text, Math.round(word.startMs)])).toEqual([
      ['Thanks', 0],
      ['Happy', 2_900],
    ]);
    expect([words[2]?.text, Math.round(words[2]?.endMs ?? 0)]).toEqual(['joining.', 900]);
  });

  it('places the words of each turn within the time of the turn where no word has its own', async () => {
    const speaker_turns = [
      { speaker: 'speaker:0', text: 'Thanks for joining.', start: 0.2, end: 1.2 },
      { speaker: 'speaker:1', text: 'Happy to be here.', start: 20, end: 21 },
    ];
    const text = '<|speaker:0|> Thanks for joining. <|speaker:1|> Happy to be here.';
    const { words } = await assemble([transcribed(0, 0, 30_000, { text, speaker_turns })], whole);
    const times = words.map(({ startMs, endMs }) => [startMs, endMs]);
    expect(times.slice(0, 3).every(([start = -1, end = 0]) => start >= 200 && end <= 1_200)).toBe(true);
    expect(times.slice(3).every(([start = -1, end = 0]) => start >= 20_000 && end <= 21_000)).toBe(true);
  });

  it('begins a line after a piece of several speakers: nobody knows who goes on', async () => {
    const pieces = [
      transcribed(0, 0, 1_000, { text: 'One.' }),
      transcribed(1, 1_000, 1_000, { text: '<|speaker:0|> Two. <|speaker:1|> Three.' }),
      transcribed(2, 2_000, 1_000, { text: '' }),
      transcribed(3, 3_000, 1_000, { text: 'Four.' }),
      transcribed(4, 4_000, 1_000, { text: 'Five.' }),
    ];
    expect((await assemble(pieces, whole)).text).toBe('One.\nTwo.\nThree.\nFour. Five.');
  });

  it('has no word that reaches over the end of a turn in a script without spaces', async () => {
    const answer = { text: '<|speaker:0|>我在北<|speaker:1|>京都很美' };
    expect((await assemble([transcribed(0, 0, 2_000, answer)], whole)).text).toBe('我在北\n京都很美');
  });

  it('marks what failed, as one hole where neighbours failed alike', async () => {
    const { holes, text } = await assemble(
      [failed(1, 10, 10), failed(2, 20, 10), transcribed(0, 0, 10, { text: 'one' }), failed(3, 30, 10, 'AUDIO_BROKEN')],
      whole,
    );
    expect(text).toBe('one');
    expect(holes).toMatchObject([
      { startMs: 10, endMs: 30, reason: { code: 'SPEECH_UNAVAILABLE' } },
      { startMs: 30, endMs: 40, reason: { code: 'AUDIO_BROKEN' } },
    ]);
  });

  it('has the language of most of the sound, else the one that was asked for', async () => {
    const mixed = [
      transcribed(0, 0, 1_000, { language_code: 'fr', language: 'French' }),
      transcribed(1, 1_000, 3_000, { language: 'en' }),
      transcribed(2, 4_000, 1_000, { language: 7 }),
    ];
    expect((await assemble(mixed, { ...whole, language: 'de' })).language).toBe('en');
    expect((await assemble([transcribed(0, 0, 1_000, {})], { ...whole, language: 'de' })).language).toBe('de');
    expect((await assemble([transcribed(0, 0, 1_000, {})], whole)).language).toBeUndefined();
  });
});
