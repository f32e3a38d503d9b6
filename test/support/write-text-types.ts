/** Writes the types of the texts in `locales/`, for the code that inserts values in them. `npm run words` runs this. */
import { readFileSync, writeFileSync } from 'node:fs';
import { LOCALES } from '../../src/messages/locales.ts';
import type { Words } from '../../src/messages/texts.ts';
import { textTypes } from './text-types.ts';

const ROOT = new URL('../../', import.meta.url);

const words = LOCALES.map(
  (locale) => JSON.parse(readFileSync(new URL(`locales/${locale}.json`, ROOT), 'utf8')) as Words,
);
writeFileSync(new URL('src/messages/text-types.ts', ROOT), textTypes(words));
