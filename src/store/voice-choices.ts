import type { ChoiceRecord, VoiceModelStore } from '../voice-models/voice-model-ports.ts';
import type { Connection } from './connection.ts';
import { storable } from './storable.ts';
import { toChoice } from './voice-model-rows.ts';

/** Which voices people chose. Rejects with the drivers' errors. */
export function createVoiceChoices({
  db,
}: Connection): Pick<VoiceModelStore, 'choices' | 'choose' | 'forgetChoice' | 'usersOf' | 'loseChoices'> {
  return {
    async choices(userId: string): Promise<ChoiceRecord[]> {
      const rows = await db.selectFrom('voice_choices').selectAll().where('user_id', '=', userId).execute();
      return rows.map(toChoice);
    },

    async choose(userId: string, { guildId, voiceId, title }: Omit<ChoiceRecord, 'lost'>): Promise<void> {
      const chosen = { voice_id: voiceId ?? null, title: storable(title), lost: null };
      const row = { user_id: userId, guild_id: guildId ?? '', ...chosen };
      await db.transaction().execute(async (transaction) => {
        if (guildId === undefined)
          await transaction.deleteFrom('voice_choices').where('user_id', '=', userId).execute();
        // No row at all means the default voice everywhere.
        if (guildId === undefined && voiceId === undefined) return;
        await transaction
          .insertInto('voice_choices')
          .values(row)
          .onConflict((conflict) => conflict.columns(['user_id', 'guild_id']).doUpdateSet(chosen))
          .execute();
      });
    },

    async forgetChoice(userId: string, { guildId, voiceId, lost }: ChoiceRecord): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('voice_choices')
        .where('user_id', '=', userId)
        .where('guild_id', '=', guildId ?? '')
        .where((is) => (voiceId === undefined ? is('voice_id', 'is', null) : is('voice_id', '=', voiceId)))
        .where((is) => (lost === undefined ? is('lost', 'is', null) : is('lost', '=', lost)))
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async usersOf(voiceId: string): Promise<number> {
      const { users } = await db
        .selectFrom('voice_choices')
        .select(({ fn }) => fn.count<number>('user_id').distinct().as('users'))
        .where('voice_id', '=', voiceId)
        .where('lost', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(users);
    },

    async loseChoices(voiceId: string, reason: NonNullable<ChoiceRecord['lost']>): Promise<void> {
      const choices = db.updateTable('voice_choices').set({ lost: reason });
      await choices.where('voice_id', '=', voiceId).where('lost', 'is', null).execute();
    },
  };
}
