import { english } from './english.ts';
import { createFormat } from './format.ts';
import type { Messages } from './messages.ts';
import { nameMessages } from './spanish/names.ts';

const format = createFormat('es');

/** The Spanish catalogue. */
export const spanish: Messages = {
  ...english,
  format,
  names: nameMessages,
};
