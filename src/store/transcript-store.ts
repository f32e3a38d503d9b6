import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { CaptionLine, CaptionSession, TranscriptStore } from '../captions/captions-ports.ts';
import type { Logger } from '../log/log.ts';
import type { Connection } from './connection.ts';
import type { Schema } from './schema.ts';
import { storable } from './storable.ts';
import { isMissingReference, withStoreErrors } from './store-error.ts';

/**
 * Most rows that one statement deletes: SQLite blocks the thread and other writers meanwhile. Measured in a file of
 * 200,000 lines: 1 ms for 50 scattered ones, 20 ms for 500.
 */
const DELETE_BATCH_ROWS = 50;

/** The transcripts in an open database. Fractions of milliseconds are rounded. */
export function createTranscriptStore(connection: Connection, log: Logger): TranscriptStore {
  return withStoreErrors<TranscriptStore>(new Transcripts(connection, log));
}

class Transcripts implements TranscriptStore {
  readonly #connection: Connection;
  readonly #log: Logger;

  constructor(connection: Connection, log: Logger) {
    this.#connection = connection;
    this.#log = log;
  }

  get #db(): Connection['db'] {
    return this.#connection.db;
  }

  /** Changes nothing when the session is stored already. */
  async openSession(session: CaptionSession): Promise<void> {
    await this.#db
      .insertInto('caption_sessions')
      .values((query) => ({
        session_id: session.sessionId,
        guild_id: session.guildId,
        ordinal: query
          .selectFrom('caption_sessions')
          .select(sql<number>`coalesce(max(ordinal), 0) + 1`.as('next'))
          .where('guild_id', '=', session.guildId),
        voice_channel_id: session.voiceChannelId,
        text_channel_id: session.textChannelId,
        started_by: session.startedBy ?? '',
        language: session.language ?? null,
        started_at_ms: Math.round(session.startedAtMs),
        ended_at_ms: session.endedAtMs === undefined ? null : Math.round(session.endedAtMs),
        consent: session.consent,
        wider_readers: session.widerReaders ? 1 : 0,
      }))
      .onConflict((conflict) => conflict.column('session_id').doNothing())
      .execute();
  }

  /** The first end counts; an unknown session is not an error. */
  async closeSession(sessionId: string, endedAtMs: number): Promise<void> {
    await this.#db
      .updateTable('caption_sessions')
      .set({ ended_at_ms: Math.round(endedAtMs) })
      .where('session_id', '=', sessionId)
      .where('ended_at_ms', 'is', null)
      .execute();
  }

  async requireOptIn(guildId: string): Promise<void> {
    const sessions = this.#db.updateTable('caption_sessions').where('guild_id', '=', guildId);
    await sessions.where('consent', '=', 'opt-out').set({ consent: 'opt-in' }).execute();
  }

  async session(sessionId: string): Promise<CaptionSession | undefined> {
    const sessions = this.#db.selectFrom('caption_sessions').selectAll();
    const row = await sessions.where('session_id', '=', sessionId).executeTakeFirst();
    return row && toSession(row);
  }

  /** The session of a guild that was opened last, whatever its clock said. */
  async latestSession(guildId: string): Promise<CaptionSession | undefined> {
    const sessions = this.#db.selectFrom('caption_sessions').selectAll().where('guild_id', '=', guildId);
    const row = await sessions.orderBy('ordinal', 'desc').limit(1).executeTakeFirst();
    return row && toSession(row);
  }

  /** Changes nothing when the line is stored already, its session was erased, or its speaker's tombstone covers it. */
  async addLine(line: CaptionLine): Promise<void> {
    try {
      await this.#insertUnlessBuried(toLineRow(line));
    } catch (error) {
      if (!isMissingReference(error)) throw error;
      this.#log.warn({ sessionId: line.sessionId }, 'dropped a line of a session that is not stored');
    }
  }

  async lines(sessionId: string): Promise<CaptionLine[]> {
    const rows = await this.#db
      .selectFrom('caption_lines')
      .selectAll()
      .where('session_id', '=', sessionId)
      .orderBy('started_at_ms')
      .orderBy('ended_at_ms')
      .orderBy('line_id')
      .execute();
    return rows.map(toLine);
  }

  async personSummary(userId: string): Promise<{ lines: number; oldestAtMs: number | undefined }> {
    const { lines, oldest } = await this.#db
      .selectFrom('caption_lines')
      .select(({ fn }) => [fn.countAll<number>().as('lines'), fn.min<number | null>('started_at_ms').as('oldest')])
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    return { lines, oldestAtMs: oldest ?? undefined };
  }

  /**
   * Deletes a person's lines in all guilds and their name as the starter of sessions and the maker of overlay links. Returns
   * the number of lines.
   */
  async erasePerson(userId: string): Promise<number> {
    const lines = await this.#deleteLines('user_id', userId);
    const sessions = this.#db.updateTable('caption_sessions').where('started_by', '=', userId);
    await sessions.set({ started_by: '' }).execute();
    const links = this.#db.updateTable('overlay_links').where('created_by', '=', userId);
    await links.set({ created_by: '' }).execute();
    await this.#connection.scrub();
    return lines;
  }

  /**
   * A session that never ended counts by its start, unless it is the guild's latest, which may still be running. One with
   * messages that must be deleted loses its lines now, and goes once they are gone: their ids are needed for that.
   */
  async eraseOlderThan(beforeMs: number, ofGuilds: ReadonlyMap<string, number> = new Map()): Promise<number> {
    const kept = this.#keptSince(beforeMs, ofGuilds);
    let [erased, lines] = [0, 0];
    const failures: unknown[] = [];
    for (const sessionId of await this.#oldSessions(kept)) {
      try {
        lines += await this.#deleteLines('session_id', sessionId);
        if (await this.#hasDueMessages(sessionId)) continue;
        await this.#deleteMessageIds(sessionId);
        await this.#db.deleteFrom('caption_sessions').where('session_id', '=', sessionId).execute();
        erased += 1;
      } catch (error) {
        failures.push(error);
      }
    }
    await this.#deleteAnswerIds(kept);
    if (erased + lines > 0) await this.#connection.scrub();
    if (failures.length > 0) throw failures[0];
    return erased;
  }

  /** Since when a guild's sessions are kept, as an expression over its id; the times of guilds go as one document. */
  #keptSince(
    beforeMs: number,
    ofGuilds: ReadonlyMap<string, number>,
  ): (guildId: RawBuilder<string>) => RawBuilder<number> {
    const times = JSON.stringify(Object.fromEntries([...ofGuilds].map(([id, ms]) => [id, Math.round(ms)])));
    const before = Math.round(beforeMs);
    const isPostgres = this.#connection.dialect === 'postgres';
    return (guildId) =>
      isPostgres
        ? sql`coalesce(cast(cast(${times} as jsonb) ->> ${guildId} as bigint), cast(${before} as bigint))`
        : sql`coalesce(json_extract(${times}, '$."' || ${guildId} || '"'), ${before})`;
  }

  /** One statement for all guilds. */
  async #oldSessions(kept: (guildId: RawBuilder<string>) => RawBuilder<number>): Promise<string[]> {
    const before = kept(sql`sessions.guild_id`);
    const { rows } = await sql<{ session_id: string }>`
      select sessions.session_id from caption_sessions sessions
      where sessions.ended_at_ms < ${before} or (
        sessions.ended_at_ms is null and sessions.started_at_ms < ${before} and sessions.ordinal <
          (select max(latest.ordinal) from caption_sessions latest where latest.guild_id = sessions.guild_id))
    `.execute(this.#db);
    return rows.map(({ session_id }) => session_id);
  }

  async guildsWithSessions(): Promise<string[]> {
    const answers = this.#db.selectFrom('voice_message_answers').select('guild_id');
    const rows = await this.#db.selectFrom('caption_sessions').select('guild_id').union(answers).execute();
    return rows.map(({ guild_id }) => guild_id);
  }

  /** Answers that must be deleted stay until they are: their ids are needed for that. */
  async #deleteAnswerIds(kept: (guildId: RawBuilder<string>) => RawBuilder<number>): Promise<void> {
    for (; ; await yieldToOthers()) {
      const { numAffectedRows = 0n } = await sql`
        delete from voice_message_answers where message_id in (
          select answers.message_id from voice_message_answers answers
          where answers.sent_at_ms < ${kept(sql`answers.guild_id`)} and not exists (
            select 1 from tombstones
            where tombstones.user_id = answers.user_id and tombstones.messages_until_ms >= answers.sent_at_ms)
          limit ${DELETE_BATCH_ROWS})
      `.execute(this.#db);
      if (numAffectedRows < DELETE_BATCH_ROWS) return;
    }
  }

  /**
   * One statement, so that no tombstone comes between the question and the insert. PostgreSQL needs the lock for that: it
   * waits for a tombstone being written, which waits for it.
   */
  async #insertUnlessBuried(row: Schema['caption_lines']): Promise<void> {
    const lock = this.#connection.dialect === 'postgres' ? sql`for share` : sql``;
    await sql`
      insert into caption_lines (line_id, session_id, user_id, speaker, started_at_ms, ended_at_ms, text, late)
      select cast(${row.line_id} as text), cast(${row.session_id} as text), cast(${row.user_id} as text),
        cast(${row.speaker} as text), cast(${row.started_at_ms} as bigint), cast(${row.ended_at_ms} as bigint),
        cast(${row.text} as text), cast(${row.late} as integer)
      where not exists (
        select 1 from tombstones
        where user_id = cast(${row.user_id} as text) and until_ms >= cast(${row.started_at_ms} as bigint) ${lock}
      )
      on conflict (line_id) do nothing
    `.execute(this.#db);
  }

  /** Whether a person asked for messages of this session to be deleted that may still be there. */
  async #hasDueMessages(sessionId: string): Promise<boolean> {
    const due = await this.#db
      .selectFrom('caption_messages')
      .innerJoin('tombstones', 'tombstones.user_id', 'caption_messages.user_id')
      .whereRef('tombstones.messages_until_ms', '>=', 'caption_messages.spoken_at_ms')
      .where('caption_messages.session_id', '=', sessionId)
      .select('caption_messages.message_id')
      .limit(1)
      .executeTakeFirst();
    return due !== undefined;
  }

  /** Lets other work run between two batches, like `#deleteLines`. */
  async #deleteMessageIds(sessionId: string): Promise<void> {
    for (; ; await yieldToOthers()) {
      const batch = this.#db.selectFrom('caption_messages').select('message_id').where('session_id', '=', sessionId);
      const { numDeletedRows } = await this.#db
        .deleteFrom('caption_messages')
        .where('session_id', '=', sessionId)
        .where('message_id', 'in', batch.limit(DELETE_BATCH_ROWS))
        .executeTakeFirst();
      if (numDeletedRows === 0n) return;
    }
  }

  /** Returns their number. Lets other work run between two batches. */
  async #deleteLines(column: 'user_id' | 'session_id', value: string): Promise<number> {
    for (let deleted = 0; ; await yieldToOthers()) {
      const batch = this.#db.selectFrom('caption_lines').select('line_id').where(column, '=', value);
      const { numDeletedRows } = await this.#db
        .deleteFrom('caption_lines')
        .where('line_id', 'in', batch.limit(DELETE_BATCH_ROWS))
        .executeTakeFirst();
      deleted += Number(numDeletedRows);
      if (numDeletedRows < DELETE_BATCH_ROWS) return deleted;
    }
  }
}

