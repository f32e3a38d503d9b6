import { type Kysely, type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type {
  AboutText,
  HandoverChanges,
  HandoverStore,
  LeftSession,
  StoredPlace,
  StoredText,
} from '../../handover/handover-ports.ts';
import type { Connection } from '../connection.ts';
import type { Schema } from '../schema.ts';
import { parseStored, storable } from '../storable.ts';
import { withStoreErrors } from '../store-error.ts';

type Writer = Kysely<Schema>;

/** Rows of one statement: SQLite takes some 32,000 values, PostgreSQL 65,000. */
const MAX_ROWS = 500;

/** Voice sessions and their texts, for the process that continues them. */
export function createHandoverStore(connection: Connection): HandoverStore {
  const { db, dialect } = connection;
  // Machines' clocks differ, but all ask one PostgreSQL server. A SQLite file is on one machine.
  const nowMs = () =>
    dialect === 'sqlite'
      ? sql<number>`${Date.now()}`
      : sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
  const beat = async (writer: Writer, owner: string): Promise<boolean> => {
    const seen = { seen_at_ms: nowMs(), ended: 0 };
    const { numUpdatedRows } = await writer
      .updateTable('voice_processes')
      .set(seen)
      .where('owner', '=', owner)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return true;
    await writer
      .insertInto('voice_processes')
      .values({ owner, ...seen })
      .onConflict((conflict) => conflict.column('owner').doUpdateSet(seen))
      .execute();
    return false;
  };
  /** Processes that have ended, and for how long they have not been seen. */
  const ended = (but: string, silentMs: number) =>
    db
      .selectFrom('voice_processes')
      .select(['owner', sql<number>`${nowMs()} - seen_at_ms`.as('left_for_ms')])
      .where('owner', '!=', but)
      .where((where) =>
        where.or([where('ended', '=', 1), where('seen_at_ms', '<', sql<number>`${nowMs()} - ${silentMs}`)]),
      )
      .execute();

  return withStoreErrors<HandoverStore>({
    write: (owner, changes) =>
      db.transaction().execute(async (transaction) => {
        await beat(transaction, owner);
        return await write(transaction, owner, changes);
      }),
    beat: (owner) => beat(db, owner),
    end: async (owner) => {
      await db.updateTable('voice_processes').set({ ended: 1 }).where('owner', '=', owner).execute();
    },
    left: async (but, silentMs) => {
      const processes = new Map((await ended(but, silentMs)).map((row) => [row.owner, row.left_for_ms]));
      if (processes.size === 0) return [];
      const rows = await db
        .selectFrom('voice_sessions')
        .selectAll()
        .select((query) =>
          query
            .selectFrom('spoken_texts')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .whereRef('spoken_texts.session_id', '=', 'voice_sessions.session_id')
            .as('texts'),
        )
        .where('owner', 'in', [...processes.keys()])
        .execute();
      return rows
        .map((row) => toLeft(row, Number(row.texts), Number(processes.get(row.owner) ?? 0)))
        .toSorted((one, other) => Number(other.texts > 0) - Number(one.texts > 0));
    },
    claim: ({ sessionId, owner: from }, owner) =>
      db.transaction().execute(async (transaction) => {
        await beat(transaction, owner);
        const row = await transaction
          .updateTable('voice_sessions')
          .set({ owner })
          .where('session_id', '=', sessionId)
          .where('owner', '=', from)
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return undefined;
        const texts = await textsOf(transaction, [sessionId]);
        return { ...toPlace(row), texts, lastOrdinal: await lastOrdinalOf(transaction, sessionId) };
      }),
    removeLeft: async (but, afterMs) => {
      const owners = (await ended(but, afterMs)).flatMap((row) => (row.left_for_ms > afterMs ? [row.owner] : []));
      if (owners.length === 0) return [];
      const removed = await db.transaction().execute(async (transaction) => {
        const sessions = await transaction
          .deleteFrom('voice_processes')
          .where('owner', 'in', owners)
          // It lives after all.
          .where('seen_at_ms', '<', sql<number>`${nowMs()} - ${afterMs}`)
          .returning('owner')
          .execute()
          .then((gone) =>
            sessionsOf(
              transaction,
              gone.map(({ owner }) => owner),
            ),
          );
        const texts = await textsOf(transaction, sessions);
        await removeSessions(transaction, sessions);
        return texts;
      });
      if (removed.length > 0) await connection.scrub();
      return removed;
    },
    count: async (userId) => {
      const { count } = await db
        .selectFrom('spoken_texts')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    erase: async (userId) => {
      const { numDeletedRows } = await db.deleteFrom('spoken_texts').where('user_id', '=', userId).executeTakeFirst();
      if (numDeletedRows > 0n) await connection.scrub();
      return Number(numDeletedRows);
    },
  });
}

async function write(writer: Writer, owner: string, changes: HandoverChanges): Promise<readonly string[]> {
  const { sessions, endedSessions, texts, changedTexts, endedTexts } = changes;
  for (const some of chunks(sessions)) {
    await writer
      .insertInto('voice_sessions')
      .values(some.map((place) => ({ owner, ...toRow(place) })))
      .onConflict((conflict) =>
        conflict
          .column('session_id')
          .doUpdateSet((excluded) => ({
            channel_id: excluded.ref('excluded.channel_id'),
            text_channel_id: excluded.ref('excluded.text_channel_id'),
            paused: excluded.ref('excluded.paused'),
            unread: excluded.ref('excluded.unread'),
          }))
          .where('voice_sessions.owner', '=', owner),
      )
      .execute();
  }
  const ofTexts = [...new Set(texts.map(({ sessionId }) => sessionId))];
  const present = new Set(await ownSessions(writer, owner, ofTexts));
  for (const some of chunks(texts.filter(({ sessionId }) => present.has(sessionId)))) {
    await writer
      .insertInto('spoken_texts')
      .values(some.map(toTextRow))
      .onConflict((conflict) => conflict.column('text_id').doNothing())
      .execute();
  }
  for (const some of chunks(changedTexts)) await changeTexts(writer, owner, some);
  for (const some of chunks(endedTexts)) {
    await writer
      .deleteFrom('spoken_texts')
      .where('text_id', 'in', some)
      .where('session_id', 'in', (query) =>
        query.selectFrom('voice_sessions').select('session_id').where('owner', '=', owner),
      )
      .execute();
  }
  await removeSessions(writer, await ownSessions(writer, owner, endedSessions));
  return ofTexts.filter((sessionId) => !present.has(sessionId));
}

/** One statement for all: each session that speaks has a change a second. */
async function changeTexts(writer: Writer, owner: string, texts: HandoverChanges['changedTexts']): Promise<void> {
  const rows = texts.map(
    ({ textId, position: { piece, packets }, ...about }) =>
      sql`(${textId}, ${String(piece)}, ${String(packets)}, ${JSON.stringify(about)})`,
  );
  await sql`
    update spoken_texts
    set piece = cast(changed.column2 as integer), packets = cast(changed.column3 as integer), about = changed.column4
    from (values ${sql.join(rows)}) as changed
    where spoken_texts.text_id = changed.column1
      and spoken_texts.session_id in (select session_id from voice_sessions where owner = ${owner})
  `.execute(writer);
}

/** Those of the sessions that the process owns. An update, so that nobody takes them over before the transaction is over. */
async function ownSessions(writer: Writer, owner: string, sessionIds: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const some of chunks(sessionIds)) {
    const rows = await writer
      .updateTable('voice_sessions')
      .set({ owner })
      .where('owner', '=', owner)
      .where('session_id', 'in', some)
      .returning('session_id')
      .execute();
    found.push(...rows.map((row) => row.session_id));
  }
  return found;
}

/** The sessions of processes. An update, as in `ownSessions`. */
async function sessionsOf(writer: Writer, owners: readonly string[]): Promise<readonly string[]> {
  if (owners.length === 0) return [];
  const rows = await writer
    .updateTable('voice_sessions')
    .set((row) => ({ owner: row.ref('owner') }))
    .where('owner', 'in', [...owners])
    .returning('session_id')
    .execute();
  return rows.map((row) => row.session_id);
}

async function removeSessions(writer: Writer, sessionIds: readonly string[]): Promise<void> {
  for (const some of chunks(sessionIds)) {
    await writer.deleteFrom('spoken_texts').where('session_id', 'in', some).execute();
    await writer.deleteFrom('voice_sessions').where('session_id', 'in', some).execute();
  }
}

async function textsOf(reader: Writer, sessionIds: readonly string[]): Promise<readonly StoredText[]> {
  const found: StoredText[] = [];
  for (const some of chunks(sessionIds)) {
    const rows = await reader
      .selectFrom('spoken_texts')
      .selectAll()
      .where('session_id', 'in', some)
      .orderBy('session_id')
      .orderBy('ordinal')
      .orderBy('text_id')
      .execute();
    found.push(...rows.map(toText));
  }
  return found;
}

async function lastOrdinalOf(reader: Writer, sessionId: string): Promise<number> {
  const { last } = await reader
    .selectFrom('spoken_texts')
    .select(({ fn }) => fn.max('ordinal').as('last'))
    .where('session_id', '=', sessionId)
    .executeTakeFirstOrThrow();
  return Number(last ?? 0);
}

function chunks<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / MAX_ROWS) }, (_, index) =>
    all.slice(index * MAX_ROWS, (index + 1) * MAX_ROWS),
  );
}

