import { bold, TimestampStyles, time } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('de');

const usage = command('usage');
const MINUTE_MS = 60_000;

type UsedUp = Parameters<Messages['budgets']['usedUp']>[0];
type Kind = UsedUp['kind'];
type Whose = UsedUp['whose'];

function shownAmount(kind: Kind, value: number): number {
  return kind === 'characters' ? value : Math.floor(value / MINUTE_MS);
}

function amount(kind: Kind, value: number): string {
  return format.number(shownAmount(kind, value));
}

const UNITS: Readonly<Record<Kind, { readonly one: string; readonly other: string }>> = {
  characters: { one: '# Zeichen', other: '# Zeichen' },
  captions: { one: '# Minute für Untertitel', other: '# Minuten für Untertitel' },
  transcription: { one: '# Minute für Transkription', other: '# Minuten für Transkription' },
};

const UNITS_SHORT: typeof UNITS = {
  characters: UNITS.characters,
  captions: { one: '# Minute', other: '# Minuten' },
  transcription: { one: '# Minute', other: '# Minuten' },
};

function quantity(kind: Kind, value: number): string {
  return format.plural(shownAmount(kind, value), UNITS[kind]);
}

function resetTime(atMs: number): string {
  const seconds = Math.floor(atMs / 1_000);
  return `${time(seconds, TimestampStyles.RelativeTime)} (${time(seconds, TimestampStyles.ShortTime)})`;
}

const TURNED_OFF: Readonly<Record<Kind, string>> = {
  characters: 'Das Sprechen ist',
  captions: 'Untertitel sind',
  transcription: 'Transkription ist',
};
const ALL_OF: Readonly<Record<Kind, string>> = {
  characters: 'Mein Tageslimit fürs Sprechen ist aufgebraucht; es gilt für alle Server zusammen.',
  captions: 'Mein Tageslimit für Untertitel ist aufgebraucht; es gilt für alle Server zusammen.',
  transcription: 'Mein Tageslimit für Transkription ist aufgebraucht; es gilt für alle Server zusammen.',
};
const THINGS: Readonly<Record<Kind, string>> = {
  characters: 'Dieser Text ist',
  captions: 'Das ist',
  transcription: 'Diese Aufnahme ist',
};

function usedUp({ kind, whose, limit, left, resetsAtMs }: UsedUp): string {
  if (limit <= 0) return turnedOff(kind, whose);
  const reset = `Das Limit wird ${resetTime(resetsAtMs)} zurückgesetzt.`;
  const all = quantity(kind, limit);
  if (left >= limit) return `${THINGS[kind]} länger als ${wholeDay(whose, all)}. Versuch es mit etwas Kürzerem.`;
  if (whose === 'account') {
    return left > 0
      ? `${THINGS[kind]} länger als das, was mir heute für alle Server zusammen noch bleibt. ${reset}`
      : `${ALL_OF[kind]} ${reset}`;
  }
  if (left > 0) {
    const rest = `${amount(kind, left)} von ${all}`;
    const owner = { person: 'dir heute', member: 'dir heute auf diesem Server', guild: 'diesem Server heute' }[whose];
    return `${THINGS[kind]} länger als das, was ${owner} noch bleibt: ${rest}. ${reset}`;
  }
  const used = {
    person: `Dein Tageslimit von ${all} ist aufgebraucht.`,
    member: `Dein Tageslimit von ${all} auf diesem Server ist aufgebraucht.`,
    guild: `Das Tageslimit dieses Servers (${all}) ist aufgebraucht.`,
  }[whose];
  return `${used} ${reset}`;
}

function wholeDay(whose: Whose, all: string): string {
  return {
    person: `dein Tageslimit von ${all}`,
    member: `dein Tageslimit von ${all} auf diesem Server`,
    guild: `das Tageslimit dieses Servers (${all})`,
    account: 'mein Tageslimit für alle Server zusammen',
  }[whose];
}

function turnedOff(kind: Kind, whose: Whose): string {
  const place = { person: ' für alle', member: ' auf diesem Server', guild: ' auf diesem Server', account: '' }[whose];
  const helper =
    whose === 'member' || whose === 'guild'
      ? 'jemanden, der den Server verwaltet, oder an den Betreiber des Bots'
      : 'den Betreiber des Bots';
  return `${TURNED_OFF[kind]}${place} ausgeschaltet: Das Tageslimit ist 0. Wende dich an ${helper}.`;
}

/** German: daily budgets. */
export const budgetMessages: Messages['budgets'] = {
  command: { description: 'Zeigt, was du heute verbraucht hast und was noch übrig ist' },

  usedUp,

  mostUsed: ({ kind, used, limit, resetsAtMs }) =>
    `Dieser Server hat ${format.percent(Math.floor((100 * used) / limit) / 100)} seines Tageslimits von ${quantity(kind, limit)} verbraucht. Das Limit wird ${resetTime(resetsAtMs)} zurückgesetzt. Wer den Server verwaltet, sieht mit ${usage} mehr.`,

  usage: {
    mine: bold('Du, heute'),
    guild: bold('Dieser Server, heute'),
    line: ({ kind, whose, used, limit, bar }) => {
      const name = {
        characters: 'Gesprochen',
        captions: 'Untertitelt',
        transcription: 'Transkribiert',
        voices: 'Stimmen',
      }[kind];
      const shown = (value: number): string => (kind === 'voices' ? format.number(value) : amount(kind, value));
      const all = (value: number): string =>
        kind === 'voices' ? format.number(value) : format.plural(shownAmount(kind, value), UNITS_SHORT[kind]);
      const label = whose === 'member' ? `${name} auf diesem Server` : name;
      if (limit === Number.POSITIVE_INFINITY) return `${label}: ${all(used)} (kein Limit)`;
      if (limit === 0 && used === 0) return `${label}: ausgeschaltet`;
      return `${label}: ${bar} ${shown(used)} von ${all(limit)}`;
    },
    resets: ({ atMs }) => `Die Tageslimits werden ${resetTime(atMs)} zurückgesetzt.`,
  },

  settings: {
    placeholder: ({ max }) =>
      max === Number.POSITIVE_INFINITY
        ? 'Eine ganze Zahl; leer: kein Limit'
        : `0 bis ${format.number(max)}; leer: ${format.number(max)}`,
    invalid: ({ field }) =>
      `„${field}“ muss eine ganze Zahl nur aus Ziffern sein, zum Beispiel 5000, oder leer bleiben. Es wurde nichts geändert.`,
    tooHigh: ({ field, max }) =>
      `„${field}“ darf höchstens ${format.number(max)} sein: Dieses Limit hat der Betreiber des Bots gesetzt. Es wurde nichts geändert.`,
  },
};
