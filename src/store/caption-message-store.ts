import { type Selectable, sql } from 'kysely';
import type { CaptionMessage, CaptionMessageStore } from '../captions/captions-ports.ts';
import type { Connection } from './connection.ts';
import type { Schema } from './schema.ts';
import { isMissingReference, withStoreErrors } from './store-error.ts';

/** The ids of caption messages. They go with the session that they belong to. */
export function createCaptionMessageStore({ db }: Connection): CaptionMessageStore {
  /** Messages of speech that a tombstone covers whose person wants the messages gone. */
  const due = () =>
    db
      .selectFrom('caption_messages')
      .innerJoin('tombstones', 'tombstones.user_id', 'caption_messages.user_id')
      .whereRef('tombstones.messages_until_ms', '>=', 'caption_messages.spoken_at_ms');
  return withStoreErrors<CaptionMessageStore>({
    add: async (messages) => {
      if (messages.length === 0) return;
      try {
        await db
          .insertInto('caption_messages')
          .values(messages.map(toRow))
          .onConflict((conflict) => conflict.columns(['message_id', 'user_id']).doNothing())
          .execute();
      } catch (error) {
        // The session was deleted, and its messages are not kept either.
        if (!isMissingReference(error)) throw error;
      }
    },
    remove: async (messageId, userIds) => {
      const found = db.deleteFrom('caption_messages').where('message_id', '=', messageId);
      await (userIds === undefined ? found : found.where('user_id', 'in', [...userIds])).execute();
    },
    countOf: async (userId) => {
      const { messages } = await db
        .selectFrom('caption_messages')
        .select(({ fn }) => fn.countAll<number>().as('messages'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return messages;
    },
    peopleDue: async () => {
      const rows = await due().select('caption_messages.user_id').distinct().execute();
      return rows.map((row) => row.user_id);
    },
    newest: async (sessionId, limit) => {
      const rows = await db
        .selectFrom('caption_messages')
        .selectAll()
        .where('session_id', '=', sessionId)
        .orderBy('spoken_at_ms', 'desc')
        .orderBy('message_id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toMessage);
    },
    noteUnsettled: async (sessionId) => {
      await db
        .insertInto('unsettled_sessions')
        .values({ session_id: sessionId })
        .onConflict((conflict) => conflict.column('session_id').doNothing())
        .execute();
    },
    noteSettled: async (sessionId) => {
      await db.deleteFrom('unsettled_sessions').where('session_id', '=', sessionId).execute();
    },
    unsettled: async () => {
      const rows = await db.selectFrom('unsettled_sessions').select('session_id').orderBy('session_id').execute();
      return rows.map((row) => row.session_id);
    },
    due: async (userId, afterId, limit) => {
      const rows = await due()
        .selectAll('caption_messages')
        .where('caption_messages.user_id', '=', userId)
        .where('caption_messages.message_id', '>', afterId)
        .orderBy(sql.ref('caption_messages.message_id'))
        .limit(limit)
        .execute();
      return rows.map(toMessage);
    },
  });
}

function toRow(message: CaptionMessage): Schema['caption_messages'] {
  return {
    message_id: message.messageId,
    user_id: message.userId,
    channel_id: message.channelId,
    guild_id: message.guildId,
    webhook_id: message.webhookId ?? null,
    session_id: message.sessionId,
    spoken_at_ms: Math.round(message.spokenAtMs),
  };
}

function toMessage(row: Selectable<Schema['caption_messages']>): CaptionMessage {
  return {
    messageId: row.message_id,
    userId: row.user_id,
    channelId: row.channel_id,
    guildId: row.guild_id,
    webhookId: row.webhook_id ?? undefined,
    sessionId: row.session_id,
    spokenAtMs: row.spoken_at_ms,
  };
}
