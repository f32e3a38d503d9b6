import { type Selectable, sql } from 'kysely';
import type {
  CaptionMessage,
  CaptionMessageStore,
  ErasableMessage,
  VoiceMessageAnswer,
} from '../captions/captions-ports.ts';
import type { Connection } from './connection.ts';
import type { Schema } from './schema.ts';
import { isMissingReference, withStoreErrors } from './store-error.ts';

/** Messages with what people said. */
const TABLES = ['caption_messages', 'voice_message_answers'] as const;

/** The ids of caption messages, which go with the session that they belong to, and of answers to voice messages. */
export function createCaptionMessageStore({ db }: Connection): CaptionMessageStore {
  /**
   * Messages of speech that a tombstone covers whose person wants the messages gone. That these are few is said twice, for
   * PostgreSQL: otherwise it reads all messages.
   */
  const due = () =>
    db
      .selectFrom('caption_messages as said')
      .innerJoin('tombstones', 'tombstones.user_id', 'said.user_id')
      .whereRef('tombstones.messages_until_ms', '>=', 'said.spoken_at_ms')
      .where('tombstones.messages_until_ms', 'is not', null)
      .select(['said.message_id', 'said.user_id', 'channel_id', 'guild_id', 'webhook_id', 'spoken_at_ms'])
      .unionAll(
        db
          .selectFrom('voice_message_answers as answers')
          .innerJoin('tombstones', 'tombstones.user_id', 'answers.user_id')
          .whereRef('tombstones.messages_until_ms', '>=', 'answers.sent_at_ms')
          .where('tombstones.messages_until_ms', 'is not', null)
          .select(['answers.message_id', 'answers.user_id', 'channel_id', 'guild_id'])
          .select([sql<string | null>`null`.as('webhook_id'), 'sent_at_ms as spoken_at_ms']),
      );
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
    addAnswer: async ({ messageId, userId, channelId, guildId, sourceId, sentAtMs }) => {
      const ids = { message_id: messageId, user_id: userId, channel_id: channelId, guild_id: guildId };
      await db
        .insertInto('voice_message_answers')
        .values({ ...ids, source_id: sourceId, sent_at_ms: Math.round(sentAtMs) })
        .onConflict((conflict) => conflict.column('message_id').doNothing())
        .execute();
    },
    answersTo: async (sourceIds) => {
      if (sourceIds.length === 0) return [];
      const rows = await db
        .selectFrom('voice_message_answers')
        .selectAll()
        .where('source_id', 'in', [...sourceIds])
        .execute();
      return rows.map(toAnswer);
    },
    remove: async (messageId, userIds) => {
      for (const table of TABLES) {
        const found = db.deleteFrom(table).where('message_id', '=', messageId);
        await (userIds === undefined ? found : found.where('user_id', 'in', [...userIds])).execute();
      }
    },
    countOf: async (userId) => {
      let sum = 0;
      for (const table of TABLES) {
        const { messages } = await db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('messages'))
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow();
        sum += messages;
      }
      return sum;
    },
    peopleDue: async () => {
      const rows = await db.selectFrom(due().as('due')).select('due.user_id').distinct().execute();
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
      const rows = await db
        .selectFrom(due().as('due'))
        .selectAll()
        .where('due.user_id', '=', userId)
        .where('due.message_id', '>', afterId)
        .orderBy('due.message_id')
        .limit(limit)
        .execute();
      return rows.map(toErasable);
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
  return { ...toErasable(row), sessionId: row.session_id };
}

function toErasable(row: Omit<Selectable<Schema['caption_messages']>, 'session_id'>): ErasableMessage {
  return {
    messageId: row.message_id,
    userId: row.user_id,
    channelId: row.channel_id,
    guildId: row.guild_id,
    webhookId: row.webhook_id ?? undefined,
    spokenAtMs: row.spoken_at_ms,
  };
}

function toAnswer(row: Selectable<Schema['voice_message_answers']>): VoiceMessageAnswer {
  return {
    messageId: row.message_id,
    userId: row.user_id,
    channelId: row.channel_id,
    guildId: row.guild_id,
    sourceId: row.source_id,
    sentAtMs: row.sent_at_ms,
  };
}
