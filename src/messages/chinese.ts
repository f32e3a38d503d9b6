import { helpMessages } from './chinese/help.ts';
import { interactionMessages } from './chinese/interactions.ts';
import { nameMessages } from './chinese/names.ts';
import { spokenMessages } from './chinese/spoken.ts';
import { english } from './english.ts';
import { createFormat } from './format.ts';
import type { Messages } from './messages.ts';

const format = createFormat('zh');

/** The Simplified Chinese catalogue. */
export const chinese: Messages = {
  ...english,
  format,
  help: helpMessages,
  interactions: interactionMessages,
  names: nameMessages,
  spoken: spokenMessages,
};
