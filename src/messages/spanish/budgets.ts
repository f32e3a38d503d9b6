import { bold, TimestampStyles, time } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('es');

const usage = command('usage');
const MINUTE_MS = 60_000;

type Budgets = Messages['budgets'];
type UsedUp = Parameters<Budgets['usedUp']>[0];
type Kind = UsedUp['kind'];
type Whose = UsedUp['whose'];

/** Minutes are rounded down: nobody reads a limit as reached before it is. */
function shownAmount(kind: Kind, value: number): number {
  return kind === 'characters' ? value : Math.floor(value / MINUTE_MS);
}

function amount(kind: Kind, value: number): string {
  return format.number(shownAmount(kind, value));
}

const UNITS: Readonly<Record<Kind, Parameters<typeof format.plural>[1]>> = {
  characters: { one: '# carácter', many: '# de caracteres', other: '# caracteres' },
  captions: { one: '# minuto de subtítulos', many: '# de minutos de subtítulos', other: '# minutos de subtítulos' },
  transcription: {
    one: '# minuto de transcripción',
    many: '# de minutos de transcripción',
    other: '# minutos de transcripción',
  },
};

const MINUTES = { one: '# minuto', many: '# de minutos', other: '# minutos' };
const UNITS_SHORT: typeof UNITS = { characters: UNITS.characters, captions: MINUTES, transcription: MINUTES };

function quantity(kind: Kind, value: number): string {
  return format.plural(shownAmount(kind, value), UNITS[kind]);
}

function resetTime(atMs: number): string {
  const seconds = Math.floor(atMs / 1_000);
  return `${time(seconds, TimestampStyles.RelativeTime)} (${time(seconds, TimestampStyles.ShortTime)})`;
}

const TURNED_OFF: Readonly<Record<Kind, string>> = {
  characters: 'La lectura en voz alta está desactivada',
  captions: 'Los subtítulos están desactivados',
  transcription: 'La transcripción está desactivada',
};
const ALL_OF: Readonly<Record<Kind, string>> = {
  characters: 'El límite de hoy para leer en voz alta, común a todos los servidores, está agotado.',
  captions: 'El límite de hoy para subtitular, común a todos los servidores, está agotado.',
  transcription: 'El límite de hoy para transcribir, común a todos los servidores, está agotado.',
};
const EXCEEDS: Readonly<Record<Kind, string>> = {
  characters: 'Este texto supera',
  captions: 'Esto supera',
  transcription: 'Esta grabación supera',
};
const SHORTER: Readonly<Record<Kind, string>> = {
  characters: 'Usa uno más corto.',
  captions: 'Prueba con algo más corto.',
  transcription: 'Usa una más corta.',
};

function usedUp({ kind, whose, limit, left, resetsAtMs }: UsedUp): string {
  if (limit <= 0) return turnedOff(kind, whose);
  const reset = `El límite se restablece ${resetTime(resetsAtMs)}.`;
  const all = quantity(kind, limit);
  if (left >= limit) return `${EXCEEDS[kind]} ${wholeDay(whose, all)}. ${SHORTER[kind]}`;
  if (whose === 'account') {
    return left > 0
      ? `${EXCEEDS[kind]} lo que queda hoy para todos los servidores juntos. ${reset}`
      : `${ALL_OF[kind]} ${reset}`;
  }
  if (left > 0) {
    const rest = {
      person: 'lo que te queda hoy',
      member: 'lo que te queda hoy en este servidor',
      guild: 'lo que le queda hoy a este servidor',
    }[whose];
    return `${EXCEEDS[kind]} ${rest}: ${amount(kind, left)} de ${all}. ${reset}`;
  }
  const used = {
    person: `Tu límite de hoy está agotado: ${all}.`,
    member: `Tu límite de hoy en este servidor está agotado: ${all}.`,
    guild: `El límite de hoy de este servidor está agotado: ${all}.`,
  }[whose];
  return `${used} ${reset}`;
}

function wholeDay(whose: Whose, all: string): string {
  return {
    person: `tu límite de ${all} al día`,
    member: `tu límite de ${all} al día en este servidor`,
    guild: `el límite de este servidor, que es de ${all} al día`,
    account: 'lo que puedo procesar en un día',
  }[whose];
}

function turnedOff(kind: Kind, whose: Whose): string {
  const operator = 'su límite diario es 0. Consulta con quien administra el bot.';
  const manager = 'su límite diario es 0. Consulta con quien gestiona el servidor o quien administra el bot.';
  return {
    person: `${TURNED_OFF[kind]} para todos: ${operator}`,
    member: `${TURNED_OFF[kind]} en este servidor: ${manager}`,
    guild: `${TURNED_OFF[kind]} en este servidor: ${manager}`,
    account: `${TURNED_OFF[kind]}: ${operator}`,
  }[whose];
}

/** Spanish: daily budgets. */
export const budgetMessages: Budgets = {
  command: { description: 'Muestra lo que llevas usado hoy y lo que te queda' },

  usedUp,

  mostUsed: ({ kind, used, limit, resetsAtMs }) =>
    `Este servidor ya lleva el ${format.percent(Math.floor((100 * used) / limit) / 100)} de su límite de hoy: ${quantity(kind, limit)}. El límite se restablece ${resetTime(resetsAtMs)}. Si gestionas el servidor, ${usage} te muestra más.`,

  usage: {
    mine: bold('Tú, hoy'),
    guild: bold('Este servidor, hoy'),
    line: ({ kind, whose, used, limit, bar }) => {
      const name = {
        characters: 'Texto leído',
        captions: 'Subtítulos',
        transcription: 'Transcripción',
        voices: 'Voces',
      }[kind];
      const shown = (value: number): string => (kind === 'voices' ? format.number(value) : amount(kind, value));
      const all = (value: number): string =>
        kind === 'voices' ? format.number(value) : format.plural(shownAmount(kind, value), UNITS_SHORT[kind]);
      const label = whose === 'member' ? `${name} en este servidor` : name;
      if (limit === Number.POSITIVE_INFINITY) return `${label}: ${all(used)} (sin límite)`;
      if (limit === 0 && used === 0) return `${label}: función desactivada`;
      return `${label}: ${bar} ${shown(used)} de ${all(limit)}`;
    },
    resets: ({ atMs }) => `Los límites diarios se restablecen ${resetTime(atMs)}.`,
  },

  settings: {
    placeholder: ({ max }) =>
      max === Number.POSITIVE_INFINITY
        ? 'Un número entero; vacío para no poner límite'
        : `De 0 a ${format.number(max)}; vacío para ${format.number(max)}`,
    invalid: ({ field }) =>
      `«${field}» debe ser un número entero, solo con cifras, como 5000, o quedar vacío. No se cambió nada.`,
    tooHigh: ({ field, max }) =>
      `«${field}» puede ser ${format.number(max)} como máximo: es el límite que puso quien administra el bot. No se cambió nada.`,
  },
};
