import type { english } from './english.ts';

/** The catalogue of a language: every sentence that people read. English is the one that defines the keys. */
export type Messages = typeof english;
