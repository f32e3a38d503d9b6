import type { Selectable } from 'kysely';
import type { ChoiceRecord, StoredVoice, VoiceAttempt } from '../voice-models/voice-model-ports.ts';
import type { Schema } from './schema.ts';
import { storable } from './storable.ts';

/** A row of `voices` as a record. */
export function toVoice(row: Selectable<Schema['voices']>): StoredVoice {
  return {
    voiceId: row.voice_id,
    guildId: row.guild_id ?? undefined,
    makerId: row.maker_id,
    createdAtMs: row.created_at_ms,
    document: row.document,
    isGone: row.gone === 1,
  };
}

/** A record as a row of `voices`. */
export function toVoiceRow(voice: StoredVoice): Schema['voices'] {
  return {
    voice_id: voice.voiceId,
    guild_id: voice.guildId ?? null,
    maker_id: voice.makerId,
    created_at_ms: Math.round(voice.createdAtMs),
    document: voice.document,
    gone: voice.isGone ? 1 : 0,
  };
}

/** A row of `voice_attempts` as a record. */
export function toAttempt(row: Selectable<Schema['voice_attempts']>): VoiceAttempt {
  return {
    attemptId: row.attempt_id,
    guildId: row.guild_id ?? undefined,
    makerId: row.maker_id,
    title: row.title,
    startedAtMs: row.started_at_ms,
  };
}

/** A record as a row of `voice_attempts`. */
export function toAttemptRow(attempt: VoiceAttempt): Schema['voice_attempts'] {
  return {
    attempt_id: attempt.attemptId,
    guild_id: attempt.guildId ?? null,
    maker_id: attempt.makerId,
    title: storable(attempt.title),
    started_at_ms: Math.round(attempt.startedAtMs),
  };
}

/** A row of `voice_choices` as a record. */
export function toChoice(row: Selectable<Schema['voice_choices']>): ChoiceRecord {
  return {
    guildId: row.guild_id === '' ? undefined : row.guild_id,
    purpose: row.purpose,
    voiceId: row.voice_id ?? undefined,
    title: row.title,
    speed: row.speed ?? undefined,
    volumeDb: row.volume_db ?? undefined,
    lost: row.lost ?? undefined,
  };
}
