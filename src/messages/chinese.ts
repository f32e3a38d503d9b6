import { english } from './english.ts';
import { createFormat } from './format.ts';
import type { Messages } from './messages.ts';

const format = createFormat('zh');

/** The Chinese (simplified) catalogue. */
export const chinese: Messages = {
  ...english,
  format,
};