function toRow({ sessionId, guildId, channelId, textChannelId, paused, unread }: StoredPlace) {
  return {
    ...{ session_id: sessionId, guild_id: guildId, channel_id: channelId },
    text_channel_id: textChannelId ?? null,
    paused: paused ? 1 : 0,
    unread: JSON.stringify(unread),
  };
}

function toPlace(row: Selectable<Schema['voice_sessions']>): StoredPlace {
  return {
    ...{ sessionId: row.session_id, guildId: row.guild_id, channelId: row.channel_id },
    textChannelId: row.text_channel_id ?? undefined,
    paused: row.paused === 1,
    unread: UNREAD.catch([]).parse(parseStored(row.unread)),
  };
}

function toLeft(row: Selectable<Schema['voice_sessions']>, texts: number, leftForMs: number): LeftSession {
  return { ...toPlace(row), owner: row.owner, texts, leftForMs };
}

function toTextRow(text: HandoverChanges['texts'][number]): Schema['spoken_texts'] {
  const { charge, answer, messages } = text;
  return {
    ...{ text_id: text.textId, session_id: text.sessionId, user_id: text.userId, ordinal: text.ordinal },
    text: storable(text.text),
    mark: text.mark ?? null,
    voice_id: text.voiceId ?? null,
    speed: text.speed ?? null,
    volume_db: text.volumeDb ?? null,
    recording: text.recording === undefined ? null : Buffer.from(text.recording),
    ...text.position,
    about: JSON.stringify({ charge, answer, messages }),
  };
}

