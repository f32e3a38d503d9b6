/**
 * The process that cleans up after a playground. It reads lines such as `watch 123` and `release 123` until its input ends,
 * which it does however the playground ends: then it ends the watched processes with their children, and deletes the folder
 * that is its only argument.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** Time for the bot to close its files, before it is killed. */
const GRACE_MS = 3_000;
const POLL_MS = 20;

const [folder] = process.argv.slice(2);
const watched = new Set<number>();

// It is in a session of its own, which no key reaches; whoever signals everything by name ends the playground, too.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

for await (const line of createInterface({ input: process.stdin })) {
  const [word, pid] = line.split(' ');
  if (word === 'watch') watched.add(Number(pid));
  else if (word === 'release') watched.delete(Number(pid));
}

for (const pid of untold()) watched.add(pid);
const deadline = performance.now() + GRACE_MS;
for (const pid of watched) send(pid, 'SIGTERM');
while ([...watched].some((pid) => send(pid, 0)) && performance.now() < deadline) await sleep(POLL_MS);
// The group: what the bot has started, too.
for (const pid of watched) {
  send(-pid, 'SIGKILL');
  send(pid, 'SIGKILL');
}
if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

/** Sends a signal; false when there is no such process. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** Processes of this playground of which nobody told in time: the folder is in their environment, which only Linux shows. */
function untold(): number[] {
  if (folder === undefined || process.platform !== 'linux') return [];
  const pids = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid);
  return pids.filter((pid) => environmentOf(pid).includes(folder));
}

/** Empty for a process that has ended, or that belongs to somebody else. */
function environmentOf(pid: number): string {
  try {
    return readFileSync(join('/proc', String(pid), 'environ'), 'utf8');
  } catch {
    return '';
  }
}
