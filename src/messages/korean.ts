import { english } from './english.ts';
import { createFormat } from './format.ts';
import { helpMessages } from './korean/help.ts';
import { interactionMessages } from './korean/interactions.ts';
import { nameMessages } from './korean/names.ts';
import { spokenMessages } from './korean/spoken.ts';
import type { Messages } from './messages.ts';

const format = createFormat('ko');

/** The Korean catalogue. */
export const korean: Messages = {
  ...english,
  format,
  help: helpMessages,
  interactions: interactionMessages,
  names: nameMessages,
  spoken: spokenMessages,
};
