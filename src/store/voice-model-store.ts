import type { StoredVoice, VoiceModelStore } from '../voice-models/voice-model-ports.ts';
import type { Connection } from './connection.ts';
import { withStoreErrors } from './store-error.ts';
import { createVoiceAttempts } from './voice-attempts.ts';
import { createVoiceChoices } from './voice-choices.ts';
import { toVoice } from './voice-model-rows.ts';

/** Voices that were created through the bot, attempts at them, confirmed rights, and what people chose. */
export function createVoiceModelStore(connection: Connection): VoiceModelStore {
  return withStoreErrors<VoiceModelStore>({
    ...createVoiceAttempts(connection),
    ...createVoices(connection),
    ...createVoiceChoices(connection),
    ...createPeople(connection),
  });
}

function createVoices({
  db,
  scrub,
}: Connection): Pick<VoiceModelStore, 'voice' | 'voices' | 'voicesOf' | 'seen' | 'remove'> {
  return {
    async voice(voiceId: string): Promise<StoredVoice | undefined> {
      const voices = db.selectFrom('voices').selectAll();
      const row = await voices.where('voice_id', '=', voiceId).executeTakeFirst();
      return row && toVoice(row);
    },

    async voices(voiceIds: readonly string[]): Promise<StoredVoice[]> {
      if (voiceIds.length === 0) return [];
      const rows = await db.selectFrom('voices').selectAll().where('voice_id', 'in', voiceIds).execute();
      return rows.map(toVoice);
    },

    async voicesOf(makerId: string, guildId: string | undefined): Promise<StoredVoice[]> {
      const rows = await db
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
    },

    async seen(voiceId: string, document: string | undefined): Promise<void> {
      await db
        .updateTable('voices')
        .set(document === undefined ? { gone: 1 } : { gone: 0, document })
        .where('voice_id', '=', voiceId)
        .execute();
    },

    async remove(voiceId: string): Promise<void> {
      await db.deleteFrom('voices').where('voice_id', '=', voiceId).execute();
      await scrub();
    },
  };
}

/** What is stored about a person. */
function createPeople({ db, scrub }: Connection): Pick<VoiceModelStore, 'personSummary' | 'erasePerson'> {
  return {
    async personSummary(userId: string): Promise<{ confirmations: number; choices: number }> {
      const { confirmations } = await db
        .selectFrom('rights_confirmations')
        .select(({ fn }) => fn.countAll<number>().as('confirmations'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      const { choices } = await db
        .selectFrom('voice_choices')
        .select(({ fn }) => fn.countAll<number>().as('choices'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return { confirmations, choices };
    },

    async erasePerson(userId: string, sinceMs: number): Promise<{ confirmations: number; choices: number }> {
      const running = db
        .selectFrom('voice_attempts')
        .select('attempt_id')
        .where('maker_id', '=', userId)
        .where('started_at_ms', '>=', Math.round(sinceMs));
      const owned = db.selectFrom('voices').select('voice_id').where('maker_id', '=', userId);
      const confirmations = await db
        .deleteFrom('rights_confirmations')
        .where('user_id', '=', userId)
        .where('attempt_id', 'not in', running)
        .where((is) => is.or([is('voice_id', 'is', null), is('voice_id', 'not in', owned)]))
        .executeTakeFirst();
      const choices = await db.deleteFrom('voice_choices').where('user_id', '=', userId).executeTakeFirst();
      await db
        .updateTable('voice_attempts')
        .set({ maker_id: '' })
        .where('maker_id', '=', userId)
        .where('started_at_ms', '<', Math.round(sinceMs))
        .execute();
      await scrub();
      return { confirmations: Number(confirmations.numDeletedRows), choices: Number(choices.numDeletedRows) };
    },
  };
}
