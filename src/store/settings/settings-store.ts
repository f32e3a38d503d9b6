import type { SettingsStore } from '../../settings/settings-ports.ts';
import type { Connection } from '../connection.ts';
import { withStoreErrors } from '../store-error.ts';

/** The settings of guilds: one JSON document each, whatever is in it. */
export function createSettingsStore({ db }: Connection): SettingsStore {
  return withStoreErrors<SettingsStore>({
    document: async (guildId) => {
      const row = await db
        .selectFrom('guild_settings')
        .select('document')
        .where('guild_id', '=', guildId)
        .executeTakeFirst();
      return row?.document;
    },
    documents: async () => {
      const rows = await db.selectFrom('guild_settings').selectAll().execute();
      return new Map(rows.map(({ guild_id: guildId, document }) => [guildId, document]));
    },
    replace: async (guildId, before, after) => {
      const query =
        before === undefined
          ? db
              .insertInto('guild_settings')
              .values({ guild_id: guildId, document: after })
              .onConflict((conflict) => conflict.doNothing())
              .returning('guild_id')
          : db
              .updateTable('guild_settings')
              .set({ document: after })
              .where('guild_id', '=', guildId)
              .where('document', '=', before)
              .returning('guild_id');
      return (await query.execute()).length > 0;
    },
  });
}
