import { sql, type Transaction } from 'kysely';
import type { BudgetKey, BudgetStore, BudgetUse, LimitedUse, TakeOutcome } from '../budgets/budgets-ports.ts';
import type { Connection } from './connection.ts';
import type { Schema } from './schema.ts';
import { withStoreErrors } from './store-error.ts';

type Queries = Connection['db'] | Transaction<Schema>;

/** Rolls a transaction back: a use does not fit its limit. */
class UsedUp extends Error {
  readonly outcome: TakeOutcome;

  constructor(outcome: TakeOutcome) {
    super('a limit is reached');
    this.outcome = outcome;
  }
}

/** The counters of budgets in an open database. A counter is locked by its own increment until its transaction ends. */
export function createBudgetStore({ db }: Connection): BudgetStore {
  return withStoreErrors<BudgetStore>({
    take: async (day, uses) => {
      try {
        return await db.transaction().execute((transaction) => takeAll(transaction, day, uses));
      } catch (error) {
        if (error instanceof UsedUp) return error.outcome;
        throw error;
      }
    },
    add: (day, uses) => db.transaction().execute((transaction) => addAll(transaction, day, uses)),
    used: (day, keys) => Promise.all(keys.map((key) => usedOf(db, day, key))),
    claim: async (day, mark) => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('budget_marks')
        .values({ day, mark })
        .onConflict((conflict) => conflict.columns(['day', 'mark']).doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },
    release: async (day, mark) => {
      await db.deleteFrom('budget_marks').where('day', '=', day).where('mark', '=', mark).execute();
    },
    deleteBefore: async (day) => {
      await db.deleteFrom('budget_uses').where('day', '<', day).execute();
      await db.deleteFrom('budget_marks').where('day', '<', day).execute();
    },
  });
}

async function takeAll(
  transaction: Transaction<Schema>,
  day: string,
  uses: readonly LimitedUse[],
): Promise<TakeOutcome> {
  const used = await addAll(transaction, day, uses);
  const index = uses.findIndex(({ limit }, at) => (used[at] ?? 0) > limit);
  if (index === -1) return { kind: 'taken', used };
  throw new UsedUp({ kind: 'used-up', index, used: (used[index] ?? 0) - (uses[index]?.amount ?? 0) });
}

/**
 * One order of counters for all transactions, or two of them could wait for each other forever. The account's is the last:
 * everyone shares it, so it is locked for the shortest time.
 */
async function addAll(
  transaction: Transaction<Schema>,
  day: string,
  uses: readonly BudgetUse[],
): Promise<readonly number[]> {
  const used = new Array<number>(uses.length).fill(0);
  const textOf = ({ key: { kind, scope, holder } }: BudgetUse): string => `${scope} ${kind} ${holder}`;
  const sorted = [...uses.entries()].toSorted(([, a], [, b]) => (textOf(a) > textOf(b) ? -1 : 1));
  for (const [index, use] of sorted) used[index] = await addOne(transaction, day, use);
  return used;
}

async function addOne(db: Queries, day: string, { key, amount }: BudgetUse): Promise<number> {
  const { kind, scope, holder } = key;
  const change = Math.round(amount);
  const row = await db
    .insertInto('budget_uses')
    .values({ day, kind, scope, holder, used: Math.max(0, change) })
    .onConflict((conflict) =>
      conflict.columns(['day', 'kind', 'scope', 'holder']).doUpdateSet({
        used: sql<number>`case when budget_uses.used + ${change} < 0 then 0 else budget_uses.used + ${change} end`,
      }),
    )
    .returning('used')
    .executeTakeFirstOrThrow();
  return row.used;
}

async function usedOf(db: Queries, day: string, { kind, scope, holder }: BudgetKey): Promise<number> {
  const row = await db
    .selectFrom('budget_uses')
    .select('used')
    .where('day', '=', day)
    .where('kind', '=', kind)
    .where('scope', '=', scope)
    .where('holder', '=', holder)
    .executeTakeFirst();
  return row?.used ?? 0;
}
