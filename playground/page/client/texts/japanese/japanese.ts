import type { Texts } from '../texts.ts';
import { commands } from './commands.ts';
import { messages } from './messages.ts';
import { shell } from './shell.ts';
import { tour } from './tour.ts';
import { voice } from './voice.ts';

/** What the page says in Japanese. */
export const japanese: Texts = { shell, messages, commands, voice, tour };