function toSession(row: Selectable<Schema['caption_sessions']>): CaptionSession {
  return {
    sessionId: row.session_id,
    guildId: row.guild_id,
    voiceChannelId: row.voice_channel_id,
    textChannelId: row.text_channel_id,
    startedBy: row.started_by === '' ? undefined : row.started_by,
    language: row.language ?? undefined,
    consent: row.consent,
    widerReaders: row.wider_readers === 1,
    startedAtMs: row.started_at_ms,
    endedAtMs: row.ended_at_ms ?? undefined,
  };
}

function toLineRow(line: CaptionLine): Schema['caption_lines'] {
  return {
    line_id: line.lineId,
    session_id: line.sessionId,
    user_id: line.userId,
    speaker: storable(line.speaker),
    started_at_ms: Math.round(line.startedAtMs),
    ended_at_ms: Math.round(line.endedAtMs),
    text: storable(line.text),
    late: line.late ? 1 : 0,
  };
}

function toLine(row: Selectable<Schema['caption_lines']>): CaptionLine {
  return {
    lineId: row.line_id,
    sessionId: row.session_id,
    userId: row.user_id,
    speaker: row.speaker,
    startedAtMs: row.started_at_ms,
    endedAtMs: row.ended_at_ms,
    text: row.text,
    late: row.late === 1,
  };
}
