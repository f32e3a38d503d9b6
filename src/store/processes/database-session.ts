import pg from 'pg';
import { type Backoff, backoffMs, sleepUnlessAborted, untilAborted, withinTime } from '../../concurrency/async.ts';
import { MynahError } from '../../errors.ts';
import type { Logger } from '../../log/log.ts';

/** Until it is back, each process keeps to a part of the account's concurrency, and a few seconds longer. */
const RECONNECT_BACKOFF: Backoff = { baseMs: 100, maxMs: 500, jitter: 'equal' };
/** Another process may have taken the shards meanwhile: that is learned within seconds of the database's return. */
const CONNECT_TIMEOUT_MS = 1_000;
/** What takes longer is a server that vanished: speech must not wait for it. */
const STATEMENT_TIMEOUT_MS = 2_000;
const END_TIMEOUT_MS = 500;
const KEEP_ALIVE_AFTER_MS = 5_000;

/**
 * The server notices a machine that vanished after 5 + 3 × 3 s, instead of two hours. A server whose system can't do that
 * ignores it. https://www.postgresql.org/docs/current/runtime-config-connection.html
 */
const SERVER_KEEPALIVE =
  'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 3; set tcp_keepalives_count = 3; set tcp_user_timeout = 14000';

/** What happens to the connection. */
interface DatabaseSessionListener {
  /** Connected: nothing is locked. What it sends comes before anything else; a rejection breaks the connection again. */
  onConnected(): Promise<void> | void;
  /** Everything that was locked is free for others. */
  onLost?(): void;
  /** Another process told all something. */
  onNotice?(payload: string, channel: string): void;
}

/**
 * One connection to PostgreSQL for what needs a session: notices, and locks that last as long as it does, so that they end
 * with the process, however that ends. Reconnects until closed.
 */
export class DatabaseSession {
  readonly #connection: pg.ClientConfig;
  readonly #channels: readonly string[];
  readonly #log: Logger;
  readonly #listeners = new Set<DatabaseSessionListener>();
  readonly #closing = new AbortController();
  #client: pg.Client | undefined;
  /** The server's process of the connection before, which may still hold its locks. */
  #former: Backend | undefined;
  #running: Promise<void> | undefined;

  constructor({
    connection,
    channels,
    log,
  }: {
    readonly connection: pg.ClientConfig;
    /** Those whose notices the listeners get. */
    readonly channels: readonly string[];
    readonly log: Logger;
  }) {
    this.#connection = connection;
    this.#channels = channels;
    this.#log = log;
  }

  /** Adds a listener, and connects with the first one. A later one is told about a connection that is there. */
  add(listener: DatabaseSessionListener): void {
    this.#listeners.add(listener);
    this.#running ??= this.#connectUntilClosed();
    if (this.#client !== undefined) void Promise.resolve(listener.onConnected()).catch(() => this.#break());
  }

  /** The server's process of the connection, which names this process in its locks; `undefined` without one. */
  get pid(): number | undefined {
    return this.#client === undefined ? undefined : this.#former?.pid;
  }

  /** Runs a statement. @throws {MynahError} STORE_UNAVAILABLE without a connection, or when it breaks. */
  async query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    const client = this.#client;
    if (client === undefined) throw unavailable();
    return await runOn<Row>(client, text, values);
  }

  /** Tells the other processes something. */
  async notify(channel: string, payload: string): Promise<void> {
    await this.query('select pg_notify($1, $2)', [channel, payload]);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #connectUntilClosed(): Promise<void> {
    const { signal } = this.#closing;
    for (let failures = 0; !signal.aborted; ) {
      failures = (await this.#connectOnce(signal)) ? 1 : failures + 1;
      if (!signal.aborted) await sleepUnlessAborted(backoffMs(failures, RECONNECT_BACKOFF), signal);
    }
  }

  /** Resolves when the connection ended, with whether there was one. Never rejects. */
  async #connectOnce(signal: AbortSignal): Promise<boolean> {
    const client = new pg.Client({
      ...this.#connection,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    });
    const broken = Promise.withResolvers<void>();
    client.on('error', () => undefined);
    client.on('end', () => broken.resolve());
    client.on('notification', ({ channel, payload = '', processId }) => {
      if (processId === this.pid) return;
      for (const listener of this.#listeners) listener.onNotice?.(payload, channel);
    });
    try {
      await untilAborted(client.connect(), signal);
      await untilAborted(this.#prepare(client), signal);
      this.#client = client;
      for (const listener of this.#listeners) await listener.onConnected();
      await untilAborted(broken.promise, signal);
    } catch (error) {
      if (!signal.aborted)
        this.#log.warn({ err: error }, 'processes cannot share the account until the database is back');
    }
    const wasConnected = this.#client !== undefined;
    this.#client = undefined;
    await withinTime(
      client.end().catch(() => undefined),
      END_TIMEOUT_MS,
      undefined,
    );
    if (wasConnected && !signal.aborted) for (const listener of this.#listeners) listener.onLost?.();
    return wasConnected;
  }

  #break(): void {
    this.#client?.connection.stream.destroy();
  }

  async #prepare(client: pg.Client): Promise<void> {
    await runOn(client, SERVER_KEEPALIVE).catch(() => undefined);
    const former = this.#former;
    if (former !== undefined) await runOn(client, END_FORMER, [former.pid, former.startedAt]).catch(() => undefined);
    [this.#former] = await runOn<Backend>(client, OWN_BACKEND);
    for (const channel of this.#channels) await runOn(client, `listen ${channel}`);
  }
}

/** A process of the server; with its start, since their numbers come back. */
interface Backend {
  readonly pid: number;
  readonly startedAt: string;
}

const OWN_BACKEND = 'select pid, backend_start::text as "startedAt" from pg_stat_activity where pid = pg_backend_pid()';
const END_FORMER =
  'select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and backend_start = $2::timestamptz';

async function runOn<Row extends pg.QueryResultRow>(
  client: pg.Client,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const running = values.length === 0 ? client.query<Row>(text) : client.query<Row>(text, [...values]);
  const result = await withinTime(running, STATEMENT_TIMEOUT_MS, undefined);
  if (result !== undefined) return result.rows;
  void running.catch(() => undefined);
  // A statement that is late would answer the next one: the connection is of no use any more.
  client.connection.stream.destroy();
  throw unavailable();
}

function unavailable(): MynahError {
  return new MynahError('STORE_UNAVAILABLE', 'the database cannot be used now', { retryable: true });
}
