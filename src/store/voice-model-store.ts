import type { Transaction } from 'kysely';
import type { Connection } from './connection.ts';
import type { Schema } from './schema.ts';
import { storable } from './storable.ts';
import { storeCall } from './store-error.ts';
import {
  type AttemptRecord,
  type ChoiceRecord,
  type LostReason,
  toAttempt,
  toAttemptRow,
  toChoice,
  toVoice,
  toVoiceRow,
  type VoiceRecord,
} from './voice-model-rows.ts';

interface Confirmation {
  readonly atMs: number;
  readonly audioSha256: readonly string[];
}

type Place = Pick<AttemptRecord, 'guildId' | 'makerId'>;
type Queries = Connection['db'] | Transaction<Schema>;

/** Voices that were made through the bot, attempts at them, confirmed rights, and what people chose. */
export interface VoiceModelStore {
  /** Voices that are not gone and attempts since `sinceMs`, of the person in this guild or outside of guilds. */
  placesTaken(who: Place, sinceMs: number): Promise<{ readonly byPerson: number; readonly inGuild: number }>;
  /** Counts and stores in one step that others wait for. Without a guild only `maxPerPerson` counts. */
  reserve(
    attempt: AttemptRecord,
    confirmation: Confirmation,
    limits: { readonly maxPerPerson: number; readonly maxPerGuild: number },
    sinceMs: number,
  ): Promise<'reserved' | 'person' | 'guild'>;
  settle(attemptId: string, voice: VoiceRecord): Promise<void>;
  abandon(attemptId: string): Promise<void>;
  attempts(): Promise<readonly AttemptRecord[]>;
  voice(voiceId: string): Promise<VoiceRecord | undefined>;
  voices(voiceIds: readonly string[]): Promise<readonly VoiceRecord[]>;
  /** Newest first. */
  voicesOf(makerId: string, guildId: string | undefined): Promise<readonly VoiceRecord[]>;
  seen(voiceId: string, document: string | undefined): Promise<void>;
  remove(voiceId: string): Promise<void>;
  choices(userId: string): Promise<readonly ChoiceRecord[]>;
  choose(userId: string, choice: Omit<ChoiceRecord, 'lost'>): Promise<void>;
  forgetChoice(userId: string, choice: ChoiceRecord): Promise<boolean>;
  usersOf(voiceId: string): Promise<number>;
  loseChoices(voiceId: string, reason: LostReason): Promise<void>;
  personSummary(userId: string): Promise<{ readonly confirmations: number; readonly choices: number }>;
  erasePerson(userId: string, sinceMs: number): Promise<{ readonly confirmations: number; readonly choices: number }>;
}

/** The voices in an open database. */
export function createVoiceModelStore(connection: Connection): VoiceModelStore {
  const { db } = connection;
  const store = new StoredVoices(connection);
  return {
    placesTaken: (who, sinceMs) => storeCall(() => placesTaken(db, who, sinceMs)),
    reserve: (attempt, confirmation, limits, sinceMs) =>
      storeCall(() => store.reserve(attempt, confirmation, limits, sinceMs)),
    settle: (attemptId, voice) => storeCall(() => store.settle(attemptId, voice)),
    abandon: (attemptId) => storeCall(() => store.abandon(attemptId)),
    attempts: () => storeCall(() => store.attempts()),
    voice: (voiceId) => storeCall(() => store.voice(voiceId)),
    voices: (voiceIds) => storeCall(() => store.voices(voiceIds)),
    voicesOf: (makerId, guildId) => storeCall(() => store.voicesOf(makerId, guildId)),
    seen: (voiceId, document) => storeCall(() => store.seen(voiceId, document)),
    remove: (voiceId) => storeCall(() => store.remove(voiceId)),
    choices: (userId) => storeCall(() => store.choices(userId)),
    choose: (userId, choice) => storeCall(() => store.choose(userId, choice)),
    forgetChoice: (userId, choice) => storeCall(() => store.forgetChoice(userId, choice)),
    usersOf: (voiceId) => storeCall(() => store.usersOf(voiceId)),
    loseChoices: (voiceId, reason) => storeCall(() => store.loseChoices(voiceId, reason)),
    personSummary: (userId) => storeCall(() => store.personSummary(userId)),
    erasePerson: (userId, sinceMs) => storeCall(() => store.erasePerson(userId, sinceMs)),
  };
}

