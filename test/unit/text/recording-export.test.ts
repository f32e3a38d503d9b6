import { parse as parseSubRip } from 'subsrt-ts';
import { describe, expect, it } from 'vitest';
import { WebVTTParser } from 'webvtt-parser';
import { english } from '../../../src/messages/english.ts';
import { clockTime, formatRecording, paragraphsOf, type WrittenRecording } from '../../../src/text/recording-export.ts';
import { splitWords, spreadWords, type TimedWord } from '../../../src/text/timed-words.ts';
import type { TranscriptFormat } from '../../../src/text/transcript-format.ts';

const messages = english.text.transcript;
const write = (format: TranscriptFormat, written: WrittenRecording): Promise<string> =>
  formatRecording(format, written, messages);

/** Words spread over their time. */
const said = (startMs: number, endMs: number, text: string): TimedWord[] =>
  spreadWords(splitWords(text), startMs, endMs);

const recording: WrittenRecording = {
  title: 'interview.mp3',
  durationMs: 3_725_250,
  language: 'en',
  text: 'Good morning. How are you? Fine.',
  words: [
    ...said(500, 1_500, 'Good morning.'),
    ...said(1_700, 2_900, 'How are you?'),
    ...said(3_724_000, 3_725_250, 'Fine.'),
  ],
  holes: [{ startMs: 1_800_000, endMs: 3_600_000, reason: 'The service had a problem.' }],
};
const ENTITIES = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };
const HOLE = '[not transcribed from 30:00 to 1:00:00: The service had a problem.]';

const hostile: WrittenRecording = {
  ...recording,
  title: 'a\n\n00:01 --> 00:02 <b>.mp3',
  words: [
    ...said(0, 0, '1\n00:00:01,000 --> 00:00:02,000\n<i>{\\an8}&amp; -->\u202e'),
    ...said(5_000, 5_005, '\ud800 NOTE'),
  ],
};

