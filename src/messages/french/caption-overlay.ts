import { bold, channelMention, codeBlock, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('fr');

const overlay = command('captions overlay');
const optOut = command('privacy opt-out');

const OPT_OUT = 'Refuser';
const REVOKE = 'Révoquer';

function countViewers(viewers: number): string {
  return format.plural(viewers, {
    one: '# personne connectée',
    many: '# de personnes connectées',
    other: '# personnes connectées',
  });
}

/** French: links under which captions are shown outside Discord. */
export const captionOverlayMessages: Messages['captions']['overlay'] = {
  command: { description: 'Montrer les sous-titres hors de Discord : dans un navigateur, sur un écran ou dans OBS' },
  buttons: { open: 'Ouvrir la page', revoke: REVOKE, revokeAll: 'Tout révoquer', links: 'Tous les liens' },

  created: ({ voiceChannelId, page, obs }) =>
    [
      `Les sous-titres de ${channelMention(voiceChannelId)} ont maintenant une page. Un formulaire y règle la taille, les couleurs et le reste.`,
      codeBlock(page),
      'Pour OBS, ajoute une source navigateur avec cette adresse. Son fond est transparent.',
      codeBlock(obs),
      `Toute personne qui a l'une de ces adresses peut lire les sous-titres jusqu'à leur fin. Ne les donne qu'aux personnes qui peuvent les lire. ${bold(REVOKE)} y met fin plus tôt.`,
    ].join('\n'),
  others: ({ links }) =>
    format.plural(links, {
      one: 'Ces sous-titres ont # autre lien.',
      many: "Ces sous-titres ont # d'autres liens.",
      other: 'Ces sous-titres ont # autres liens.',
    }),
  notice: ({ voiceChannelId, createdBy }) => {
    const made =
      createdBy === undefined
        ? `Il y a un lien vers les sous-titres de ${channelMention(voiceChannelId)}.`
        : `${userMention(createdBy)} a créé un lien vers les sous-titres de ${channelMention(voiceChannelId)}.`;
    return `🔗 ${made} Jusqu'à leur fin, les personnes qui ont le lien peuvent les lire hors de Discord. Pour que ce que tu dis ne soit pas sous-titré, appuie sur ${bold(OPT_OUT)} ou utilise ${optOut}.`;
  },
  shared: 'Les personnes qui ont un lien peuvent aussi les lire hors de Discord.',

  list: ({ links }) =>
    [
      'Liens vers ces sous-titres :',
      ...links.map(({ createdBy, createdAtMs, viewers }, index) => {
        const when = time(Math.floor(createdAtMs / 1_000), TimestampStyles.RelativeTime);
        const maker = createdBy === undefined ? '' : `${userMention(createdBy)}, `;
        return `${index + 1}. ${maker}${when} : ${countViewers(viewers)}`;
      }),
    ].join('\n'),
  choice: ({ number }) => `Lien ${format.number(number)}`,
  viewers: ({ viewers }) => countViewers(viewers),
  choose: 'Choisis les liens à révoquer',
  noLinks: `Il n'y a pas de lien vers ces sous-titres. Utilise ${overlay} pour en créer un.`,
  revoked: ({ links }) =>
    format.plural(links, {
      one: 'Lien révoqué. Ses écrans ne reçoivent plus de sous-titres.',
      many: '# de liens révoqués. Leurs écrans ne reçoivent plus de sous-titres.',
      other: '# liens révoqués. Leurs écrans ne reçoivent plus de sous-titres.',
    }),
  status: ({ links, viewers }) =>
    `Visibles hors de Discord : ${format.plural(links, { one: '# lien', many: '# de liens', other: '# liens' })}, ${countViewers(viewers)}.`,

  refusals: {
    noPublicUrl: `Je ne peux pas encore montrer de sous-titres hors de Discord. Demande à la personne qui gère le bot de définir ${inlineCode('PUBLIC_URL')}.`,
    mayNotShare: ({ startedBy, voiceChannelId }) =>
      startedBy === undefined
        ? `Pour créer des liens vers ces sous-titres, il faut se trouver dans ${channelMention(voiceChannelId)}, ou gérer le serveur ou ses salons vocaux.`
        : `Pour créer des liens vers ces sous-titres, il faut être ${userMention(startedBy)}, se trouver dans ${channelMention(voiceChannelId)}, ou gérer le serveur ou ses salons vocaux.`,
    hidden: 'Tu ne vois pas le salon de ces sous-titres, je ne peux donc pas te donner de lien.',
    hiddenVoice: 'Tu ne vois pas le salon vocal de ces sous-titres, je ne peux donc pas te donner de lien.',
    tooMany: ({ limit }) =>
      `Ces sous-titres ont déjà ${format.number(limit)} liens, c'est la limite. Révoques-en un, puis utilise de nouveau ${overlay}.`,
    noNotice: ({ textChannelId }) =>
      `Je n'ai pas pu annoncer le lien dans ${channelMention(textChannelId)}, je n'en ai donc pas créé. Laisse-moi y publier, puis utilise de nouveau ${overlay}.`,
    alreadyEnded: 'Ce lien est déjà terminé.',
  },
};
