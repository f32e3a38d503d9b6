import { type Kysely, sql } from 'kysely';

/** The migration that adds dictionaries. */
export async function createPronunciationTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('pronunciation_dictionaries')
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('locked', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('pronunciation_dictionaries_key', ['scope', 'holder'])
    .addCheckConstraint('pronunciation_dictionaries_scope', sql`scope in ('person', 'server')`)
    .execute();
  await db.schema
    .createTable('pronunciations')
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('word_key', 'text', (column) => column.notNull())
    .addColumn('word', 'text', (column) => column.notNull())
    .addColumn('spoken_as', 'text', (column) => column.notNull())
    .addColumn('added_by', 'text', (column) => column.notNull())
    .addColumn('added_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('pronunciations_key', ['scope', 'holder', 'word_key'])
    .execute();
  await db.schema.createIndex('pronunciations_of_person').on('pronunciations').column('added_by').execute();
}
