import { bold } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('de');
const optOut = command('privacy opt-out');

/** German: voice messages that are answered with their text. */
export const voiceMessageMessages: Messages['voiceMessages'] = {
  switchedOn: `Ab jetzt beantworte ich Sprachnachrichten in diesem Kanal mit ihrem Text. Deine transkribiere ich nicht, wenn du ${optOut} verwendest.`,
  switchedOff: 'Ich beantworte Sprachnachrichten in diesem Kanal nicht mehr mit ihrem Text.',
  needsMessageContent: `Ich kann Sprachnachrichten hier noch nicht beantworten: Discord schickt mir keine Nachrichten. Bitte den Betreiber des Bots, im Discord Developer Portal auf der Seite ${bold('Bot')} den ${bold('Message Content Intent')} einzuschalten und mich neu zu starten.`,
  missingPermissions: ({ permissions }) =>
    `Ich kann Sprachnachrichten hier nicht beantworten. Gib mir in diesem Kanal ${format.list(permissions)}.`,
};
