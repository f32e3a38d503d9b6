import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { MynahError } from '../errors.ts';
import { createPronunciationTables } from './pronunciations/pronunciation-tables.ts';
import type { Schema } from './schema.ts';
import { joinSettings } from './settings/join-documents.ts';
import { createHandoverTables } from './voice/handover-tables.ts';

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Brings the tables up to date. A released migration never changes; changes go into a new one.
 * @throws {MynahError} STORE_MIGRATION_FAILED; nothing is changed then.
 */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const isForbidden = error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE;
  const hint = isForbidden
    ? 'the user of DATABASE_URL may not create tables: make it the owner of the database, or grant it USAGE and CREATE on the schema'
    : 'cannot update the tables of the database at DATABASE_URL: it may belong to a newer version';
  throw new MynahError('STORE_MIGRATION_FAILED', hint, { cause: error });
}

/** In the order of their names. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-captions': { up: createCaptionTables },
  '0002-voices': { up: createVoiceTables },
  '0003-consent': { up: orderDecisions },
  '0004-erasure': { up: createErasureTables },
  '0005-budgets': { up: createBudgetTables },
  '0006-wider-captions': { up: addWiderReaders },
  '0007-unsettled-captions': { up: createUnsettledSessions },
  '0008-prosody': { up: addProsody },
  '0009-pronunciations': { up: createPronunciationTables },
  '0010-reading': { up: createReadingTables },
  '0011-auto-captions': { up: createAutoCaptions },
  '0012-voice-message-answers': { up: createVoiceMessageAnswers },
  '0013-overlay-links': { up: createOverlayLinks },
  '0014-handover': { up: createHandoverTables },
  '0015-rate-limits': { up: createRateLimits },
  '0016-proxied-identities': { up: createProxiedIdentities },
  '0017-joined-settings': { up: joinSettings },
};

/** The names of all migrations of this version, in their order. A database lists those that it went through in `kysely_migration`. */
export const MIGRATION_NAMES: readonly string[] = Object.keys(MIGRATIONS);

