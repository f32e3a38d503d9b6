import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('fr');

const optOut = command('privacy opt-out');
const erase = command('privacy erase');

/** French: what is stored about a person. */
export const privacyMessages: Messages['privacy'] = {
  command: {
    description: 'Refuser les sous-titres, et voir ou supprimer tes données',
    show: 'Voir ce que je conserve sur toi',
    optOut: 'Ne plus sous-titrer ce que tu dis, sur tous les serveurs',
    optIn: 'Autoriser les sous-titres de ce que tu dis, sur tous les serveurs',
    erase: 'Supprimer ce que je conserve sur toi',
  },
  buttons: {
    erase: 'Supprimer',
    eraseWithMessages: 'Supprimer, messages compris',
    eraseOnly: 'Supprimer, sauf les messages',
    keep: 'Conserver',
    optInEverywhere: 'Accepter sur tous les serveurs',
    optInOnlyHere: 'Seulement sur ce serveur',
  },

  optedOut: `Tu as refusé : ce que tu dis n'est plus sous-titré sur aucun serveur. Utilise ${erase} pour supprimer tes sous-titres conservés.`,
  optedIn: `Tu as accepté pour tous les serveurs : ce que tu dis est sous-titré partout où les sous-titres sont activés. Utilise ${optOut} pour refuser.`,
  optedInHere: {
    'opted-out': `Tu as accepté pour ce serveur uniquement, et refusé pour tous les autres. Utilise ${optOut} pour refuser ici aussi.`,
    undecided: `Tu as accepté pour ce serveur uniquement. Les autres suivent leurs propres paramètres. Utilise ${optOut} pour refuser partout.`,
  },

  items: {
    captions: ({ count }) =>
      format.plural(count, { one: '# sous-titre', many: '# de sous-titres', other: '# sous-titres' }),
    messages: ({ count }) =>
      format.plural(count, {
        one: '# message de sous-titres',
        many: '# de messages de sous-titres',
        other: '# messages de sous-titres',
      }),
    recordings: ({ count }) =>
      format.plural(count, {
        one: '# enregistrement en attente',
        many: "# d'enregistrements en attente",
        other: '# enregistrements en attente',
      }),
    voices: ({ count }) => format.plural(count, { one: '# voix', many: '# de voix', other: '# voix' }),
    confirmations: ({ count }) =>
      format.plural(count, {
        one: '# confirmation de droits',
        many: '# de confirmations de droits',
        other: '# confirmations de droits',
      }),
    choices: ({ count }) =>
      format.plural(count, { one: '# choix de voix', many: '# de choix de voix', other: '# choix de voix' }),
    queuedTexts: ({ count }) =>
      format.plural(count, {
        one: "# texte en file d'attente",
        many: "# de textes en file d'attente",
        other: "# textes en file d'attente",
      }),
    nicknames: ({ count }) =>
      format.plural(count, { one: '# nom à dire', many: '# de noms à dire', other: '# noms à dire' }),
    identities: ({ count }) =>
      format.plural(count, { one: '# nom de proxy', many: '# de noms de proxys', other: '# noms de proxys' }),
    pronunciations: ({ count }) =>
      format.plural(count, { one: '# prononciation', many: '# de prononciations', other: '# prononciations' }),
    serverPronunciations: ({ count }) =>
      format.plural(count, {
        one: 'ton nom sur # prononciation de serveur',
        many: 'ton nom sur # de prononciations de serveurs',
        other: 'ton nom sur # prononciations de serveurs',
      }),
    autoCaptions: ({ count }) =>
      format.plural(count, {
        one: 'ton nom sur les sous-titres automatiques de # salon vocal',
        many: 'ton nom sur les sous-titres automatiques de # de salons vocaux',
        other: 'ton nom sur les sous-titres automatiques de # salons vocaux',
      }),
    voicesWithConfirmations: ({ voices, confirmations }) =>
      format.list([
        format.plural(voices, { one: '# voix', many: '# de voix', other: '# voix' }),
        format.plural(confirmations, {
          one: '# confirmation de droits',
          many: '# de confirmations de droits',
          other: '# confirmations de droits',
        }),
      ]),
  },

  decision: {
    optedIn: ({ at }) => `Tu as accepté les sous-titres sur tous les serveurs le ${at}.`,
    optedOut: ({ at }) => `Tu as refusé les sous-titres le ${at} : ce que tu dis n'est sous-titré sur aucun serveur.`,
    optedOutExcept: ({ at, servers }) =>
      `Tu as refusé les sous-titres le ${at}, sauf sur ${format.list(servers)}, où tu as accepté.`,
    optedInOnly: ({ servers }) =>
      `Tu as accepté les sous-titres uniquement sur ${format.list(servers)}. Sur les autres serveurs, ce que tu dis est sous-titré, sauf si un serveur demande d'accepter d'abord.`,
    undecided:
      "Tu n'as ni accepté ni refusé les sous-titres : ce que tu dis est sous-titré, sauf si un serveur demande d'accepter d'abord.",
  },
  servers: {
    unnamed: ({ count }) => format.plural(count, { one: '# serveur', many: '# de serveurs', other: '# serveurs' }),
    others: ({ count }) =>
      format.plural(count, { one: '# autre serveur', many: "# d'autres serveurs", other: '# autres serveurs' }),
  },

  stored: {
    noCaptions: 'Je ne conserve aucun sous-titre de toi.',
    captions: ({ count, oldest }) =>
      format.plural(
        count,
        {
          one: 'Je conserve # sous-titre de toi, daté du {oldest}.',
          many: 'Je conserve # de sous-titres de toi, le plus ancien daté du {oldest}.',
          other: 'Je conserve # sous-titres de toi, le plus ancien daté du {oldest}.',
        },
        { oldest },
      ),
    recordings: ({ count }) =>
      format.plural(count, {
        one: "# enregistrement de ta voix n'est pas encore transcrit.",
        many: "# d'enregistrements de ta voix ne sont pas encore transcrits.",
        other: '# enregistrements de ta voix ne sont pas encore transcrits.',
      }),
    messages: ({ count }) =>
      format.plural(count, {
        one: '# message sur Discord affiche des sous-titres de toi.',
        many: '# de messages sur Discord affichent des sous-titres de toi.',
        other: '# messages sur Discord affichent des sous-titres de toi.',
      }),
    autoCaptions: ({ count }) =>
      format.plural(count, {
        one: 'Tu as configuré les sous-titres automatiques de # salon vocal.',
        many: 'Tu as configuré les sous-titres automatiques de # de salons vocaux.',
        other: 'Tu as configuré les sous-titres automatiques de # salons vocaux.',
      }),
    noVoices: "Tu n'as aucune voix.",
    voices: ({ count }) =>
      format.plural(count, { one: 'Tu as créé # voix.', many: 'Tu as créé # de voix.', other: 'Tu as créé # voix.' }),
    confirmations: ({ count }) =>
      format.plural(count, {
        one: 'Je conserve # confirmation de droits.',
        many: 'Je conserve # de confirmations de droits.',
        other: 'Je conserve # confirmations de droits.',
      }),
    choices: ({ count }) =>
      format.plural(count, {
        one: '# choix de voix est enregistré.',
        many: '# de choix de voix sont enregistrés.',
        other: '# choix de voix sont enregistrés.',
      }),
    pronunciations: ({ count }) =>
      format.plural(count, {
        one: 'Ton dictionnaire contient # prononciation.',
        many: 'Ton dictionnaire contient # de prononciations.',
        other: 'Ton dictionnaire contient # prononciations.',
      }),
    serverPronunciations: ({ count }) =>
      format.plural(count, {
        one: 'Tu as ajouté # prononciation à un serveur.',
        many: 'Tu as ajouté # de prononciations à des serveurs.',
        other: 'Tu as ajouté # prononciations à des serveurs.',
      }),
    usage: `${command('usage')} montre ce que tu as utilisé aujourd'hui.`,
    queuedTexts: ({ count }) =>
      format.plural(count, {
        one: "# de tes textes est dans la file d'attente.",
        many: "# de textes de toi sont dans la file d'attente.",
        other: "# de tes textes sont dans la file d'attente.",
      }),
    nicknames: ({ count }) =>
      format.plural(count, {
        one: 'Tu as choisi le nom à dire avant tes messages sur # serveur.',
        many: 'Tu as choisi le nom à dire avant tes messages sur # de serveurs.',
        other: 'Tu as choisi le nom à dire avant tes messages sur # serveurs.',
      }),
    identities: ({ count }) =>
      format.plural(count, {
        one: 'PluralKit ou Tupperbox publie pour toi sous # nom que je connais.',
        many: 'PluralKit ou Tupperbox publie pour toi sous # de noms que je connais.',
        other: 'PluralKit ou Tupperbox publie pour toi sous # noms que je connais.',
      }),
    mutes: ({ count }) =>
      format.plural(count, {
        one: "Comme tu l'as choisi, tes messages ne sont pas lus à voix haute sur # serveur.",
        many: "Comme tu l'as choisi, tes messages ne sont pas lus à voix haute sur # de serveurs.",
        other: "Comme tu l'as choisi, tes messages ne sont pas lus à voix haute sur # serveurs.",
      }),
    change: ({ commands }) => `Utilise ${format.alternatives(commands)} pour changer ça.`,
  },

  eraseQuestion: {
    ask: ({ items }) => `Supprimer tes données (${format.list(items)}) ?`,
    captions: 'Tes sous-titres seront retirés des transcriptions de tous les serveurs.',
    voices: ({ count }) =>
      format.plural(count, {
        one: 'Toute personne qui utilise cette voix la perdra.',
        many: 'Toute personne qui utilise ces voix les perdra.',
        other: 'Toute personne qui utilise ces voix les perdra.',
      }),
    serverPronunciations: 'Les prononciations que tu as ajoutées à des serveurs resteront, sans ton nom.',
    messages: ({ count }) =>
      format.plural(count, {
        one: '# message sur Discord affiche des sous-titres de toi : je peux aussi le supprimer.',
        many: '# de messages sur Discord affichent des sous-titres de toi : je peux aussi les supprimer.',
        other: '# messages sur Discord affichent des sous-titres de toi : je peux aussi les supprimer.',
      }),
    final: "C'est irréversible.",
  },
  nothingToErase: "Je n'ai aucune donnée de toi à supprimer.",
  kept: "Rien n'a été supprimé.",

  erased: {
    nothing: "Rien n'a été supprimé.",
    items: ({ items }) => `Données supprimées : ${format.list(items)}.`,
    voicesLeft: ({ count }) =>
      format.plural(count, {
        one: `Le service vocal n'a pas pu supprimer # voix. Utilise de nouveau ${erase} dans quelques minutes.`,
        many: `Le service vocal n'a pas pu supprimer # de voix. Utilise de nouveau ${erase} dans quelques minutes.`,
        other: `Le service vocal n'a pas pu supprimer # voix. Utilise de nouveau ${erase} dans quelques minutes.`,
      }),
    decision: {
      'opted-in': 'Je garde ton accord, pour pouvoir le respecter.',
      'opted-out': 'Je garde ton refus, pour pouvoir le respecter.',
      both: 'Je garde ton refus et tes accords, pour pouvoir les respecter.',
    },
    mutes: "Tes messages restent exclus de la lecture à voix haute, comme tu l'as choisi.",
    files: 'Je ne peux pas supprimer les fichiers de transcription déjà publiés ou téléchargés.',
  },
  erasedMessages: {
    kept: ({ count }) =>
      format.plural(count, {
        one: `# message de sous-titres est resté sur Discord. Utilise de nouveau ${erase} pour le supprimer.`,
        many: `# de messages de sous-titres sont restés sur Discord. Utilise de nouveau ${erase} pour les supprimer.`,
        other: `# messages de sous-titres sont restés sur Discord. Utilise de nouveau ${erase} pour les supprimer.`,
      }),
    underWay: ({ count }) =>
      format.plural(count, {
        one: 'Suppression de # message de sous-titres sur Discord en cours. Je te préviendrai à la fin.',
        many: 'Suppression de # de messages de sous-titres sur Discord en cours. Je te préviendrai à la fin.',
        other: 'Suppression de # messages de sous-titres sur Discord en cours. Je te préviendrai à la fin.',
      }),
    deleted: ({ count }) =>
      format.plural(count, {
        one: '# message de sous-titres a été supprimé de Discord.',
        many: '# de messages de sous-titres ont été supprimés de Discord.',
        other: '# messages de sous-titres ont été supprimés de Discord.',
      }),
    nothing: 'Il ne restait aucun message de sous-titres à supprimer.',
    refused: ({ count }) =>
      format.plural(count, {
        one: "# message de sous-titres est hors d'atteinte : j'ai quitté son serveur ou je ne peux pas utiliser son salon.",
        many: "# de messages de sous-titres sont hors d'atteinte : j'ai quitté leurs serveurs ou je ne peux pas utiliser leurs salons.",
        other:
          "# messages de sous-titres sont hors d'atteinte : j'ai quitté leurs serveurs ou je ne peux pas utiliser leurs salons.",
      }),
    remaining: ({ count }) =>
      format.plural(count, {
        one: "Discord n'a pas répondu pour # message de sous-titres. Je continue d'essayer.",
        many: "Discord n'a pas répondu pour # de messages de sous-titres. Je continue d'essayer.",
        other: "Discord n'a pas répondu pour # messages de sous-titres. Je continue d'essayer.",
      }),
  },
};
