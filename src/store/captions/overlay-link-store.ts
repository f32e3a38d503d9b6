import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { OverlayLinkStore, StoredOverlayLink } from '../../captions/overlay-links-ports.ts';
import type { Connection } from '../connection.ts';
import type { Schema } from '../schema.ts';
import { parseStored } from '../storable.ts';
import { withStoreErrors } from '../store-error.ts';

const SESSION_IDS = z.array(z.string()).catch([]);

/** The links of overlays. Rejects with MynahError STORE_UNAVAILABLE or STORE_FAILED. */
export function createOverlayLinkStore({ db }: Connection): OverlayLinkStore {
  const links = () => db.selectFrom('overlay_links').selectAll().orderBy('created_at_ms').orderBy('link_id');
  return withStoreErrors<OverlayLinkStore>({
    add: async (link) => {
      await db.insertInto('overlay_links').values(toRow(link)).execute();
    },
    ofSession: async (sessionId) => (await links().where('session_id', '=', sessionId).execute()).map(toLink),
    all: async () => (await links().execute()).map(toLink),
    remove: async (linkId) => {
      const { numDeletedRows } = await db.deleteFrom('overlay_links').where('link_id', '=', linkId).executeTakeFirst();
      return numDeletedRows > 0n;
    },
    removeOfSessions: async (sessionIds) => {
      if (sessionIds.length === 0) return;
      await db
        .deleteFrom('overlay_links')
        .where('session_id', 'in', [...sessionIds])
        .execute();
    },
    wait: async (sessionIds, untilMs) => {
      if (sessionIds.length === 0) return;
      await db
        .updateTable('overlay_links')
        .set({ waits_until_ms: Math.round(untilMs) })
        .where('session_id', 'in', [...sessionIds])
        .where('waits_until_ms', 'is', null)
        .execute();
    },
    resume: async (linkId, sessionId, earlierSessionIds) => {
      await db
        .updateTable('overlay_links')
        .set({ session_id: sessionId, earlier_session_ids: JSON.stringify(earlierSessionIds), waits_until_ms: null })
        .where('link_id', '=', linkId)
        .execute();
    },
  });
}

function toRow(link: StoredOverlayLink): Schema['overlay_links'] {
  return {
    link_id: link.linkId,
    secret_hash: link.secretHash,
    guild_id: link.guildId,
    session_id: link.sessionId,
    first_session_id: link.firstSessionId,
    earlier_session_ids: JSON.stringify(link.earlierSessionIds),
    created_by: link.createdBy ?? '',
    created_at_ms: Math.round(link.createdAtMs),
    waits_until_ms: link.waitsUntilMs === undefined ? null : Math.round(link.waitsUntilMs),
  };
}

function toLink(row: Selectable<Schema['overlay_links']>): StoredOverlayLink {
  return {
    linkId: row.link_id,
    secretHash: row.secret_hash,
    guildId: row.guild_id,
    sessionId: row.session_id,
    firstSessionId: row.first_session_id,
    earlierSessionIds: SESSION_IDS.parse(parseStored(row.earlier_session_ids)),
    createdBy: row.created_by === '' ? undefined : row.created_by,
    createdAtMs: row.created_at_ms,
    waitsUntilMs: row.waits_until_ms ?? undefined,
  };
}
