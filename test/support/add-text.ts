/**
 * Adds a text to every language, in English: `npm run add-text -- captions.refusals.tooMany "Too many captions."` A name that
 * has a dot in it needs slashes: `settings/fields/reading.bots/label`.
 */
import { writeFileSync } from 'node:fs';
import { LOCALES } from '../../src/messages/locales.ts';
import { readWords, type Words } from '../../src/messages/words.ts';
import { argumentsOf } from './text-types.ts';

/** These words with a text more, as the last of its topic. Throws where the key is taken, or leads through a text. */
function withText(words: Words, [name = '', ...inner]: readonly string[], text: string): Words {
  const known = Object.hasOwn(words, name) ? words[name] : undefined;
  if (inner.length === 0 ? known !== undefined : typeof known === 'string') throw new Error(`${name} is taken`);
  if (inner.length === 0) return { ...words, [name]: text };
  return { ...words, [name]: withText(typeof known === 'object' ? known : {}, inner, text) };
}

const [key, english, ...rest] = process.argv.slice(2);
if (key === undefined || english === undefined || rest.length > 0) {
  process.stderr.write('Usage: npm run add-text -- topic.key "The text in English"\n');
  process.exitCode = 1;
} else {
  argumentsOf(english);
  for (const locale of LOCALES) {
    const words = withText(readWords(locale), key.split(key.includes('/') ? '/' : '.'), english);
    writeFileSync(new URL(`../../locales/${locale}.json`, import.meta.url), `${JSON.stringify(words, undefined, 2)}\n`);
  }
}
