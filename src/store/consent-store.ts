import { type Selectable, sql, type Transaction } from 'kysely';
import type { ConsentDecision, ConsentStore } from '../captions/captions-ports.ts';
import type { Connection } from './connection.ts';
import type { Schema } from './schema.ts';
import { withStoreErrors } from './store-error.ts';

/** What holds where no decision for the guild does. */
const EVERYWHERE = '';

/**
 * What people decided about being captioned. A decision's revision is its place in the order of all of them: one row counts
 * them, and its lock is held until the decision is committed, so that nobody reads a revision before a smaller one.
 */
export function createConsentStore({ db }: Connection): ConsentStore {
  return withStoreErrors<ConsentStore>({
    decisionsOf: (userId) => decisionsOf(db, userId),
    setConsent: (userId, choice, atMs) =>
      db.transaction().execute(async (change) => {
        const revision = await nextRevision(change);
        const decided = { user_id: userId, decided_at_ms: Math.round(atMs), revision };
        if (typeof choice === 'string') {
          await change.deleteFrom('consent_decisions').where('user_id', '=', userId).execute();
          await store(change, { ...decided, guild_id: EVERYWHERE, consent: choice });
        } else {
          const { guildId, elsewhere } = choice;
          const isWider = (await decisionsOf(change, userId)).some(
            (each) => each.guildId === undefined && each.consent === 'opted-in',
          );
          if (isWider && elsewhere !== undefined) {
            await store(change, { ...decided, guild_id: EVERYWHERE, consent: elsewhere });
          }
          if (!isWider || elsewhere !== undefined) {
            await store(change, { ...decided, guild_id: guildId, consent: 'opted-in' });
          }
        }
        return decisionsOf(change, userId);
      }),
    changedSince: async (revision) => {
      const decisions = db.selectFrom('consent_decisions').selectAll().where('revision', '>', revision);
      return (await decisions.orderBy('revision').execute()).map(toDecision);
    },
  });
}

async function decisionsOf(db: Connection['db'], userId: string): Promise<ConsentDecision[]> {
  const rows = db.selectFrom('consent_decisions').selectAll().where('user_id', '=', userId);
  return (await rows.orderBy('guild_id').execute()).map(toDecision);
}

async function nextRevision(change: Transaction<Schema>): Promise<number> {
  const { latest } = await change
    .updateTable('revisions')
    .set({ latest: sql<number>`latest + 1` })
    .where('topic', '=', 'consents')
    .returning('latest')
    .executeTakeFirstOrThrow();
  return latest;
}

async function store(change: Transaction<Schema>, row: Schema['consent_decisions']): Promise<void> {
  const { consent, decided_at_ms, revision } = row;
  await change
    .insertInto('consent_decisions')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'guild_id']).doUpdateSet({ consent, decided_at_ms, revision }),
    )
    .execute();
}

function toDecision(row: Selectable<Schema['consent_decisions']>): ConsentDecision {
  return {
    userId: row.user_id,
    guildId: row.guild_id === EVERYWHERE ? undefined : row.guild_id,
    consent: row.consent,
    decidedAtMs: row.decided_at_ms,
    revision: row.revision,
  };
}
