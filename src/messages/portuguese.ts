import { english } from './english.ts';
import { createFormat } from './format.ts';
import type { Messages } from './messages.ts';
import { helpMessages } from './portuguese/help.ts';
import { interactionMessages } from './portuguese/interactions.ts';
import { nameMessages } from './portuguese/names.ts';
import { spokenMessages } from './portuguese/spoken.ts';

const format = createFormat('pt');

/** The Brazilian Portuguese catalogue. */
export const portuguese: Messages = {
  ...english,
  format,
  help: helpMessages,
  interactions: interactionMessages,
  names: nameMessages,
  spoken: spokenMessages,
};
