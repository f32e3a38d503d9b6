import words from '../../locales/en-US.json' with { type: 'json' };
import { createCatalogue } from './catalogue.ts';

/** The English catalogue. */
export const english = createCatalogue(words, 'en');
