import { type Kysely, sql } from 'kysely';
import type { TombstoneStore } from '../captions/captions-ports.ts';
import type { Connection } from './connection.ts';
import type { Schema } from './schema.ts';
import { withStoreErrors } from './store-error.ts';

/** Clocks of several machines may differ: a tombstone stays for a day longer than it is needed. */
const CLOCK_MARGIN_MS = 24 * 60 * 60_000;

/** Who opted out or was erased, and until when. Times are rounded up to whole milliseconds. */
export function createTombstoneStore({ db, dialect }: Connection): TombstoneStore {
  return withStoreErrors<TombstoneStore>({
    bury: (userId, untilMs, messages) => {
      const until = Math.ceil(untilMs);
      if (dialect === 'sqlite') return bury(db, userId, until, messages);
      return db.transaction().execute(async (transaction) => {
        // Waits for lines being stored, which read this table: they are deleted afterwards. It also gives revisions the
        // order in which other processes see them.
        await sql`lock table tombstones in exclusive mode`.execute(transaction);
        await bury(transaction, userId, until, messages);
      });
    },
    after: async (revision) => {
      const rows = await db
        .selectFrom('tombstones')
        .select(['user_id', 'until_ms', 'revision'])
        .where('revision', '>', revision)
        .orderBy('revision')
        .execute();
      return rows.map((row) => ({ userId: row.user_id, untilMs: row.until_ms, revision: row.revision }));
    },
    removeSpent: async () => {
      const session = await db
        .selectFrom('caption_sessions')
        .select(({ fn }) => fn.min<number | null>('started_at_ms').as('oldest'))
        .executeTakeFirstOrThrow();
      const answer = await db
        .selectFrom('voice_message_answers')
        .select(({ fn }) => fn.min<number | null>('sent_at_ms').as('oldest'))
        .executeTakeFirstOrThrow();
      const nowMs = Date.now();
      const spentMs = Math.min(session.oldest ?? nowMs, answer.oldest ?? nowMs) - CLOCK_MARGIN_MS;
      await db
        .deleteFrom('tombstones')
        .where('until_ms', '<', spentMs)
        // The newest stays, so that revisions never shrink.
        .where('revision', '<', (query) =>
          query.selectFrom('tombstones').select(({ fn }) => fn.max('revision').as('newest')),
        )
        .execute();
    },
  });
}

async function bury(
  db: Pick<Kysely<Schema>, 'insertInto'>,
  userId: string,
  untilMs: number,
  messages: boolean,
): Promise<void> {
  const later = (column: 'until_ms' | 'messages_until_ms') =>
    sql<number>`case when coalesce(tombstones.${sql.ref(column)}, 0) > coalesce(excluded.${sql.ref(column)}, 0)
      then tombstones.${sql.ref(column)} else excluded.${sql.ref(column)} end`;
  await db
    .insertInto('tombstones')
    .values((query) => ({
      user_id: userId,
      until_ms: untilMs,
      messages_until_ms: messages ? untilMs : null,
      revision: query.selectFrom('tombstones').select(sql<number>`coalesce(max(revision), 0) + 1`.as('next')),
    }))
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        until_ms: later('until_ms'),
        messages_until_ms: later('messages_until_ms'),
        revision: sql<number>`excluded.revision`,
      }),
    )
    .execute();
}
