import { english } from './english.ts';
import { createFormat } from './format.ts';
import { nameMessages } from './japanese/names.ts';
import type { Messages } from './messages.ts';

const format = createFormat('ja');

/** The Japanese catalogue. */
export const japanese: Messages = {
  ...english,
  format,
  names: nameMessages,
};
