import type { createCatalogue } from './catalogue.ts';

/** The catalogue of a language: every sentence that people read. */
export type Messages = ReturnType<typeof createCatalogue>;