async function createCaptionTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('caption_sessions')
    .addColumn('session_id', 'text', (column) => column.primaryKey())
    .addColumn('guild_id', 'text', (column) => column.notNull())
    .addColumn('ordinal', 'bigint', (column) => column.notNull())
    .addColumn('voice_channel_id', 'text', (column) => column.notNull())
    .addColumn('text_channel_id', 'text', (column) => column.notNull())
    .addColumn('started_by', 'text', (column) => column.notNull())
    .addColumn('language', 'text')
    .addColumn('started_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('ended_at_ms', 'bigint')
    .execute();
  await db.schema
    .createIndex('caption_sessions_of_guild')
    .on('caption_sessions')
    .columns(['guild_id', 'ordinal'])
    .execute();
  await db.schema.createIndex('caption_sessions_of_person').on('caption_sessions').column('started_by').execute();
  await db.schema
    .createTable('caption_lines')
    .addColumn('line_id', 'text', (column) => column.primaryKey())
    .addColumn('session_id', 'text', (column) =>
      column.notNull().references('caption_sessions.session_id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('speaker', 'text', (column) => column.notNull())
    .addColumn('started_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('ended_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('late', 'integer', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('caption_lines_of_session')
    .on('caption_lines')
    .columns(['session_id', 'started_at_ms', 'ended_at_ms', 'line_id'])
    .execute();
  await db.schema
    .createIndex('caption_lines_of_person')
    .on('caption_lines')
    .columns(['user_id', 'started_at_ms'])
    .execute();
  await db.schema
    .createTable('consents')
    .addColumn('user_id', 'text', (column) => column.primaryKey())
    .addColumn('consent', 'text', (column) => column.notNull())
    .addColumn('decided_at_ms', 'bigint', (column) => column.notNull())
    .addCheckConstraint('consents_known', sql`consent in ('opted-in', 'opted-out')`)
    .execute();
  await db.schema
    .createTable('guild_settings')
    .addColumn('guild_id', 'text', (column) => column.notNull())
    .addColumn('topic', 'text', (column) => column.notNull())
    .addColumn('document', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('guild_settings_key', ['guild_id', 'topic'])
    .execute();
}

async function createVoiceTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('voices')
    .addColumn('voice_id', 'text', (column) => column.primaryKey())
    .addColumn('guild_id', 'text')
    .addColumn('maker_id', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('document', 'text', (column) => column.notNull())
    .addColumn('gone', 'integer', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('voices_of_guild').on('voices').column('guild_id').execute();
  await db.schema.createIndex('voices_of_person').on('voices').column('maker_id').execute();
  await db.schema
    .createTable('voice_attempts')
    .addColumn('attempt_id', 'text', (column) => column.primaryKey())
    .addColumn('guild_id', 'text')
    .addColumn('maker_id', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('started_at_ms', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('voice_locks')
    .addColumn('holder', 'text', (column) => column.primaryKey())
    .execute();
  await db.schema
    .createTable('rights_confirmations')
    .addColumn('attempt_id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('confirmed_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('audio_sha256', 'text', (column) => column.notNull())
    .addColumn('voice_id', 'text')
    .execute();
  await db.schema.createIndex('rights_confirmations_of_person').on('rights_confirmations').column('user_id').execute();
  await db.schema
    .createTable('voice_choices')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('guild_id', 'text', (column) => column.notNull())
    .addColumn('voice_id', 'text')
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('lost', 'text')
    .addPrimaryKeyConstraint('voice_choices_key', ['user_id', 'guild_id'])
    .addCheckConstraint('voice_choices_lost', sql`lost in ('deleted', 'gone', 'failed', 'taken-down')`)
    .execute();
  await db.schema.createIndex('voice_choices_of_voice').on('voice_choices').column('voice_id').execute();
}

/** Decisions get an order and places; sessions, the consent rule of their guild. */
async function orderDecisions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('consent_decisions')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('guild_id', 'text', (column) => column.notNull())
    .addColumn('consent', 'text', (column) => column.notNull())
    .addColumn('decided_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('consent_decisions_key', ['user_id', 'guild_id'])
    .addCheckConstraint('consent_decisions_known', sql`consent in ('opted-in', 'opted-out', 'undecided')`)
    .execute();
  await db.schema.createIndex('consent_decisions_in_order').on('consent_decisions').column('revision').execute();
  await db.schema
    .createTable('revisions')
    .addColumn('topic', 'text', (column) => column.primaryKey())
    .addColumn('latest', 'bigint', (column) => column.notNull())
    .execute();
  await sql`
    insert into consent_decisions (user_id, guild_id, consent, decided_at_ms, revision)
    select user_id, '', consent, decided_at_ms, row_number() over (order by decided_at_ms, user_id) from consents
  `.execute(db);
  await sql`insert into revisions (topic, latest) select 'consents', count(*) from consents`.execute(db);
  await db.schema.dropTable('consents').execute();
  await db.schema
    .alterTable('caption_sessions')
    .addColumn('consent', 'text', (column) => column.notNull().defaultTo('opt-out'))
    .execute();
  // Unknown for older sessions: what their guild wants now is the best guess. A document that cannot be read means opt-in.
  await sql`
    update caption_sessions set consent = 'opt-in' where guild_id in (
      select guild_id from guild_settings where topic = 'captions' and document not like '%"consent":"opt-out"%'
    )
  `.execute(db);
}

async function createErasureTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('tombstones')
    .addColumn('user_id', 'text', (column) => column.primaryKey())
    .addColumn('until_ms', 'bigint', (column) => column.notNull())
    .addColumn('messages_until_ms', 'bigint')
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('tombstones_by_revision').on('tombstones').column('revision').execute();
  await db.schema
    .createTable('caption_messages')
    .addColumn('message_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('channel_id', 'text', (column) => column.notNull())
    .addColumn('guild_id', 'text', (column) => column.notNull())
    .addColumn('webhook_id', 'text')
    .addColumn('session_id', 'text', (column) =>
      column.notNull().references('caption_sessions.session_id').onDelete('cascade'),
    )
    .addColumn('spoken_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('caption_messages_key', ['message_id', 'user_id'])
    .execute();
  await db.schema.createIndex('caption_messages_of_session').on('caption_messages').column('session_id').execute();
  await db.schema
    .createIndex('caption_messages_of_person')
    .on('caption_messages')
    .columns(['user_id', 'message_id'])
    .execute();
}

async function createBudgetTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('budget_uses')
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('used', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('budget_uses_key', ['day', 'kind', 'scope', 'holder'])
    .execute();
  await db.schema
    .createTable('budget_marks')
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('mark', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('budget_marks_key', ['day', 'mark'])
    .execute();
}

/** Nobody knows who confirmed earlier captions: their transcripts need a look at the voice channel too. */
async function addWiderReaders(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('caption_sessions')
    .addColumn('wider_readers', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}

async function createUnsettledSessions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('unsettled_sessions')
    .addColumn('session_id', 'text', (column) =>
      column.primaryKey().references('caption_sessions.session_id').onDelete('cascade'),
    )
    .execute();
}

async function createReadingTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('reading_bindings')
    .addColumn('channel_id', 'text', (column) => column.primaryKey())
    .addColumn('guild_id', 'text', (column) => column.notNull())
    .addColumn('auto_join', 'integer', (column) => column.notNull())
    .addColumn('wider_listeners', 'integer', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('reading_choices')
    .addColumn('guild_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('muted', 'integer', (column) => column.notNull())
    .addColumn('nickname', 'text')
    .addPrimaryKeyConstraint('reading_choices_key', ['guild_id', 'user_id'])
    .execute();
  await db.schema.createIndex('reading_choices_of_person').on('reading_choices').column('user_id').execute();
}

/** Choices get a purpose, speed and volume. SQLite cannot change a primary key, so the table is made again. */
async function addProsody(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('voice_choices_by_purpose')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('guild_id', 'text', (column) => column.notNull())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('voice_id', 'text')
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('speed', 'double precision')
    .addColumn('volume_db', 'double precision')
    .addColumn('lost', 'text')
    .addPrimaryKeyConstraint('voice_choices_by_purpose_key', ['user_id', 'guild_id', 'purpose'])
    .addCheckConstraint('voice_choices_purpose', sql`purpose in ('every-text', 'say')`)
    .addCheckConstraint('voice_choices_lost', sql`lost in ('deleted', 'gone', 'failed', 'taken-down')`)
    .execute();
  await sql`
    insert into voice_choices_by_purpose (user_id, guild_id, purpose, voice_id, title, lost)
    select user_id, guild_id, 'every-text', voice_id, title, lost from voice_choices
  `.execute(db);
  await db.schema.dropTable('voice_choices').execute();
  await db.schema.alterTable('voice_choices_by_purpose').renameTo('voice_choices').execute();
  await db.schema.createIndex('voice_choices_of_voice').on('voice_choices').column('voice_id').execute();
}

async function createAutoCaptions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('auto_captions')
    .addColumn('guild_id', 'text', (column) => column.notNull())
    .addColumn('voice_channel_id', 'text', (column) => column.notNull())
    .addColumn('text_channel_id', 'text', (column) => column.notNull())
    .addColumn('threaded', 'integer', (column) => column.notNull())
    .addColumn('language', 'text')
    .addColumn('set_up_by', 'text')
    .addColumn('wider_readers', 'integer', (column) => column.notNull())
    .addColumn('set_up_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('held', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('auto_captions_key', ['guild_id', 'voice_channel_id'])
    .execute();
  await db.schema.createIndex('auto_captions_of_person').on('auto_captions').column('set_up_by').execute();
}

async function createVoiceMessageAnswers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('voice_message_answers')
    .addColumn('message_id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('channel_id', 'text', (column) => column.notNull())
    .addColumn('guild_id', 'text', (column) => column.notNull())
    .addColumn('source_id', 'text', (column) => column.notNull())
    .addColumn('sent_at_ms', 'bigint', (column) => column.notNull())
    .execute();
  for (const [name, columns] of [
    ['voice_message_answers_of_person', ['user_id', 'message_id']],
    ['voice_message_answers_by_source', ['source_id']],
    ['voice_message_answers_of_guild', ['guild_id', 'sent_at_ms']],
  ] as const) {
    await db.schema
      .createIndex(name)
      .on('voice_message_answers')
      .columns([...columns])
      .execute();
  }
}

async function createOverlayLinks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('overlay_links')
    .addColumn('link_id', 'text', (column) => column.primaryKey())
    .addColumn('secret_hash', 'text', (column) => column.notNull().unique())
    .addColumn('guild_id', 'text', (column) => column.notNull())
    .addColumn('session_id', 'text', (column) =>
      column.notNull().references('caption_sessions.session_id').onDelete('cascade'),
    )
    .addColumn('first_session_id', 'text', (column) => column.notNull())
    .addColumn('earlier_session_ids', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('waits_until_ms', 'bigint')
    .execute();
  await db.schema.createIndex('overlay_links_of_session').on('overlay_links').column('session_id').execute();
  await db.schema.createIndex('overlay_links_of_person').on('overlay_links').column('created_by').execute();
}

/** As rate-limiter-flexible expects it; `expire` is a time in milliseconds. */
async function createRateLimits(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('rate_limits')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('points', 'integer', (column) => column.notNull())
    .addColumn('expire', 'bigint')
    .execute();
}

/** `voice_id` and `voice_title` are null for the person's own voice. */
async function createProxiedIdentities(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('proxied_identities')
    .addColumn('guild_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('voice_id', 'text')
    .addColumn('voice_title', 'text')
    .addColumn('seen_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('proxied_identities_key', ['guild_id', 'user_id', 'name'])
    .execute();
  await db.schema.createIndex('proxied_identities_of_person').on('proxied_identities').column('user_id').execute();
}
