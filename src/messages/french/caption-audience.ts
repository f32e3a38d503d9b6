import { bold, channelMention, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('fr');

const start = command('captions start');

/** French: where captions go when others could read them. */
export const captionAudienceMessages: Messages['captions']['audience'] = {
  choose: ({ voiceChannelId, textChannelId, mayConfirm }) => {
    const here = mayConfirm
      ? "Si tu choisis ce salon, l'annonce indiquera que c'est toi qui as confirmé."
      : `Ici, une personne qui a la permission ${bold('Gérer les salons')} dans ${channelMention(voiceChannelId)} doit confirmer.`;
    return `Des personnes qui ne voient pas ${channelMention(voiceChannelId)} peuvent lire ${channelMention(textChannelId)}. Choisis où publier les sous-titres. ${here}`;
  },
  asked: "J'ai demandé la confirmation dans ce salon.",
  confirm: ({ startedBy, voiceChannelId, expiresAtMs }) =>
    `${userMention(startedBy)} veut publier ici les sous-titres de ${channelMention(voiceChannelId)}, où des personnes qui ne voient pas ce salon vocal pourront les lire. Une personne qui a la permission ${bold('Gérer les salons')} dans ${channelMention(voiceChannelId)} doit confirmer. Cette demande expire ${time(Math.floor(expiresAtMs / 1_000), TimestampStyles.RelativeTime)}.`,
  confirmed: ({ confirmedBy, voiceChannelId }) =>
    `${userMention(confirmedBy)} a confirmé les sous-titres de ${channelMention(voiceChannelId)} dans ce salon.`,
  overtaken: ({ startedBy, voiceChannelId }) =>
    `Des sous-titres ont été activés entre-temps : la demande de ${userMention(startedBy)} pour ceux de ${channelMention(voiceChannelId)} ici est donc close.`,
  hereConfirmed: ({ voiceChannelId }) =>
    `Les sous-titres de ${channelMention(voiceChannelId)} sont activés dans ce salon. L'annonce indique que c'est toi qui as confirmé.`,
  inChat: ({ voiceChannelId }) => `Les sous-titres de ${channelMention(voiceChannelId)} sont activés dans son chat.`,
  mayNotConfirm: ({ voiceChannelId }) =>
    `Il faut la permission ${bold('Gérer les salons')} dans ${channelMention(voiceChannelId)} pour confirmer.`,
  startedByLeft: ({ startedBy, voiceChannelId }) =>
    `${userMention(startedBy)} n'est plus dans ${channelMention(voiceChannelId)}. Il faut y revenir, puis utiliser de nouveau ${start}.`,
  outdated: `Ce choix n'est plus à jour. Utilise de nouveau ${start}.`,
  chatClosed: ({ voiceChannelId, permissions }) =>
    permissions.length === 0
      ? `Je ne peux pas publier dans le chat de ${channelMention(voiceChannelId)}. Utilise un autre salon.`
      : `Je ne peux pas publier dans le chat de ${channelMention(voiceChannelId)}. Demande à quelqu'un qui gère le serveur de m'y accorder ${format.list(permissions.map((name) => bold(name)))}.`,
};
