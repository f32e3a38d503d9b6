import { readFileSync } from 'node:fs';

/** A clock tick of /proc: 1/100 s wherever Linux runs Node (USER_HZ). */
const TICK_MS = 10;
/** Places of utime and stime behind the command's name, which stands in brackets (proc_pid_stat(5)). */
const USER_TIME = 11;
const SYSTEM_TIME = 12;

/** CPU time that a process has used so far, all its threads together, in ms; `undefined` where there is no /proc. */
export function cpuMsOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])) * TICK_MS;
  } catch {
    return undefined;
  }
}
