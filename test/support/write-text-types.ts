/** Writes the types of the texts in `locales/`, for the code that inserts values in them. `npm run words` runs this. */
import { writeFileSync } from 'node:fs';
import { LOCALES } from '../../src/messages/locales.ts';
import { readWords } from '../../src/messages/words.ts';
import { textTypes } from './text-types.ts';

writeFileSync(new URL('../../src/messages/text-types.ts', import.meta.url), textTypes(LOCALES.map(readWords)));
