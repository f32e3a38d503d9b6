import { english } from './english.ts';
import { createFormat } from './format.ts';
import type { Messages } from './messages.ts';

const format = createFormat('de');

/** The German catalogue. */
export const german: Messages = {
  ...english,
  format,
};