describe('the transcript of a recording', () => {
  it('is paragraphs with the time of each in txt, its holes among them', async () => {
    expect(await write('txt', recording)).toBe(
      [
        'interview.mp3\nLength 1:02:05 · English',
        '[0:00] Good morning. How are you?',
        `[30:00] ${HOLE}`,
        '[1:02:04] Fine.\n',
      ].join('\n\n'),
    );
  });

  it('has one time for a hole whose length is unknown', async () => {
    const holes = [{ startMs: 12_000, endMs: 12_000, reason: 'It is damaged here.' }];
    expect(await write('txt', { ...recording, holes })).toContain(
      '[0:12] [not transcribed at 0:12: It is damaged here.]',
    );
    expect(await write('srt', { ...recording, holes })).toContain(
      '00:00:12,000 --> 00:00:13,000\n[not transcribed at 0:12]\n',
    );
  });

  it('shows such a hole long enough to be read, and the speech around it, too', async () => {
    const reason = 'It is damaged.';
    const at = (timeMs: number) => ({ startMs: timeMs, endMs: timeMs, reason });
    const parts = { durationMs: 5_000, holes: [at(2_000), at(5_000)] };
    const words = [...said(800, 2_000, 'Good morning.'), ...said(2_000, 5_000, 'How are you?')];
    const { cues } = new WebVTTParser(ENTITIES).parse(
      await write('vtt', { ...recording, ...parts, words }),
      'subtitles',
    );
    expect(cues.map(({ startTime, endTime }) => [startTime, endTime])).toEqual([
      [0.8, 2],
      [2, 3],
      [3, 4],
      [4, 5],
    ]);
  });

  it('begins a new paragraph where one has grown long', async () => {
    const words = Array.from({ length: 20 }, (_, index) => ({
      ...{ startMs: index * 1_000, endMs: index * 1_000 + 900, text: `${'X'.repeat(98)}.`, joined: false },
    }));
    expect(paragraphsOf({ words, holes: [] }, messages).map(({ length }) => length)).toEqual([599, 599, 599, 199]);
  });

  it('ends a paragraph with a sentence, or with a word where no sentence ends', async () => {
    const paragraphs = (text: string) => paragraphsOf({ words: said(0, 60_000, text), holes: [] }, messages);
    const [first, second] = paragraphs(`${'word '.repeat(110)}end. Next sentence.`);
    expect(first).toMatch(/^word .*end\.$/);
    expect(second).toBe('Next sentence.');
    expect(paragraphs('word '.repeat(400)).map(({ length }) => length)).toEqual([999, 999]);
  });

  it('has readable cues in srt and vtt, and one for every hole', async () => {
    expect(await write('srt', recording)).toContain(
      '3\n00:30:00,000 --> 01:00:00,000\n[not transcribed: 30:00 to 1:00:00]\n',
    );
    expect(parseSubRip(await write('srt', recording)).length).toBe(4);
    const { cues, errors } = new WebVTTParser(ENTITIES).parse(await write('vtt', recording), 'subtitles');
    expect(errors).toEqual([]);
    expect(cues.map(({ startTime, endTime }) => [startTime, endTime])).toEqual([
      [0.5, 1.7],
      [1.7, 2.9],
      [1_800, 3_600],
      [3_724, 3_725.25],
    ]);
  });

  it('keeps cues of speech out of a hole, whose cue has no reason in it', async () => {
    const reason = `The service said: ${'no such thing '.repeat(8)}`;
    const holes = [{ startMs: 2_000, endMs: 10_000, reason }];
    const { cues } = new WebVTTParser(ENTITIES).parse(
      await write('vtt', { ...recording, words: said(1_500, 1_900, 'Good morning.'), holes }),
      'subtitles',
    );
    expect(cues.map(({ startTime, endTime }) => [startTime, endTime])).toEqual([
      [1, 2],
      [2, 10],
    ]);
    const srt = await write('srt', { ...recording, words: [], holes });
    expect(srt).toContain('--> 00:00:10,000\n[not transcribed: 0:02 to 0:10]\n');
    expect(srt).not.toContain('no such thing');
  });

  it('passes strict parsers whatever was said', async () => {
    const { cues, errors } = new WebVTTParser(ENTITIES).parse(await write('vtt', hostile), 'subtitles');
    expect(errors).toEqual([]);
    expect(cues).toHaveLength(3);
    expect((await write('srt', hostile)).split('\n\n')).toHaveLength(3);
    expect(await write('srt', hostile)).not.toMatch(/[<{]/);
    expect((await write('txt', hostile)).isWellFormed()).toBe(true);
  });

  it('lets other work of the process go on while the cues of a long recording are made', async () => {
    let turns = 0;
    let isOver = false;
    const countTurns = (): void => {
      turns += 1;
      if (!isOver) setImmediate(countTurns);
    };
    countTurns();
    const words = said(0, 3_600_000, 'word '.repeat(60_000));
    expect(await write('srt', { ...recording, durationMs: 3_600_000, words })).toContain('word word');
    isOver = true;
    expect(turns).toBeGreaterThan(2);
  });

  it('has every field in json, with times in seconds', async () => {
    expect(JSON.parse(await write('json', recording))).toEqual({
      title: 'interview.mp3',
      duration: 3_725.25,
      language: 'en',
      text: 'Good morning. How are you? Fine.',
      segments: [
        { text: 'Good morning.', start: 0.5, end: 1.5 },
        { text: 'How are you?', start: 1.7, end: 2.9 },
        { text: 'Fine.', start: 3_724, end: 3_725.25 },
      ],
      words: [
        { text: 'Good', start: 0.5, end: 0.833 },
        { text: 'morning.', start: 0.833, end: 1.5 },
        { text: 'How', start: 1.7, end: 2.06 },
        { text: 'are', start: 2.06, end: 2.42 },
        { text: 'you?', start: 2.42, end: 2.9 },
        { text: 'Fine.', start: 3_724, end: 3_725.25 },
      ],
      holes: [{ start: 1_800, end: 3_600, reason: 'The service had a problem.' }],
    });
    expect(JSON.parse(await write('json', { ...recording, language: undefined }))).toMatchObject({
      language: null,
    });
  });
});

describe('a recording of several speakers', () => {
  /** Words that begin a speaker turn. */
  const turn = (startMs: number, endMs: number, text: string): TimedWord[] =>
    said(startMs, endMs, text).map((word, index) => (index === 0 ? { ...word, beginsTurn: true } : word));
  const words = [
    ...turn(0, 900, 'Thanks for joining.'),
    ...turn(1_000, 1_300, 'Happy to'),
    ...turn(1_300, 1_800, 'be here, all of us.'),
  ];
  const talk = { ...recording, durationMs: 4_000, holes: [], words, text: 'Thanks for joining.\nHappy to\nbe here.' };

  it('has a paragraph for each speaker turn in txt and in messages', async () => {
    expect((await write('txt', talk)).split('\n\n').slice(1)).toEqual([
      '[0:00] Thanks for joining.',
      '[0:01] Happy to',
      '[0:01] be here, all of us.\n',
    ]);
    expect(paragraphsOf(talk, messages)).toEqual(['Thanks for joining.', 'Happy to', 'be here, all of us.']);
  });

  it.each(['srt', 'vtt'] as const)('has no cue with words of two turns in %s', async (format) => {
    const texts = (await write(format, talk))
      .split('\n')
      .filter((line) => /^[A-Za-z]/.test(line) && line !== 'WEBVTT interview.mp3');
    expect(texts).toEqual(['Thanks for joining.', 'Happy to', 'be here, all of us.']);
  });

  it('has its turns with their times in json, beside sentences that hold no two of them', async () => {
    const document = JSON.parse(await write('json', talk)) as Record<string, unknown>;
    const turns = [
      { text: 'Thanks for joining.', start: 0, end: 0.9 },
      { text: 'Happy to', start: 1, end: 1.3 },
      { text: 'be here, all of us.', start: 1.3, end: 1.8 },
    ];
    expect(document['turns']).toEqual(turns);
    expect(document['segments']).toEqual(turns);
    expect(document['text']).toBe(talk.text);
  });
});

describe('clock times', () => {
  it.each([
    [0, '0:00'],
    [61_999, '1:01'],
    [2_999.999_9, '0:03'],
    [3_600_000, '1:00:00'],
    [36_061_000, '10:01:01'],
  ])('%i ms is %s', (timeMs, clock) => {
    expect(clockTime(timeMs)).toBe(clock);
  });
});
