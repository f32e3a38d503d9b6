import type { Selectable } from 'kysely';
import type { Schema } from './schema.ts';
import { storable } from './storable.ts';

/** A voice that was made through the bot. Times in milliseconds since 1970. */
export interface VoiceRecord {
  readonly voiceId: string;
  readonly guildId: string | undefined;
  readonly makerId: string;
  readonly createdAtMs: number;
  /** JSON. */
  readonly document: string;
  readonly isGone: boolean;
}

/** A voice being made. */
export interface AttemptRecord {
  readonly attemptId: string;
  readonly guildId: string | undefined;
  readonly makerId: string;
  readonly title: string;
  readonly startedAtMs: number;
}

/** Why a choice does not hold any more. */
export type LostReason = NonNullable<Schema['voice_choices']['lost']>;

/** What somebody chose. */
export interface ChoiceRecord {
  /** `undefined` for what holds everywhere. */
  readonly guildId: string | undefined;
  /** `undefined` for the default voice. */
  readonly voiceId: string | undefined;
  readonly title: string;
  readonly lost: LostReason | undefined;
}

/** A row of `voices` as a record. */
export function toVoice(row: Selectable<Schema['voices']>): VoiceRecord {
  return {
    voiceId: row.voice_id,
    guildId: row.guild_id ?? undefined,
    makerId: row.maker_id,
    createdAtMs: row.created_at_ms,
    document: row.document,
    isGone: row.gone === 1,
  };
}

/** The other way round. */
export function toVoiceRow(voice: VoiceRecord): Schema['voices'] {
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
export function toAttempt(row: Selectable<Schema['voice_attempts']>): AttemptRecord {
  return {
    attemptId: row.attempt_id,
    guildId: row.guild_id ?? undefined,
    makerId: row.maker_id,
    title: row.title,
    startedAtMs: row.started_at_ms,
  };
}

/** The other way round. */
export function toAttemptRow(attempt: AttemptRecord): Schema['voice_attempts'] {
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
    voiceId: row.voice_id ?? undefined,
    title: row.title,
    lost: row.lost ?? undefined,
  };
}
