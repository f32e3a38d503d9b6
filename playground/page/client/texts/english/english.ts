import { commands } from './commands.ts';
import { messages } from './messages.ts';
import { shell } from './shell.ts';
import { tour } from './tour.ts';
import { voice } from './voice.ts';

/** What the page says in English; the other languages have the same keys. */
export const english = { shell, messages, commands, voice, tour };
