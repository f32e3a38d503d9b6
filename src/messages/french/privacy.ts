import { bold, TimestampStyles, time } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('fr');

type Privacy = Messages['privacy'];
type CaptionMessages = Parameters<Privacy['erased']>[0]['messages'];
type DeletedMessages = Parameters<Privacy['messagesErased']>[0];
type Counts = Omit<Parameters<Privacy['eraseQuestion']>[0], 'messages'>;

const optIn = command('privacy opt-in');
const optOut = command('privacy opt-out');
const erase = command('privacy erase');

const messageCount = (count: number): string =>
  format.plural(count, {
    one: '# message de sous-titres',
    many: '# de messages de sous-titres',
    other: '# messages de sous-titres',
  });
const captionCount = (count: number): string =>
  format.plural(count, { one: '# sous-titre', many: '# de sous-titres', other: '# sous-titres' });
const recordingCount = (count: number): string =>
  format.plural(count, {
    one: '# enregistrement en attente',
    many: "# d'enregistrements en attente",
    other: '# enregistrements en attente',
  });
const voiceCount = (count: number): string =>
  format.plural(count, { one: '# voix', many: '# de voix', other: '# voix' });
const confirmationCount = (count: number): string =>
  format.plural(count, {
    one: '# confirmation de droits',
    many: '# de confirmations de droits',
    other: '# confirmations de droits',
  });
const choiceCount = (count: number): string =>
  format.plural(count, { one: '# choix de voix', many: '# de choix de voix', other: '# choix de voix' });
const nicknameCount = (count: number): string =>
  format.plural(count, { one: '# nom à dire', many: '# de noms à dire', other: '# noms à dire' });
const pronunciationCount = (count: number): string =>
  format.plural(count, { one: '# prononciation', many: '# de prononciations', other: '# prononciations' });
const namesInServers = {
  one: 'ton nom sur # prononciation de serveur',
  many: 'ton nom sur # de prononciations de serveurs',
  other: 'ton nom sur # prononciations de serveurs',
};
const namesAtAutoCaptions = {
  one: 'ton nom sur les sous-titres automatiques de # salon vocal',
  many: 'ton nom sur les sous-titres automatiques de # de salons vocaux',
  other: 'ton nom sur les sous-titres automatiques de # salons vocaux',
};

function listOf(counts: Counts, messages = 0): string {
  const { captions, recordings, voices, confirmations, choices, nicknames, autoCaptions } = counts;
  const { pronunciations, serverPronunciations } = counts;
  return format.list([
    ...(captions === 0 ? [] : [captionCount(captions)]),
    ...(messages === 0 ? [] : [messageCount(messages)]),
    ...(recordings === 0 ? [] : [recordingCount(recordings)]),
    ...(voices === 0 ? [] : [voiceCount(voices)]),
    ...(confirmations === 0 ? [] : [confirmationCount(confirmations)]),
    ...(choices === 0 ? [] : [choiceCount(choices)]),
    ...(nicknames === 0 ? [] : [nicknameCount(nicknames)]),
    ...(pronunciations === 0 ? [] : [pronunciationCount(pronunciations)]),
    ...(serverPronunciations === 0 ? [] : [format.plural(serverPronunciations, namesInServers)]),
    ...(autoCaptions === 0 ? [] : [format.plural(autoCaptions, namesAtAutoCaptions)]),
  ]);
}

const lostVoices = {
  one: 'Toute personne qui utilise cette voix la perdra.',
  many: 'Toute personne qui utilise ces voix les perdra.',
  other: 'Toute personne qui utilise ces voix les perdra.',
};

const decisionCommands = { 'opted-in': [optOut], 'opted-out': [optIn], undecided: [optOut, optIn] } as const;

function unreachedMessages({ refused, remaining }: DeletedMessages): string[] {
  const outOfReach = {
    one: "# message de sous-titres est hors d'atteinte : j'ai quitté son serveur ou je ne peux pas utiliser son salon.",
    many: "# de messages de sous-titres sont hors d'atteinte : j'ai quitté leurs serveurs ou je ne peux pas utiliser leurs salons.",
    other:
      "# messages de sous-titres sont hors d'atteinte : j'ai quitté leurs serveurs ou je ne peux pas utiliser leurs salons.",
  };
  const later = {
    one: "Discord n'a pas répondu pour # message de sous-titres. Je continue d'essayer.",
    many: "Discord n'a pas répondu pour # de messages de sous-titres. Je continue d'essayer.",
    other: "Discord n'a pas répondu pour # messages de sous-titres. Je continue d'essayer.",
  };
  return [
    ...(refused === 0 ? [] : [format.plural(refused, outOfReach)]),
    ...(remaining === 0 ? [] : [format.plural(remaining, later)]),
  ];
}

