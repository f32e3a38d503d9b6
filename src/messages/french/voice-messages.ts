import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('fr');
const optOut = command('privacy opt-out');

/** French: voice messages that are answered with their text. */
export const voiceMessageMessages: Messages['voiceMessages'] = {
  switchedOn: `Désormais, je réponds aux messages vocaux de ce salon avec leur transcription. Si tu refuses avec ${optOut}, les tiens ne sont pas transcrits.`,
  switchedOff: 'Je ne réponds plus aux messages vocaux de ce salon avec leur transcription.',
  needsMessageContent:
    "Je ne peux pas encore répondre aux messages vocaux ici : Discord ne m'envoie pas les messages. Demande à la personne qui gère le bot d'ouvrir le Discord Developer Portal, d'activer **Message Content Intent** sur la page **Bot**, puis de me redémarrer.",
  missingPermissions: ({ permissions }) =>
    `Je ne peux pas répondre aux messages vocaux ici. Accorde-moi ${format.list(permissions)} dans ce salon.`,
};
