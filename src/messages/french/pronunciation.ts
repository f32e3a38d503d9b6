import { bold, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command, option } from './names.ts';

const format = createFormat('fr');

type Pronunciation = Messages['pronunciation'];
type Scope = Parameters<Pronunciation['removed']>[0]['scope'];

const list = command('pronounce list');
const add = command('pronounce add');
const scope = option('scope');

const entryCount = (count: number): string =>
  format.plural(count, { one: '# entrée', many: "# d'entrées", other: '# entrées' });
const quoted = (words: string): string => `« ${words} »`;

const where: Readonly<Record<Scope, string>> = { me: 'dans tes textes', server: 'sur ce serveur' };

const faults = {
  'word-empty': 'le mot est vide',
  'word-long': 'le mot est trop long : 60 caractères au maximum',
  'word-unheard':
    "émojis, émoticônes, liens et mises en forme sont d'abord mis en mots : utilise ce que je dis à leur place",
  'as-empty': "il n'y a rien à prononcer : il faut des lettres ou des chiffres",
  'as-long': 'la prononciation est trop longue : 200 caractères au maximum',
  markup: 'elle contient des mentions, un style entre crochets ou `<|` : écris seulement des mots',
  phonemes: 'je ne connais pas ces phonèmes',
};

/** French: `/pronounce`. */
export const pronunciationMessages: Pronunciation = {
  command: {
    description: 'Choisir comment je prononce les mots',
    add: {
      description: 'Choisir comment je prononce un mot',
      word: "Le mot tel qu'on l'écrit",
      as: 'Ce que je dis à la place. Les phonèmes vont entre accolades : {T AH0 M EY1 T OW0}',
      scope: 'Où ça compte (par défaut : dans tes textes)',
    },
    remove: {
      description: 'Retirer une prononciation',
      word: 'Commence à taper le mot',
      scope: 'Quel dictionnaire (par défaut : le tien, puis celui du serveur)',
    },
    list: { description: "Voir les mots d'un dictionnaire", scope: 'Quel dictionnaire (par défaut : le tien)' },
    import: {
      description: "Ajouter les mots d'un fichier CSV",
      file: 'Un fichier CSV avec une ligne par mot : le mot, une virgule, sa prononciation',
      scope: 'Où ils comptent (par défaut : dans tes textes)',
    },
    export: {
      description: 'Obtenir un dictionnaire en fichier CSV',
      scope: 'Quel dictionnaire (par défaut : le tien)',
    },
    scopeChoices: { me: 'Mes textes, sur tous les serveurs', server: 'Les textes de tout le monde sur ce serveur' },
  },

  added: ({ word, as, scope: whose }) => `Je prononce maintenant ${bold(word)} ${quoted(as)} ${where[whose]}.`,
  changed: ({ word, as, before, scope: whose }) =>
    `Je prononce maintenant ${bold(word)} ${quoted(as)} ${where[whose]}, au lieu de ${quoted(before)}.`,
  unchanged: ({ word, as, scope: whose }) => `Je prononce déjà ${bold(word)} ${quoted(as)} ${where[whose]}.`,
  phonemesNote: "Si le service vocal refuse ces phonèmes, je lis le mot tel qu'il est écrit.",
  removed: ({ word, scope: whose }) =>
    whose === 'me'
      ? `${bold(word)} est retiré de ton dictionnaire.`
      : `${bold(word)} est retiré du dictionnaire de ce serveur.`,
  unknown: ({ word }) => `Je n'ai pas de prononciation pour ${bold(word)}. ${list} montre les mots.`,

  noServer: `Il n'y a pas de dictionnaire de serveur ici. Sans ${scope}, j'utilise le tien.`,
  locked: `Le dictionnaire de ce serveur est verrouillé : seules les personnes qui peuvent gérer le serveur le modifient. Sans ${scope}, tu utilises le tien.`,
  notYours: ({ word }) =>
    `Quelqu'un d'autre a ajouté ${bold(word)} au dictionnaire de ce serveur. Sans ${scope}, tu choisis ta prononciation dans tes propres textes.`,
  full: ({ whose, limit }) =>
    ({
      person: `Ton dictionnaire est plein : il contient ${entryCount(limit)}. Retires-en une d'abord.`,
      server: `Le dictionnaire de ce serveur est plein : il contient ${entryCount(limit)}. Retires-en une d'abord.`,
      member: `Tu as ajouté ${entryCount(limit)} au dictionnaire de ce serveur : c'est la limite. Retires-en une d'abord.`,
    })[whose],
  fault: ({ fault }) =>
    ({
      'word-empty': 'Écris un mot à prononcer.',
      'word-long': 'Ce mot est trop long : 60 caractères au maximum.',
      'word-unheard':
        "Les émojis, émoticônes, liens et mises en forme sont d'abord mis en mots. Ajoute ce que je dis à leur place, par exemple « cœur rouge ».",
      'as-empty': 'Je ne peux pas dire des émojis ou des symboles seuls. Utilise des lettres ou des chiffres.',
      'as-long': "C'est trop long pour un seul mot : 200 caractères au maximum.",
      markup:
        'Une prononciation ne peut pas contenir de mentions, de style entre crochets ni `<|`. Écris seulement des mots.',
      phonemes:
        "Je ne connais pas ces phonèmes. Écris l'anglais en Arpabet `{T AH0 M EY1 T OW0}`, le chinois en pinyin `{chong2 qing4}`, ou le japonais en romaji avec l'accent de hauteur `{ha0shi1}`.",
    })[fault],

  list: {
    title: { me: 'Tes prononciations', server: 'Les prononciations de ce serveur' },
    empty: {
      me: `Ton dictionnaire est vide. Ajoute un mot avec ${add}.`,
      server: `Le dictionnaire de ce serveur est vide. Ajoute un mot avec ${add}.`,
    },
    entry: ({ word, as }) => `${bold(word)} → ${as}`,
    entryBy: ({ word, as, addedBy, addedAtMs }) => {
      const day = time(Math.floor(addedAtMs / 1_000), TimestampStyles.ShortDate);
      const who = addedBy === undefined ? 'une personne dont les données ont été supprimées' : userMention(addedBy);
      return `${bold(word)} → ${as} (${who}, ${day})`;
    },
    locked: 'Verrouillé : seules les personnes qui peuvent gérer le serveur le modifient.',
    page: ({ page, pages, entries, limit }) =>
      `Page ${format.number(page)} sur ${format.number(pages)} · ${entryCount(entries)} sur ${format.number(limit)}`,
    buttons: { previous: 'Précédent', next: 'Suivant', lock: 'Verrouiller', unlock: 'Déverrouiller' },
  },

  csv: { word: 'mot', as: 'prononciation' },
  import: {
    added: ({ added, changed, unchanged, scope: whose }) => {
      const done = [
        ...(added === 0
          ? []
          : [
              format.plural(added, {
                one: '# entrée ajoutée',
                many: "# d'entrées ajoutées",
                other: '# entrées ajoutées',
              }),
            ]),
        ...(changed === 0
          ? []
          : [
              format.plural(changed, {
                one: '# entrée modifiée',
                many: "# d'entrées modifiées",
                other: '# entrées modifiées',
              }),
            ]),
        ...(unchanged === 0
          ? []
          : [
              format.plural(unchanged, {
                one: '# entrée inchangée',
                many: "# d'entrées inchangées",
                other: '# entrées inchangées',
              }),
            ]),
      ];
      if (done.length === 0) return "Rien n'a été ajouté.";
      return whose === 'me'
        ? `Dans ton dictionnaire : ${format.list(done)}.`
        : `Dans le dictionnaire de ce serveur : ${format.list(done)}.`;
    },
    skipped: ({ lines }) =>
      format.plural(lines, {
        one: "# ligne n'a pas été ajoutée :",
        many: "# de lignes n'ont pas été ajoutées :",
        other: "# lignes n'ont pas été ajoutées :",
      }),
    problem: ({ line, problem }) => {
      const reasons = {
        ...faults,
        malformed: "elle n'a pas deux cellules, ou un guillemet n'est pas fermé",
        'not-yours': "quelqu'un d'autre a ajouté ce mot",
        full: 'le dictionnaire est plein',
      };
      return `Ligne ${format.number(line)} : ${reasons[problem]}`;
    },
    moreProblems: ({ lines }) =>
      format.plural(lines, {
        one: '… et # autre ligne',
        many: "… et # d'autres lignes",
        other: '… et # autres lignes',
      }),
    notText: "Ce fichier n'est pas du texte en UTF-8. Enregistre-le au format « CSV UTF-8 », puis réessaie.",
    tooManyLines: ({ most }) =>
      `Ce fichier a trop de lignes. Découpe-le en fichiers de ${format.plural(most, { one: '# ligne', many: '# de lignes', other: '# lignes' })} au maximum.`,
    empty: "Ce fichier n'a aucune entrée. Écris-en une par ligne : le mot, une virgule, sa prononciation.",
    tooLarge: ({ maxBytes }) => `Ce fichier est trop lourd. La limite est de ${format.sizeLimit(maxBytes)}.`,
  },
  exported: ({ entries }) => `Voici ${entryCount(entries)}. ${command('pronounce import')} peut reprendre ce fichier.`,
  choice: ({ word, as, scope: whose }) => (whose === 'me' ? `${word} → ${as}` : `${word} → ${as} (serveur)`),
};
