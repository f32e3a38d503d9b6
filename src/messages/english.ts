import { createCatalogue } from './catalogue.ts';
import { readWords } from './words.ts';

/** The English words, by which the texts of the other languages go. */
export const ENGLISH_WORDS = readWords('en-US');

/** The English catalogue. */
export const english = createCatalogue(ENGLISH_WORDS, { english: ENGLISH_WORDS, tag: 'en' });
