import { english } from './english.ts';
import { createFormat } from './format.ts';
import { helpMessages } from './french/help.ts';
import { interactionMessages } from './french/interactions.ts';
import { nameMessages } from './french/names.ts';
import { spokenMessages } from './french/spoken.ts';
import type { Messages } from './messages.ts';

const format = createFormat('fr');

/** The French catalogue. */
export const french: Messages = {
  ...english,
  format,
  help: helpMessages,
  interactions: interactionMessages,
  names: nameMessages,
  spoken: spokenMessages,
};
