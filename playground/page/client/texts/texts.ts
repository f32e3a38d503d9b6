import type { english } from './english/english.ts';

/** What the page says, in one language. */
export type Texts = typeof english;
