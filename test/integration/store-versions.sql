-- What each migration left behind when it was released, on SQLite and PostgreSQL alike, with rows of its time. A section
-- never changes; a new migration gets a new one.

-- version 0001-captions
CREATE TABLE "caption_sessions" ("session_id" text primary key, "guild_id" text not null, "ordinal" bigint not null, "voice_channel_id" text not null, "text_channel_id" text not null, "started_by" text not null, "language" text, "started_at_ms" bigint not null, "ended_at_ms" bigint);
CREATE INDEX "caption_sessions_of_guild" on "caption_sessions" ("guild_id", "ordinal");
CREATE INDEX "caption_sessions_of_person" on "caption_sessions" ("started_by");
CREATE TABLE "caption_lines" ("line_id" text primary key, "session_id" text not null references "caption_sessions" ("session_id") on delete cascade, "user_id" text not null, "speaker" text not null, "started_at_ms" bigint not null, "ended_at_ms" bigint not null, "text" text not null, "late" integer not null);
CREATE INDEX "caption_lines_of_session" on "caption_lines" ("session_id", "started_at_ms", "ended_at_ms", "line_id");
CREATE INDEX "caption_lines_of_person" on "caption_lines" ("user_id", "started_at_ms");
CREATE TABLE "consents" ("user_id" text primary key, "consent" text not null, "decided_at_ms" bigint not null, constraint "consents_known" check (consent in ('opted-in', 'opted-out')));
CREATE TABLE "guild_settings" ("guild_id" text not null, "topic" text not null, "document" text not null, constraint "guild_settings_key" primary key ("guild_id", "topic"));
INSERT INTO consents VALUES ('300000000000000001', 'opted-out', 2000), ('300000000000000002', 'opted-in', 1000);
INSERT INTO guild_settings VALUES ('200000000000000001', 'captions', '{"consent":"opt-in","captionBots":true,"retentionDays":60,"language":"de"}');
INSERT INTO caption_sessions (session_id, guild_id, ordinal, voice_channel_id, text_channel_id, started_by, language, started_at_ms, ended_at_ms) VALUES ('first', '200000000000000001', 1, '400', '500', '300000000000000001', 'de', 1760000000000, 1760000009000), ('second', '200000000000000002', 1, '401', '501', '300000000000000002', null, 1760000001000, null);
INSERT INTO caption_lines VALUES ('line 1', 'first', '300000000000000001', 'Ada', 1760000000100, 1760000000900, 'Grüße, 你好.', 0), ('line 2', 'first', '300000000000000002', 'Bob', 1760000001000, 1760000001500, 'Late.', 1);

-- version 0002-voices
CREATE TABLE "voices" ("voice_id" text primary key, "guild_id" text, "maker_id" text not null, "created_at_ms" bigint not null, "document" text not null, "gone" integer not null);
CREATE INDEX "voices_of_guild" on "voices" ("guild_id");
CREATE INDEX "voices_of_person" on "voices" ("maker_id");
CREATE TABLE "voice_attempts" ("attempt_id" text primary key, "guild_id" text, "maker_id" text not null, "title" text not null, "started_at_ms" bigint not null);
CREATE TABLE "voice_locks" ("holder" text primary key);
CREATE TABLE "rights_confirmations" ("attempt_id" text primary key, "user_id" text not null, "confirmed_at_ms" bigint not null, "audio_sha256" text not null, "voice_id" text);
CREATE INDEX "rights_confirmations_of_person" on "rights_confirmations" ("user_id");
CREATE TABLE "voice_choices" ("user_id" text not null, "guild_id" text not null, "voice_id" text, "title" text not null, "lost" text, constraint "voice_choices_key" primary key ("user_id", "guild_id"), constraint "voice_choices_lost" check (lost in ('deleted', 'gone', 'failed', 'taken-down')));
CREATE INDEX "voice_choices_of_voice" on "voice_choices" ("voice_id");
INSERT INTO voices VALUES ('voice 1', '200000000000000001', '300000000000000001', 1760000000000, '{}', 0), ('voice 2', null, '300000000000000002', 1760000000001, '{}', 1);
INSERT INTO voice_attempts VALUES ('attempt', '200000000000000001', '300000000000000001', 'Ada', 1760000000000);
INSERT INTO rights_confirmations VALUES ('attempt 1', '300000000000000001', 1760000000000, 'abc', 'voice 1');
INSERT INTO voice_choices VALUES ('300000000000000002', '200000000000000001', 'voice 1', 'Ada', null), ('300000000000000001', '', null, 'Gone', 'deleted');
INSERT INTO guild_settings VALUES ('200000000000000001', 'voices', '{"maxPerPerson":2,"maxPerGuild":7}');

