/** Lists the texts that are still English in the other languages. `npm run check:translations` runs this; it never fails. */
import { untranslated } from './untranslated.ts';

const open = [...untranslated()].filter(([, keys]) => keys.length > 0);
const count = open.reduce((sum, [, keys]) => sum + keys.length, 0);
const lines = open.map(([locale, keys]) => `locales/${locale}.json (${keys.length}): ${keys.join(', ')}\n`);
process.stdout.write(`${count} texts to translate (docs/translating.md)\n${lines.join('')}`);
