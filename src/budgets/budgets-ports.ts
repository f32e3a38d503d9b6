/** What budgets need of other modules: stores, handed in where everything is wired. */
import type { BudgetKind, BudgetScope } from './budget-limits.ts';
import type { BudgetSettings } from './budget-settings.ts';

/** One counter of a day. */
export interface BudgetKey {
  readonly kind: BudgetKind;
  readonly scope: BudgetScope;
  /** A user id, `GUILD:USER`, a guild id, or empty for the account. */
  readonly holder: string;
}

/** An amount on a counter: whole characters or milliseconds. Negative for what is given back. */
export interface BudgetUse {
  readonly key: BudgetKey;
  readonly amount: number;
}

/** An amount that must fit its limit, which may be `Infinity`. */
export interface LimitedUse extends BudgetUse {
  readonly limit: number;
}

export type TakeOutcome =
  /** `used` by counter after it, in the order of the uses. */
  | { readonly kind: 'taken'; readonly used: readonly number[] }
  /** Nothing was counted: the use at `index` does not fit its limit, of which `used` was used before. */
  | { readonly kind: 'used-up'; readonly index: number; readonly used: number };

/** Counters of all processes. Days are `YYYY-MM-DD` in UTC. */
export interface BudgetStore {
  /** Counts all uses, or none if one exceeds its limit. Concurrent processes never exceed a limit together. */
  take(day: string, uses: readonly LimitedUse[]): Promise<TakeOutcome>;
  /** Counts all uses, whatever the limits. Resolves with what is used after it, in their order. Never below zero. */
  add(day: string, uses: readonly BudgetUse[]): Promise<readonly number[]>;
  /** What is used, in the order of the keys. */
  used(day: string, keys: readonly BudgetKey[]): Promise<readonly number[]>;
  /** True for the first caller of this day and mark in any process, false for every other one. */
  claim(day: string, mark: string): Promise<boolean>;
  /** Takes a claim back: the next caller is the first one again. */
  release(day: string, mark: string): Promise<void>;
  /** Deletes the counters and marks of all days before `day`. */
  deleteBefore(day: string): Promise<void>;
}

/** The limits that managers lowered for their guilds. Rejects with MynahError STORE_UNAVAILABLE or STORE_FAILED. */
export interface BudgetSettingsSource {
  of(guildId: string): Promise<{ readonly budgets: BudgetSettings }>;
  /** What was known last, for while the database is away. */
  known(guildId: string): { readonly budgets: BudgetSettings } | undefined;
}
