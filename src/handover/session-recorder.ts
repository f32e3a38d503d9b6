import { randomUUID } from 'node:crypto';
import { isEndEvent, isItemEvent } from '../voice/item-event.ts';
import type { LastingVoiceEngine } from '../voice/lasting-engine.ts';
import type { ItemRecord, QueueRecord } from '../voice/session-record.ts';
import type { VoiceEvent } from '../voice/voice-api.ts';
import type {
  AboutText,
  HandoverChanges,
  HandoverStore,
  StoredPlace,
  StoredSession,
  UnreadMessage,
} from './handover-ports.ts';

/** A sound that is larger is not kept: its item is lost with the process. A minute of Discord's own sound has half as much. */
const MAX_RECORDING_BYTES = 1_048_576;

/** How often a process with sessions says that it lives, at least. */
const BEAT_MS = 2_000;

/** What a recorder is made of. */
export interface SessionRecorderOptions {
  readonly engine: Pick<LastingVoiceEngine, 'records'>;
  readonly store: Pick<HandoverStore, 'write' | 'beat'>;
  /** Names this process; unique over all processes and their restarts. */
  readonly owner: string;
  /** Where notices about a guild's session go. */
  readonly textChannelOf: (guildId: string) => string | undefined;
  /** Messages that wait to be read aloud, and are not in the guild's queue yet; oldest first. */
  readonly unreadOf: (guildId: string) => readonly UnreadMessage[];
}

/** A session as it is stored. */
interface Written {
  readonly place: StoredPlace;
  /** Sessions of the guild that were taken over into this one: their texts stay stored there. */
  readonly joinedIds: readonly string[];
  /** What can change of each text, by its id, as JSON. */
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Keeps what the voice sessions of this process have to say in the database, for the process that continues them. It
 * compares the sessions with what is stored, so that a database that was away gets what is true when it is back.
 */
export class SessionRecorder {
  readonly #options: SessionRecorderOptions;
  /** What goes with queued texts, by text id. */
  readonly #about = new Map<string, AboutText>();
  #written: ReadonlyMap<string, Written> = new Map();
  /** Guilds whose sessions are being taken over: they stay stored as they are until the promise resolves. */
  readonly #held = new Map<string, PromiseWithResolvers<void>>();
  /** How many were taken over. */
  #holds = 0;
  /** Grows along every queue, also behind texts of earlier processes. */
  #ordinal = 0;
  #beatAtMs = Number.NEGATIVE_INFINITY;
  #flushing: Promise<void> | undefined;
  /** The write after the one under way. */
  #next: Promise<void> | undefined;
  #isFrozen = false;

  constructor(options: SessionRecorderOptions) {
    this.#options = options;
  }

  /** What is written is final: the end of the sessions, which follows, is not the end of their texts. */
  get isFrozen(): boolean {
    return this.#isFrozen;
  }

  /** Adds what goes with a text that was queued, or has changed. */
  note(textId: string, about: AboutText): void {
    this.#about.set(textId, about);
  }

  /** Takes in the engine's events. */
  onVoiceEvent(event: VoiceEvent): void {
    if (!this.#isFrozen && isItemEvent(event) && isEndEvent(event)) this.#about.delete(event.textId);
  }

  /** Begins to take over a session of the process, which stays stored as it is until `release`. Never rejects. */
  async hold({ texts, lastOrdinal, ...place }: StoredSession): Promise<void> {
    // A write under way does not know of it, and may just be storing a session that the guild has by now.
    while (this.#flushing !== undefined) await this.#flushing.catch(() => undefined);
    const { guildId, sessionId } = place;
    const own = this.#written.get(guildId);
    const stored = texts.map(({ textId, position, ...about }) => [textId, bodyOf(position, about)] as const);
    this.#ordinal = Math.max(this.#ordinal, lastOrdinal);
    this.#holds += 1;
    this.#held.set(guildId, this.#held.get(guildId) ?? Promise.withResolvers());
    this.#written = new Map(this.#written).set(guildId, {
      place: own?.place ?? place,
      joinedIds: own === undefined ? [] : [...own.joinedIds, sessionId],
      texts: new Map([...(own?.texts ?? []), ...stored]),
    });
  }

  /** The session was taken over: what is not in its queue is deleted at the next write. */
  release(guildId: string): void {
    this.#held.get(guildId)?.resolve();
    this.#held.delete(guildId);
  }