function messageSentences(messages: CaptionMessages): string[] {
  switch (messages.kind) {
    case 'none':
      return [];
    case 'kept':
      return [
        format.plural(messages.count, {
          one: `# message de sous-titres est resté sur Discord. Utilise de nouveau ${erase} pour le supprimer.`,
          many: `# de messages de sous-titres sont restés sur Discord. Utilise de nouveau ${erase} pour les supprimer.`,
          other: `# messages de sous-titres sont restés sur Discord. Utilise de nouveau ${erase} pour les supprimer.`,
        }),
      ];
    case 'under-way':
      return [`Suppression de ${messageCount(messages.count)} sur Discord en cours. Je te préviendrai à la fin.`];
    case 'over':
      return unreachedMessages(messages);
  }
}

const MAX_SERVERS = 10;

function listServers(names: readonly string[], others: number): string {
  const named = names.slice(0, MAX_SERVERS);
  const rest = others + names.length - named.length;
  const forms =
    named.length === 0
      ? { one: '# serveur', many: '# de serveurs', other: '# serveurs' }
      : { one: '# autre serveur', many: "# d'autres serveurs", other: '# autres serveurs' };
  return format.list([...named.map((name) => bold(name)), ...(rest === 0 ? [] : [format.plural(rest, forms)])]);
}

function moment(atMs: number): string {
  return time(Math.floor(atMs / 1_000), TimestampStyles.ShortDateTime);
}

