import type { Fault } from '../local-speech-api.ts';

/** One unit of phonemes, as the service takes them in a text. */
export const PHONEMES = /<\|phoneme_start\|>(.*?)<\|phoneme_end\|>/gs;
/** Roughly the three alphabets: Arpabet, pinyin with tones, romaji with pitches. */
const ALPHABET = /^[A-Za-zü][A-Za-zü0-5 ]*$/;

/** Why a text is refused for its phonemes; `undefined` if it is not. */
export function phonemeProblem(text: string, fault: Pick<Fault, 'refusesPhonemes'> | undefined): string | undefined {
  const all = [...text.matchAll(PHONEMES)];
  const isTorn = /<\|phoneme_(?:start|end)\|>/.test(text.replace(PHONEMES, ''));
  if (isTorn) return 'text: a phoneme token without its other end';
  if (all.some(([, phonemes = '']) => !ALPHABET.test(phonemes))) return 'text: phonemes of no known alphabet';
  return all.length > 0 && fault?.refusesPhonemes === true ? 'text: this model takes no phonemes' : undefined;
}

/** What flite reads in their place. */
export function toLetters(phonemes: string): string {
  return phonemes
    .toLowerCase()
    .replace(/[0-5 ]/g, '')
    .replaceAll('ü', 'u');
}
