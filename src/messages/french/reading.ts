import { channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('fr');

const MAX_CHANNELS = 5;

const join = command('join');
const on = command('autoread on');
const off = command('autoread off');
const status = command('autoread status');

/** French: reading chat aloud. */
export const readingMessages: Messages['reading'] = {
  command: {
    description: 'Lire un salon à voix haute en vocal',
    on: "Lire à voix haute les messages d'un salon",
    off: 'Ne plus lire un salon à voix haute',
    status: 'Voir quels salons je lis à voix haute, et si je lis tes messages',
    options: {
      channel: 'Le salon ; sans indication, celui-ci',
      autoJoin: 'Rejoindre le salon vocal des personnes qui écrivent ; sinon, je lis si je suis déjà en vocal',
    },
  },
  buttons: {
    mute: 'Ne pas lire mes messages',
    unmute: 'Lire mes messages',
    name: 'Comment dire mon nom',
    identities: 'Voix de mes proxys',
    wider: 'Autoriser la lecture',
  },
  form: {
    title: 'Comment dire ton nom',
    label: 'Nom à dire avant tes messages',
    placeholder: 'Laisse ce champ vide pour utiliser ton nom sur ce serveur',
  },

  notice: `Les nouveaux messages de ce salon sont lus à voix haute en vocal, sauf ceux envoyés avec ${inlineCode('@silent')}. ${status} en dit plus.`,
  widerNotice: ({ userId }) =>
    `${userMention(userId)} a autorisé la lecture à voix haute de ce salon là où des personnes qui ne le voient pas peuvent l'entendre.`,
  turnedOn: ({ channelId, autoJoin }) =>
    autoJoin
      ? `Je lis ${channelMention(channelId)} à voix haute et je rejoins le salon vocal des personnes qui y écrivent. Utilise ${off} pour arrêter.`
      : `Je lis ${channelMention(channelId)} à voix haute quand je suis dans un salon vocal. ${join} m'y fait venir.`,
  closedTo: ({ channelId, voiceChannelIds }) => {
    const shown = voiceChannelIds.slice(0, MAX_CHANNELS).map((id) => channelMention(id));
    const rest = voiceChannelIds.length - shown.length;
    const more = rest === 0 ? [] : [format.plural(rest, { one: '# autre', many: "# d'autres", other: '# autres' })];
    return `Des personnes qui ne voient pas ${channelMention(channelId)} peuvent entrer dans ${format.list([...shown, ...more])}. Je n'y lis donc pas ce salon, sauf si tu l'autorises.`;
  },
  widened: ({ channelId }) =>
    `Je lis ${channelMention(channelId)} dans tous les salons vocaux, même pour les personnes qui ne le voient pas.`,
  turnedOff: ({ channelId }) => `Je ne lis plus ${channelMention(channelId)} à voix haute.`,
  notOn: ({ channelId }) => `Je ne lis pas ${channelMention(channelId)} à voix haute. Utilise ${on} pour commencer.`,
  tooMany: ({ max }) =>
    `Je lis au maximum ${format.plural(max, { one: '# salon', many: '# de salons', other: '# salons' })} par serveur. Utilise d'abord ${off} dans un autre.`,
  noNotice: ({ channelId }) =>
    `Je n'ai pas pu publier l'annonce dans ${channelMention(channelId)}, je ne le lis donc pas à voix haute. Réessaie dans un instant.`,
  noWiderNotice: ({ channelId }) =>
    `Je n'ai pas pu publier l'annonce dans ${channelMention(channelId)}, je ne lis donc pas ce salon là-bas. Réessaie dans un instant.`,
  notVisible: 'Tu ne vois pas ce salon, je ne vais donc pas le lire à voix haute pour toi. Choisis-en un autre.',
  mayNotManage: ({ channelId }) =>
    `Seules les personnes qui peuvent gérer ${channelMention(channelId)} peuvent changer ça. Adresse-toi à l'une d'elles.`,
  noIntent:
    "Je ne peux pas lire les messages, car Discord ne me les envoie pas. Demande à la personne qui gère le bot d'ouvrir le Discord Developer Portal, de choisir l'application, d'activer Bot → Message Content Intent, puis de me redémarrer.",
  muted: 'Je ne lis pas tes messages à voix haute sur ce serveur.',
  unmuted: 'Je lis tes messages à voix haute sur ce serveur.',
  named: ({ name }) => `Je dis « ${name} » avant tes messages sur ce serveur.`,
  unnamed: "Avant tes messages, je dis ton nom tel qu'il apparaît sur ce serveur.",
  nameTaken: ({ name }) => `Quelqu'un d'autre s'appelle « ${name} » ici. Choisis un nom que personne d'autre ne porte.`,
  identities: {
    none: 'Je ne connais encore aucun de tes proxys sur ce serveur. Écris avec PluralKit ou Tupperbox dans un salon que je lis, puis réessaie.',
    intro:
      "Ce que PluralKit et Tupperbox publient pour toi compte comme tes messages : ton choix de ne pas être lu et tes limites s'y appliquent. Choisis un nom pour lui donner une voix.",
    ownVoice: 'ta propre voix',
    choose: 'Choisis un nom',
    form: {
      title: "Voix d'un proxy",
      label: 'Titre ou identifiant de la voix',
      placeholder: 'Laisse ce champ vide pour ta propre voix',
    },
    set: ({ name, title }) => `Je lis ce que tu écris en tant que « ${name} » avec la voix « ${title} ».`,
    reset: ({ name }) => `Je lis ce que tu écris en tant que « ${name} » avec ta propre voix.`,
    gone: 'Je ne connais plus ce proxy. Écris une fois avec lui, puis réessaie.',
  },

  status: {
    none: `Aucun des salons que tu vois n'est lu à voix haute. Utilise ${on} dans un salon pour commencer.`,
    readIn: ({ channelId, voiceChannelId }) =>
      `${channelMention(channelId)} : lu dans ${channelMention(voiceChannelId)}, sauf les messages des personnes qui sont dans un autre salon vocal.`,
    waiting: ({ channelId, autoJoin }) =>
      autoJoin
        ? `${channelMention(channelId)} : j'arrive dès que quelqu'un écrit depuis un salon vocal.`
        : `${channelMention(channelId)} : lu quand je suis dans un salon vocal. Utilise ${join} pour m'y amener.`,
    elsewhere: ({ channelId, voiceChannelId }) =>
      `${channelMention(channelId)} : pas lu en ce moment, car je suis dans ${channelMention(voiceChannelId)}.`,
    'no-readers': ({ channelId, voiceChannelId }) =>
      `${channelMention(channelId)} : pas lu en ce moment, car personne dans ${channelMention(voiceChannelId)} ne peut le voir.`,
    'not-open': ({ channelId, voiceChannelId }) =>
      `${channelMention(channelId)} : pas lu dans ${channelMention(voiceChannelId)}, car des personnes qui ne le voient pas peuvent y entrer. Quelqu'un qui le gère peut l'autoriser avec ${on}.`,
    missing: ({ channelId, permissions }) =>
      `Je ne peux pas lire ${channelMention(channelId)} à voix haute. Demande à quelqu'un qui gère le serveur de m'y accorder ${format.list(permissions)}.`,
    youAreRead: 'Tes messages sont lus à voix haute.',
    youAreMuted: "Tes messages ne sont pas lus à voix haute : c'est ton choix.",
  },

  spoken: {
    says: ({ name, text }) => `${name} dit : ${text}`,
    leftOut: ({ messages }) =>
      format.plural(messages, {
        one: '# message laissé de côté.',
        many: '# de messages laissés de côté.',
        other: '# messages laissés de côté.',
      }),
    joined: ({ names }) => {
      const verb = format.plural(names.length, { one: 'a rejoint', many: 'ont rejoint', other: 'ont rejoint' });
      return `${format.list(names)} ${verb} le salon.`;
    },
    left: ({ names }) => {
      const verb = format.plural(names.length, { one: 'a quitté', many: 'ont quitté', other: 'ont quitté' });
      return `${format.list(names)} ${verb} le salon.`;
    },
  },

  usedUp: ({ writer, resetsAtMs }) => {
    const reset = time(Math.floor(resetsAtMs / 1_000), TimestampStyles.RelativeTime);
    return writer === undefined
      ? `Il reste trop peu de caractères à ce serveur aujourd'hui, je ne peux donc pas tout lire à voix haute. La limite se réinitialise ${reset}.`
      : `Il reste trop peu de caractères à ${writer} aujourd'hui, je ne peux donc pas lire tous ses messages à voix haute. La limite se réinitialise ${reset}.`;
  },
};
