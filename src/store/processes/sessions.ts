import pg from 'pg';
import { MynahError } from '../../errors.ts';

/** A pooler that is busy may lend different sessions for some statements. */
const ROUNDS = 5;
/** Two 32-bit keys of an advisory lock that nothing else takes. */
const MAX_KEY = 2 ** 31;

/** Where PostgreSQL is. */
export interface PostgresAddress {
  /** For statements; may lead to a pooler that shares sessions. */
  readonly url: string;
  /** For what needs a session of its own, locks and notices, where `url` has none. */
  readonly directUrl: string | undefined;
}

/** What is wrong with an address for locks and notices, as one line that says what to do; `undefined` when nothing is. */
export async function sessionProblem(
  { url, directUrl }: PostgresAddress,
  connect: (url: string) => pg.ClientConfig,
): Promise<string | undefined> {
  const name = directUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
  if (await sharesSessions(connect(directUrl ?? url))) {
    const advice =
      directUrl === undefined
        ? "set DATABASE_DIRECT_URL to PostgreSQL's own address, or pool sessions"
        : "expected PostgreSQL's own address, or a pooler in session mode";
    return `${name} leads to a pooler that shares sessions, such as PgBouncer in transaction mode, through which processes can't lock their shards: ${advice}`;
  }
  if (directUrl === undefined || (await isOneDatabase(connect(directUrl), connect(url)))) return undefined;
  return 'DATABASE_DIRECT_URL leads to another database than DATABASE_URL: expected the same one, without the pooler';
}

/**
 * Checks that locks and notices have a session of their own.
 * @throws {MynahError} STORE_SESSIONS_SHARED with a line that says what to do; the driver's own errors.
 */
export async function requireSessions(
  address: PostgresAddress,
  connect: (url: string) => pg.ClientConfig,
): Promise<void> {
  const problem = await sessionProblem(address, connect);
  if (problem !== undefined) throw new MynahError('STORE_SESSIONS_SHARED', problem);
}

/** Whether two connections get one session: then what one locks is unlocked by the other. */
async function sharesSessions(config: pg.ClientConfig): Promise<boolean> {
  await using clients = new AsyncDisposableStack();
  const one = await open(config, clients);
  const first = await backendOf(one);
  // A pooler answers in the server's place, whatever its mode.
  if (first === one.processID) return false;
  const other = await open(config, clients);
  for (let round = 0; round < ROUNDS; round += 1) {
    if ((await backendOf(other)) === (await backendOf(one)) || (await backendOf(one)) !== first) return true;
  }
  return false;
}

/** Whether a lock at one address is seen at the other. */
async function isOneDatabase(direct: pg.ClientConfig, pooled: pg.ClientConfig): Promise<boolean> {
  await using clients = new AsyncDisposableStack();
  const [holder, other] = [await open(direct, clients), await open(pooled, clients)];
  const key = [Math.floor(Math.random() * MAX_KEY), Math.floor(Math.random() * MAX_KEY)];
  await holder.query('select pg_advisory_lock($1, $2)', key);
  const { rows } = await other.query<{ free: boolean }>('select pg_try_advisory_xact_lock($1, $2) as free', key);
  return rows[0]?.free === false;
}

async function open(config: pg.ClientConfig, clients: AsyncDisposableStack): Promise<OpenClient> {
  const client: OpenClient = new pg.Client(config);
  client.on('error', () => undefined);
  await client.connect();
  clients.defer(() => client.end());
  return client;
}

/** `processID`: the number of the server's process, or what a pooler tells in its place. Missing in the package's types. */
type OpenClient = pg.Client & { readonly processID?: number };

async function backendOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}
