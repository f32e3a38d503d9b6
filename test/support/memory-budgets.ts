import type { BudgetLimits } from '../../src/budgets/budget-limits.ts';
import { createBudgets } from '../../src/budgets/budgets.ts';
import type { Budgets } from '../../src/budgets/budgets-api.ts';
import type { BudgetKey, BudgetSettingsSource, BudgetStore } from '../../src/budgets/budgets-ports.ts';
import { createLogger, type Logger } from '../../src/log/log.ts';
import { memorySettings } from './memory-settings.ts';

const NO_LIMIT = Number.POSITIVE_INFINITY;

/** Limits that nothing reaches. */
export const UNLIMITED: BudgetLimits = {
  characters: { person: NO_LIMIT, guild: NO_LIMIT, account: NO_LIMIT },
  captionMinutes: { guild: NO_LIMIT, account: NO_LIMIT },
  transcribeMinutes: { person: NO_LIMIT, guild: NO_LIMIT, account: NO_LIMIT },
};

/** A database in memory; `failure` is what its calls reject with. */
export class MemoryBudgetStore implements BudgetStore {
  readonly counters = new Map<string, number>();
  readonly marks = new Set<string>();
  readonly deletedBefore: string[] = [];
  writes = 0;
  failure: Error | undefined;

  async take(day: string, uses: Parameters<BudgetStore['take']>[1]): ReturnType<BudgetStore['take']> {
    const before = await this.used(
      day,
      uses.map(({ key }) => key),
    );
    const index = uses.findIndex(({ amount, limit }, at) => (before[at] ?? 0) + amount > limit);
    if (index !== -1) return { kind: 'used-up', index, used: before[index] ?? 0 };
    return { kind: 'taken', used: await this.add(day, uses) };
  }

  async add(day: string, uses: Parameters<BudgetStore['add']>[1]): Promise<readonly number[]> {
    if (this.failure !== undefined) throw this.failure;
    this.writes += 1;
    return uses.map(({ key, amount }) => {
      const used = Math.max(0, (this.counters.get(textOf(day, key)) ?? 0) + amount);
      this.counters.set(textOf(day, key), used);
      return used;
    });
  }

  async used(day: string, keys: readonly BudgetKey[]): Promise<readonly number[]> {
    if (this.failure !== undefined) throw this.failure;
    return keys.map((key) => this.counters.get(textOf(day, key)) ?? 0);
  }

  async claim(day: string, mark: string): Promise<boolean> {
    if (this.failure !== undefined) throw this.failure;
    const text = `${day} ${mark}`;
    const isFirst = !this.marks.has(text);
    this.marks.add(text);
    return isFirst;
  }

  async release(day: string, mark: string): Promise<void> {
    this.marks.delete(`${day} ${mark}`);
  }

  async deleteBefore(day: string): Promise<void> {
    this.deletedBefore.push(day);
  }
}

function textOf(day: string, { kind, scope, holder }: BudgetKey): string {
  return `${day} ${kind} ${scope} ${holder}`;
}

/** Budgets over a database in memory, by default without limits. */
export function memoryBudgets(
  options: {
    readonly limits?: Partial<BudgetLimits>;
    readonly store?: MemoryBudgetStore;
    readonly nowMs?: () => number;
    /** Defaults to those of servers that have set nothing. */
    readonly settings?: BudgetSettingsSource;
    readonly log?: Logger;
  } = {},
): Budgets {
  const { store = new MemoryBudgetStore(), settings = memorySettings() } = options;
  return createBudgets({
    ...{ store, settings, limits: { ...UNLIMITED, ...options.limits } },
    log: options.log ?? createLogger('silent'),
    ...(options.nowMs === undefined ? {} : { nowMs: options.nowMs }),
  });
}
