import type { Selectable } from 'kysely';
import type { AutoCaptionStore, AutoCaptions } from '../../captions/auto-captions-ports.ts';
import type { Connection } from '../connection.ts';
import type { Schema } from '../schema.ts';
import { withStoreErrors } from '../store-error.ts';

/** The voice channels whose captions start by themselves. Rejects with MynahError STORE_UNAVAILABLE or STORE_FAILED. */
export function createAutoCaptionStore(connection: Connection): AutoCaptionStore {
  const { db } = connection;
  return withStoreErrors<AutoCaptionStore>({
    all: async () => {
      const rows = await db
        .selectFrom('auto_captions')
        .selectAll()
        .orderBy('set_up_at_ms')
        .orderBy('voice_channel_id')
        .execute();
      return rows.map(toEntry);
    },
    of: async (guildId, voiceChannelId) => {
      const row = await db
        .selectFrom('auto_captions')
        .selectAll()
        .where('guild_id', '=', guildId)
        .where('voice_channel_id', '=', voiceChannelId)
        .executeTakeFirst();
      return row && toEntry(row);
    },
    held: async () => {
      const rows = await db.selectFrom('auto_captions').select('voice_channel_id').where('held', '=', 1).execute();
      return rows.map((row) => row.voice_channel_id);
    },
    setHeld: async (guildId, voiceChannelId, isHeld) => {
      await db
        .updateTable('auto_captions')
        .set({ held: isHeld ? 1 : 0 })
        .where('guild_id', '=', guildId)
        .where('voice_channel_id', '=', voiceChannelId)
        .execute();
    },
    set: async (entry) => {
      const { guild_id, voice_channel_id, ...rest } = toRow(entry);
      await db
        .insertInto('auto_captions')
        .values({ guild_id, voice_channel_id, ...rest })
        .onConflict((conflict) => conflict.columns(['guild_id', 'voice_channel_id']).doUpdateSet(rest))
        .execute();
    },
    removeChannel: async (guildId, channelId) => {
      await db
        .deleteFrom('auto_captions')
        .where('guild_id', '=', guildId)
        .where((is) => is.or([is('voice_channel_id', '=', channelId), is('text_channel_id', '=', channelId)]))
        .execute();
    },
    remove: async (guildId, voiceChannelId) => {
      await db
        .deleteFrom('auto_captions')
        .where('guild_id', '=', guildId)
        .where('voice_channel_id', '=', voiceChannelId)
        .execute();
    },
    countOf: async (userId) => {
      const { entries } = await db
        .selectFrom('auto_captions')
        .select(({ fn }) => fn.countAll<number>().as('entries'))
        .where('set_up_by', '=', userId)
        .executeTakeFirstOrThrow();
      return entries;
    },
    erasePerson: async (userId) => {
      const { numUpdatedRows } = await db
        .updateTable('auto_captions')
        .set({ set_up_by: null, wider_readers: 0 })
        .where('set_up_by', '=', userId)
        .executeTakeFirst();
      await connection.scrub();
      return Number(numUpdatedRows);
    },
  });
}

function toRow(entry: AutoCaptions): Schema['auto_captions'] {
  return {
    guild_id: entry.guildId,
    voice_channel_id: entry.voiceChannelId,
    text_channel_id: entry.textChannelId,
    threaded: entry.isThreaded ? 1 : 0,
    language: entry.language ?? null,
    set_up_by: entry.setUpBy ?? null,
    wider_readers: entry.widerReaders ? 1 : 0,
    set_up_at_ms: Math.round(entry.setUpAtMs),
    held: 0,
  };
}

function toEntry(row: Selectable<Schema['auto_captions']>): AutoCaptions {
  return {
    guildId: row.guild_id,
    voiceChannelId: row.voice_channel_id,
    textChannelId: row.text_channel_id,
    isThreaded: row.threaded === 1,
    language: row.language ?? undefined,
    setUpBy: row.set_up_by ?? undefined,
    widerReaders: row.wider_readers === 1,
    setUpAtMs: row.set_up_at_ms,
  };
}
