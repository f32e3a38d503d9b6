import type { ChoiceRecord, VoiceModelStore } from '../voice-models/voice-model-ports.ts';
import type { Connection } from './connection.ts';
import { storable } from './storable.ts';
import { toChoice } from './voice-model-rows.ts';

/** Which voices people chose. Rejects with the drivers' errors. */
export function createVoiceChoices({
  db,
}: Connection): Pick<VoiceModelStore, 'choices' | 'choose' | 'takeBack' | 'forgetChoice' | 'usersOf' | 'loseChoices'> {
  return {
    async choices(userId: string): Promise<ChoiceRecord[]> {
      const rows = await db.selectFrom('voice_choices').selectAll().where('user_id', '=', userId).execute();
      return rows.map(toChoice);
    },

    async choose(userId: string, choice: Omit<ChoiceRecord, 'lost'>): Promise<void> {
      const { guildId, purpose, voiceId, title, speed, volumeDb } = choice;
      const sound = { voice_id: voiceId ?? null, speed: speed ?? null, volume_db: volumeDb ?? null };
      const chosen = { ...sound, title: storable(title), lost: null };
      const row = { user_id: userId, guild_id: guildId ?? '', purpose, ...chosen };
      await db.transaction().execute(async (transaction) => {
        if (purpose === 'every-text') {
          const replaced = transaction.deleteFrom('voice_choices').where('user_id', '=', userId);
          await (guildId === undefined ? replaced : replaced.where('guild_id', '=', guildId)).execute();
        }
        // No row at all means the default voice everywhere.
        const isDefault = Object.values(sound).every((value) => value === null);
        if (guildId === undefined && isDefault) return;
        await transaction
          .insertInto('voice_choices')
          .values(row)
          .onConflict((conflict) => conflict.columns(['user_id', 'guild_id', 'purpose']).doUpdateSet(chosen))
          .execute();
      });
    },

    async takeBack(userId: string, guildId: string | undefined, purpose?: ChoiceRecord['purpose']): Promise<void> {
      const taken = db
        .deleteFrom('voice_choices')
        .where('user_id', '=', userId)
        .where('guild_id', '=', guildId ?? '');
      await (purpose === undefined ? taken : taken.where('purpose', '=', purpose)).execute();
    },

    async forgetChoice(userId: string, { guildId, purpose, voiceId, lost }: ChoiceRecord): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('voice_choices')
        .where('user_id', '=', userId)
        .where('guild_id', '=', guildId ?? '')
        .where('purpose', '=', purpose)
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
