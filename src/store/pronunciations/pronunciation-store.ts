import { type Selectable, sql, type Transaction } from 'kysely';
import type {
  DictionaryId,
  DictionaryState,
  PersonEntries,
  PronunciationStore,
  StoredEntry,
} from '../../pronunciations/pronunciations-ports.ts';
import type { Connection } from '../connection.ts';
import type { Schema } from '../schema.ts';
import { storable } from '../storable.ts';
import { withStoreErrors } from '../store-error.ts';

/** Entries in one statement: SQLite takes 32,766 values, and an entry has seven. */
const MAX_ROWS = 500;

/** How words are spoken, by person and by guild. */
export function createPronunciationStore(connection: Connection): PronunciationStore {
  const { db } = connection;
  return withStoreErrors<PronunciationStore>({
    dictionary: (id) => read(db, id),
    revision: async (id) => (await head(db, id)).revision,
    change: (id, atMs, decide) =>
      db.transaction().execute(async (change) => {
        await lockDictionary(change, id, atMs);
        const decided = decide(await read(change, id));
        if (decided === undefined) return;
        for (const keys of chunks(decided.removed)) {
          await change
            .deleteFrom('pronunciations')
            .where('scope', '=', id.scope)
            .where('holder', '=', id.holder)
            .where('word_key', 'in', keys)
            .execute();
        }
        for (const entries of chunks(decided.put)) await put(change, id, entries);
        await change
          .updateTable('pronunciation_dictionaries')
          .set({ locked: decided.locked ? 1 : 0 })
          .where('scope', '=', id.scope)
          .where('holder', '=', id.holder)
          .execute();
      }),
    personSummary: async (userId) => summary(db, userId),
    erasePerson: async (userId) => {
      const erased = await db.transaction().execute(async (change) => {
        const counts = await summary(change, userId);
        for (const table of ['pronunciations', 'pronunciation_dictionaries'] as const) {
          await change.deleteFrom(table).where('scope', '=', 'person').where('holder', '=', userId).execute();
        }
        await change.updateTable('pronunciations').set({ added_by: '' }).where('added_by', '=', userId).execute();
        return counts;
      });
      await connection.scrub();
      return erased;
    },
  });
}

/** Holds the dictionary's row until the transaction ends, and moves its revision on. A new one begins with the time, so that none repeats. */
async function lockDictionary(
  change: Transaction<Schema>,
  { scope, holder }: DictionaryId,
  atMs: number,
): Promise<void> {
  await change
    .insertInto('pronunciation_dictionaries')
    .values({ scope, holder, revision: Math.round(atMs), locked: 0 })
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'holder'])
        .doUpdateSet({ revision: sql<number>`pronunciation_dictionaries.revision + 1` }),
    )
    .execute();
}

async function head(
  db: Connection['db'],
  { scope, holder }: DictionaryId,
): Promise<Pick<DictionaryState, 'revision' | 'locked'>> {
  const row = await db
    .selectFrom('pronunciation_dictionaries')
    .select(['revision', 'locked'])
    .where('scope', '=', scope)
    .where('holder', '=', holder)
    .executeTakeFirst();
  return { revision: row?.revision ?? 0, locked: row?.locked === 1 };
}

/** The revision is read first: entries that are newer than it are only read once more. */
async function read(db: Connection['db'], id: DictionaryId): Promise<DictionaryState> {
  const about = await head(db, id);
  const rows = await db
    .selectFrom('pronunciations')
    .selectAll()
    .where('scope', '=', id.scope)
    .where('holder', '=', id.holder)
    .orderBy('word_key')
    .execute();
  return { ...about, entries: rows.map(toEntry) };
}

async function put(
  change: Transaction<Schema>,
  { scope, holder }: DictionaryId,
  entries: readonly StoredEntry[],
): Promise<void> {
  const rows = entries.map(({ key, word, as, addedBy, addedAtMs }) => ({
    ...{ scope, holder, word_key: storable(key), word: storable(word), spoken_as: storable(as) },
    ...{ added_by: addedBy ?? '', added_at_ms: Math.round(addedAtMs) },
  }));
  await change
    .insertInto('pronunciations')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['scope', 'holder', 'word_key']).doUpdateSet((is) => ({
        word: is.ref('excluded.word'),
        spoken_as: is.ref('excluded.spoken_as'),
        added_by: is.ref('excluded.added_by'),
        added_at_ms: is.ref('excluded.added_at_ms'),
      })),
    )
    .execute();
}

async function summary(db: Connection['db'], userId: string): Promise<PersonEntries> {
  const { own } = await db
    .selectFrom('pronunciations')
    .select(({ fn }) => fn.countAll<number>().as('own'))
    .where('scope', '=', 'person')
    .where('holder', '=', userId)
    .executeTakeFirstOrThrow();
  const { inServers } = await db
    .selectFrom('pronunciations')
    .select(({ fn }) => fn.countAll<number>().as('inServers'))
    .where('scope', '=', 'server')
    .where('added_by', '=', userId)
    .executeTakeFirstOrThrow();
  return { own: Number(own), inServers: Number(inServers) };
}

function toEntry(row: Selectable<Schema['pronunciations']>): StoredEntry {
  return {
    key: row.word_key,
    word: row.word,
    as: row.spoken_as,
    addedBy: row.added_by === '' ? undefined : row.added_by,
    addedAtMs: row.added_at_ms,
  };
}

function* chunks<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += MAX_ROWS) yield all.slice(start, start + MAX_ROWS);
}
