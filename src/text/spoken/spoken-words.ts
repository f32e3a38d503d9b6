import type { Messages } from '../../messages/messages.ts';

/** What is spoken in a language in place of what cannot be read as written. */
export type SpokenMessages = Messages['spoken'];
