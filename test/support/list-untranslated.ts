/** Lists the texts that are still English in the other languages. `npm run check:translations` runs this; it never fails. */
import { untranslated } from './untranslated.ts';
import { WORD_SETS } from './word-sets.ts';

const open = WORD_SETS.flatMap((set) =>
  [...untranslated(set)].map(([locale, keys]) => ({ file: `${set.folder}/${locale}.json`, keys })),
).filter(({ keys }) => keys.length > 0);
const count = open.reduce((sum, { keys }) => sum + keys.length, 0);
const lines = open.map(({ file, keys }) => `${file} (${keys.length}): ${keys.join(', ')}\n`);
process.stdout.write(`${count} texts to translate (docs/translating.md)\n${lines.join('')}`);