-- version 0003-consent
CREATE TABLE "consent_decisions" ("user_id" text not null, "guild_id" text not null, "consent" text not null, "decided_at_ms" bigint not null, "revision" bigint not null, constraint "consent_decisions_key" primary key ("user_id", "guild_id"), constraint "consent_decisions_known" check (consent in ('opted-in', 'opted-out', 'undecided')));
CREATE INDEX "consent_decisions_in_order" on "consent_decisions" ("revision");
CREATE TABLE "revisions" ("topic" text primary key, "latest" bigint not null);
INSERT INTO consent_decisions VALUES ('300000000000000002', '', 'opted-in', 1000, 1), ('300000000000000001', '', 'opted-out', 2000, 2);
INSERT INTO revisions VALUES ('consents', 2);
DROP TABLE consents;
ALTER TABLE "caption_sessions" ADD COLUMN "consent" text default 'opt-out' not null;
UPDATE caption_sessions SET consent = 'opt-in' WHERE guild_id = '200000000000000001';
INSERT INTO consent_decisions VALUES ('300000000000000003', '200000000000000001', 'opted-in', 3000, 3);
UPDATE revisions SET latest = 3;

-- version 0004-erasure
CREATE TABLE "tombstones" ("user_id" text primary key, "until_ms" bigint not null, "messages_until_ms" bigint, "revision" bigint not null);
CREATE INDEX "tombstones_by_revision" on "tombstones" ("revision");
CREATE TABLE "caption_messages" ("message_id" text not null, "user_id" text not null, "channel_id" text not null, "guild_id" text not null, "webhook_id" text, "session_id" text not null references "caption_sessions" ("session_id") on delete cascade, "spoken_at_ms" bigint not null, constraint "caption_messages_key" primary key ("message_id", "user_id"));
CREATE INDEX "caption_messages_of_session" on "caption_messages" ("session_id");
CREATE INDEX "caption_messages_of_person" on "caption_messages" ("user_id", "message_id");
INSERT INTO tombstones VALUES ('300000000000000004', 1760000000500, null, 1);
INSERT INTO caption_messages VALUES ('600', '300000000000000001', '500', '200000000000000001', '700', 'first', 1760000000100);

-- version 0005-budgets
CREATE TABLE "budget_uses" ("day" text not null, "kind" text not null, "scope" text not null, "holder" text not null, "used" bigint not null, constraint "budget_uses_key" primary key ("day", "kind", "scope", "holder"));
CREATE TABLE "budget_marks" ("day" text not null, "mark" text not null, constraint "budget_marks_key" primary key ("day", "mark"));
INSERT INTO budget_uses VALUES ('2026-01-01', 'characters', 'guild', '200000000000000001', 1234);
INSERT INTO budget_marks VALUES ('2026-01-01', 'told');
INSERT INTO guild_settings VALUES ('200000000000000001', 'budgets', '{"characters":5000}');

-- version 0006-wider-captions
ALTER TABLE "caption_sessions" ADD COLUMN "wider_readers" integer default 0 not null;
INSERT INTO caption_sessions (session_id, guild_id, ordinal, voice_channel_id, text_channel_id, started_by, language, started_at_ms, ended_at_ms, consent, wider_readers) VALUES ('third', '200000000000000001', 2, '400', '500', '300000000000000001', null, 1760000100000, null, 'opt-in', 1);

-- version 0007-unsettled-captions
CREATE TABLE "unsettled_sessions" ("session_id" text primary key references "caption_sessions" ("session_id") on delete cascade);
INSERT INTO unsettled_sessions VALUES ('third');
INSERT INTO guild_settings VALUES ('200000000000000001', 'server', '{"lengths":{"say":77},"access":{"speak":["100000000000000001"]}}');
