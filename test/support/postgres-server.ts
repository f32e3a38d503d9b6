import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chown, realpath, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { startGuard } from '../../playground/lifetime/guard.ts';
import { declaredProgram } from './needs.ts';

const run = promisify(execFile);

/** Below the ports that Linux gives to outgoing connections, so that a stopped server finds its own port free again. */
const PORTS = [15_000, 32_000] as const;
const PORT_TRIES = 20;

/** A server that does not end by itself is killed. */
const STOP_DEADLINE_MS = 10_000;

const SUPERUSER = 'postgres';

/** Nothing here outlives the test, so nothing waits for a disk. */
const QUICK: Readonly<Record<string, string>> = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  jit: 'off',
  max_connections: '300',
  shared_buffers: '32MB',
  // Files of the temporary folder instead of shared memory that stays when the server is killed.
  dynamic_shared_memory_type: 'mmap',
  unix_socket_directories: '',
  listen_addresses: '127.0.0.1',
};

/** A PostgreSQL server of its own. Disposing of it stops it and deletes its data; so does the end of this process in any way. */
export interface PostgresServer extends AsyncDisposable {
  /** The superuser's address of the database `postgres`, for `createTestDatabase`. */
  readonly adminUrl: string;
  /** The folder of its data and certificates, which only its user may write. */
  readonly folder: string;
  /** Ends all connections (`fast`) or crashes (`crash`). Its data stays for `start`. */
  stop(how?: 'fast' | 'crash'): Promise<void>;
  /** Starts it again at the same address. Resolves when it takes connections. */
  start(): Promise<void>;
}

/** A database of its own on a running server. */
export interface TestDatabase {
  readonly url: string;
  /** Ends its connections and deletes it. */
  drop(): Promise<void>;
}

/**
 * Starts PostgreSQL on 127.0.0.1 with an empty cluster in a temporary folder, in about half a second of CPU time; as
 * another user where this process is root, which PostgreSQL refuses. `settings` are lines of postgresql.conf; `initdb` is
 * that program's file, by default the one that the running test has declared. The caller must dispose of it.
 * @throws {Error} when the test has not declared PostgreSQL, or when it does not start.
 */
export async function startPostgresServer(
  settings: Readonly<Record<string, string>> = {},
  initdb = declaredProgram('postgres', 'initdb'),
): Promise<PostgresServer> {
  // The other programs are beside it.
  const programs = dirname(await realpath(initdb));
  const guard = await startGuard();
  try {
    const user = await serverUser();
    if (user !== undefined) await chown(guard.folder, user.uid, user.gid);
    const data = join(guard.folder, 'data');
    const password = randomBytes(12).toString('hex');
    await makeCluster(programs, { data, password, folder: guard.folder, user });
    const port = await freePort();
    const process = new ServerProcess(join(programs, 'postgres'), { data, port, settings, user, guard });
    await process.start();
    return {
      adminUrl: `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`,
      folder: data,
      start: () => process.start(),
      stop: (how = 'fast') => process.stop(how),
      async [Symbol.asyncDispose]() {
        await process.stop('crash');
        await guard[Symbol.asyncDispose]();
      },
    };
  } catch (error) {
    await guard[Symbol.asyncDispose]();
    throw error;
  }
}

/** Creates a database, empty or as a copy of another one that nobody is connected to. Drop it, or leave it to the server's end. */
export async function createTestDatabase(adminUrl: string, template = 'template0'): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await execute(adminUrl, `create database ${name} template ${template}`);
  const url = new URL(adminUrl);
  url.pathname = name;
  return { url: url.href, drop: () => execute(adminUrl, `drop database if exists ${name} with (force)`) };
}

/** Runs SQL statements on a connection of their own. */
export async function execute(url: string, statements: string): Promise<void> {
  await query(url, statements);
}

/** The rows of a query on a connection of its own. */
export async function query(url: string, statement: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

/** Whom the server runs as; `undefined` for this process's own user. */
export async function serverUser(): Promise<User | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = await Promise.all(['-u', '-g'].map((which) => idOf(which, name)));
    if (uid !== undefined && gid !== undefined) return { uid, gid };
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody');
}

async function idOf(which: string, name: string): Promise<number | undefined> {
  try {
    return Number((await run('id', [which, name])).stdout);
  } catch {
    return undefined;
  }
}

/** Neither the machine's language nor its time zone matters to a cluster of this locale. */
async function makeCluster(
  programs: string,
  parts: { readonly data: string; readonly password: string; readonly folder: string; readonly user: User | undefined },
): Promise<void> {
  const { data, password, folder, user } = parts;
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user !== undefined) await chown(passwordFile, user.uid, user.gid);
  const options = [`--pwfile=${passwordFile}`, '--auth=scram-sha-256', `--username=${SUPERUSER}`];
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8'];
  await run(join(programs, 'initdb'), ['--no-sync', ...options, ...locale, '-D', data], {
    ...user,
    cwd: folder,
    env: serverEnvironment(data),
  });
}

/** The guard finds the processes of its folder by their environment. */
function serverEnvironment(data: string): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', PGDATA: data, LC_ALL: 'C.UTF-8', TZ: 'UTC' };
}

/** A port that is free on 127.0.0.1. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORT_TRIES; tries += 1) {
    const port = randomInt(...PORTS);
    const server = createServer().listen(port, '127.0.0.1');
    const [event] = await Promise.race([
      once(server, 'listening').then(() => ['free'] as const),
      once(server, 'error').then(() => ['taken'] as const),
    ]);
    if (event === 'taken') continue;
    server.close();
    await once(server, 'close');
    return port;
  }
  throw new Error('found no free port for PostgreSQL');
}

interface ServerProcessOptions {
  readonly data: string;
  readonly port: number;
  readonly settings: Readonly<Record<string, string>>;
  readonly user: User | undefined;
  readonly guard: { watch(pid: number): void; release(pid: number): void };
}

/** The process `postgres`, one after the other. */
class ServerProcess {
  readonly #program: string;
  readonly #options: ServerProcessOptions;
  #child: ChildProcess | undefined;

  constructor(program: string, options: ServerProcessOptions) {
    this.#program = program;
    this.#options = options;
  }

  async start(): Promise<void> {
    if (this.#child !== undefined) return;
    const { data, port, settings, user, guard } = this.#options;
    const lines = Object.entries({ ...QUICK, ...settings, port: String(port) });
    // A group of its own: Ctrl-C ends it through this process alone.
    const child = spawn(
      this.#program,
      lines.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      { ...user, cwd: data, detached: true, env: serverEnvironment(data), stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const { pid } = child;
    if (pid !== undefined) {
      guard.watch(pid);
      child.once('exit', () => guard.release(pid));
    }
    await ready(child);
    this.#child = child;
  }

  async stop(how: 'fast' | 'crash'): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    // https://www.postgresql.org/docs/current/server-shutdown.html
    child.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
    const deadline = new AbortController();
    const late = sleep(STOP_DEADLINE_MS, undefined, { signal: deadline.signal }).then(
      () => child.kill('SIGKILL'),
      () => undefined,
    );
    await exited;
    deadline.abort();
    await late;
  }
}

/** Resolves when the server takes connections; rejects with its last words when it ends before. */
function ready(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const words: string[] = [];
  if (child.stderr !== null) {
    createInterface({ input: child.stderr }).on('line', (line) => {
      words.push(line);
      if (words.length > 20) words.shift();
      if (line.includes('database system is ready to accept connections')) resolve();
    });
  }
  child.once('error', reject);
  child.once('close', () => reject(new Error(`PostgreSQL ended: ${words.join(' | ')}`)));
  return promise;
}
