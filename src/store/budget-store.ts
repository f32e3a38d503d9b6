import { type RawBuilder, sql } from 'kysely';
import type { BudgetKey, BudgetStore, LimitedUse } from '../budgets/budgets-ports.ts';
import type { Connection } from './connection.ts';
import { withStoreErrors } from './store-error.ts';

/** What the database answers to a NULL that a column refuses. */
const NOT_NULL_VIOLATIONS: readonly unknown[] = ['23502', 'SQLITE_CONSTRAINT_NOTNULL'];

/** How often a charge is tried that was refused while what it was refused for is gone. */
const MAX_TRIES = 3;

/**
 * The counters of budgets in an open database. A charge is one statement, so that a process that stops in the middle of it
 * holds nobody up: the database finishes it.
 */
export function createBudgetStore({ db }: Connection): BudgetStore {
  return withStoreErrors<BudgetStore>({
    take: async (day, uses) => {
      for (let tries = 1; ; tries += 1) {
        const used = await tryToAdd(db, day, uses);
        if (used !== undefined) return { kind: 'taken', used };
        const before = await Promise.all(uses.map(({ key }) => usedOf(db, day, key)));
        const index = uses.findIndex(({ amount, limit }, at) => (before[at] ?? 0) + Math.round(amount) > limit);
        if (index !== -1) return { kind: 'used-up', index, used: before[index] ?? 0 };
        // Something was given back since.
        if (tries === MAX_TRIES) return { kind: 'used-up', index: 0, used: before[0] ?? 0 };
      }
    },
    add: async (day, uses) => {
      const unlimited = uses.map((use) => ({ ...use, limit: Number.POSITIVE_INFINITY }));
      return (await tryToAdd(db, day, unlimited)) ?? [];
    },
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

/**
 * Adds to all counters or, when one of them would exceed its limit, to none: then it is `undefined`. Counters in one order
 * for all statements, or two of them could wait for each other forever. The account's is the last: everyone shares it, so it
 * is locked for the shortest time.
 */
async function tryToAdd(
  db: Connection['db'],
  day: string,
  uses: readonly LimitedUse[],
): Promise<readonly number[] | undefined> {
  if (uses.length === 0) return [];
  const sorted = uses.toSorted((a, b) => (textOf(a) > textOf(b) ? -1 : 1));
  const rows = sorted.map(({ key: { kind, scope, holder } }) => ({ day, kind, scope, holder }));
  try {
    const changed = await db
      .insertInto('budget_uses')
      .values(rows.map((row, at) => ({ ...row, used: amountAfter(sql`0`, [sorted[at]]) })))
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'kind', 'scope', 'holder'])
          .doUpdateSet({ used: amountAfter(sql.ref('budget_uses.used'), sorted) }),
      )
      .returning(['kind', 'scope', 'holder', 'used'])
      .execute();
    const byText = new Map(changed.map(({ used, ...key }) => [textOf({ key }), used]));
    return uses.map((use) => byText.get(textOf(use)) ?? 0);
  } catch (error) {
    if (error instanceof Error && 'code' in error && NOT_NULL_VIOLATIONS.includes(error.code)) return undefined;
    throw error;
  }
}

/**
 * What a counter holds after its use, at least 0; NULL beyond its limit: the column refuses that, and with it the whole
 * statement. Which use is meant is told by the row's key.
 */
function amountAfter(before: RawBuilder<unknown>, uses: readonly (LimitedUse | undefined)[]): RawBuilder<number> {
  const cases = uses.flatMap((use) => {
    if (use === undefined) return [];
    const { kind, scope, holder } = use.key;
    const change = Math.round(use.amount);
    const after = sql`${before} + cast(${change} as bigint)`;
    const bounded = Number.isFinite(use.limit)
      ? sql`case when ${after} > cast(${use.limit} as bigint) then null when ${after} < 0 then 0 else ${after} end`
      : sql`case when ${after} < 0 then 0 else ${after} end`;
    return [
      { isMeant: sql`excluded.kind = ${kind} and excluded.scope = ${scope} and excluded.holder = ${holder}`, bounded },
    ];
  });
  const [only] = cases;
  if (only !== undefined && cases.length === 1) return sql<number>`${only.bounded}`;
  return sql<number>`case ${sql.join(
    cases.map(({ isMeant, bounded }) => sql`when ${isMeant} then ${bounded}`),
    sql` `,
  )} end`;
}

function textOf({ key: { kind, scope, holder } }: { readonly key: Readonly<Record<keyof BudgetKey, string>> }): string {
  return `${scope} ${kind} ${holder}`;
}

async function usedOf(db: Connection['db'], day: string, { kind, scope, holder }: BudgetKey): Promise<number> {
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
