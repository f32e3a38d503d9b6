import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WebVTTParser } from 'webvtt-parser';
import { speakerLabel } from '../../../src/text/cue-lines.ts';
import { lookUpNames } from '../../../src/text/mentions.ts';
import { toSingleLine } from '../../../src/text/single-line.ts';
import { splitIntoPieces } from '../../../src/text/split-into-pieces.ts';
import { makeSpeakable } from '../../../src/text/spoken/speakable.ts';
import { formatSubRip, formatWebVtt } from '../../../src/text/subtitles.ts';

/** The parser brings none of its own. */
const ENTITIES = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };
const ID = '123456789012345678';
const awkward = fc.constantFrom(
  ...['<@', '<@!', '<@&', '<#', '</', '>', ID, `<@${ID}>`, `<#${ID}>`, '<:a:1>', '<|', '|>', '<<||>>', '[', ']', '-->'],
  ...[
    '\n',
    '\r\n',
    '\u2028',
    '\u0000',
    '\u200d',
    '\u202e',
    '\ud83d',
    '\ude00',
    '👩‍👩‍👧',
    '{\\an8}',
    '&amp;',
    'WEBVTT',
    'NOTE',
    ', ',
  ],
);
/** Text as people and services write it, with what parsers stumble over. */
const text = fc
  .array(fc.oneof(awkward, fc.string(), fc.string({ unit: 'binary' })), { maxLength: 40 })
  .map((parts) => parts.join(''));

test('at most 20 mentions of any text are looked up, each once', {
  meta: { promises: ['parsers-services-messages-custom'] },
}, async () => {
  await fc.assert(
    fc.asyncProperty(text, async (written) => {
      const asked: string[] = [];
      const names = await lookUpNames([written], async ({ kind, id }) => {
        asked.push(`${kind} ${id}`);
        return 'Ada';
      });
      expect(asked.length).toBeLessThanOrEqual(20);
      expect(new Set(asked)).toEqual(new Set(names.keys()));
      expect(names.size).toBe(asked.length);
    }),
  );
});

test('any text becomes speakable without control tokens, and stays as it is the second time', () => {
  fc.assert(
    fc.property(text, (written) => {
      const spoken = makeSpeakable(written);
      expect(spoken).not.toMatch(/[<＜﹤][|｜]|[|｜][>＞﹥]/u);
      expect(spoken.isWellFormed()).toBe(true);
      expect(makeSpeakable(spoken)).toBe(spoken);
    }),
  );
});

test('a joiner does not stay because of an invisible mark before it', () => {
  expect(makeSpeakable('\u{e0100}\u200d0')).toBe('0');
});

test('any text is split into pieces within the limit that lose no letter', () => {
  const letters = (written: string): string => written.replaceAll(/\s/g, '');
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 60 }), (written, maxChars) => {
      const pieces = splitIntoPieces(written, { maxChars, firstMaxChars: maxChars });
      expect(letters(pieces.join(''))).toBe(letters(written));
      for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(Math.max(2, maxChars));
    }),
  );
});

describe('subtitles of any text', () => {
  const cues = fc.array(
    fc.record({
      startMs: fc.nat(1e9),
      lastsMs: fc.integer({ min: 1, max: 1e6 }),
      text,
      speaker: fc.option(text, { nil: undefined }),
    }),
    { maxLength: 8 },
  );
  const inOrder = cues.map((all) =>
    all
      .map(({ startMs, lastsMs, speaker, ...cue }) => ({
        startMs,
        endMs: startMs + lastsMs,
        text: toSingleLine(cue.text),
        ...(speaker === undefined ? {} : { speaker: toSingleLine(speaker) }),
      }))
      .filter((cue) => cue.text !== '')
      .toSorted((a, b) => a.startMs - b.startMs),
  );

  test('give a WebVTT file in which a strict parser finds every cue and no error', () => {
    fc.assert(
      fc.property(text, inOrder, (title, all) => {
        const { cues: found, errors } = new WebVTTParser(ENTITIES).parse(formatWebVtt(title, all), 'subtitles');
        expect(errors).toEqual([]);
        expect(found.map(({ startTime }) => Math.round(startTime * 1_000))).toEqual(all.map(({ startMs }) => startMs));
      }),
    );
  });

  test.each(['', '--', '---'])('are read by a strict parser when the speaker is called “%s”', (speaker) => {
    const file = formatWebVtt('', [{ startMs: 0, endMs: 1, text: 'hello', speaker }]);
    expect(new WebVTTParser(ENTITIES).parse(file, 'subtitles')).toMatchObject({ cues: [{ startTime: 0 }], errors: [] });
  });

  test('give a SubRip file with a block of three or four lines for each cue', () => {
    fc.assert(
      fc.property(inOrder, (all) => {
        const blocks = formatSubRip(all)
          .split('\n\n')
          .filter((block) => block.trim() !== '');
        expect(blocks).toHaveLength(all.length);
        for (const [index, block] of blocks.entries()) {
          const name = all[index]?.speaker ?? '';
          const hasOwnLine = name !== '' && speakerLabel(name).endsWith('\n');
          expect(block.trimEnd().split('\n')).toHaveLength(hasOwnLine ? 4 : 3);
        }
      }),
    );
  });
});
