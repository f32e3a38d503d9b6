/** `w` at the end of Japanese words, which people read as わら, “laugh”. */
const JAPANESE = /(?<=[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}ー！？!?。、])[wｗ]+(?=$|[\s\p{Co}。！？、])/giu;
const JAPANESE_ALONE = /(?<![^\s\p{Co}])[wｗ]{2,}(?![^\s\p{Co}])/giu;
/** Korean consonants and vowels that stand alone: laughing, giggling, crying. */
const KOREAN: readonly (readonly [RegExp, string])[] = [
  [/ㅋ{2,}/gu, '크크'],
  [/ㅎ{2,}/gu, '흐흐'],
  [/[ㅠㅜ]{2,}/gu, '흑흑'],
];
/** In Portuguese only: elsewhere these letters mean something else. */
const PORTUGUESE = /(?<![\p{L}\p{N}])k{3,}(?![\p{L}\p{N}])/giu;

/** A text in which written laughter is as people say it, where its letters alone would be spelled. */
export function sayLaughter(text: string, locale: string): string {
  let said = text.replace(JAPANESE, '、わら');
  if (locale.startsWith('ja')) said = said.replace(JAPANESE_ALONE, 'わら');
  if (locale.startsWith('pt')) said = said.replace(PORTUGUESE, 'hahaha');
  for (const [letters, sound] of KOREAN) said = said.replace(letters, sound);
  return said;
}
