import subsrt from 'subsrt-ts';
import { describe, expect, test } from 'vitest';
import { WebVTTParser } from 'webvtt-parser';
import { english } from '../../../src/messages/english.ts';
import { type CaptionTranscript, formatCaptions } from '../../../src/text/captions-export.ts';
import type { TranscriptFormat } from '../../../src/text/transcript-format.ts';

const write = (format: TranscriptFormat, made: CaptionTranscript): Promise<string> =>
  formatCaptions(format, made, english.text.transcript);

const START_MS = Date.UTC(2026, 2, 1, 23, 59, 50);

function line(
  speaker: string,
  fromMs: number,
  toMs: number,
  text: string,
  late = false,
): CaptionTranscript['lines'][number] {
  return { speaker, startedAtMs: START_MS + fromMs, endedAtMs: START_MS + toMs, text, late };
}

function transcript(...lines: CaptionTranscript['lines'][number][]): CaptionTranscript {
  return { title: 'Captions of Lounge', startedAtMs: START_MS, lines };
}

/** A cue as an independent parser reads it. */
interface ReadCue {
  readonly startMs: number;
  readonly endMs: number;
  readonly words: string;
}

function readSubRip(file: string): ReadCue[] {
  return subsrt.parse(file, { format: 'srt', eol: '\n' }).map((caption, position) => {
    if (caption.type !== 'caption') throw new Error('the file holds more than captions');
    expect(caption.index).toBe(position + 1);
    expect(caption.text).toBe(caption.content);
    return { startMs: caption.start, endMs: caption.end, words: caption.content.trimEnd() };
  });
}

const ENTITIES = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

function unescapeEntities(escaped: string): string {
  return escaped.replace(/&(amp|lt|gt);/g, (entity) => ENTITIES[entity as keyof typeof ENTITIES]);
}

/** A cue with its voice span. */
function readVoices(file: string): { startMs: number; endMs: number; speaker: string; text: string }[] {
  const parsed = new WebVTTParser(ENTITIES).parse(file, 'subtitles');
  expect(parsed.errors).toEqual([]);
  return parsed.cues.map(({ startTime, endTime, tree }) => {
    expect(tree.children).toHaveLength(1);
    const [voice] = tree.children ?? [];
    expect(voice?.name).toBe('v');
    expect((voice?.children ?? []).every(({ type }) => type === 'text')).toBe(true);
    return {
      startMs: Math.round(startTime * 1_000),
      endMs: Math.round(endTime * 1_000),
      speaker: unescapeEntities(voice?.value ?? ''),
      text: (voice?.children ?? []).map(({ value }) => value ?? '').join(''),
    };
  });
}

function readWebVtt(file: string): ReadCue[] {
  return readVoices(file).map(({ startMs, endMs, speaker, text }) => ({
    startMs,
    endMs,
    words: `${speaker}: ${text}`,
  }));
}

