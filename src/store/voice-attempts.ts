import type { Transaction } from 'kysely';
import type { StoredVoice, VoiceAttempt, VoiceModelStore } from '../voice-models/voice-model-ports.ts';
import type { Connection } from './connection.ts';
import type { Schema } from './schema.ts';
import { toAttempt, toAttemptRow, toVoiceRow } from './voice-model-rows.ts';

type Confirmation = Parameters<VoiceModelStore['reserve']>[1];
type Place = Pick<VoiceAttempt, 'guildId' | 'makerId'>;
type Queries = Connection['db'] | Transaction<Schema>;

/** Held by every attempt while the voices of the account are limited. No guild or person has this name. */
const ACCOUNT = 'account';

/** Attempts to create a voice, and the places they take within the limits. Rejects with the drivers' errors. */
export function createVoiceAttempts({
  db,
}: Connection): Pick<
  VoiceModelStore,
  'placesTaken' | 'placesTakenInAll' | 'reserve' | 'settle' | 'abandon' | 'attempts'
> {
  return {
    placesTaken: (who, sinceMs) => placesTaken(db, who, sinceMs),
    placesTakenInAll: (sinceMs) => placesTakenInAll(db, sinceMs),

    async reserve(
      attempt: VoiceAttempt,
      { atMs, audioSha256 }: Confirmation,
      limits: { readonly maxPerPerson: number; readonly maxPerGuild: number; readonly maxInAll?: number },
      sinceMs: number,
    ): Promise<'reserved' | 'person' | 'guild' | 'account'> {
      const { attemptId, guildId, makerId } = attempt;
      const holder = guildId === undefined ? `person ${makerId}` : `guild ${guildId}`;
      return db.transaction().execute(async (transaction) => {
        await lock(transaction, holder);
        const { byPerson, inGuild } = await placesTaken(transaction, attempt, sinceMs, attemptId);
        if (byPerson >= limits.maxPerPerson) return unlock(transaction, holder, 'person');
        if (guildId !== undefined && inGuild >= limits.maxPerGuild) return unlock(transaction, holder, 'guild');
        const isInAllFull = await isAccountFull(transaction, limits.maxInAll, sinceMs, attemptId);
        if (isInAllFull) return unlock(transaction, holder, 'account');
        await transaction
          .insertInto('rights_confirmations')
          .values({
            attempt_id: attemptId,
            user_id: makerId,
            confirmed_at_ms: Math.round(atMs),
            audio_sha256: JSON.stringify(audioSha256),
            voice_id: null,
          })
          .onConflict((conflict) => conflict.column('attempt_id').doNothing())
          .execute();
        await transaction
          .insertInto('voice_attempts')
          .values(toAttemptRow(attempt))
          .onConflict((conflict) => conflict.column('attempt_id').doNothing())
          .execute();
        return unlock(transaction, holder, 'reserved');
      });
    },

    async settle(attemptId: string, voice: StoredVoice): Promise<void> {
      await db.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('voices')
          .values(toVoiceRow(voice))
          .onConflict((conflict) => conflict.column('voice_id').doNothing())
          .execute();
        await transaction
          .updateTable('rights_confirmations')
          .set({ voice_id: voice.voiceId })
          .where('attempt_id', '=', attemptId)
          .execute();
        await transaction.deleteFrom('voice_attempts').where('attempt_id', '=', attemptId).execute();
      });
    },

    async abandon(attemptId: string): Promise<void> {
      await db.deleteFrom('voice_attempts').where('attempt_id', '=', attemptId).execute();
    },

    async attempts(): Promise<VoiceAttempt[]> {
      const rows = await db.selectFrom('voice_attempts').selectAll().orderBy('started_at_ms').execute();
      return rows.map(toAttempt);
    },
  };
}

/** Serializes transactions that take the same lock, in SQLite and in PostgreSQL. */
async function lock(transaction: Transaction<Schema>, holder: string): Promise<void> {
  await transaction
    .insertInto('voice_locks')
    .values({ holder })
    .onConflict((conflict) => conflict.column('holder').doUpdateSet({ holder }))
    .execute();
}

async function unlock<T>(transaction: Transaction<Schema>, holder: string, outcome: T): Promise<T> {
  await transaction.deleteFrom('voice_locks').where('holder', 'in', [holder, ACCOUNT]).execute();
  return outcome;
}

/** Locks the account's places, always after those of a guild or a person: so no two transactions wait for each other. */
async function isAccountFull(
  transaction: Transaction<Schema>,
  maxInAll: number | undefined,
  sinceMs: number,
  attemptId: string,
): Promise<boolean> {
  if (maxInAll === undefined || maxInAll === Number.POSITIVE_INFINITY) return false;
  await lock(transaction, ACCOUNT);
  return (await placesTakenInAll(transaction, sinceMs, attemptId)) >= maxInAll;
}

async function placesTakenInAll(
  db: Queries,
  sinceMs: number,
  /** An attempt that does not count. */
  but = '',
): Promise<number> {
  const voices = await db
    .selectFrom('voices')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('gone', '=', 0)
    .executeTakeFirstOrThrow();
  const attempts = await db
    .selectFrom('voice_attempts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('started_at_ms', '>=', Math.round(sinceMs))
    .where('attempt_id', '!=', but)
    .executeTakeFirstOrThrow();
  return Number(voices.count) + Number(attempts.count);
}

async function placesTaken(
  db: Queries,
  { guildId, makerId }: Place,
  sinceMs: number,
  /** An attempt that does not count. */
  but = '',
): Promise<{ byPerson: number; inGuild: number }> {
  const place = guildId ?? null;
  const voices = await db
    .selectFrom('voices')
    .select('maker_id')
    .where('guild_id', 'is not distinct from', place)
    .where('gone', '=', 0)
    .where((is) => (guildId === undefined ? is('maker_id', '=', makerId) : is.lit(true)))
    .execute();
  const attempts = await db
    .selectFrom('voice_attempts')
    .select('maker_id')
    .where('guild_id', 'is not distinct from', place)
    .where('started_at_ms', '>=', Math.round(sinceMs))
    .where('attempt_id', '!=', but)
    .where((is) => (guildId === undefined ? is('maker_id', '=', makerId) : is.lit(true)))
    .execute();
  const makers = [...voices, ...attempts];
  const own = makers.filter((row) => row.maker_id === makerId);
  return { byPerson: own.length, inGuild: makers.length };
}
