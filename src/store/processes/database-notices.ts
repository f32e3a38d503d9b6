import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Logger } from '../../log/log.ts';
import type { DatabaseSession } from './database-session.ts';

/** What can change in a database. */
export type NoticeTopic = 'consents' | 'erasures' | 'budgets' | 'pronunciations' | 'overlays' | 'settings';

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
}

const TOPICS: readonly NoticeTopic[] = ['consents', 'erasures', 'budgets', 'pronunciations', 'overlays', 'settings'];
/** What the session of notices must listen to. */
export const NOTICES_CHANNEL = 'mynah_notices';

/** The notices of a SQLite file, which one process uses: there is nobody to tell. */
export const NO_NOTICES: DatabaseNotices = {
  notify: () => Promise.resolve(),
  on: () => () => undefined,
};

/** What notices through PostgreSQL need. */
interface PostgresNoticesOptions {
  /** Listens. */
  readonly session: DatabaseSession;
  /** Tells: no notice waits for the session to be back. */
  readonly pool: Pick<pg.Pool, 'query'>;
  readonly log: Logger;
}

/**
 * Creates notices by PostgreSQL's LISTEN and NOTIFY. Whenever the session connects, every listener is called once, because
 * notices may have been missed. They end with the session, which the caller closes.
 */
export function createPostgresNotices(options: PostgresNoticesOptions): DatabaseNotices {
  return new PostgresNotices(options);
}

class PostgresNotices implements DatabaseNotices {
  readonly #options: PostgresNoticesOptions;
  /** Marks this process's notices, which the server sends back to it. */
  readonly #processId = randomUUID();
  readonly #listeners = new Map<NoticeTopic, Set<NoticeListener>>(TOPICS.map((topic) => [topic, new Set()]));
  #wasConnected = false;

  constructor(options: PostgresNoticesOptions) {
    this.#options = options;
    options.session.add({
      onConnected: () => {
        for (const topic of TOPICS) this.#tell(topic, this.#wasConnected ? 'reconnected' : 'changed');
        this.#wasConnected = true;
      },
      onNotice: (payload, channel) => {
        if (channel === NOTICES_CHANNEL) this.#onNotice(payload);
      },
    });
  }

  async notify(topic: NoticeTopic): Promise<void> {
    const { pool, log } = this.#options;
    try {
      await pool.query('select pg_notify($1, $2)', [NOTICES_CHANNEL, `${topic} ${this.#processId}`]);
    } catch (error) {
      log.debug({ err: error, topic }, 'other processes could not be notified of a change');
    }
  }

  on(topic: NoticeTopic, listener: NoticeListener): () => void {
    const listeners = this.#listeners.get(topic);
    listeners?.add(listener);
    return () => listeners?.delete(listener);
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