describe('the transcript of captions', () => {
  const example = transcript(
    line('Bob', 12_345, 14_000, 'Overlapping.', true),
    line('Ada', 1_500, 13_000, 'Hello there.'),
    line('Ada', 3_723_004, 3_724_000, 'An hour later.'),
  );

  test('writes txt with clock times, and the day where it changes', async () => {
    expect(await write('txt', example)).toBe(
      [
        'Captions of Lounge',
        'Times are UTC.',
        '',
        '2026-03-01',
        '',
        '[23:59:51] Ada: Hello there.',
        '',
        '2026-03-02',
        '',
        '[00:00:02] Bob: Overlapping. (transcribed late)',
        '[01:01:53] Ada: An hour later.',
        '',
      ].join('\n'),
    );
  });

  test('writes srt with times from the start of the session', async () => {
    expect(await write('srt', example)).toBe(
      [
        '1\n00:00:01,500 --> 00:00:08,500\nAda: Hello there.\n',
        '2\n00:00:12,345 --> 00:00:14,000\nBob: Overlapping.\n',
        '3\n01:02:03,004 --> 01:02:04,004\nAda: An hour later.\n',
      ].join('\n'),
    );
  });

  test('writes vtt with voices', async () => {
    expect(await write('vtt', example)).toBe(
      [
        'WEBVTT Captions of Lounge\n',
        '00:00:01.500 --> 00:00:08.500\n<v Ada>Hello there.\n',
        '00:00:12.345 --> 00:00:14.000\n<v Bob>Overlapping.\n',
        '01:02:03.004 --> 01:02:04.004\n<v Ada>An hour later.\n',
      ].join('\n'),
    );
  });

  test('writes json with every field and the very words', async () => {
    const odd = 'two\n\nlines --> & <b>';
    expect(JSON.parse(await write('json', transcript(line('Ada <3', 0, 1_250, odd, true))))).toEqual({
      title: 'Captions of Lounge',
      startedAt: '2026-03-01T23:59:50.000Z',
      lines: [
        {
          speaker: 'Ada <3',
          startedAt: '2026-03-01T23:59:50.000Z',
          endedAt: '2026-03-01T23:59:51.250Z',
          text: odd,
          late: true,
        },
      ],
    });
  });

  test('writes valid files of a session in which nothing was said', async () => {
    expect(await write('srt', transcript())).toBe('');
    expect(readWebVtt(await write('vtt', transcript()))).toEqual([]);
    expect(await write('txt', transcript())).toBe('Captions of Lounge\nTimes are UTC.\n');
    expect(JSON.parse(await write('json', transcript()))).toMatchObject({ lines: [] });
  });

  test('keeps what looks like markup readable in srt, which has no escapes', async () => {
    const file = await write('srt', transcript(line('<3', 0, 1, '{\\an8}x --> y')));
    expect(file).toContain('＜3: ｛\\an8｝x --＞ y');
  });

  test('divides a long line into cues of two lines, each with its speaker', async () => {
    const text =
      'We looked at every caption of the last week, and most of them were fine. Those that were not had one thing in common: nobody had read them.';
    expect(readWebVtt(await write('vtt', transcript(line('Ada', 0, 12_000, text)))).map(({ words }) => words)).toEqual([
      'Ada: We looked at every caption of the\nlast week, and most of them were fine.',
      'Ada: Those that were not had one thing\nin common: nobody had read them.',
    ]);
  });

  test('gives a long name a line of its own, so that no line is too long', async () => {
    const name = 'Bartholomew the Unready';
    const file = await write('srt', transcript(line(name, 0, 3_000, 'I was here before anybody else came in.')));
    expect(file.split('\n').slice(2)).toEqual([`${name}:`, 'I was here before anybody else came in.', '']);
  });

  test('lets speakers overlap, but not the cues of one speaker', async () => {
    const said = transcript(
      line('Ada', 0, 2_000, 'One.'),
      line('Bob', 500, 1_500, 'Two.'),
      line('Ada', 1_000, 3_000, 'Three.'),
    );
    expect(readWebVtt(await write('vtt', said))).toEqual([
      { startMs: 0, endMs: 1_000, words: 'Ada: One.' },
      { startMs: 500, endMs: 1_500, words: 'Bob: Two.' },
      { startMs: 1_000, endMs: 3_000, words: 'Ada: Three.' },
    ]);
  });

  test('keeps what people of one name say at the same time readable', async () => {
    const said = transcript(
      line(
        'Alex',
        0,
        10_000,
        'We begin with the first point of the list. Then we go on to the second one. Then the rest.',
      ),
      line('Alex', 2_000, 4_000, 'I agree with that.'),
      line('Alex', 5_000, 6_000, 'Good.'),
    );
    const cues = readWebVtt(await write('vtt', said));
    expect(cues.filter(({ startMs, endMs }) => endMs - startMs < 1_000)).toEqual([]);
    expect(cues).toContainEqual({ startMs: 2_000, endMs: 4_000, words: 'Alex: I agree with that.' });
    expect(cues).toContainEqual({ startMs: 5_000, endMs: 6_000, words: 'Alex: Good.' });
  });

  test('has a title that cannot break a vtt file', async () => {
    const file = await write('vtt', { ...transcript(line('Ada', 0, 1, 'hi')), title: 'a\n\n00:00 --> <x>' });
    expect(readWebVtt(file)).toHaveLength(1);
  });

  test('starts at zero what precedes the session because the clock was set back', async () => {
    const file = await write('vtt', transcript(line('Ada', -5_000, -6_000, 'before')));
    expect(readWebVtt(file)).toEqual([{ startMs: 0, endMs: 1_000, words: 'Ada: before' }]);
  });

  test('counts past a hundred hours', async () => {
    const hour = 3_600_000;
    const file = await write('vtt', transcript(line('Ada', 100 * hour, 101 * hour, 'still here')));
    expect(readWebVtt(file)).toEqual([{ startMs: 100 * hour, endMs: 100 * hour + 7_000, words: 'Ada: still here' }]);
  });
});

