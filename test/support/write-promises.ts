/** Writes docs/promises.md. */
import { writeFileSync } from 'node:fs';
import { findMarks, promisesPage } from './promise-marks.ts';

writeFileSync(new URL('../../docs/promises.md', import.meta.url), promisesPage(findMarks()));
