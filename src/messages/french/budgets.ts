import { bold, TimestampStyles, time } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('fr');

type Budgets = Messages['budgets'];
type UsedUp = Parameters<Budgets['usedUp']>[0];
type Kind = UsedUp['kind'];
type Whose = UsedUp['whose'];
type Units = Readonly<Record<Kind, { readonly one: string; readonly many: string; readonly other: string }>>;

const usage = command('usage');
const MINUTE_MS = 60_000;

function shownAmount(kind: Kind, value: number): number {
  return kind === 'characters' ? value : Math.floor(value / MINUTE_MS);
}

function amount(kind: Kind, value: number): string {
  return format.number(shownAmount(kind, value));
}

const UNITS: Units = {
  characters: { one: '# caractère', many: '# de caractères', other: '# caractères' },
  captions: { one: '# minute de sous-titres', many: '# de minutes de sous-titres', other: '# minutes de sous-titres' },
  transcription: {
    one: '# minute de transcription',
    many: '# de minutes de transcription',
    other: '# minutes de transcription',
  },
};

const UNITS_SHORT: Units = {
  characters: UNITS.characters,
  captions: { one: '# minute', many: '# de minutes', other: '# minutes' },
  transcription: { one: '# minute', many: '# de minutes', other: '# minutes' },
};

function quantity(kind: Kind, value: number): string {
  return format.plural(shownAmount(kind, value), UNITS[kind]);
}

function resetTime(atMs: number): string {
  const seconds = Math.floor(atMs / 1_000);
  return `${time(seconds, TimestampStyles.RelativeTime)} (${time(seconds, TimestampStyles.ShortTime)})`;
}

const TURNED_OFF: Readonly<Record<Kind, string>> = {
  characters: 'La lecture à voix haute est désactivée',
  captions: 'Le sous-titrage est désactivé',
  transcription: 'La transcription est désactivée',
};
const ALL_OF: Readonly<Record<Kind, string>> = {
  characters: "J'ai lu tout ce que je pouvais lire aujourd'hui, tous serveurs confondus.",
  captions: "J'ai sous-titré tout ce que je pouvais aujourd'hui, tous serveurs confondus.",
  transcription: "J'ai transcrit tout ce que je pouvais aujourd'hui, tous serveurs confondus.",
};
const THINGS: Readonly<Record<Kind, string>> = {
  characters: 'Ce texte est plus long que',
  captions: "C'est plus long que",
  transcription: 'Cet enregistrement est plus long que',
};
const SHORTER: Readonly<Record<Kind, string>> = {
  characters: 'Raccourcis-le.',
  captions: 'Essaie quelque chose de plus court.',
  transcription: 'Choisis-en un plus court.',
};

function usedUp({ kind, whose, limit, left, resetsAtMs }: UsedUp): string {
  if (limit <= 0) return turnedOff(kind, whose);
  const reset = `La limite se réinitialise ${resetTime(resetsAtMs)}.`;
  const all = quantity(kind, limit);
  if (left >= limit) return `${THINGS[kind]} ${wholeDay(whose, all)}. ${SHORTER[kind]}`;
  if (whose === 'account') {
    return left > 0
      ? `${THINGS[kind]} ce qu'il me reste aujourd'hui pour l'ensemble des serveurs. ${reset}`
      : `${ALL_OF[kind]} ${reset}`;
  }
  if (left > 0) {
    const rest = `${quantity(kind, left)} sur ${amount(kind, limit)}`;
    const owner = {
      person: "ce qu'il te reste aujourd'hui",
      member: "ce qu'il te reste aujourd'hui sur ce serveur",
      guild: "ce qu'il reste aujourd'hui à ce serveur",
    }[whose];
    return `${THINGS[kind]} ${owner} : ${rest}. ${reset}`;
  }
  const used = {
    person: `Tu as épuisé ta limite de ${all} pour aujourd'hui.`,
    member: `Tu as épuisé ta limite de ${all} pour aujourd'hui sur ce serveur.`,
    guild: `Ce serveur a épuisé sa limite de ${all} pour aujourd'hui.`,
  }[whose];
  return `${used} ${reset}`;
}

function wholeDay(whose: Whose, all: string): string {
  return {
    person: `ta limite de ${all} par jour`,
    member: `ta limite de ${all} par jour sur ce serveur`,
    guild: `la limite de ce serveur : ${all} par jour`,
    account: 'ce que je peux traiter en un jour',
  }[whose];
}

function turnedOff(kind: Kind, whose: Whose): string {
  const place = { person: ' pour tout le monde', member: ' sur ce serveur', guild: ' sur ce serveur', account: '' }[
    whose
  ];
  const helper =
    whose === 'member' || whose === 'guild'
      ? 'à une personne qui gère le serveur ou le bot'
      : 'à la personne qui gère le bot';
  return `${TURNED_OFF[kind]}${place} : la limite quotidienne est de 0. Adresse-toi ${helper}.`;
}

/** French: daily budgets. */
export const budgetMessages: Budgets = {
  command: { description: "Voir ce que tu as utilisé aujourd'hui et ce qu'il te reste" },

  usedUp,

  mostUsed: ({ kind, used, limit, resetsAtMs }) =>
    `Ce serveur a utilisé ${format.percent(Math.floor((100 * used) / limit) / 100)} de sa limite de ${quantity(kind, limit)} pour aujourd'hui. Elle se réinitialise ${resetTime(resetsAtMs)}. Si tu gères le serveur, ${usage} donne le détail.`,

  usage: {
    mine: bold("Toi, aujourd'hui"),
    guild: bold("Ce serveur, aujourd'hui"),
    line: ({ kind, whose, used, limit, bar }) => {
      const name = {
        characters: 'Lecture à voix haute',
        captions: 'Sous-titres',
        transcription: 'Transcription',
        voices: 'Voix',
      }[kind];
      const off = {
        characters: 'désactivée',
        captions: 'désactivés',
        transcription: 'désactivée',
        voices: 'désactivées',
      }[kind];
      const shown = (value: number): string => (kind === 'voices' ? format.number(value) : amount(kind, value));
      const all = (value: number): string =>
        kind === 'voices' ? format.number(value) : format.plural(shownAmount(kind, value), UNITS_SHORT[kind]);
      const label = whose === 'member' ? `${name} sur ce serveur` : name;
      if (limit === Number.POSITIVE_INFINITY) return `${label} : ${all(used)} (sans limite)`;
      if (limit === 0 && used === 0) return `${label} : ${off}`;
      return `${label} : ${bar} ${all(used)} sur ${shown(limit)}`;
    },
    resets: ({ atMs }) => `Les limites quotidiennes se réinitialisent ${resetTime(atMs)}.`,
  },

  settings: {
    placeholder: ({ max }) =>
      max === Number.POSITIVE_INFINITY
        ? 'Un nombre entier ; vide : sans limite'
        : `De 0 à ${format.number(max)} ; vide : ${format.number(max)}`,
    invalid: ({ field }) =>
      `« ${field} » doit être un nombre entier, en chiffres uniquement, comme 5000, ou rester vide. Rien n'a été modifié.`,
    tooHigh: ({ field, max }) =>
      `« ${field} » ne peut pas dépasser ${format.number(max)}, la limite fixée par la personne qui gère le bot. Rien n'a été modifié.`,
  },
};
