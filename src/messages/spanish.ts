import { english } from './english.ts';
import { createFormat } from './format.ts';
import type { Messages } from './messages.ts';
import { helpMessages } from './spanish/help.ts';
import { interactionMessages } from './spanish/interactions.ts';
import { nameMessages } from './spanish/names.ts';
import { spokenMessages } from './spanish/spoken.ts';

const format = createFormat('es');

/** The Spanish catalogue. */
export const spanish: Messages = {
  ...english,
  format,
  help: helpMessages,
  interactions: interactionMessages,
  names: nameMessages,
  spoken: spokenMessages,
};
