import { TimestampStyles, time } from '@discordjs/formatters';
import type { Language } from '../language.ts';
import type { Texts } from '../text-types.ts';

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
function shownAmount(kind: Kind | 'voices', value: number): number {
  return kind === 'captions' || kind === 'transcription' ? Math.floor(value / MINUTE_MS) : value;
}

function resetTimes(atMs: number) {
  const seconds = Math.floor(atMs / 1_000);
  return {
    relative: time(seconds, TimestampStyles.RelativeTime),
    time: time(seconds, TimestampStyles.ShortTime),
  };
}

/** Daily budgets. */
export function budgetMessages(catalogue: Texts['budgets'], { format, names: { command } }: Language) {
  const { parts, ...own } = catalogue;
  const amount = (kind: Kind | 'voices', value: number): string => format.number(shownAmount(kind, value));
  const withUnit = (kind: Kind, value: number): string => parts.amount({ kind, count: shownAmount(kind, value) });
  /** The same where the line already says what was done. */
  const short = (kind: Kind | 'voices', value: number): string =>
    parts.amountShort({ kind, count: shownAmount(kind, value) });

  /** Whose budget is used up, and when it resets. */
  function usedUp({ kind, whose, limit, left, resetsAtMs }: UsedUp): string {
    if (limit <= 0) return catalogue.usedUp.turnedOff({ kind, whose });
    const all = withUnit(kind, limit);
    // Waiting for the reset is no help: nothing is used yet.
    if (left >= limit) return catalogue.usedUp.longerThanDay({ kind, whose, all });
    const reset = parts.reset(resetTimes(resetsAtMs));
    // What the account as a whole has used up is the operator's number: it would tell what other servers do.
    if (whose === 'account') return catalogue.usedUp[left > 0 ? 'longerThanAccountRest' : 'account']({ kind, reset });
    if (left <= 0) return catalogue.usedUp.all({ whose, all, reset });
    return catalogue.usedUp.longerThanRest({
      ...{ kind, whose, reset, all, allShort: short(kind, limit), limit: amount(kind, limit) },
      ...{ left: amount(kind, left), leftLong: withUnit(kind, left), leftShort: short(kind, left) },
    });
  }

  return {
    ...own,
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
      catalogue.mostUsed({
        ...{ share: format.percent(Math.floor((100 * used) / limit) / 100), all: withUnit(kind, limit) },
        ...{ ...resetTimes(resetsAtMs), usage: command('usage') },
      }),
    usage: {
      ...catalogue.usage,
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
        const { line } = catalogue.usage;
        const label = line.label({ kind, whose });
        const usedShort = short(kind, used);
        if (limit === Number.POSITIVE_INFINITY) return line.noLimit({ label, usedShort });
        if (limit === 0 && used === 0) return line.turnedOff({ label, kind });
        const of = { limit: amount(kind, limit), limitShort: short(kind, limit) };
        return line.used({ label, bar, used: amount(kind, used), usedShort, ...of });
      },
      resets: ({ atMs }: { readonly atMs: number }): string => catalogue.usage.resets(resetTimes(atMs)),
    },
    /** The limits that a server's managers may lower. */
    settings: {
      ...catalogue.settings,
      /** `max` may be infinite. */
      placeholder: ({ max }: { readonly max: number }): string =>
        max === Number.POSITIVE_INFINITY
          ? catalogue.settings.placeholder.noLimit
          : catalogue.settings.placeholder.upTo({ max: format.number(max) }),
      tooHigh: ({ field, max }: { readonly field: string; readonly max: number }): string =>
        catalogue.settings.tooHigh({ field, max: format.number(max) }),
    },
  };
}
