import { bold, TimestampStyles, time } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('pt');

const usage = command('usage');
const MINUTE_MS = 60_000;

type UsedUp = Parameters<Messages['budgets']['usedUp']>[0];
type Kind = UsedUp['kind'];
type Whose = UsedUp['whose'];

/** Minutes are rounded down: nobody reads a limit as reached before it is. */
function shownAmount(kind: Kind, value: number): number {
  return kind === 'characters' ? value : Math.floor(value / MINUTE_MS);
}

function amount(kind: Kind, value: number): string {
  return format.number(shownAmount(kind, value));
}

const UNITS: Readonly<Record<Kind, { readonly one: string; readonly many: string; readonly other: string }>> = {
  characters: { one: '# caractere', many: '# de caracteres', other: '# caracteres' },
  captions: { one: '# minuto de legendas', many: '# de minutos de legendas', other: '# minutos de legendas' },
  transcription: {
    one: '# minuto de transcrição',
    many: '# de minutos de transcrição',
    other: '# minutos de transcrição',
  },
};

const MINUTES = { one: '# minuto', many: '# de minutos', other: '# minutos' };

/** The same where the line already says what was done. */
const UNITS_SHORT: typeof UNITS = { characters: UNITS.characters, captions: MINUTES, transcription: MINUTES };

function quantity(kind: Kind, value: number): string {
  return format.plural(shownAmount(kind, value), UNITS[kind]);
}

function resetTime(atMs: number): string {
  const seconds = Math.floor(atMs / 1_000);
  return `${time(seconds, TimestampStyles.RelativeTime)} (${time(seconds, TimestampStyles.ShortTime)})`;
}

const TURNED_OFF: Readonly<Record<Kind, string>> = {
  characters: 'A fala está desativada',
  captions: 'As legendas estão desativadas',
  transcription: 'A transcrição está desativada',
};
/** What the account as a whole has used up. */
const ALL_OF: Readonly<Record<Kind, string>> = {
  characters: 'Já falei tudo o que posso falar hoje, somando todos os servidores.',
  captions: 'Já legendei tudo o que posso legendar hoje, somando todos os servidores.',
  transcription: 'Já transcrevi tudo o que posso transcrever hoje, somando todos os servidores.',
};
const TOO_LONG: Readonly<Record<Kind, string>> = {
  characters: 'Este texto passa',
  captions: 'Isto passa',
  transcription: 'Esta gravação passa',
};
const SHORTER: Readonly<Record<Kind, string>> = {
  characters: 'Use um texto mais curto.',
  captions: 'Use menos tempo.',
  transcription: 'Use uma gravação mais curta.',
};

/** Whose budget is used up, and when it resets. */
function usedUp({ kind, whose, limit, left, resetsAtMs }: UsedUp): string {
  if (limit <= 0) return turnedOff(kind, whose);
  const reset = `O limite é renovado ${resetTime(resetsAtMs)}.`;
  const all = quantity(kind, limit);
  // Waiting for the reset is no help: nothing is used yet.
  if (left >= limit) return `${TOO_LONG[kind]} ${wholeDay(whose, all)}. ${SHORTER[kind]}`;
  if (whose === 'account') {
    return left > 0
      ? `${TOO_LONG[kind]} do que ainda tenho hoje, somando todos os servidores. ${reset}`
      : `${ALL_OF[kind]} ${reset}`;
  }
  if (left > 0) {
    const rest = `${amount(kind, left)} de ${all}`;
    const owner = {
      person: 'você ainda tem hoje',
      member: 'você ainda tem hoje neste servidor',
      guild: 'este servidor ainda tem hoje',
    }[whose];
    return `${TOO_LONG[kind]} do que ${owner}: ${rest}. ${reset}`;
  }
  const used = {
    person: `Você já usou todo o seu limite de hoje: ${all}.`,
    member: `Você já usou todo o seu limite de hoje neste servidor: ${all}.`,
    guild: `Este servidor já usou todo o limite de hoje: ${all}.`,
  }[whose];
  return `${used} ${reset}`;
}

function wholeDay(whose: Whose, all: string): string {
  return {
    person: `do seu limite de ${all} por dia`,
    member: `do seu limite de ${all} por dia neste servidor`,
    guild: `do limite deste servidor, de ${all} por dia`,
    account: 'do que posso processar em um dia',
  }[whose];
}

function turnedOff(kind: Kind, whose: Whose): string {
  const place = {
    person: ' para todo mundo',
    member: ' neste servidor',
    guild: ' neste servidor',
    account: '',
  }[whose];
  const helper =
    whose === 'member' || whose === 'guild' ? 'quem gerencia o servidor ou com o operador do bot' : 'o operador do bot';
  return `${TURNED_OFF[kind]}${place}: o limite diário é 0. Fale com ${helper}.`;
}

/** Brazilian Portuguese: daily budgets. */
export const budgetMessages: Messages['budgets'] = {
  command: { description: 'Mostra o que você usou hoje e quanto ainda resta' },

  usedUp,

  mostUsed: ({ kind, used, limit, resetsAtMs }) =>
    `Este servidor já usou ${format.percent(Math.floor((100 * used) / limit) / 100)} do limite de hoje: ${quantity(kind, limit)}. O limite é renovado ${resetTime(resetsAtMs)}. Para quem gerencia o servidor: ${usage} mostra mais.`,

  usage: {
    mine: bold('Você, hoje'),
    guild: bold('Este servidor, hoje'),
    line: ({ kind, whose, used, limit, bar }) => {
      const [name, off] = {
        characters: ['Fala', 'desativada'],
        captions: ['Legendas', 'desativadas'],
        transcription: ['Transcrição', 'desativada'],
        voices: ['Vozes', 'desativadas'],
      }[kind] as [string, string];
      const shown = (value: number): string => (kind === 'voices' ? format.number(value) : amount(kind, value));
      const all = (value: number): string =>
        kind === 'voices' ? format.number(value) : format.plural(shownAmount(kind, value), UNITS_SHORT[kind]);
      const label = whose === 'member' ? `${name} neste servidor` : name;
      if (limit === Number.POSITIVE_INFINITY) return `${label}: ${all(used)} (sem limite)`;
      if (limit === 0 && used === 0) return `${label}: ${off}`;
      return `${label}: ${bar} ${shown(used)} de ${all(limit)}`;
    },
    resets: ({ atMs }) => `Os limites diários são renovados ${resetTime(atMs)}.`,
  },

  settings: {
    placeholder: ({ max }) =>
      max === Number.POSITIVE_INFINITY
        ? 'Um número inteiro; vazio para não ter limite'
        : `De 0 a ${format.number(max)}; vazio para ${format.number(max)}`,
    invalid: ({ field }) =>
      `“${field}” deve ser um número inteiro, só com algarismos, como 5000, ou ficar vazio. Nada foi alterado.`,
    tooHigh: ({ field, max }) =>
      `“${field}” pode ser no máximo ${format.number(max)}, o limite definido pelo operador do bot. Nada foi alterado.`,
  },
};
