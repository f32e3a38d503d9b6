/**
 * Adds a text to every language, in English: `npm run add-text -- captions.refusals.tooMany "Too many captions."` A name that
 * has a dot in it needs slashes: `settings/fields/reading.bots/label`. `--page` before the key adds it to the playground's page.
 */
import { writeFileSync } from 'node:fs';
import { LOCALES } from '../../src/messages/locales.ts';
import type { Words } from '../../src/messages/texts.ts';
import { argumentsOf } from './text-types.ts';
import { BOT_WORDS, fileUrl, PAGE_WORDS, wordsOf } from './word-sets.ts';

/** These words with a text more, as the last of its topic. Throws where the key is taken, or leads through a text. */
function withText(words: Words, [name = '', ...inner]: readonly string[], text: string): Words {
  const known = Object.hasOwn(words, name) ? words[name] : undefined;
  if (inner.length === 0 ? known !== undefined : typeof known === 'string') throw new Error(`${name} is taken`);
  if (inner.length === 0) return { ...words, [name]: text };
  return { ...words, [name]: withText(typeof known === 'object' ? known : {}, inner, text) };
}

const words = process.argv.slice(2);
const set = words[0] === '--page' ? PAGE_WORDS : BOT_WORDS;
const [key, english, ...rest] = set === PAGE_WORDS ? words.slice(1) : words;
if (key === undefined || english === undefined || rest.length > 0) {
  process.stderr.write('Usage: npm run add-text -- [--page] topic.key "The text in English"\n');
  process.exitCode = 1;
} else {
  argumentsOf(english);
  for (const locale of LOCALES) {
    const file = `${locale}.json`;
    const changed = withText(wordsOf(set, file), key.split(key.includes('/') ? '/' : '.'), english);
    writeFileSync(fileUrl(`${set.folder}/${file}`), `${JSON.stringify(changed, undefined, 2)}\n`);
  }
}
