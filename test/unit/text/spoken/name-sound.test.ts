import { describe, expect, it } from 'vitest';
import { english } from '../../../../src/messages/english.ts';
import { createEmojiNames } from '../../../../src/text/spoken/emoji-names.ts';
import { isHeardIn, nameSound, soundsLike } from '../../../../src/text/spoken/name-sound.ts';
import { createSpokenTexts } from '../../../../src/text/spoken/spoken-texts.ts';

const texts = createSpokenTexts({ emojiNames: createEmojiNames() });
const sound = async (name: string) => nameSound(await texts.name([name], english.spoken));
const alike = async (one: string, other: string) => soundsLike(await sound(one), await sound(other));
const heardIn = async (name: string, other: string) => isHeardIn(await sound(name), await sound(other));

describe('names that sound alike', () => {
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
    'Adda',
    'Adah',
  ])('%s is Ada', async (name) => {
    expect(await alike(name, 'Ada')).toBe(true);
  });

  it.each(['Kleo', 'Klio', 'Cleoo', 'Clee-o', 'C l e o', 'Сleo', 'Сlео', 'Cle0'])('%s is Cleo', async (name) => {
    expect(await alike(name, 'Cleo')).toBe(true);
  });

  it.each([
    ['John', 'Jon'],
    ['Filip', 'Phillip'],
    ['Max', 'Maks'],
    ['Mia', 'Mya'],
    ['Victor', 'Wiktor'],
    ['Thomas', 'Tomas'],
    ['Cindy', 'Sindi'],
    ['Иван', 'Ivan'],
    ['李明', '李 明'],
    ['Maxx', 'Max'],
    ['Kristina', 'Christina'],
    ['Jürgen', 'Juergen'],
    ['José Müller', 'Jose Mueller'],
    ['Ju1ia', 'Julia'],
    ['Leo', 'Lio'],
    ['🌹', 'Rose'],
    ['🇯🇴', 'Flag of Jordan'],
  ])('%s is %s', async (one, other) => {
    expect(await alike(one, other)).toBe(true);
  });

  it.each([
    ...['Eva', 'Adam', 'Ada 2', '아이다'].map((name) => [name, 'Ada']),
    ...[
      ['Lena', 'Lina'],
      ['Marie', 'Mary'],
      ['Jun', 'John'],
      ['Ken', 'Kin'],
      ['Lou', 'Lo'],
      ['Ian', 'Lan'],
      ['Amy', 'Arny'],
      ['Zara', 'Sara'],
      ['Leon', 'Lion'],
      ['Tom', 'Torn'],
    ],
    ...['Cole', 'Leo', 'Clay', 'Clara', 'Chloe'].map((name) => [name, 'Cleo']),
    ['Chad', 'Had'],
    ['Dan', 'Tan'],
    ['Shane', 'Sane'],
  ])('%s is not %s', async (one, other) => {
    expect(await alike(one ?? '', other ?? '')).toBe(false);
  });
});

describe('a name that another one is heard in', () => {
  it.each([
    ['Ada and Cleo', 'Cleo'],
    ['Cleo says: hello. Bob', 'Cleo'],
    ['Kleo the second', 'Cleo'],
    ['Captain C l e o', 'Cleo'],
    ['Dear Ada Lovelace', 'Ada Lovelace'],
    ['李明说', '李明'],
    ['Ada2', 'Ada'],
    ['imAda', 'Ada'],
    ['Bob says Max', 'Bob'],
    ['Captain Lee', 'Lee'],
    ['Bob and Ann', 'Ann'],
    ['Cleo', 'Cleo'],
    ['คุณสมชาย', 'สมชาย'],
    ['ທ້າວສົມຊາຍ', 'ສົມຊາຍ'],
    ['លោកសុខា', 'សុខា'],
    ['ကိုအောင်', 'အောင်'],
    ['민수씨', '민수'],
    ['김민수님', '김민수'],
    ['Ada님', 'Ada'],
    ['민수 왕', '민수'],
  ])('%s has %s', async (name, other) => {
    expect(await heardIn(name, other)).toBe(true);
  });

  it.each([
    ['Cleopatra', 'Cleo'],
    ['Cleo', 'Cleo Smith'],
    ['Plan B', 'B'],
    ['林檎', '林'],
    ['Van Gogh', 'Vango'],
    ['Jo March', 'Jo'],
    ['小丽', 'Li'],
    ['みゆき', 'Mi'],
    ['りんご', 'Rin'],
    ['김민수', '수'],
    ['민수', 'Min'],
    ['สมใจ', 'ใจ'],
  ])('%s has no %s', async (name, other) => {
    expect(await heardIn(name, other)).toBe(false);
  });
});
