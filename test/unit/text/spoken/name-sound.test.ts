import { expect, it } from 'vitest';
import { nameKey } from '../../../../src/text/spoken/name-key.ts';

it.each([
  'ADA',
  ' a.d.a ',
  'Ａｄа',
  'Аda',
  'Ádá',
  'A\u200bd\u00ada',
  'xX_Ada_Xx',
  'Ada (she/her)',
  '𝒜𝒹𝒶',
  'ᴀᴅᴀ',
  '🎀 Ada 🎀',
  'アダ',
])('%s sounds like Ada', async (name) => {
  expect(await nameKey(name)).toBe(await nameKey('Ada'));
});

it.each(['Eva', 'Adam', 'Ada 2', '아이다'])('%s does not', async (name) => {
  expect(await nameKey(name)).not.toBe(await nameKey('Ada'));
});

it('nothing has a key where nothing can be said', async () => {
  expect(await nameKey(' ⟨⟩ ')).toBe('');
});
