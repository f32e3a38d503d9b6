import type { Selectable } from 'kysely';
import type { Binding, Identity, ReadingStore } from '../../reading/reading-ports.ts';
import type { Connection } from '../connection.ts';
import type { Schema } from '../schema.ts';
import { storable } from '../storable.ts';
import { withStoreErrors } from '../store-error.ts';

/** Of one person's identities in one guild, so many without a voice are kept. */
const MAX_WITHOUT_VOICE = 25;

/** Which channels are read aloud, and what people decided about being read. */
export function createReadingStore(connection: Connection): ReadingStore {
  return withStoreErrors<ReadingStore>({
    ...createBindings(connection),
    ...createChoices(connection),
    ...createIdentities(connection),
  });
}

function createBindings({ db }: Connection): Pick<ReadingStore, 'bindings' | 'bind' | 'unbind'> {
  return {
    async bindings() {
      const rows = await db.selectFrom('reading_bindings').selectAll().orderBy('channel_id').execute();
      return rows.map(
        (row): Binding => ({
          guildId: row.guild_id,
          channelId: row.channel_id,
          autoJoin: row.auto_join === 1,
          widerListeners: row.wider_listeners === 1,
        }),
      );
    },

    async bind({ guildId, channelId, autoJoin, widerListeners }) {
      const changed = { auto_join: autoJoin ? 1 : 0, wider_listeners: widerListeners ? 1 : 0 };
      await db
        .insertInto('reading_bindings')
        .values({ channel_id: channelId, guild_id: guildId, ...changed })
        .onConflict((conflict) => conflict.column('channel_id').doUpdateSet(changed))
        .execute();
    },

    async unbind(guildId, channelId) {
      const { numDeletedRows } = await db
        .deleteFrom('reading_bindings')
        .where('guild_id', '=', guildId)
        .where('channel_id', '=', channelId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

function createChoices(connection: Connection): Pick<ReadingStore, 'choices' | 'choose' | 'summary' | 'erase'> {
  const { db } = connection;
  return {
    async choices(guildId) {
      const rows = await db.selectFrom('reading_choices').selectAll().where('guild_id', '=', guildId).execute();
      return new Map(
        rows.map((row) => [row.user_id, { isMuted: row.muted === 1, nickname: row.nickname ?? undefined }]),
      );
    },

    async choose(guildId, userId, { isMuted, nickname }) {
      const row = { guild_id: guildId, user_id: userId };
      if (!isMuted && nickname === undefined) {
        await db.deleteFrom('reading_choices').where('guild_id', '=', guildId).where('user_id', '=', userId).execute();
        return;
      }
      const chosen = { muted: isMuted ? 1 : 0, nickname: nickname === undefined ? null : storable(nickname) };
      await db
        .insertInto('reading_choices')
        .values({ ...row, ...chosen })
        .onConflict((conflict) => conflict.columns(['guild_id', 'user_id']).doUpdateSet(chosen))
        .execute();
    },

    async summary(userId) {
      const rows = await db.selectFrom('reading_choices').selectAll().where('user_id', '=', userId).execute();
      const identities = await db
        .selectFrom('proxied_identities')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('seen_at_ms', 'desc')
        .execute();
      return {
        nicknames: rows.flatMap(({ guild_id: guildId, nickname: name }) =>
          name === null ? [] : [{ guildId, name, voice: undefined }],
        ),
        identities: identities.map(({ guild_id: guildId, name, voice_id: id, voice_title: title }) => {
          const voice = title ?? id ?? undefined;
          return { guildId, name, voice };
        }),
        mutedIn: rows.filter(({ muted }) => muted === 1).length,
      };
    },

    async erase(userId) {
      const erased = await db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('reading_choices')
          .set({ nickname: null })
          .where('user_id', '=', userId)
          .where('nickname', 'is not', null)
          .executeTakeFirst();
        await transaction.deleteFrom('reading_choices').where('user_id', '=', userId).where('muted', '=', 0).execute();
        const { numDeletedRows } = await transaction
          .deleteFrom('proxied_identities')
          .where('user_id', '=', userId)
          .executeTakeFirst();
        return { nicknames: Number(numUpdatedRows), identities: Number(numDeletedRows) };
      });
      if (erased.nicknames + erased.identities > 0) await connection.scrub();
      return erased;
    },
  };
}

function createIdentities({ db }: Connection): Pick<ReadingStore, 'identities' | 'keepIdentity' | 'noteIdentity'> {
  type Row = Selectable<Schema['proxied_identities']>;
  /** Stores the row, or its changed part where there is one already. */
  const put = async (row: Row, changed: Partial<Row>): Promise<void> => {
    await db
      .insertInto('proxied_identities')
      .values(row)
      .onConflict((conflict) => conflict.columns(['guild_id', 'user_id', 'name']).doUpdateSet(changed))
      .execute();
    await db
      .deleteFrom('proxied_identities')
      .where('guild_id', '=', row.guild_id)
      .where('user_id', '=', row.user_id)
      .where('voice_id', 'is', null)
      .where('name', 'not in', (names) =>
        names
          .selectFrom('proxied_identities')
          .select('name')
          .where('guild_id', '=', row.guild_id)
          .where('user_id', '=', row.user_id)
          .where('voice_id', 'is', null)
          .orderBy('seen_at_ms', 'desc')
          .limit(MAX_WITHOUT_VOICE),
      )
      .execute();
  };
  return {
    async identities(guildId) {
      const rows = await db.selectFrom('proxied_identities').selectAll().where('guild_id', '=', guildId).execute();
      return rows.map(
        (row): Identity => ({
          ...{ userId: row.user_id, name: row.name, seenAtMs: row.seen_at_ms },
          voice: row.voice_id === null ? undefined : { id: row.voice_id, title: row.voice_title ?? row.voice_id },
        }),
      );
    },

    async keepIdentity(guildId, { userId, name, voice, seenAtMs }) {
      const row = { guild_id: guildId, user_id: userId, name: storable(name), seen_at_ms: seenAtMs };
      const sound = { voice_id: voice?.id ?? null, voice_title: voice === undefined ? null : storable(voice.title) };
      await put({ ...row, ...sound }, { seen_at_ms: seenAtMs, ...sound });
    },

    async noteIdentity(guildId, { userId, name, seenAtMs }) {
      const row = { guild_id: guildId, user_id: userId, name: storable(name), seen_at_ms: seenAtMs };
      await put({ ...row, voice_id: null, voice_title: null }, { seen_at_ms: seenAtMs });
    },
  };
}
