import type { Kysely } from 'kysely';
import { parseStored, storable } from '../storable.ts';

/** The tables as they are before this migration, while it runs, and after it. */
type Tables = {
  readonly guild_settings: { readonly guild_id: string; readonly topic: string; readonly document: string };
  readonly joined_settings: { readonly guild_id: string; readonly document: string };
  readonly voice_message_notices: {
    readonly guild_id: string;
    readonly channel_id: string;
    readonly posted_at_ms: number;
  };
};

/** What the document `server` was about. */
const SERVER_TOPICS = [
  ...['general', 'voice', 'lengths', 'access', 'muted', 'announcements', 'notices', 'captions', 'reading'],
  ...['voiceMessages', 'log'],
];

type Settings = Readonly<Record<string, unknown>>;

/**
 * The migration that joins the documents of a guild, one for each topic, to one; notices about voice messages, which are no
 * settings, get a table of their own. What cannot be read becomes null, for which the stricter choice applies.
 */
export async function joinSettings(unknownDb: Kysely<unknown>): Promise<void> {
  const db = unknownDb.withTables<Tables>();
  await db.schema
    .createTable('joined_settings')
    .addColumn('guild_id', 'text', (column) => column.primaryKey())
    .addColumn('document', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('voice_message_notices')
    .addColumn('guild_id', 'text', (column) => column.notNull())
    .addColumn('channel_id', 'text', (column) => column.notNull())
    .addColumn('posted_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('voice_message_notices_key', ['guild_id', 'channel_id'])
    .execute();
  const all = await db.selectFrom('guild_settings').selectAll().execute();
  for (const [guildId, rows] of Map.groupBy(all, ({ guild_id }) => guild_id)) {
    const documents = new Map(rows.map(({ topic, document }) => [topic, document]));
    const settings = JSON.stringify(joined(documents), (_key, value: unknown) =>
      typeof value === 'string' ? storable(value) : value,
    );
    if (settings !== '{}') {
      await db.insertInto('joined_settings').values({ guild_id: guildId, document: settings }).execute();
    }
    for (const [channelId, postedAtMs] of noticesIn(documents.get('voice-message-notices') ?? '{}')) {
      const notice = { guild_id: guildId, channel_id: channelId, posted_at_ms: postedAtMs };
      await db.insertInto('voice_message_notices').values(notice).execute();
    }
  }
  await db.schema.dropTable('guild_settings').execute();
  await db.schema.alterTable('joined_settings').renameTo('guild_settings').execute();
}

/** The whole of a guild's settings. Whether captions are interim was kept apart from the other settings of captions. */
function joined(documents: ReadonlyMap<string, string>): Settings {
  const unreadable = Object.fromEntries(SERVER_TOPICS.map((topic) => [topic, null]));
  const server = documents.has('server') ? (objectIn(documents.get('server')) ?? unreadable) : {};
  const parts = ['captions', 'voices', 'budgets'].flatMap((topic) =>
    documents.has(topic) ? [[topic, objectIn(documents.get(topic)) ?? null] as const] : [],
  );
  const { captions } = Object.fromEntries(parts);
  const interim = server['captions'];
  const both = isObject(captions) && isObject(interim) ? { captions: { ...captions, ...interim } } : {};
  return { ...server, ...Object.fromEntries(parts), ...both };
}

function noticesIn(document: string): (readonly [channelId: string, postedAtMs: number])[] {
  return Object.entries(objectIn(document) ?? {}).flatMap(([channelId, postedAtMs]) =>
    typeof postedAtMs === 'number' ? [[channelId, Math.round(postedAtMs)] as const] : [],
  );
}

function objectIn(document = ''): Settings | undefined {
  const parsed = parseStored(document);
  return isObject(parsed) ? parsed : undefined;
}

function isObject(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
