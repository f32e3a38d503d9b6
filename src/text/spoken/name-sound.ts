import { english } from '../../messages/english.ts';
import { sayName } from './spoken-name.ts';

/** The mark of a letter; two names that differ in these alone sound alike. */
const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{N}]/gu;

/**
 * What names have in common that listeners can't tell apart: `ADA`, `Ａｄа` (with a Cyrillic а), `xX_Ada_Xx` and `Ádá (she/her)`
 * have one key. '' for a name of which nothing can be said. Letters of other scripts are written in Latin ones, by any-ascii.
 */
export async function nameKey(name: string): Promise<string> {
  const said = sayName(name, { words: english.spoken, emojiNames: { nameOf: () => '' } });
  // Its tables are large, and most processes never need them.
  const { default: anyAscii } = await import('any-ascii');
  return anyAscii(said).replaceAll(NEITHER_LETTER_NOR_DIGIT, '').toLowerCase();
}
