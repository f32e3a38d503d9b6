import { bold, channelMention, inlineCode, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';
import { settingFields } from './settings-fields.ts';

const format = createFormat('fr');

const start = command('captions start');

const dayCount = (days: number): string => format.plural(days, { one: '# jour', many: '# de jours', other: '# jours' });
const characterCount = (count: number): string =>
  format.plural(count, { one: '# caractère', many: '# de caractères', other: '# caractères' });

/** French: the settings of a server. */
export const settingsMessages: Messages['settings'] = {
  command: { description: 'Voir et modifier mon fonctionnement sur ce serveur' },

  title: 'Paramètres de ce serveur',
  intro: 'Les modifications prennent effet immédiatement. Ouvre une rubrique pour la modifier.',

  topics: {
    general: { title: 'Général', about: 'Langue, annonces et journal des modifications' },
    access: { title: 'Accès', about: 'Qui peut utiliser quoi' },
    muted: { title: 'Sourdine', about: 'Les personnes dont je ne lis jamais les textes' },
    members: { title: 'Membres', about: 'Comment je dis le nom des membres, et leurs voix' },
    voice: { title: 'Voix', about: "La voix par défaut, les longueurs, et l'annonce des arrivées et des départs" },
    reading: { title: 'Lecture auto', about: 'Comment je lis les salons à voix haute' },
    captions: {
      title: 'Sous-titres',
      about: 'Qui est sous-titré, et combien de temps les transcriptions sont gardées',
    },
    autoCaptions: { title: 'Sous-titres automatiques', about: 'Les salons vocaux sous-titrés sans commande' },
    voiceMessages: { title: 'Messages vocaux', about: 'Où je réponds avec leur transcription' },
    limits: { title: 'Limites', about: 'Les voix de ce serveur, et les limites quotidiennes' },
  },

  fields: settingFields,

  values: {
    on: 'oui',
    off: 'non',
    none: 'aucun',
    nobody: 'personne',
    nobodyElse: 'uniquement les personnes ayant la permission Gérer le serveur',
    everyone: 'tout le monde',
    nowhere: 'nulle part',
    noLimit: 'sans limite',
    serverLanguage: 'celle du serveur',
    botsVoice: 'la voix par défaut du bot',
    ownWords: 'formule par défaut',
    detected: 'détectée automatiquement',
    optOut: 'tout le monde, sauf les personnes qui refusent',
    optIn: 'seulement les personnes qui acceptent',
    voiceMessages: {
      mention: 'mentionnés',
      play: 'diffusés',
      transcribe: 'transcrits et lus',
    },
    speed: ({ factor }) => `${format.number(factor, 2)}×`,
    volume: ({ decibels }) => `${format.number(decibels, 1)} dB`,
    characters: ({ count }) => characterCount(count),
    minutes: ({ count }) => format.plural(count, { one: '# minute', many: '# de minutes', other: '# minutes' }),
    count: ({ count }) => format.number(count),
    days: ({ days }) => `supprimées au bout de ${dayCount(days)}`,
    quoted: ({ text }) => inlineCode(text),
    list: ({ items }) => format.list(items),
    andMore: ({ items, more }) =>
      format.list([...items, format.plural(more, { one: '# autre', many: "# d'autres", other: '# autres' })]),
  },

  deleted: {
    role: 'un rôle supprimé',
    channel: 'un salon supprimé',
  },
  hiddenChannel: 'un salon',

  line: ({ label, value, about }) => `${bold(label)} : ${value}\n-# ${about}`,
  summary: ({ label, value }) => `${label} : ${value}`,
  allDefault: 'Tout par défaut',

  buttons: {
    back: 'Retour',
    turnOn: 'Activer',
    turnOff: 'Désactiver',
    edit: 'Modifier',
    removeDeleted: "Retirer ce qui n'existe plus",
    earlier: 'Personnes précédentes',
    later: 'Personnes suivantes',
  },

  placeholders: {
    everyone: 'Tout le monde',
    chooseRoles: 'Choisis des rôles',
    choosePeople: 'Choisis des personnes',
    chooseChannels: 'Choisis des salons',
    chooseChannel: 'Choisis un salon',
  },

  options: {
    serverLanguage: 'La langue du serveur',
    anyLanguage: 'Détecter la langue',
    optOut: 'Sous-titrer tout le monde, sauf les personnes qui refusent',
    optIn: 'Sous-titrer seulement les personnes qui acceptent',
    retention: ({ days }) => `Supprimer les transcriptions au bout de ${dayCount(days)}`,
    voiceMessages: {
      mention: 'Mentionner les messages vocaux',
      play: 'Diffuser les messages vocaux',
      transcribe: 'Transcrire les messages vocaux et lire le texte',
    },
  },

  forms: {
    number: ({ min, max }) => `De ${format.number(min, 2)} à ${format.number(max, 2)}`,
    voice: 'Un nom ou un identifiant ; vide : la voix par défaut',
    announcement: '{name} écrit',
    prefix: 'Vide : tout lire',
    invalidNumber: ({ field, min, max }) =>
      `« ${field} » doit être un nombre entre ${format.number(min, 2)} et ${format.number(max, 2)}. Rien n'a été modifié.`,
    invalidWhole: ({ field, min, max }) =>
      `« ${field} » doit être un nombre entier entre ${format.number(min)} et ${format.number(max)}. Rien n'a été modifié.`,
    announcementNeedsName: ({ typed }) =>
      `La formule doit contenir ${inlineCode('{name}')}. Rien n'a été modifié. Tu as écrit : ${typed}`,
  },

  autoCaptions: {
    none: "Aucun salon vocal n'est sous-titré automatiquement.",
    entry: ({ voice, text }) => `${voice} → ${text}`,
    chooseToRemove: "Choisis ce qu'il faut retirer",
    howToAdd: `Pour en ajouter un, utilise ${command('captions auto')} dans le salon textuel où publier les sous-titres.`,
  },

  members: {
    choose: 'Choisis un membre',
    intro: 'Choisis un membre pour voir comment je dis son nom et avec quelle voix il parle sur ce serveur.',
    called: ({ userId, name }) => `Je dis « ${name} » pour ${userMention(userId)}.`,
    uncalled: ({ userId }) => `Pour ${userMention(userId)}, je dis le nom que Discord affiche.`,
    sounds: ({ sound }) => `Voix sur ce serveur : ${sound}.`,
    usualVoice: "celle qu'il utilise partout, ou celle du serveur",
    howToSetVoice: `Pour donner une autre voix à un membre, utilise ${command('voice use')} avec l'option ${inlineCode('membre')}.`,
    buttons: { setName: 'Choisir le nom', resetName: 'Réinitialiser le nom', resetVoice: 'Réinitialiser la voix' },
    form: {
      title: "Comment dire le nom d'un membre",
      label: 'Nom à dire avant ses messages',
      placeholder: 'Laisse vide pour le nom que Discord affiche',
    },
  },

  notes: {
    stricterNow: `Les sous-titres en cours demandent encore que chaque personne accepte. Le nouveau choix s'appliquera au prochain ${start}.`,
    logUnreachable: ({ channelId, permissions }) =>
      `Je ne peux pas publier les modifications dans ${channelMention(channelId)}. Accorde-moi ${format.list(permissions.map((name) => bold(name)))} dans ce salon.`,
    logDeleted: 'Le salon du journal a été supprimé. Choisis-en un autre.',
    changedMeanwhile:
      "Quelqu'un d'autre a modifié cette liste entre-temps. Voici la liste actuelle : refais ton choix.",
  },

  log: {
    setting: ({ topic, label }) => `${topic} › ${label}`,
    changed: ({ person, setting, from, to }) => `${bold(person)} a modifié ${bold(setting)} : ${from} → ${to}`,
    listed: ({ person, setting, added, removed }) => {
      const parts = [
        ...(added.length === 0 ? [] : [`ajout de ${format.list(added)}`]),
        ...(removed.length === 0 ? [] : [`retrait de ${format.list(removed)}`]),
      ];
      return `${bold(person)} a modifié ${bold(setting)} : ${parts.join(' ; ')}`;
    },
  },

  refusals: {
    managersOnly: ({ roles }) =>
      roles.length === 0
        ? `Il faut la permission ${bold('Gérer le serveur')} pour modifier ces paramètres.`
        : `Il faut la permission ${bold('Gérer le serveur')} ou le rôle ${format.alternatives(roles)} pour modifier ces paramètres.`,
    serverManagersOnly: `Il faut la permission ${bold('Gérer le serveur')} pour choisir qui d'autre peut modifier les paramètres.`,
    roleNeeded: ({ roles }) =>
      roles.length === 0
        ? `Ce serveur réserve ça aux personnes qui le gèrent. Elles peuvent changer ce choix dans ${command('settings')}.`
        : `Sur ce serveur, il te faut le rôle ${format.alternatives(roles)} pour ça. Adresse-toi à quelqu'un qui gère le serveur.`,
    muted: 'Tu es en sourdine sur ce serveur : les personnes qui le gèrent ne veulent pas que je lise ce que tu écris.',
    authorMuted:
      "L'auteur de ce message est en sourdine : les personnes qui gèrent ce serveur ne veulent pas que je le lise.",
    authorUnknown:
      "Je n'ai pas pu vérifier si l'auteur de ce message est en sourdine ici, donc je ne l'ai pas lu. Réessaie dans un instant.",
    tooLong: ({ length, max }) =>
      `Ce texte fait ${characterCount(length)}, et ce serveur en autorise ${format.number(max)}. Raccourcis-le.`,
    /** The server's voice, but others may not know it. */
    voiceOnlyYours: ({ title }: { readonly title: string }): string =>
      `${bold(title)} n'est accessible qu'à toi. Pour l'utiliser sur ce serveur, rends-la d'abord non listée avec ${command('voice edit')}.`,
    outdated: `Ce panneau n'est plus à jour. Utilise de nouveau ${command('settings')}.`,
  },
};
