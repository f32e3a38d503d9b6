import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startGuard } from '../../playground/lifetime/guard.ts';
import { declaredProgram } from './needs.ts';
import { freePort, serverUser } from './postgres-server.ts';

/** PgBouncer in front of a server. */
export interface PgBouncer extends AsyncDisposable {
  /** The address of the same database through it. */
  readonly url: string;
}

/**
 * Starts PgBouncer in front of the database at `targetUrl`, with its defaults otherwise. The caller must dispose of it.
 * https://www.pgbouncer.org/config.html
 */
export async function startPgBouncer(targetUrl: string, mode: 'transaction' | 'session'): Promise<PgBouncer> {
  // Only root may enter the folder of declared programs.
  const program = await realpath(declaredProgram('pgbouncer', 'pgbouncer'));
  const target = new URL(targetUrl);
  await using stack = new AsyncDisposableStack();
  const guard = stack.use(await startGuard());
  const port = await freePort();
  const [settings, users] = [join(guard.folder, 'pgbouncer.ini'), join(guard.folder, 'users.txt')];
  const user = await serverUser();
  await writeFile(users, `"${target.username}" "${decodeURIComponent(target.password)}"\n`);
  await writeFile(
    settings,
    [
      ...['[databases]', `* = host=${target.hostname} port=${target.port}`, '[pgbouncer]'],
      ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir ='],
      ...['auth_type = trust', `auth_file = ${users}`, `pool_mode = ${mode}`],
    ].join('\n'),
  );
  if (user !== undefined) for (const path of [guard.folder, settings, users]) await chown(path, user.uid, user.gid);
  const child = spawn(program, [settings], { ...user, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'exit');
  stack.defer(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  if (child.pid !== undefined) guard.watch(child.pid);
  const { promise: isUp, resolve, reject } = Promise.withResolvers<void>();
  const words: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    words.push(line);
    if (line.includes('process up')) resolve();
  });
  child.once('error', reject);
  child.once('exit', () => reject(new Error(`PgBouncer ended: ${words.join(' | ')}`)));
  await isUp;
  const kept = stack.move();
  target.hostname = '127.0.0.1';
  target.port = String(port);
  return { url: target.href, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}
