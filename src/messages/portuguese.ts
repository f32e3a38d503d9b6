import { english } from './english.ts';
import { createFormat } from './format.ts';
import type { Messages } from './messages.ts';

const format = createFormat('pt');

/** The Portuguese (Brazil) catalogue. */
export const portuguese: Messages = {
  ...english,
  format,
};
