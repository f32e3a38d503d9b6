import { bold, channelMention, TimestampStyles, time, userMention } from '@discordjs/formatters';
import type { Messages } from '../messages.ts';
import { permissionsPhrase } from './interactions.ts';
import { command } from './names.ts';

const start = command('captions start');

/** Spanish: where captions go when others could read them. */
export const captionAudienceMessages: Messages['captions']['audience'] = {
  choose: ({ voiceChannelId, textChannelId, mayConfirm }) => {
    const here = mayConfirm
      ? 'Si eliges este canal, el aviso dirá que lo confirmaste tú.'
      : `Para este canal, debe confirmarlo alguien con el permiso ${bold('Gestionar canales')} en ${channelMention(voiceChannelId)}.`;
    return `Hay personas que pueden leer ${channelMention(textChannelId)} pero no ven ${channelMention(voiceChannelId)}. Elige dónde publicar sus subtítulos. ${here}`;
  },
  asked: 'Pedí la confirmación en este canal.',
  confirm: ({ startedBy, voiceChannelId, expiresAtMs }) =>
    `${userMention(startedBy)} quiere los subtítulos de ${channelMention(voiceChannelId)} aquí, donde también los leerán personas que no ven ese canal. Debe confirmarlo alguien con el permiso ${bold('Gestionar canales')} en ${channelMention(voiceChannelId)}. Caduca ${time(Math.floor(expiresAtMs / 1_000), TimestampStyles.RelativeTime)}.`,
  confirmed: ({ confirmedBy, voiceChannelId }) =>
    `${userMention(confirmedBy)} confirmó los subtítulos de ${channelMention(voiceChannelId)} en este canal.`,
  overtaken: ({ startedBy, voiceChannelId }) =>
    `Entretanto se iniciaron otros subtítulos, así que ya no hace falta responder a ${userMention(startedBy)}, que pedía aquí los de ${channelMention(voiceChannelId)}.`,
  hereConfirmed: ({ voiceChannelId }) =>
    `Los subtítulos de ${channelMention(voiceChannelId)} están activos en este canal. El aviso dice que lo confirmaste tú.`,
  inChat: ({ voiceChannelId }) => `Los subtítulos de ${channelMention(voiceChannelId)} están activos en su chat.`,
  mayNotConfirm: ({ voiceChannelId }) =>
    `Solo puede confirmarlo alguien con el permiso ${bold('Gestionar canales')} en ${channelMention(voiceChannelId)}.`,
  startedByLeft: ({ startedBy, voiceChannelId }) =>
    `${userMention(startedBy)} ya no está en ${channelMention(voiceChannelId)}. Puede volver a entrar y usar ${start} de nuevo.`,
  outdated: `Esta elección ya no es válida. Vuelve a usar ${start}.`,
  chatClosed: ({ voiceChannelId, permissions }) =>
    permissions.length === 0
      ? `No puedo publicar en el chat de ${channelMention(voiceChannelId)}. Usa otro canal.`
      : `No puedo publicar en el chat de ${channelMention(voiceChannelId)}. Pide a alguien que gestione el servidor que me dé allí ${permissionsPhrase(permissions)}.`,
};
