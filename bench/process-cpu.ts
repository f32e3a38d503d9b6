import { readdirSync, readFileSync } from 'node:fs';

/** A clock tick of /proc: 1/100 s wherever Linux runs Node (USER_HZ). */
const TICK_MS = 10;
/** Places of utime and stime behind the command's name, which stands in brackets (proc_pid_stat(5)). */
const USER_TIME = 11;
const SYSTEM_TIME = 12;
/** Places of the times of children that have ended and been waited for. */
const CHILDREN_USER_TIME = 13;
const CHILDREN_SYSTEM_TIME = 14;

/** CPU time that a process has used so far, all its threads together, in ms; `undefined` where there is no /proc. */
export function cpuMsOf(pid: number): number | undefined {
  try {
    return ticksOf(pid, USER_TIME, SYSTEM_TIME) * TICK_MS;
  } catch {
    return undefined;
  }
}

/** CPU time of all children of a process, those that have ended too, in ms, to a tick each. */
export function childrenCpuMsOf(pid: number): number {
  const ended = ticksOf(pid, CHILDREN_USER_TIME, CHILDREN_SYSTEM_TIME) * TICK_MS;
  return childrenOf(pid).reduce((sum, child) => sum + (cpuMsOf(child) ?? 0), ended);
}

/** One thread of a process. The first one is the main thread. */
export interface ThreadCpu {
  readonly threadId: number;
  /** Node names its workers as they are named, and V8's own threads. */
  readonly name: string;
  /** Time on a CPU so far, to the microsecond (Linux's schedstat). */
  readonly cpuMs: number;
}

/** The CPU time of every thread that a process has now. Throws where there is no /proc. */
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
