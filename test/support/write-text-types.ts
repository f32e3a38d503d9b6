/** Writes the types of all texts, for the code that inserts values in them. `npm run words` runs this. */
import { writeFileSync } from 'node:fs';
import { fileUrl, typesOf, WORD_SETS } from './word-sets.ts';

for (const set of WORD_SETS) writeFileSync(fileUrl(set.typesFile), typesOf(set));
