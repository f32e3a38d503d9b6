import type { VoiceMessageNoticeStore } from '../../settings/settings-ports.ts';
import type { Connection } from '../connection.ts';
import { withStoreErrors } from '../store-error.ts';

/** Which channels know that their voice messages are answered. */
export function createVoiceMessageNoticeStore({ db }: Connection): VoiceMessageNoticeStore {
  return withStoreErrors<VoiceMessageNoticeStore>({
    postedAtMs: async (guildId, channelId) => {
      const row = await db
        .selectFrom('voice_message_notices')
        .select('posted_at_ms')
        .where('guild_id', '=', guildId)
        .where('channel_id', '=', channelId)
        .executeTakeFirst();
      return row?.posted_at_ms;
    },
    setPostedAtMs: async (guildId, channelId, postedAtMs) => {
      if (postedAtMs === undefined) {
        await db
          .deleteFrom('voice_message_notices')
          .where('guild_id', '=', guildId)
          .where('channel_id', '=', channelId)
          .execute();
        return;
      }
      await db
        .insertInto('voice_message_notices')
        .values({ guild_id: guildId, channel_id: channelId, posted_at_ms: postedAtMs })
        .onConflict((conflict) =>
          conflict.columns(['guild_id', 'channel_id']).doUpdateSet({ posted_at_ms: postedAtMs }),
        )
        .execute();
    },
  });
}
