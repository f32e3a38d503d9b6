import { cpus } from 'node:os';
import { childrenCpuMsOf, threadCpuOf } from '../process-cpu.ts';
import type { Stretch } from './entrant.ts';
import type { Rig } from './rig.ts';

/** Who else used the machine in an interval, as shares of all cores. */
export interface MachineShares {
  /** The voice servers with the meter, the speech service and the people. */
  readonly rigShare: number;
  /** Unrelated processes: the more, the less a figure says. */
  readonly foreignShare: number;
}

/** Takes a measurement and says who else used the machine meanwhile. */
export async function withShares(rig: Rig, measure: () => Promise<Stretch>): Promise<Stretch & MachineShares> {
  const [before, rigBeforeMs] = [machineTimes(), rigCpuMs(rig)];
  const stretch = await measure();
  const [after, rigMs] = [machineTimes(), rigCpuMs(rig) - rigBeforeMs];
  const allMs = after.allMs - before.allMs;
  const foreignMs = after.busyMs - before.busyMs - stretch.cpuMs - rigMs;
  return { ...stretch, rigShare: rigMs / allMs, foreignShare: Math.max(0, foreignMs) / allMs };
}

function rigCpuMs({ sink, speech, crowd }: Rig): number {
  const threads = [sink, speech, crowd].flatMap(({ pid }) => threadCpuOf(pid));
  return threads.reduce((sum, { cpuMs }) => sum + cpuMs, childrenCpuMsOf(sink.pid));
}

function machineTimes(): { readonly busyMs: number; readonly allMs: number } {
  const times = cpus().map((core) => core.times);
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const allMs = sum(times.map(({ user, nice, sys, idle, irq }) => user + nice + sys + idle + irq));
  return { allMs, busyMs: allMs - sum(times.map(({ idle }) => idle)) };
}