  /** Resolves when what the guild's queue holds now is stored. Rejects as the store does. */
  async keep(guildId: string): Promise<void> {
    let holds: number;
    do {
      await this.#held.get(guildId)?.promise;
      holds = this.#holds;
      await this.flush();
      // What is taken over from then on was not written.
    } while (this.#holds !== holds);
  }

  /** Writes what changed, and that this process lives. Rejects as the store does; it can be called again. */
  flush(): Promise<void> {
    // A write under way may miss what is new. All who ask during it share the next one.
    if (this.#flushing !== undefined) this.#next ??= this.#flushNext();
    return this.#next ?? this.#flushNow();
  }

  async #flushNext(): Promise<void> {
    while (this.#flushing !== undefined) await this.#flushing.catch(() => undefined);
    this.#next = undefined;
    await this.#flushNow();
  }

  async #flushNow(): Promise<void> {
    if (this.#isFrozen) return;
    this.#flushing = this.#write().finally(() => {
      this.#flushing = undefined;
    });
    await this.#flushing;
  }

  /** Writes for the last time. Resolves with whether everything is stored; only then is it final. */
  async freeze(): Promise<boolean> {
    try {
      await this.flush();
      this.#isFrozen = true;
      return true;
    } catch {
      return false;
    }
  }

  async #write(): Promise<void> {
    const { store, owner } = this.#options;
    if (this.#written.size > 0 && performance.now() - this.#beatAtMs >= BEAT_MS) {
      const isKnown = await store.beat(owner);
      this.#beatAtMs = performance.now();
      // It was not heard of for so long that another one removed what it had: all of that is new again.
      if (!isKnown) this.#written = new Map([...this.#written].filter(([guildId]) => this.#held.has(guildId)));
    }
    const { changes, written } = this.#compare();
    if (Object.values(changes).every((list: readonly unknown[]) => list.length === 0)) return;
    let lost: ReadonlySet<string>;
    try {
      lost = new Set(await store.write(owner, changes));
      this.#beatAtMs = performance.now();
    } catch (error) {
      this.#beatAtMs = Number.NEGATIVE_INFINITY;
      throw error;
    }
    this.#written = new Map([...written].filter(([, { place }]) => !lost.has(place.sessionId)));
    // What the queue holds is stored as a new session.
    if (lost.size > 0) await this.#write();
  }

  #compare(): { readonly changes: HandoverChanges; readonly written: ReadonlyMap<string, Written> } {
    const changes = {
      ...{
        sessions: [] as StoredPlace[],
        endedSessions: [] as string[],
        texts: [] as HandoverChanges['texts'][number][],
      },
      ...{ changedTexts: [] as HandoverChanges['changedTexts'][number][], endedTexts: [] as string[] },
    };
    const written = new Map<string, Written>();
    for (const [guildId, before] of this.#written) if (this.#held.has(guildId)) written.set(guildId, before);
    for (const record of this.#options.engine.records()) {
      if (this.#held.has(record.guildId)) continue;
      const before = this.#written.get(record.guildId);
      const place = this.#placeOf(record, before?.place.sessionId ?? randomUUID());
      if (before === undefined || !isSamePlace(before.place, place)) changes.sessions.push(place);
      const texts = new Map<string, string>();
      for (const item of record.items) {
        if ((item.recording?.byteLength ?? 0) > MAX_RECORDING_BYTES) continue;
        const { textId } = item;
        const about = this.#about.get(textId) ?? {};
        const position = { piece: item.firstPiece, packets: item.heardPackets ?? 0 };
        const body = bodyOf(position, about);
        texts.set(textId, body);
        if (before?.texts.get(textId) === body) continue;
        if (before?.texts.has(textId)) changes.changedTexts.push({ textId, position, ...about });
        else changes.texts.push({ ...this.#newText(item), ...about, position, sessionId: place.sessionId });
      }
      for (const textId of before?.texts.keys() ?? []) if (!texts.has(textId)) changes.endedTexts.push(textId);
      written.set(record.guildId, { place, joinedIds: before?.joinedIds ?? [], texts });
    }
    for (const [guildId, { place, joinedIds }] of this.#written) {
      if (!written.has(guildId)) changes.endedSessions.push(place.sessionId, ...joinedIds);
    }
    return { changes, written };
  }

  #placeOf({ guildId, channelId, paused }: QueueRecord, sessionId: string): StoredPlace {
    const { textChannelOf, unreadOf } = this.#options;
    return { sessionId, guildId, channelId, textChannelId: textChannelOf(guildId), paused, unread: unreadOf(guildId) };
  }

  #newText({ textId, userId, text, mark, voiceId, speed, volumeDb, recording }: ItemRecord) {
    this.#ordinal += 1;
    return { textId, userId, text, mark, voiceId, speed, volumeDb, recording, ordinal: this.#ordinal };
  }
}

function bodyOf(
  { piece, packets }: StoredSession['texts'][number]['position'],
  { charge, answer, messages }: AboutText,
): string {
  return JSON.stringify([piece, packets, charge, answer, messages]);
}

function isSamePlace(one: StoredPlace, other: StoredPlace): boolean {
  return (
    one.channelId === other.channelId &&
    one.textChannelId === other.textChannelId &&
    one.paused === other.paused &&
    JSON.stringify(one.unread) === JSON.stringify(other.unread)
  );
}
