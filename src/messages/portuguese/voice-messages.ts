import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('pt');
const optOut = command('privacy opt-out');

/** Brazilian Portuguese: voice messages that are answered with their text. */
export const voiceMessageMessages: Messages['voiceMessages'] = {
  switchedOn: `A partir de agora, respondo às mensagens de voz deste canal com o texto delas. Se você recusar com ${optOut}, as suas ficam sem transcrição.`,
  switchedOff: 'Não respondo mais às mensagens de voz deste canal com o texto delas.',
  needsMessageContent:
    'Ainda não consigo responder às mensagens de voz aqui: o Discord não me envia mensagens. Peça ao operador do bot para abrir o Discord Developer Portal, ativar **Message Content Intent** na página **Bot** e me reiniciar.',
  missingPermissions: ({ permissions }) =>
    `Não consigo responder às mensagens de voz aqui. Preciso de permissão para ${format.list(permissions)} neste canal.`,
};
