import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type Backoff, backoffMs, sleepUnlessAborted, untilAborted, withinTime } from '../async.ts';
import type { Logger } from '../log.ts';

/** What can change in a database. */
export type NoticeTopic = 'consents' | 'erasures' | 'budgets' | 'pronunciations' | 'overlays';

/** Receives why something may have changed. */
type NoticeListener = (news: 'changed' | 'reconnected') => void;

/** News among the processes that share a database. */
export interface DatabaseNotices {
  /**
   * Tells all processes on the database, this one not included, that something of this topic changed. Never rejects; best
   * effort, since all also poll.
   */
  notify(topic: NoticeTopic): Promise<void>;
  /**
   * Calls back on each notice of another process, and when some may have been missed: then with `reconnected`, unless it is
   * the first connection. Another server may answer then, which lacks what was stored last. Returns a function that removes
   * the listener.
   */
  on(topic: NoticeTopic, listener: NoticeListener): () => void;
  /** Safe to call twice. */
  close(): Promise<void>;
}

const TOPICS: readonly NoticeTopic[] = ['consents', 'erasures', 'budgets', 'pronunciations', 'overlays'];
const CHANNEL = 'mynah_notices';

/** After a failure the server may be down for long, and everybody polls meanwhile. */
const RECONNECT_BACKOFF: Backoff = { baseMs: 250, maxMs: 15_000, jitter: 'equal' };
/** Probes detect a server that vanished; Linux waits two hours by default. */
const KEEP_ALIVE_AFTER_MS = 10_000;
/** A connection to a server that does not answer is left to the system. */
const END_TIMEOUT_MS = 1_000;

/** The notices of a SQLite file, which one process uses: there is nobody to tell. */
export const NO_NOTICES: DatabaseNotices = {
  notify: () => Promise.resolve(),
  on: () => () => undefined,
  close: () => Promise.resolve(),
};

/** What notices through PostgreSQL need. */
export interface PostgresNoticesOptions {
  /** Of the connection that listens, which is apart from the pool: a pool would close or lend it. */
  readonly connection: pg.ClientConfig;
  readonly pool: Pick<pg.Pool, 'query'>;
  readonly log: Logger;
}

/**
 * Creates notices by PostgreSQL's LISTEN and NOTIFY. Connects in the background, and again whenever the connection breaks;
 * then every listener is called once, because notices may have been missed. The caller must close it, before the pool.
 */
export function createPostgresNotices(options: PostgresNoticesOptions): DatabaseNotices {
  return new PostgresNotices(options);
}

class PostgresNotices implements DatabaseNotices {
  readonly #options: PostgresNoticesOptions;
  /** Marks this process's notices, which the server sends back to it. */
  readonly #processId = randomUUID();
  readonly #listeners = new Map<NoticeTopic, Set<NoticeListener>>(TOPICS.map((topic) => [topic, new Set()]));
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  #wasConnected = false;

  constructor(options: PostgresNoticesOptions) {
    this.#options = options;
    this.#running = this.#listenUntilClosed();
  }

  async notify(topic: NoticeTopic): Promise<void> {
    const { pool, log } = this.#options;
    try {
      await pool.query('select pg_notify($1, $2)', [CHANNEL, `${topic} ${this.#processId}`]);
    } catch (error) {
      log.debug({ err: error, topic }, 'other processes could not be notified of a change');
    }
  }

  on(topic: NoticeTopic, listener: NoticeListener): () => void {
    const listeners = this.#listeners.get(topic);
    listeners?.add(listener);
    return () => listeners?.delete(listener);
  }

  close(): Promise<void> {
    this.#closing.abort();
    return this.#running;
  }

  /** Never rejects. */
  async #listenUntilClosed(): Promise<void> {
    const { signal } = this.#closing;
    for (let failures = 0; !signal.aborted; ) {
      const outcome = await this.#listenOnce(signal);
      failures = outcome === 'never-connected' ? failures + 1 : 1;
      if (!signal.aborted) await sleepUnlessAborted(backoffMs(failures, RECONNECT_BACKOFF), signal);
    }
  }

  /** Listens until the connection breaks or the signal aborts. Never rejects. */
  async #listenOnce(signal: AbortSignal): Promise<'was-connected' | 'never-connected'> {
    const { connection, log } = this.#options;
    const client = new pg.Client({ ...connection, keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS });
    const broken = Promise.withResolvers<void>();
    let isListening = false;
    client.on('error', (error) => log.debug({ err: error }, 'the connection for notices broke'));
    client.on('end', () => broken.resolve());
    client.on('notification', ({ payload }) => this.#onNotice(payload ?? ''));
    try {
      await untilAborted(client.connect(), signal);
      await untilAborted(client.query(`listen ${CHANNEL}`), signal);
      isListening = true;
      for (const topic of TOPICS) this.#tell(topic, this.#wasConnected ? 'reconnected' : 'changed');
      this.#wasConnected = true;
      await untilAborted(broken.promise, signal);
    } catch (error) {
      // Everybody polls meanwhile, and reports a database that is away.
      if (!signal.aborted) log.debug({ err: error }, 'cannot listen for changes by other processes until later');
    } finally {
      const ending = client.end().catch(() => undefined);
      await withinTime(ending, END_TIMEOUT_MS, undefined);
    }
    return isListening ? 'was-connected' : 'never-connected';
  }

  #onNotice(payload: string): void {
    const [topic, processId] = payload.split(' ');
    if (processId === this.#processId) return;
    for (const known of TOPICS) if (known === topic) this.#tell(known, 'changed');
  }

  #tell(topic: NoticeTopic, news: 'changed' | 'reconnected'): void {
    for (const listener of this.#listeners.get(topic) ?? []) {
      try {
        listener(news);
      } catch (error) {
        this.#options.log.error({ err: error, topic }, 'a listener for changes of the database failed');
      }
    }
  }
}