/** French: what is stored about a person. */
export const privacyMessages: Privacy = {
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
  optedInHere: ({ elsewhere }) =>
    elsewhere === 'opted-out'
      ? `Tu as accepté pour ce serveur uniquement, et refusé pour tous les autres. Utilise ${optOut} pour refuser ici aussi.`
      : `Tu as accepté pour ce serveur uniquement. Les autres suivent leurs propres paramètres. Utilise ${optOut} pour refuser partout.`,

  stored: ({
    consent,
    decidedAtMs,
    optedInServers,
    otherServers,
    oldestCaptionAtMs,
    captions,
    recordings,
    voices,
    confirmations,
    choices,
    nicknames,
    pronunciations,
    serverPronunciations,
    autoCaptions,
    messages,
    mutedIn,
  }) => {
    const on = decidedAtMs === undefined ? '' : ` le ${moment(decidedAtMs)}`;
    const servers = listServers(optedInServers, otherServers);
    const decision = {
      'opted-in': `Tu as accepté les sous-titres sur tous les serveurs${on}.`,
      'opted-out':
        servers === ''
          ? `Tu as refusé les sous-titres${on} : ce que tu dis n'est sous-titré sur aucun serveur.`
          : `Tu as refusé les sous-titres${on}, sauf sur ${servers}, où tu as accepté.`,
      undecided:
        servers === ''
          ? "Tu n'as ni accepté ni refusé les sous-titres : ce que tu dis est sous-titré, sauf si un serveur demande d'accepter d'abord."
          : `Tu as accepté les sous-titres uniquement sur ${servers}. Sur les autres serveurs, ce que tu dis est sous-titré, sauf si un serveur demande d'accepter d'abord.`,
    }[consent];
    const words = pronunciations + serverPronunciations + nicknames;
    const isAnythingStored =
      captions + recordings + voices + confirmations + choices + words + autoCaptions + messages > 0;
    const storedCaptions =
      oldestCaptionAtMs === undefined
        ? `Je conserve ${captionCount(captions)} de toi.`
        : format.plural(captions, {
            one: `Je conserve # sous-titre de toi, daté du ${moment(oldestCaptionAtMs)}.`,
            many: `Je conserve # de sous-titres de toi, le plus ancien daté du ${moment(oldestCaptionAtMs)}.`,
            other: `Je conserve # sous-titres de toi, le plus ancien daté du ${moment(oldestCaptionAtMs)}.`,
          });
    const pending = {
      one: "# enregistrement de ta voix n'est pas encore transcrit.",
      many: "# d'enregistrements de ta voix ne sont pas encore transcrits.",
      other: '# enregistrements de ta voix ne sont pas encore transcrits.',
    };
    const shownMessages = {
      one: '# message sur Discord affiche des sous-titres de toi.',
      many: '# de messages sur Discord affichent des sous-titres de toi.',
      other: '# messages sur Discord affichent des sous-titres de toi.',
    };
    const addedToServers = {
      one: 'Tu as ajouté # prononciation à un serveur.',
      many: 'Tu as ajouté # de prononciations à des serveurs.',
      other: 'Tu as ajouté # prononciations à des serveurs.',
    };
    const setUp = {
      one: 'Tu as configuré les sous-titres automatiques de # salon vocal.',
      many: 'Tu as configuré les sous-titres automatiques de # de salons vocaux.',
      other: 'Tu as configuré les sous-titres automatiques de # salons vocaux.',
    };
    const spokenNames = {
      one: 'Tu as choisi le nom à dire avant tes messages sur # serveur.',
      many: 'Tu as choisi le nom à dire avant tes messages sur # de serveurs.',
      other: 'Tu as choisi le nom à dire avant tes messages sur # serveurs.',
    };
    const mutes = {
      one: "Comme tu l'as choisi, tes messages ne sont pas lus à voix haute sur # serveur.",
      many: "Comme tu l'as choisi, tes messages ne sont pas lus à voix haute sur # de serveurs.",
      other: "Comme tu l'as choisi, tes messages ne sont pas lus à voix haute sur # serveurs.",
    };
    return [
      decision,
      [
        captions === 0 ? 'Je ne conserve aucun sous-titre de toi.' : storedCaptions,
        ...(recordings === 0 ? [] : [format.plural(recordings, pending)]),
        ...(messages === 0 ? [] : [format.plural(messages, shownMessages)]),
        ...(autoCaptions === 0 ? [] : [format.plural(autoCaptions, setUp)]),
      ].join(' '),
      [
        voices === 0 ? "Tu n'as aucune voix." : `Tu as créé ${voiceCount(voices)}.`,
        ...(confirmations === 0 ? [] : [`Je conserve ${confirmationCount(confirmations)}.`]),
        ...(choices === 0 ? [] : [`Je conserve ${choiceCount(choices)}.`]),
        ...(pronunciations === 0 ? [] : [`Ton dictionnaire contient ${pronunciationCount(pronunciations)}.`]),
        ...(serverPronunciations === 0 ? [] : [format.plural(serverPronunciations, addedToServers)]),
        `${command('usage')} montre ce que tu as utilisé aujourd'hui.`,
      ].join(' '),
      ...(nicknames + mutedIn === 0
        ? []
        : [
            [
              ...(nicknames === 0 ? [] : [format.plural(nicknames, spokenNames)]),
              ...(mutedIn === 0 ? [] : [format.plural(mutedIn, mutes)]),
            ].join(' '),
          ]),
      `Utilise ${format.alternatives([...(servers === '' ? decisionCommands[consent] : [optOut, optIn]), ...(isAnythingStored ? [erase] : [])])} pour changer ça.`,
    ].join('\n');
  },

  eraseQuestion: ({ messages, ...counts }) => {
    const isAnythingStored = Object.values(counts).some((count) => count > 0);
    const shown = {
      one: '# message sur Discord affiche des sous-titres de toi : je peux aussi le supprimer.',
      many: '# de messages sur Discord affichent des sous-titres de toi : je peux aussi les supprimer.',
      other: '# messages sur Discord affichent des sous-titres de toi : je peux aussi les supprimer.',
    };
    return [
      `Supprimer tes données (${isAnythingStored ? listOf(counts) : messageCount(messages)}) ?`,
      ...(counts.captions === 0 ? [] : ['Tes sous-titres seront retirés des transcriptions de tous les serveurs.']),
      ...(counts.voices === 0 ? [] : [format.plural(counts.voices, lostVoices)]),
      ...(counts.serverPronunciations === 0
        ? []
        : ['Les prononciations que tu as ajoutées à des serveurs resteront, sans ton nom.']),
      ...(messages === 0 || !isAnythingStored ? [] : [format.plural(messages, shown)]),
      "C'est irréversible.",
    ].join(' ');
  },
  nothingToErase: "Je n'ai aucune donnée de toi à supprimer.",
  kept: "Rien n'a été supprimé.",

  erased: ({ remaining, decision, messages, mutedIn, ...counts }) => {
    const kept = {
      'opted-in': ['Je garde ton accord, pour pouvoir le respecter.'],
      'opted-out': ['Je garde ton refus, pour pouvoir le respecter.'],
      both: ['Je garde ton refus et tes accords, pour pouvoir les respecter.'],
      undecided: [],
    }[decision];
    const deleted = messages.kind === 'over' ? messages.deleted : 0;
    const total = Object.values(counts).reduce((sum, count) => sum + count, deleted);
    return [
      ...(total === 0
        ? messages.kind === 'under-way'
          ? []
          : ["Rien n'a été supprimé."]
        : [`Données supprimées : ${listOf(counts, deleted)}.`]),
      ...messageSentences(messages),
      ...(remaining === 0
        ? []
        : [
            `Le service vocal n'a pas pu supprimer ${voiceCount(remaining)}. Utilise de nouveau ${erase} dans quelques minutes.`,
          ]),
      ...kept,
      ...(mutedIn === 0 ? [] : ["Tes messages restent exclus de la lecture à voix haute, comme tu l'as choisi."]),
      'Je ne peux pas supprimer les fichiers de transcription déjà publiés ou téléchargés.',
    ].join(' ');
  },
  messagesErased: (outcome) =>
    [
      ...(outcome.deleted === 0
        ? []
        : [
            format.plural(outcome.deleted, {
              one: '# message de sous-titres a été supprimé de Discord.',
              many: '# de messages de sous-titres ont été supprimés de Discord.',
              other: '# messages de sous-titres ont été supprimés de Discord.',
            }),
          ]),
      ...unreachedMessages(outcome),
    ].join(' ') || 'Il ne restait aucun message de sous-titres à supprimer.',
};