/* Other versions write these, too, while processes are replaced one after the other: what is unknown here is left out. */

const MESSAGE = z.object({ channelId: z.string(), messageId: z.string(), writerId: z.string().optional() });

const UNREAD = z.array(MESSAGE);

const WRITTEN = z.array(MESSAGE.extend({ editedAtMs: z.number().optional() }));

const ABOUT = z.object({
  messages: WRITTEN.optional().catch(undefined),
  charge: z
    .object({
      kind: z.enum(['characters', 'transcription']),
      day: z.string(),
      userId: z.string(),
      guildId: z.string().optional(),
      amount: z.number(),
    })
    .optional()
    .catch(undefined),
  answer: z.object({ token: z.string(), locale: z.string() }).optional().catch(undefined),
});

function toText(row: Selectable<Schema['spoken_texts']>): StoredText {
  const { charge, answer, messages } = ABOUT.catch({}).parse(parseStored(row.about));
  const about: AboutText = {
    charge: charge && { ...charge, guildId: charge.guildId },
    answer,
    messages,
  };
  return {
    ...about,
    ...{ textId: row.text_id, userId: row.user_id, text: row.text, mark: row.mark ?? undefined },
    ...{ voiceId: row.voice_id ?? undefined, speed: row.speed ?? undefined, volumeDb: row.volume_db ?? undefined },
    recording: row.recording ?? undefined,
    position: { piece: row.piece, packets: row.packets },
  };
}