describe('the transcript of captions with hostile names and text', () => {
  const PARTS = [
    ...['a', 'Ada', ' ', '\n', '\n\n', '\r\n', '\r', '\t', '\0', '\u0085', '\u2028', '\u2029', '\u00a0', '\ufeff'],
    ...['-->', ' --> ', '00:00:01.000 --> 00:00:02.000', '00:00:01,000 --> 00:00:02,000', '1\n', 'NOTE ', 'WEBVTT'],
    ...['<', '>', '<b>', '</v>', '<v x>', '<00:00:00.001>', '&', '&amp;', '&lt;', '&#38;', '{', '}', '{\\an8}', '>>'],
    ...[':', '.', ',', '"', "'", '\\', '`', '…', 'é', 'e\u0301', '漢字', 'שלום', '😀', '\ud83d', '\ude00', '\u202e'],
    ...['\u2066', '\u200d', '$&', '%', '＜', '0'],
  ];

  /** A small generator of numbers below `max`, the same in every run. */
  function createRandom(seed: number): (max: number) => number {
    let state = seed;
    return (max) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * max);
    };
  }

  function randomTranscript(random: (max: number) => number): CaptionTranscript {
    const nasty = (length: number) =>
      Array.from({ length: random(length) }, () => PARTS[random(PARTS.length)]).join('');
    const lines = Array.from({ length: random(8) }, () => {
      const fromMs = random(7_200_000);
      return line(nasty(5), fromMs, fromMs + 1 + random(15_000), nasty(12), random(2) === 1);
    });
    return { ...transcript(...lines), title: nasty(5) };
  }

  /** What each speaker says, by name, without the characters that break lines or turn their direction. */
  function expectedWords({ lines }: CaptionTranscript): Map<string, string> {
    const plain = (text: string) => text.toWellFormed().replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, '');
    const ordered = lines.toSorted((a, b) => a.startedAtMs - b.startedAtMs || a.endedAtMs - b.endedAtMs);
    return wordsBySpeaker(ordered.map(({ speaker, text }) => [plain(speaker) || '?', plain(text)]));
  }

  function wordsBySpeaker(said: readonly (readonly [string, string])[]): Map<string, string> {
    const words = new Map<string, string>();
    for (const [speaker, text] of said) if (text !== '') words.set(speaker, (words.get(speaker) ?? '') + text);
    return words;
  }

  const WIDE = { '<': '＜', '>': '＞', '{': '｛', '}': '｝' };
  const widen = (text: string) => text.replace(/[<>{}]/g, (character) => WIDE[character as keyof typeof WIDE]);
  const squeeze = (text: string) => text.replace(/\s+/g, '');

  test('srt and vtt give independent parsers every word of every speaker, in order', async () => {
    const random = createRandom(11);
    for (let round = 0; round < 400; round += 1) {
      const made = randomTranscript(random);
      const expected = expectedWords(made);
      const cues = readVoices(await write('vtt', made));
      expect(wordsBySpeaker(cues.map(({ speaker, text }) => [squeeze(speaker), squeeze(text)]))).toEqual(expected);
      const inFile = readSubRip(await write('srt', made));
      expect(inFile.map(({ startMs, endMs }) => [startMs, endMs])).toEqual(
        cues.map(({ startMs, endMs }) => [startMs, endMs]),
      );
      for (const [index, { words }] of inFile.entries()) {
        expect(squeeze(words).endsWith(squeeze(widen(cues[index]?.text ?? '')))).toBe(true);
      }
    }
  });

  test('txt has one line for each caption, and json gives back what was put in', async () => {
    const random = createRandom(12);
    for (let round = 0; round < 300; round += 1) {
      const made = randomTranscript(random);
      const textLines = (await write('txt', made)).split(/[\r\n\u0085\u2028\u2029]/);
      expect(textLines.filter((each) => /^\[\d\d:\d\d:\d\d\] /.test(each))).toHaveLength(made.lines.length);
      const parsed = JSON.parse(await write('json', made)) as { lines: { speaker: string; text: string }[] };
      const words = (lines: readonly { speaker: string; text: string }[]) =>
        lines.map(({ speaker, text }) => JSON.stringify([speaker, text])).toSorted();
      expect(words(parsed.lines)).toEqual(words(made.lines));
    }
  });
});
