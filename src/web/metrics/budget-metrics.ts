import type { MetricFactory } from './metric-factory.ts';

/** What the account used today (UTC), over all processes, and its limit: `Infinity` without one. */
export interface BudgetSource {
  readonly characters: { readonly used: number; readonly limit: number };
  readonly captionMinutes: { readonly used: number; readonly limit: number };
  readonly transcribeMinutes: { readonly used: number; readonly limit: number };
}

/** Adds the account's daily budgets, as last read. */
export function addBudgetMetrics(factory: MetricFactory, read: () => BudgetSource | undefined): void {
  for (const field of ['used', 'limit'] as const) {
    const what = field === 'used' ? 'used today (UTC), by all processes' : 'that may be used a day';
    factory.gauge(
      { name: `mynah_budget_${field}_characters`, help: `Characters of the account ${what}.` },
      () => read()?.characters[field],
    );
    factory.gauges(
      { name: `mynah_budget_${field}_seconds`, help: `Audio of the account ${what}.`, labels: ['budget'] },
      () => {
        const budgets = read();
        if (budgets === undefined) return undefined;
        const { captionMinutes, transcribeMinutes } = budgets;
        return { captions: 60 * captionMinutes[field], transcription: 60 * transcribeMinutes[field] };
      },
    );
  }
}
