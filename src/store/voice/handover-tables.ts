import { type Kysely, sql } from 'kysely';

/** The migration that adds what one process hands over to the next. */
export async function createHandoverTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('voice_processes')
    .addColumn('owner', 'text', (column) => column.primaryKey())
    .addColumn('seen_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('ended', 'integer', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('voice_sessions')
    .addColumn('session_id', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('guild_id', 'text', (column) => column.notNull())
    .addColumn('channel_id', 'text', (column) => column.notNull())
    .addColumn('text_channel_id', 'text')
    .addColumn('paused', 'integer', (column) => column.notNull())
    .addColumn('unread', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('voice_sessions_of_process').on('voice_sessions').column('owner').execute();
  await db.schema
    .createTable('spoken_texts')
    .addColumn('text_id', 'text', (column) => column.primaryKey())
    .addColumn('session_id', 'text', (column) =>
      column.notNull().references('voice_sessions.session_id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('ordinal', 'bigint', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('mark', 'text')
    .addColumn('voice_id', 'text')
    .addColumn('speed', 'double precision')
    .addColumn('volume_db', 'double precision')
    // SQLite keeps bytes as they are in a column of any type.
    .addColumn('recording', sql`bytea`)
    .addColumn('piece', 'integer', (column) => column.notNull())
    .addColumn('packets', 'integer', (column) => column.notNull())
    .addColumn('about', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('spoken_texts_of_session')
    .on('spoken_texts')
    .columns(['session_id', 'ordinal'])
    .execute();
  await db.schema.createIndex('spoken_texts_of_person').on('spoken_texts').column('user_id').execute();
}
