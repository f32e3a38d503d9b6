import { english } from './english.ts';
import { createFormat } from './format.ts';
import type { Messages } from './messages.ts';

const format = createFormat('ko');

/** The Korean catalogue. */
export const korean: Messages = {
  ...english,
  format,
};
