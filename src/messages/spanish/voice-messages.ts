import type { Messages } from '../messages.ts';
import { permissionsPhrase } from './interactions.ts';
import { command } from './names.ts';

const optOut = command('privacy opt-out');

/** Spanish: voice messages that are answered with their text. */
export const voiceMessageMessages: Messages['voiceMessages'] = {
  switchedOn: `A partir de ahora, respondo a los mensajes de voz de este canal con su texto. Si lo rechazas con ${optOut}, los tuyos no se transcriben.`,
  switchedOff: 'Ya no respondo a los mensajes de voz de este canal con su texto.',
  needsMessageContent:
    'Todavía no puedo responder aquí a los mensajes de voz: Discord no me envía los mensajes. Pide a quien administra el bot que abra el Discord Developer Portal, active **Message Content Intent** en la página **Bot** y me reinicie.',
  missingPermissions: ({ permissions }) =>
    `No puedo responder aquí a los mensajes de voz. Dame ${permissionsPhrase(permissions)} en este canal.`,
};
