import { bold, channelMention, codeBlock, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('pt');

const overlay = command('captions overlay');
const optOut = command('privacy opt-out');

const OPT_OUT = 'Recusar legendas';
const REVOKE = 'Revogar';

function countViewers(viewers: number): string {
  return format.plural(viewers, {
    one: '# pessoa assistindo',
    many: '# de pessoas assistindo',
    other: '# pessoas assistindo',
  });
}

/** Portuguese: links under which captions are shown outside Discord. */
export const captionOverlayMessages: Messages['captions']['overlay'] = {
  command: { description: 'Mostra as legendas fora do Discord: no navegador, em outra tela ou no OBS' },
  buttons: { open: 'Abrir a página', revoke: REVOKE, revokeAll: 'Revogar todos', links: 'Todos os links' },

  created: ({ voiceChannelId, page, obs }) =>
    [
      `As legendas de ${channelMention(voiceChannelId)} agora têm uma página. Nela há um formulário para tamanho, cores e mais.`,
      codeBlock(page),
      'Para o OBS, adicione uma fonte de navegador com este endereço. O fundo dela é transparente.',
      codeBlock(obs),
      `Quem tiver um destes endereços pode ler as legendas até elas terminarem. Compartilhe só com quem pode ler. Com ${bold(REVOKE)}, eles deixam de funcionar antes.`,
    ].join('\n'),
  others: ({ links }) =>
    format.plural(links, {
      one: 'Estas legendas têm mais # link.',
      many: 'Estas legendas têm mais # de links.',
      other: 'Estas legendas têm mais # links.',
    }),
  notice: ({ voiceChannelId, createdBy }) => {
    const made =
      createdBy === undefined
        ? `Há um link para as legendas de ${channelMention(voiceChannelId)}.`
        : `${userMention(createdBy)} criou um link para as legendas de ${channelMention(voiceChannelId)}.`;
    return `🔗 ${made} Até elas terminarem, quem tiver o link pode ler as legendas fora do Discord. Se você não quer ser legendado, clique em ${bold(OPT_OUT)} ou use ${optOut}.`;
  },
  shared: 'Quem tiver um link também pode ler as legendas fora do Discord.',

  list: ({ links }) =>
    [
      'Links para estas legendas:',
      ...links.map(({ createdBy, createdAtMs, viewers }, index) => {
        const when = time(Math.floor(createdAtMs / 1_000), TimestampStyles.RelativeTime);
        const maker = createdBy === undefined ? '' : `${userMention(createdBy)}, `;
        return `${index + 1}. ${maker}${when}: ${countViewers(viewers)}`;
      }),
    ].join('\n'),
  choice: ({ number }) => `Link ${format.number(number)}`,
  viewers: ({ viewers }) => countViewers(viewers),
  choose: 'Escolha os links para revogar',
  noLinks: `Não há links para estas legendas. Use ${overlay} para criar um.`,
  revoked: ({ links }) =>
    format.plural(links, {
      one: 'Link revogado. As telas dele não recebem mais legendas.',
      many: '# de links revogados. As telas deles não recebem mais legendas.',
      other: '# links revogados. As telas deles não recebem mais legendas.',
    }),
  status: ({ links, viewers }) =>
    `Exibidas fora do Discord: ${format.plural(links, { one: '# link', many: '# de links', other: '# links' })}, ${countViewers(viewers)}.`,

  refusals: {
    noPublicUrl: `Ainda não consigo mostrar legendas fora do Discord. Peça ao operador do bot para definir ${inlineCode('PUBLIC_URL')}.`,
    mayNotShare: ({ startedBy, voiceChannelId }) =>
      startedBy === undefined
        ? `Só quem está em ${channelMention(voiceChannelId)} e quem gerencia o servidor ou os canais de voz pode criar links para estas legendas.`
        : `Só ${userMention(startedBy)}, quem está em ${channelMention(voiceChannelId)} e quem gerencia o servidor ou os canais de voz podem criar links para estas legendas.`,
    hidden: 'Você não pode ver o canal destas legendas, por isso não posso enviar um link.',
    hiddenVoice: 'Você não pode ver o canal de voz destas legendas, por isso não posso enviar um link.',
    tooMany: ({ limit }) =>
      `Estas legendas já têm ${format.number(limit)} links, que é o limite. Revogue um e use ${overlay} de novo.`,
    noNotice: ({ textChannelId }) =>
      `Não consegui avisar sobre o link em ${channelMention(textChannelId)}, por isso não criei nenhum. Permita que eu poste lá e use ${overlay} de novo.`,
    alreadyEnded: 'Este link já foi encerrado.',
  },
};
