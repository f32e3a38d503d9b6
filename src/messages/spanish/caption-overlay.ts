import { bold, channelMention, codeBlock, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('es');

const overlay = command('captions overlay');
const optOut = command('privacy opt-out');

const OPT_OUT = 'Rechazar subtítulos';
const REVOKE = 'Revocar';

function countViewers(viewers: number): string {
  return format.plural(viewers, {
    one: '# persona conectada',
    many: '# de personas conectadas',
    other: '# personas conectadas',
  });
}

/** Spanish: links under which captions are shown outside Discord. */
export const captionOverlayMessages: Messages['captions']['overlay'] = {
  command: { description: 'Muestra los subtítulos fuera de Discord: en el navegador, en otra pantalla o en OBS' },
  buttons: { open: 'Abrir la página', revoke: REVOKE, revokeAll: 'Revocar todos', links: 'Todos los enlaces' },

  created: ({ voiceChannelId, page, obs }) =>
    [
      `Los subtítulos de ${channelMention(voiceChannelId)} ya tienen una página. En ella hay un formulario para el tamaño, los colores y más.`,
      codeBlock(page),
      'Para OBS, añade una fuente de navegador con esta dirección. Su fondo es transparente.',
      codeBlock(obs),
      `Quien tenga una de estas direcciones puede leerlos hasta que terminen. Compártelas solo con quien pueda leerlos. Con ${bold(REVOKE)} dejan de funcionar antes.`,
    ].join('\n'),
  others: ({ links }) =>
    format.plural(links, {
      one: 'Estos subtítulos tienen # enlace más.',
      many: 'Estos subtítulos tienen # de enlaces más.',
      other: 'Estos subtítulos tienen # enlaces más.',
    }),
  notice: ({ voiceChannelId, createdBy }) => {
    const made =
      createdBy === undefined
        ? `Hay un enlace a los subtítulos de ${channelMention(voiceChannelId)}.`
        : `${userMention(createdBy)} creó un enlace a los subtítulos de ${channelMention(voiceChannelId)}.`;
    return `🔗 ${made} Hasta que terminen, quien tenga el enlace puede leerlos fuera de Discord. Si no quieres que se subtitule lo que dices, pulsa ${bold(OPT_OUT)} o usa ${optOut}.`;
  },
  shared: 'Quien tenga un enlace también puede leerlos fuera de Discord.',

  list: ({ links }) =>
    [
      'Enlaces a estos subtítulos:',
      ...links.map(({ createdBy, createdAtMs, viewers }, index) => {
        const when = time(Math.floor(createdAtMs / 1_000), TimestampStyles.RelativeTime);
        const maker = createdBy === undefined ? '' : `${userMention(createdBy)}, `;
        return `${index + 1}. ${maker}${when}: ${countViewers(viewers)}`;
      }),
    ].join('\n'),
  choice: ({ number }) => `Enlace ${format.number(number)}`,
  viewers: ({ viewers }) => countViewers(viewers),
  choose: 'Elige los enlaces que quieres revocar',
  noLinks: `No hay enlaces a estos subtítulos. Usa ${overlay} para crear uno.`,
  revoked: ({ links }) =>
    format.plural(links, {
      one: 'Enlace revocado. Sus pantallas ya no reciben subtítulos.',
      many: '# de enlaces revocados. Sus pantallas ya no reciben subtítulos.',
      other: '# enlaces revocados. Sus pantallas ya no reciben subtítulos.',
    }),
  status: ({ links, viewers }) =>
    `Visibles fuera de Discord: ${format.plural(links, { one: '# enlace', many: '# de enlaces', other: '# enlaces' })}, ${countViewers(viewers)}.`,

  refusals: {
    noPublicUrl: `Todavía no puedo mostrar subtítulos fuera de Discord. Pide a quien administra el bot que configure ${inlineCode('PUBLIC_URL')}.`,
    mayNotShare: ({ startedBy, voiceChannelId }) =>
      startedBy === undefined
        ? `Solo pueden crear enlaces a estos subtítulos las personas que están en ${channelMention(voiceChannelId)} y quienes gestionan el servidor o sus canales de voz.`
        : `Solo pueden crear enlaces a estos subtítulos ${userMention(startedBy)}, las personas que están en ${channelMention(voiceChannelId)} y quienes gestionan el servidor o sus canales de voz.`,
    hidden: 'No puedes ver el canal de estos subtítulos, así que no puedo darte un enlace.',
    hiddenVoice: 'No puedes ver el canal de voz de estos subtítulos, así que no puedo darte un enlace.',
    tooMany: ({ limit }) =>
      `Estos subtítulos ya tienen ${format.number(limit)} enlaces, que es el límite. Revoca uno y vuelve a usar ${overlay}.`,
    noNotice: ({ textChannelId }) =>
      `No pude avisar del enlace en ${channelMention(textChannelId)}, así que no creé ninguno. Permíteme publicar allí y vuelve a usar ${overlay}.`,
    alreadyEnded: 'Este enlace ya terminó.',
  },
};
