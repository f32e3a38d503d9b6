import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CATALOGUES } from '../../../../src/messages/catalogues.ts';
import { mentionKey } from '../../../../src/text/mentions.ts';
import { createEmojiNames } from '../../../../src/text/spoken/emoji-names.ts';
import { createSpokenTexts } from '../../../../src/text/spoken/spoken-texts.ts';
import type { SpokenMessages } from '../../../../src/text/spoken/spoken-words.ts';
import { chineseRows } from './said/chinese.ts';
import { englishRows } from './said/english.ts';
import { frenchRows } from './said/french.ts';
import { germanRows } from './said/german.ts';
import { japaneseRows } from './said/japanese.ts';
import { koreanRows } from './said/korean.ts';
import { portugueseRows } from './said/portuguese.ts';
import type { SaidRow } from './said/row.ts';
import { spanishRows } from './said/spanish.ts';

const chinese = CATALOGUES['zh-CN'].spoken;
const english = CATALOGUES['en-US'].spoken;
const french = CATALOGUES.fr.spoken;
const german = CATALOGUES.de.spoken;
const japanese = CATALOGUES.ja.spoken;
const korean = CATALOGUES.ko.spoken;
const portuguese = CATALOGUES['pt-BR'].spoken;
const spanish = CATALOGUES['es-ES'].spoken;

const TABLES: readonly (readonly [language: string, words: SpokenMessages, rows: readonly SaidRow[]])[] = [
  ['English', english, englishRows],
  ['German', german, germanRows],
  ['Japanese', japanese, japaneseRows],
  ['Portuguese', portuguese, portugueseRows],
  ['French', french, frenchRows],
  ['Spanish', spanish, spanishRows],
  ['Korean', korean, koreanRows],
  ['Chinese', chinese, chineseRows],
];

const names = new Map([
  [mentionKey({ kind: 'user', id: '100000000000000001' }), 'Ada'],
  [mentionKey({ kind: 'user', id: '100000000000000002' }), 'xX_Dark-Lord_Xx™ 🎮'],
  [mentionKey({ kind: 'role', id: '100000000000000003' }), '⚔️ Raid-Team'],
  [mentionKey({ kind: 'channel', id: '100000000000000004' }), '📜︱rules'],
]);
const texts = createSpokenTexts({ emojiNames: createEmojiNames(), now: () => Date.UTC(2025, 10, 24, 16) });

test('the table has at least 200 messages, in at least four languages with 25 and more', () => {
  expect(TABLES.reduce((sum, [, , rows]) => sum + rows.length, 0)).toBeGreaterThanOrEqual(200);
  expect(TABLES.filter(([, , rows]) => rows.length >= 25).length).toBeGreaterThanOrEqual(4);
});

describe.each(TABLES)('what is said in %s', (_language, words, rows) => {
  test.each(rows)('for %j', async (written, said) => {
    const message = typeof written === 'string' ? { content: written } : written;
    expect(await texts.message({ names, ...message }, { words })).toBe(said);
  });
});

/** The rows of the page for members: what a message says, in code, and what is said. */
const documented = [
  ...readFileSync(new URL('../../../../docs/reading-aloud.md', import.meta.url), 'utf8').matchAll(
    /^\| [^|`]+ \| (`+ ?)(.+?)( ?`+) +\| ([^|`]+?) +\|$/gm,
  ),
].map(([, , written = '', , said = '']) => [written.replaceAll('⏎', '\n').replaceAll('\\|', '|'), said] as const);

test('docs/reading-aloud.md has at least 25 examples', () => {
  expect(documented.length).toBeGreaterThanOrEqual(25);
});

test.each(documented)('docs/reading-aloud.md says what is said for %j', async (content, said) => {
  expect(await texts.message({ content, names }, { words: english })).toBe(said);
});
