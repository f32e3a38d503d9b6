import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CATALOGUES } from '../../../../src/messages/catalogues.ts';
import { createEmojiNames } from '../../../../src/text/spoken/emoji-names.ts';
import { makeSpeakable } from '../../../../src/text/spoken/speakable.ts';
import { type SpokenMessage, type SpokenOptions, spokenMessage } from '../../../../src/text/spoken/spoken-message.ts';
import { sayName } from '../../../../src/text/spoken/spoken-name.ts';

const words = CATALOGUES['en-US'].spoken;

const emojiNames = await createEmojiNames()('en');
const options: SpokenOptions = { words, emojiNames, nowMs: 0, sayName: (name) => sayName(name, { words, emojiNames }) };
const say = (message: string | SpokenMessage, more: Partial<SpokenOptions> = {}): string =>
  spokenMessage(typeof message === 'string' ? { content: message } : message, { ...options, ...more });

describe('expression marks', () => {
  const speech = { writtenFor: 'speech' } as const;

  test('stay in a text that is written to be spoken', () => {
    expect(say('[whispering] come **here**', speech)).toBe('[whispering] come here');
  });

  test('are at most three a sentence', () => {
    expect(say('[aa] [bb] one [cc] two [dd]. [ee] three', speech)).toBe('[aa] [bb] one [cc] two. [ee] three');
  });

  test('never come from the text of a masked link, code, an escape or a name', () => {
    const names = new Map([['user 100000000000000001', '[laughing]']]);
    const content = '[whispering](https://example.com) `[sighing]` \\[crying\\] <@100000000000000001> [x] [1]';
    expect(say({ content, names }, speech)).toBe('whispering (sighing) (crying) laughing (x) (1)');
  });

  test('stay only in the text itself, not in what it comes with', () => {
    const message = { content: '[whispering] hi', stickers: ['[laughing]'], forwarded: [{ content: '[crying] no' }] };
    expect(say(message, speech)).toBe('[whispering] hi. a sticker: (laughing). a forwarded message: (crying) no');
  });
});

describe('a text that is too long', () => {
  test('is cut at the end of a sentence, and says so', () => {
    const text = 'This is the first sentence of it. This is the second one. And this is too much of it.';
    expect(say(text, { maxCharacters: 75 })).toBe('This is the first sentence of it. This is the second one… and more');
  });

  test('is cut at the end of a word where no sentence ends', () => {
    expect(say('one two three four five six seven', { maxCharacters: 28 })).toBe('one two three four… and more');
  });

  test('keeps characters of several units, and expressions, whole', () => {
    expect(say('🏴󠁧󠁢󠁥󠁮󠁧󠁿'.repeat(3), { maxCharacters: 16 })).toBe('flag… and more');
    expect(say('漢字𠮷𠮸𠮹𠮺𠮻𠮼𠮽', { maxCharacters: 15 })).toBe('漢字𠮷… and more');
    const marked = say('one two [whispering softly] three four five', { maxCharacters: 30, writtenFor: 'speech' });
    expect(marked).toBe('one two… and more');
  });

  test('still says what it comes with', () => {
    const message: SpokenMessage = {
      content: 'word '.repeat(3) + 'other '.repeat(3) + 'text '.repeat(3),
      attachments: [{ kind: 'picture' }],
    };
    expect(say(message, { maxCharacters: 40 })).toBe('word word word… and more. a picture');
  });
});

test('sentences may be repeated in a text that is written to be spoken, not in chat', () => {
  const text = Array.from({ length: 5 }, () => 'The weather is nice today.').join(' ');
  expect(say(text, { writtenFor: 'speech' })).toBe(text);
  expect(say(text)).toBe(text.slice(0, 26 * 3 + 2));
});

const SECRET = 'kwyjibo';
const around = fc
  .array(fc.constantFrom('a', ' ', '\n', '> ', '# ', '- ', '*', '**', '_', '~~', '😂', '<@1>', '1. ', '!', '\ue000'), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''));

test('a spoiler is never read, whatever is around it', () => {
  fc.assert(
    fc.property(around, around, around, (before, inside, after) => {
      const spoiler = `||${inside}${SECRET}${inside}||`;
      for (const text of [spoiler, `${spoiler} ${after} ${spoiler}`]) {
        expect(say(`${before}${text}${after}`)).not.toContain(SECRET);
      }
    }),
  );
});

const awkward = fc.constantFrom(
  ...[
    '<|',
    '|>',
    '<',
    '>',
    '|',
    '||',
    '＜',
    '｜',
    '\u200b',
    '\u200d',
    '\ufe0f',
    '\ue000',
    '\u{f0000}',
    '\ud83d',
    '\u0301',
  ],
  ...[
    '[',
    ']',
    '](',
    ')',
    '](https://a.b)',
    'https://a.b/c',
    '`',
    '```',
    '**',
    '_',
    '~~',
    '> ',
    '>>> ',
    '# ',
    '- ',
    '\n',
  ],
  ...[
    '<:a:1>',
    '<t:1:R>',
    '<@100000000000000001>',
    '@everyone',
    '😂',
    '👨‍👩‍👧',
    '🇩',
    '🇩🇪',
    ':)',
    '\\',
    'w',
    '草',
    'ㅋㅋ',
    '［',
    '］',
  ],
);
const text = fc
  .array(fc.oneof(awkward, fc.string(), fc.string({ unit: 'binary' })), { maxLength: 40 })
  .map((parts) => parts.join(''));

test('what is said for any message has no control token, brackets or private characters, and is speakable', {
  meta: { promises: ['parsers-services-messages-custom'] },
}, () => {
  const names = new Map([['user 100000000000000001', '<|x|>[y]']]);
  fc.assert(
    fc.property(text, text, fc.integer({ min: 1, max: 200 }), (content, other, maxCharacters) => {
      const message = {
        content,
        names,
        stickers: [other],
        replyTo: other,
        attachments: [{ kind: 'file', description: other }],
      } as const;
      const said = say(message);
      expect(said).not.toMatch(/[<＜﹤][|｜]|[|｜][>＞﹥]/u);
      expect(said).not.toMatch(/[[\]［］]|\p{Co}/u);
      expect(said.isWellFormed()).toBe(true);
      expect(makeSpeakable(said)).toBe(said);
      expect(say(message, { maxCharacters }).length).toBeLessThanOrEqual(maxCharacters);
      expect(say(content, { writtenFor: 'speech' }).normalize('NFKC')).not.toMatch(/<\||\|>|\[[^\]]*\[/u);
    }),
    { numRuns: 500 },
  );
});
