import { readdirSync, readFileSync } from 'node:fs';

/** A clock tick of /proc: 1/100 s wherever Linux runs Node (USER_HZ). */
const TICK_MS = 10;
/** Positions of utime and stime after the command's name in brackets (proc_pid_stat(5)). */
const USER_TIME = 11;
const SYSTEM_TIME = 12;
/** Positions of the times of children that were waited for. */
const CHILDREN_USER_TIME = 13;
const CHILDREN_SYSTEM_TIME = 14;

/** CPU time of a process so far, all threads included, in ms; `undefined` without /proc. */
export function cpuMsOf(pid: number): number | undefined {
  try {
    return ticksOf(pid, USER_TIME, SYSTEM_TIME) * TICK_MS;
  } catch {
    return undefined;
  }
}

/** CPU time of all children of a process, ended ones included, in ms, to a tick each. */
export function childrenCpuMsOf(pid: number): number {
  const ended = ticksOf(pid, CHILDREN_USER_TIME, CHILDREN_SYSTEM_TIME) * TICK_MS;
  return childrenOf(pid).reduce((sum, child) => sum + (cpuMsOf(child) ?? 0), ended);
}

/** One thread of a process. The first one is the main thread. */
export interface ThreadCpu {
  readonly threadId: number;
  /** The kernel's name of the thread; Node sets it for workers and V8's threads. */
  readonly name: string;
  /** CPU time so far, to the microsecond (Linux schedstat). */
  readonly cpuMs: number;
}

/** CPU time of every current thread of a process. Throws without /proc. */
export function threadCpuOf(pid: number): ThreadCpu[] {
  return readdirSync(`/proc/${pid}/task`).map((threadId) => {
    const folder = `/proc/${pid}/task/${threadId}`;
    const [nanoseconds] = readFileSync(`${folder}/schedstat`, 'latin1').split(' ');
    const name = readFileSync(`${folder}/comm`, 'latin1').trim();
    return { threadId: Number(threadId), name, cpuMs: Number(nanoseconds) / 1e6 };
  });
}

function ticksOf(pid: number, ...places: readonly number[]): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return places.reduce((sum, place) => sum + Number(fields[place]), 0);
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((threadId) =>
    readFileSync(`/proc/${pid}/task/${threadId}/children`, 'latin1')
      .split(' ')
      .filter((id) => id !== '')
      .map(Number),
  );
}
