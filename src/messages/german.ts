import { english } from './english.ts';
import { createFormat } from './format.ts';
import { errorMessages } from './german/errors.ts';
import { helpMessages } from './german/help.ts';
import { interactionMessages } from './german/interactions.ts';
import { nameMessages } from './german/names.ts';
import { spokenMessages } from './german/spoken.ts';
import type { Messages } from './messages.ts';

const format = createFormat('de');

/** The German catalogue. */
export const german: Messages = {
  ...english,
  format,
  errors: errorMessages,
  help: helpMessages,
  interactions: interactionMessages,
  names: nameMessages,
  spoken: spokenMessages,
};
