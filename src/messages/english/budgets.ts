import { bold, TimestampStyles, time } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import { command } from './names.ts';

const format = createFormat('en');

const usage = command('usage');
const MINUTE_MS = 60_000;

/** What a budget is of; the names are those of `BudgetKind`. */
type Kind = 'characters' | 'captions' | 'transcription';

/** Whose budget it is; the names are those of `BudgetScope`. `member`: a person's in one server. */
type Whose = 'person' | 'member' | 'guild' | 'account';

/** A budget that is used up, or has too little `left`. Characters or milliseconds. */
interface UsedUp {
  readonly kind: Kind;
  readonly whose: Whose;
  readonly limit: number;
  readonly left: number;
  /** Milliseconds since 1970. */
  readonly resetsAtMs: number;
}

/** Minutes are rounded down: nobody reads a limit as reached before it is. */
function shownAmount(kind: Kind, value: number): number {
  return kind === 'characters' ? value : Math.floor(value / MINUTE_MS);
}

function amount(kind: Kind, value: number): string {
  return format.number(shownAmount(kind, value));
}

const UNITS: Readonly<Record<Kind, { readonly one: string; readonly other: string }>> = {
  characters: { one: '# character', other: '# characters' },
  captions: { one: '# minute of captions', other: '# minutes of captions' },
  transcription: { one: '# minute of transcription', other: '# minutes of transcription' },
};

/** The same where the line already says what was done. */
const UNITS_SHORT: typeof UNITS = {
  characters: UNITS.characters,
  captions: { one: '# minute', other: '# minutes' },
  transcription: { one: '# minute', other: '# minutes' },
};

function quantity(kind: Kind, value: number): string {
  return format.plural(shownAmount(kind, value), UNITS[kind]);
}

function resetTime(atMs: number): string {
  const seconds = Math.floor(atMs / 1_000);
  return `${time(seconds, TimestampStyles.RelativeTime)} (${time(seconds, TimestampStyles.ShortTime)})`;
}

const ACTIONS: Readonly<Record<Kind, string>> = {
  characters: 'Speaking',
  captions: 'Captioning',
  transcription: 'Transcribing',
};
/** What the account as a whole has used up. Its numbers are the operator's: they would tell what other servers do. */
const ALL_OF: Readonly<Record<Kind, string>> = {
  characters: "I've spoken all that I may today, in all servers together.",
  captions: "I've captioned all that I may today, in all servers together.",
  transcription: "I've transcribed all that I may today, in all servers together.",
};
const THINGS: Readonly<Record<Kind, string>> = {
  characters: 'This text is',
  captions: 'This is',
  transcription: 'This recording is',
};

/** Whose budget is used up, and when it resets. */
function usedUp({ kind, whose, limit, left, resetsAtMs }: UsedUp): string {
  if (limit <= 0) return turnedOff(kind, whose);
  const reset = `The limit resets ${resetTime(resetsAtMs)}.`;
  const all = quantity(kind, limit);
  // Waiting for the reset is no help: nothing is used yet.
  if (left >= limit) return `${THINGS[kind]} longer than ${wholeDay(whose, all)}. Use a shorter one.`;
  if (whose === 'account') {
    return left > 0
      ? `${THINGS[kind]} longer than what I have left today for all servers together. ${reset}`
      : `${ALL_OF[kind]} ${reset}`;
  }
  if (left > 0) {
    const rest = `${amount(kind, left)} of ${all}`;
    const owner = { person: 'you have', member: 'you have in this server', guild: 'this server has' }[whose];
    return `${THINGS[kind]} longer than what ${owner} left today: ${rest}. ${reset}`;
  }
  const used = {
    person: `You've used up your ${all} for today.`,
    member: `You've used up your ${all} for today in this server.`,
    guild: `This server has used up its ${all} for today.`,
  }[whose];
  return `${used} ${reset}`;
}

function wholeDay(whose: Whose, all: string): string {
  return {
    person: `your limit of ${all} a day`,
    member: `your limit of ${all} a day in this server`,
    guild: `this server's limit of ${all} a day`,
    account: 'I can take in a day',
  }[whose];
}

function turnedOff(kind: Kind, whose: Whose): string {
  const owner = { person: 'for everyone', member: 'in this server', guild: 'in this server', account: '' }[whose];
  const place = owner === '' ? '' : ` ${owner}`;
  const helper =
    owner === 'in this server' ? "someone who manages the server, or the bot's operator" : "the bot's operator";
  return `${ACTIONS[kind]} is turned off${place}: its daily limit is 0. Ask ${helper}.`;
}

/** English: daily budgets. */
export const budgetMessages = {
  command: { description: 'Show what you used today, and how much is left' },

  usedUp,

  /** To a server's managers, in the channel where it happened. */
  mostUsed: ({
    kind,
    used,
    limit,
    resetsAtMs,
  }: {
    readonly kind: Kind;
    readonly used: number;
    readonly limit: number;
    readonly resetsAtMs: number;
  }): string =>
    `This server has used ${format.percent(Math.floor((100 * used) / limit) / 100)} of its ${quantity(kind, limit)} for today. The limit resets ${resetTime(resetsAtMs)}. Managers: ${usage} shows more.`,

  usage: {
    mine: bold<string>('You, today'),
    guild: bold<string>('This server, today'),
    /** One budget; `bar` shows the share that is used, and is empty without a limit. `limit` may be infinite. */
    line: ({
      kind,
      whose,
      used,
      limit,
      bar,
    }: {
      readonly kind: Kind | 'voices';
      readonly whose: 'person' | 'member' | 'guild';
      readonly used: number;
      readonly limit: number;
      readonly bar: string;
    }): string => {
      const name = { characters: 'Spoken', captions: 'Captioned', transcription: 'Transcribed', voices: 'Voices' }[
        kind
      ];
      const shown = (value: number): string => (kind === 'voices' ? format.number(value) : amount(kind, value));
      const all = (value: number): string =>
        kind === 'voices' ? format.number(value) : format.plural(shownAmount(kind, value), UNITS_SHORT[kind]);
      const label = whose === 'member' ? `${name} in this server` : name;
      if (limit === Number.POSITIVE_INFINITY) return `${label}: ${all(used)} (no limit)`;
      if (limit === 0 && used === 0) return `${label}: turned off`;
      return `${label}: ${bar} ${shown(used)} of ${all(limit)}`;
    },
    resets: ({ atMs }: { readonly atMs: number }): string => `Daily limits reset ${resetTime(atMs)}.`,
  },

  /** The limits that a server's managers may lower. */
  settings: {
    /** `max` may be infinite. */
    placeholder: ({ max }: { readonly max: number }): string =>
      max === Number.POSITIVE_INFINITY
        ? 'A whole number; empty for no limit'
        : `0 to ${format.number(max)}; empty for ${format.number(max)}`,
    invalid: ({ field }: { readonly field: string }): string =>
      `“${field}” must be a whole number in digits only, such as 5000, or empty. Nothing was changed.`,
    tooHigh: ({ field, max }: { readonly field: string; readonly max: number }): string =>
      `“${field}” can be at most ${format.number(max)}, the limit that the bot's operator set. Nothing was changed.`,
  },
};
