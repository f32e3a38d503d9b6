import { expect, test } from 'vitest';
import { CATALOGUES } from '../../../../src/messages/catalogues.ts';
import { createEmojiNames } from '../../../../src/text/spoken/emoji-names.ts';

const words = CATALOGUES['en-US'].spoken;

test.each([
  ['en', 'thumbs up'],
  ['de', 'Daumen hoch'],
  ['fr', 'pouce vers le haut'],
  ['es', 'pulgar hacia arriba'],
  ['pt-BR', 'polegar para cima'],
  ['ja', 'サムズアップ'],
  ['ko', '올린 엄지'],
  ['zh-CN', '拇指向上'],
  ['nl', 'thumbs up'],
])('emoji have their names in %s', async (locale, name) => {
  expect((await createEmojiNames()(locale)).nameOf('👍🏿', words)).toBe(name);
});

test('the names of a language are loaded once, and shared', async () => {
  const load = createEmojiNames();
  expect(load('pt-BR')).toBe(load('pt'));
  expect(await load('de')).not.toBe(await load('en'));
});
