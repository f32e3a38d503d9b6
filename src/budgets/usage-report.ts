import type { Logger } from '../log/log.ts';
import { dayBefore, dayOf } from './budget-day.ts';
import type { AccountFigures, Budgets } from './budgets-api.ts';
import type { BudgetStore } from './budgets-ports.ts';

const HOUR_MS = 3_600_000;
/** Longest wait for the service's answer about the credit. */
const CREDIT_TIMEOUT_MS = 10_000;

/** What reports about the account's use are made with. */
export interface UsageReportOptions {
  readonly budgets: Pick<Budgets, 'figures'>;
  readonly store: Pick<BudgetStore, 'claim' | 'deleteBefore'>;
  /** The account's credit at the speech service; `undefined` if it has none. */
  readonly credit: (signal: AbortSignal) => Promise<string | undefined>;
  readonly log: Logger;
  /** Defaults to `Date.now`. */
  readonly nowMs?: () => number;
}

/**
 * Logs what the account used: at every full hour if something was, and at the end of the day; one process of all does
 * so. Deletes the counters of days before yesterday, now and at every full hour. The caller must dispose of it.
 */
export function startUsageReport(options: UsageReportOptions): Disposable {
  const nowMs = options.nowMs ?? Date.now;
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  /** What the last line said: an hour without use has none. */
  let last = '';

  const report = async (day: string, mark: string, isFinal: boolean): Promise<void> => {
    const figures = await options.budgets.figures(day);
    const summary = JSON.stringify(figures);
    if (!isUsed(figures) || (summary === last && !isFinal)) return;
    if (!(await options.store.claim(day, mark))) return;
    last = summary;
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(CREDIT_TIMEOUT_MS)]);
    const credit = await options.credit(signal).catch(() => undefined);
    options.log.info({ ...toFields(figures), credit }, isFinal ? 'usage of the day' : 'usage today');
  };

  const upkeep = async (isFullHour: boolean): Promise<void> => {
    const atMs = nowMs();
    const hour = new Date(atMs).getUTCHours();
    if (isFullHour && hour === 0) await report(dayBefore(atMs), 'reported day', true);
    else if (isFullHour) await report(dayOf(atMs), `reported hour ${hour}`, false);
    await options.store.deleteBefore(dayBefore(atMs));
  };

  const run = (isFullHour: boolean): void => {
    upkeep(isFullHour).catch((error: unknown) =>
      options.log.warn({ err: error }, 'the use of today could not be read'),
    );
    const nextMs = (Math.floor(nowMs() / HOUR_MS) + 1) * HOUR_MS;
    timer = setTimeout(() => run(true), nextMs - nowMs()).unref();
  };
  run(false);

  return {
    [Symbol.dispose]: () => {
      closing.abort();
      clearTimeout(timer);
    },
  };
}

function isUsed({ characters, captionMinutes, transcribeMinutes }: AccountFigures): boolean {
  return characters.used + captionMinutes.used + transcribeMinutes.used > 0;
}

/** JSON has no `Infinity`: a limit that is lifted is left out. */
function toFields({ day, ...budgets }: AccountFigures): object {
  const fields = Object.entries(budgets).map(([name, { used, limit }]) => [
    name,
    limit === Number.POSITIVE_INFINITY ? { used } : { used, limit },
  ]);
  return { day, ...Object.fromEntries(fields) };
}
