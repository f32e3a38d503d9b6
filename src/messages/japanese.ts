import { english } from './english.ts';
import { createFormat } from './format.ts';
import { helpMessages } from './japanese/help.ts';
import { interactionMessages } from './japanese/interactions.ts';
import { nameMessages } from './japanese/names.ts';
import { spokenMessages } from './japanese/spoken.ts';
import type { Messages } from './messages.ts';

const format = createFormat('ja');

/** The Japanese catalogue. */
export const japanese: Messages = {
  ...english,
  format,
  help: helpMessages,
  interactions: interactionMessages,
  names: nameMessages,
  spoken: spokenMessages,
};
