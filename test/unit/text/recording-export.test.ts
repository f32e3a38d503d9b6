import { parse as parseSubRip } from 'subsrt-ts';
import { describe, expect, it } from 'vitest';
import { WebVTTParser } from 'webvtt-parser';
import { english } from '../../../src/messages/english.ts';
import {
  clockTime,
  formatRecording,
  joinWords,
  paragraphsOf,
  type WrittenRecording,
} from '../../../src/text/recording-export.ts';
import type { TranscriptFormat } from '../../../src/text/transcript-format.ts';

const messages = english.text.transcript;
const write = (format: TranscriptFormat, written: WrittenRecording): string =>
  formatRecording(format, written, messages);

const recording: WrittenRecording = {
  title: 'interview.mp3',
  durationMs: 3_725_250,
  language: 'en',
  text: 'Good morning. How are you? Fine.',
  segments: [
    { startMs: 500, endMs: 1_500, text: 'Good morning.' },
    { startMs: 1_700, endMs: 2_900, text: 'How are you?' },
    { startMs: 3_724_000, endMs: 3_725_250, text: 'Fine.' },
  ],
  holes: [{ startMs: 1_800_000, endMs: 3_600_000, reason: 'The service had a problem.' }],
};
const ENTITIES = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };
const HOLE = '[not transcribed from 30:00 to 1:00:00: The service had a problem.]';

const hostile: WrittenRecording = {
  ...recording,
  title: 'a\n\n00:01 --> 00:02 <b>.mp3',
  segments: [
    { startMs: 0, endMs: 0, text: '1\n00:00:01,000 --> 00:00:02,000\n<i>{\\an8}&amp; -->\u202e' },
    { startMs: 0, endMs: 5, text: '\ud800 NOTE' },
  ],
};

describe('the transcript of a recording', () => {
  it('is paragraphs with the time of each in txt, its holes among them', () => {
    expect(write('txt', recording)).toBe(
      [
        'interview.mp3\nLength 1:02:05, language en',
        '[0:00] Good morning. How are you?',
        `[30:00] ${HOLE}`,
        '[1:02:04] Fine.\n',
      ].join('\n\n'),
    );
  });

  it('has one time for a hole whose length is unknown', () => {
    const holes = [{ startMs: 12_000, endMs: 12_000, reason: 'It is damaged here.' }];
    expect(write('txt', { ...recording, holes })).toContain('[0:12] [not transcribed at 0:12: It is damaged here.]');
    expect(write('srt', { ...recording, holes })).toContain('00:00:12,000 --> 00:00:12,001\n[not transcribed at 0:12:');
  });

  it('begins a new paragraph where one has grown long', () => {
    const segments = Array.from({ length: 20 }, (_, index) => ({
      ...{ startMs: index * 1_000, endMs: index * 1_000 + 900, text: 'x'.repeat(99) },
    }));
    expect(paragraphsOf({ segments, holes: [] }, messages).map(({ length }) => length)).toEqual([599, 599, 599, 199]);
  });

  it('has a cue for every segment and every hole in srt and vtt', () => {
    expect(write('srt', recording)).toContain(`3\n00:30:00,000 --> 01:00:00,000\n${HOLE}\n`);
    expect(parseSubRip(write('srt', recording)).length).toBe(4);
    const { cues, errors } = new WebVTTParser(ENTITIES).parse(write('vtt', recording), 'subtitles');
    expect(errors).toEqual([]);
    expect(cues.map(({ startTime, endTime }) => [startTime, endTime])).toEqual([
      [0.5, 1.5],
      [1.7, 2.9],
      [1_800, 3_600],
      [3_724, 3_725.25],
    ]);
  });

  it('passes strict parsers whatever was said', () => {
    const { cues, errors } = new WebVTTParser(ENTITIES).parse(write('vtt', hostile), 'subtitles');
    expect(errors).toEqual([]);
    expect(cues).toHaveLength(3);
    expect(write('srt', hostile).split('\n\n')).toHaveLength(3);
    expect(write('srt', hostile)).not.toMatch(/[<{]/);
    expect(write('txt', hostile).isWellFormed()).toBe(true);
  });

  it('has every field in json, with times in seconds', () => {
    expect(JSON.parse(write('json', recording))).toEqual({
      title: 'interview.mp3',
      duration: 3_725.25,
      language: 'en',
      text: 'Good morning. How are you? Fine.',
      segments: [
        { text: 'Good morning.', start: 0.5, end: 1.5 },
        { text: 'How are you?', start: 1.7, end: 2.9 },
        { text: 'Fine.', start: 3_724, end: 3_725.25 },
      ],
      holes: [{ start: 1_800, end: 3_600, reason: 'The service had a problem.' }],
    });
    expect(JSON.parse(write('json', { ...recording, language: undefined }))).toMatchObject({
      language: null,
    });
  });
});

describe('joining words', () => {
  it.each([
    ['one', 'two', 'one two'],
    ['', 'two', 'two'],
    ['今日は', '良い', '今日は良い'],
    ['今日は。', 'OK', '今日は。 OK'],
    ['สวัสดี', 'ครับ', 'สวัสดีครับ'],
    ['안녕', '하세요', '안녕 하세요'],
  ])('%j and %j', (before, after, whole) => {
    expect(joinWords(before, after)).toBe(whole);
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