class StoredVoices implements Omit<VoiceModelStore, 'placesTaken'> {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  get #db(): Connection['db'] {
    return this.#connection.db;
  }

  async reserve(
    attempt: AttemptRecord,
    { atMs, audioSha256 }: Confirmation,
    limits: { readonly maxPerPerson: number; readonly maxPerGuild: number },
    sinceMs: number,
  ): Promise<'reserved' | 'person' | 'guild'> {
    const { attemptId, guildId, makerId } = attempt;
    const holder = guildId === undefined ? `person ${makerId}` : `guild ${guildId}`;
    return this.#db.transaction().execute(async (transaction) => {
      await lock(transaction, holder);
      const { byPerson, inGuild } = await placesTaken(transaction, attempt, sinceMs, attemptId);
      if (byPerson >= limits.maxPerPerson) return unlock(transaction, holder, 'person');
      if (guildId !== undefined && inGuild >= limits.maxPerGuild) return unlock(transaction, holder, 'guild');
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
  }

  async settle(attemptId: string, voice: VoiceRecord): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
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
  }

  async abandon(attemptId: string): Promise<void> {
    await this.#db.deleteFrom('voice_attempts').where('attempt_id', '=', attemptId).execute();
  }

  async attempts(): Promise<AttemptRecord[]> {
    const rows = await this.#db.selectFrom('voice_attempts').selectAll().orderBy('started_at_ms').execute();
    return rows.map(toAttempt);
  }

  async voice(voiceId: string): Promise<VoiceRecord | undefined> {
    const voices = this.#db.selectFrom('voices').selectAll();
    const row = await voices.where('voice_id', '=', voiceId).executeTakeFirst();
    return row && toVoice(row);
  }

  async voices(voiceIds: readonly string[]): Promise<VoiceRecord[]> {
    if (voiceIds.length === 0) return [];
    const rows = await this.#db.selectFrom('voices').selectAll().where('voice_id', 'in', voiceIds).execute();
    return rows.map(toVoice);
  }

  async voicesOf(makerId: string, guildId: string | undefined): Promise<VoiceRecord[]> {
    const rows = await this.#db
      .selectFrom('voices')
      .selectAll()
      .where((is) =>
        guildId === undefined
          ? is('maker_id', '=', makerId)
          : is.or([is('maker_id', '=', makerId), is('guild_id', '=', guildId)]),
      )
      .orderBy('created_at_ms', 'desc')
      .orderBy('voice_id')
      .execute();
    return rows.map(toVoice);
  }

  async seen(voiceId: string, document: string | undefined): Promise<void> {
    await this.#db
      .updateTable('voices')
      .set(document === undefined ? { gone: 1 } : { gone: 0, document })
      .where('voice_id', '=', voiceId)
      .execute();
  }

  async remove(voiceId: string): Promise<void> {
    await this.#db.deleteFrom('voices').where('voice_id', '=', voiceId).execute();
    await this.#connection.scrub();
  }

  async choices(userId: string): Promise<ChoiceRecord[]> {
    const rows = await this.#db.selectFrom('voice_choices').selectAll().where('user_id', '=', userId).execute();
    return rows.map(toChoice);
  }

  async choose(userId: string, { guildId, voiceId, title }: Omit<ChoiceRecord, 'lost'>): Promise<void> {
    const chosen = { voice_id: voiceId ?? null, title: storable(title), lost: null };
    const row = { user_id: userId, guild_id: guildId ?? '', ...chosen };
    await this.#db.transaction().execute(async (transaction) => {
      if (guildId === undefined) await transaction.deleteFrom('voice_choices').where('user_id', '=', userId).execute();
      // Nothing chosen anywhere is the default everywhere.
      if (guildId === undefined && voiceId === undefined) return;
      await transaction
        .insertInto('voice_choices')
        .values(row)
        .onConflict((conflict) => conflict.columns(['user_id', 'guild_id']).doUpdateSet(chosen))
        .execute();
    });
  }

  async forgetChoice(userId: string, { guildId, voiceId, lost }: ChoiceRecord): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('voice_choices')
      .where('user_id', '=', userId)
      .where('guild_id', '=', guildId ?? '')
      .where((is) => (voiceId === undefined ? is('voice_id', 'is', null) : is('voice_id', '=', voiceId)))
      .where((is) => (lost === undefined ? is('lost', 'is', null) : is('lost', '=', lost)))
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  async usersOf(voiceId: string): Promise<number> {
    const { users } = await this.#db
      .selectFrom('voice_choices')
      .select(({ fn }) => fn.count<number>('user_id').distinct().as('users'))
      .where('voice_id', '=', voiceId)
      .where('lost', 'is', null)
      .executeTakeFirstOrThrow();
    return Number(users);
  }

  async loseChoices(voiceId: string, reason: LostReason): Promise<void> {
    const choices = this.#db.updateTable('voice_choices').set({ lost: reason });
    await choices.where('voice_id', '=', voiceId).where('lost', 'is', null).execute();
  }

  async personSummary(userId: string): Promise<{ confirmations: number; choices: number }> {
    const { confirmations } = await this.#db
      .selectFrom('rights_confirmations')
      .select(({ fn }) => fn.countAll<number>().as('confirmations'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const { choices } = await this.#db
      .selectFrom('voice_choices')
      .select(({ fn }) => fn.countAll<number>().as('choices'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    return { confirmations, choices };
  }

  async erasePerson(userId: string, sinceMs: number): Promise<{ confirmations: number; choices: number }> {
    const running = this.#db
      .selectFrom('voice_attempts')
      .select('attempt_id')
      .where('maker_id', '=', userId)
      .where('started_at_ms', '>=', Math.round(sinceMs));
    const owned = this.#db.selectFrom('voices').select('voice_id').where('maker_id', '=', userId);
    const confirmations = await this.#db
      .deleteFrom('rights_confirmations')
      .where('user_id', '=', userId)
      .where('attempt_id', 'not in', running)
      .where((is) => is.or([is('voice_id', 'is', null), is('voice_id', 'not in', owned)]))
      .executeTakeFirst();
    const choices = await this.#db.deleteFrom('voice_choices').where('user_id', '=', userId).executeTakeFirst();
    await this.#db
      .updateTable('voice_attempts')
      .set({ maker_id: '' })
      .where('maker_id', '=', userId)
      .where('started_at_ms', '<', Math.round(sinceMs))
      .execute();
    await this.#connection.scrub();
    return { confirmations: Number(confirmations.numDeletedRows), choices: Number(choices.numDeletedRows) };
  }
}

/** Two transactions that take the same lock go one after the other, in SQLite and in PostgreSQL. */
async function lock(transaction: Transaction<Schema>, holder: string): Promise<void> {
  await transaction
    .insertInto('voice_locks')
    .values({ holder })
    .onConflict((conflict) => conflict.column('holder').doUpdateSet({ holder }))
    .execute();
}

async function unlock<T>(transaction: Transaction<Schema>, holder: string, outcome: T): Promise<T> {
  await transaction.deleteFrom('voice_locks').where('holder', '=', holder).execute();
  return outcome;
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
