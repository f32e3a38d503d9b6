import { bold, channelMention, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('pt');

const start = command('captions start');
const MANAGE_CHANNELS = `permissão para ${bold('Gerenciar canais')}`;

/** Where captions go when others could read them: the question, its confirmation, and what can go wrong. */
export const captionAudienceMessages: Messages['captions']['audience'] = {
  choose: ({ voiceChannelId, textChannelId, mayConfirm }) => {
    const here = mayConfirm
      ? 'Se você escolher este canal, o aviso vai mostrar que foi você quem confirmou.'
      : `Aqui, alguém com ${MANAGE_CHANNELS} em ${channelMention(voiceChannelId)} precisa confirmar.`;
    return `Pessoas que não veem ${channelMention(voiceChannelId)} podem ler ${channelMention(textChannelId)}. Escolha onde as legendas vão aparecer. ${here}`;
  },
  asked: 'Pedi a confirmação neste canal.',
  confirm: ({ startedBy, voiceChannelId, expiresAtMs }) =>
    `${userMention(startedBy)} quer as legendas de ${channelMention(voiceChannelId)} aqui, onde pessoas que não veem esse canal podem ler. Alguém com ${MANAGE_CHANNELS} em ${channelMention(voiceChannelId)} precisa confirmar. O pedido expira ${time(Math.floor(expiresAtMs / 1_000), TimestampStyles.RelativeTime)}.`,
  confirmed: ({ confirmedBy, voiceChannelId }) =>
    `${userMention(confirmedBy)} confirmou as legendas de ${channelMention(voiceChannelId)} neste canal.`,
  overtaken: ({ startedBy, voiceChannelId }) =>
    `Outras legendas começaram nesse meio-tempo, por isso o pedido de ${userMention(startedBy)} para legendar ${channelMention(voiceChannelId)} aqui foi encerrado.`,
  hereConfirmed: ({ voiceChannelId }) =>
    `As legendas de ${channelMention(voiceChannelId)} estão ativas neste canal. O aviso mostra que foi você quem confirmou.`,
  inChat: ({ voiceChannelId }) =>
    `As legendas de ${channelMention(voiceChannelId)} estão ativas no chat do próprio canal.`,
  mayNotConfirm: ({ voiceChannelId }) =>
    `Só alguém com ${MANAGE_CHANNELS} em ${channelMention(voiceChannelId)} pode confirmar isso.`,
  startedByLeft: ({ startedBy, voiceChannelId }) =>
    `${userMention(startedBy)} não está mais em ${channelMention(voiceChannelId)}. É só entrar e usar ${start} de novo.`,
  outdated: `Esta escolha expirou. Use ${start} de novo.`,
  chatClosed: ({ voiceChannelId, permissions }) =>
    permissions.length === 0
      ? `Não consigo postar no chat de ${channelMention(voiceChannelId)}. Use outro canal.`
      : `Não consigo postar no chat de ${channelMention(voiceChannelId)}. Peça a quem gerencia o servidor para me dar permissão para ${format.list(permissions.map((name) => bold(name)))} lá.`,
};
