-- The tables as the migrations 0001 and 0002 leave them, on SQLite and PostgreSQL alike.
CREATE TABLE "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
CREATE TABLE "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
CREATE TABLE "caption_sessions" ("session_id" text primary key, "guild_id" text not null, "ordinal" bigint not null, "voice_channel_id" text not null, "text_channel_id" text not null, "started_by" text not null, "language" text, "started_at_ms" bigint not null, "ended_at_ms" bigint);
CREATE INDEX "caption_sessions_of_guild" on "caption_sessions" ("guild_id", "ordinal");
CREATE INDEX "caption_sessions_of_person" on "caption_sessions" ("started_by");
CREATE TABLE "caption_lines" ("line_id" text primary key, "session_id" text not null references "caption_sessions" ("session_id") on delete cascade, "user_id" text not null, "speaker" text not null, "started_at_ms" bigint not null, "ended_at_ms" bigint not null, "text" text not null, "late" integer not null);
CREATE INDEX "caption_lines_of_session" on "caption_lines" ("session_id", "started_at_ms", "ended_at_ms", "line_id");
CREATE INDEX "caption_lines_of_person" on "caption_lines" ("user_id", "started_at_ms");
CREATE TABLE "consents" ("user_id" text primary key, "consent" text not null, "decided_at_ms" bigint not null, constraint "consents_known" check (consent in ('opted-in', 'opted-out')));
CREATE TABLE "guild_settings" ("guild_id" text not null, "topic" text not null, "document" text not null, constraint "guild_settings_key" primary key ("guild_id", "topic"));
CREATE TABLE "voices" ("voice_id" text primary key, "guild_id" text, "maker_id" text not null, "created_at_ms" bigint not null, "document" text not null, "gone" integer not null);
CREATE INDEX "voices_of_guild" on "voices" ("guild_id");
CREATE INDEX "voices_of_person" on "voices" ("maker_id");
CREATE TABLE "voice_attempts" ("attempt_id" text primary key, "guild_id" text, "maker_id" text not null, "title" text not null, "started_at_ms" bigint not null);
CREATE TABLE "voice_locks" ("holder" text primary key);
CREATE TABLE "rights_confirmations" ("attempt_id" text primary key, "user_id" text not null, "confirmed_at_ms" bigint not null, "audio_sha256" text not null, "voice_id" text);
CREATE INDEX "rights_confirmations_of_person" on "rights_confirmations" ("user_id");
CREATE TABLE "voice_choices" ("user_id" text not null, "guild_id" text not null, "voice_id" text, "title" text not null, "lost" text, constraint "voice_choices_key" primary key ("user_id", "guild_id"), constraint "voice_choices_lost" check (lost in ('deleted', 'gone', 'failed', 'taken-down')));
CREATE INDEX "voice_choices_of_voice" on "voice_choices" ("voice_id");
INSERT INTO kysely_migration VALUES ('0001-captions', '2026-01-01T00:00:00.000Z'), ('0002-voices', '2026-01-01T00:00:00.001Z');
INSERT INTO kysely_migration_lock VALUES ('migration_lock', 0);
INSERT INTO consents VALUES ('ada', 'opted-out', 2000), ('bob', 'opted-in', 1000);
INSERT INTO guild_settings VALUES
  ('strict', 'captions', '{"consent":"opt-in","captionBots":false,"retentionDays":30}'),
  ('open', 'captions', '{"consent":"opt-out","captionBots":true,"retentionDays":30}'),
  ('broken', 'captions', '{"consent":');
INSERT INTO caption_sessions VALUES
  ('in strict', 'strict', 1, 'v', 't', 'ada', null, 1, null),
  ('in open', 'open', 1, 'v', 't', 'ada', null, 1, null),
  ('in broken', 'broken', 1, 'v', 't', 'ada', null, 1, null),
  ('in unset', 'unset', 1, 'v', 't', 'ada', null, 1, null);
