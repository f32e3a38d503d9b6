import type { DrainProgram } from './udp-drain.ts';

/**
 * How the times of packets are taken. `kernel`: the kernel's own time stamps, read in batches by a program that no packet
 * wakes. `callback`: in a JavaScript callback of a process that every packet wakes, on a core that it shares.
 */
export type Meter = 'kernel' | 'callback';

/** All meters, the better first. */
export const METERS: readonly Meter[] = ['kernel', 'callback'];

/** The best meter that this machine has. */
export function bestMeter(drain: DrainProgram): Meter {
  return drain.kind === 'built' ? 'kernel' : 'callback';
}

/** Those of the wanted meters that this machine has, or the best. */
export function chooseMeters(wanted: readonly Meter[] | undefined, drain: DrainProgram): readonly Meter[] {
  const found = wanted?.filter((meter) => meter === 'callback' || drain.kind === 'built') ?? [];
  return found.length === 0 ? [bestMeter(drain)] : found;
}

/** One line for a report on how its packets were timed; says why if it is not the best way. */
export function describeMeter(meter: Meter, drain: DrainProgram): string {
  if (meter === 'kernel') return 'Meter: kernel. Arrival times are the kernel’s; sockets are drained every 20 ms.';
  const reason = drain.kind === 'missing' ? `, because ${drain.why}` : '';
  return `Meter: callback${reason}. Every packet wakes the process that times it: costs and gaps are upper bounds.`;
}

/** Throws if the kernel dropped packets before a meter could read them: then neither gaps nor losses are true. */
export function rejectDrops(
  measured: readonly { readonly name: string; readonly sessions: number; readonly dropped: number | undefined }[],
): void {
  const bad = measured.filter(({ dropped = 0 }) => dropped > 0);
  if (bad.length === 0) return;
  const list = bad.map(({ name, sessions, dropped }) => `${dropped} of ${name} with ${sessions} channels`);
  throw new Error(`the kernel dropped packets that the meter had to read: ${list.join(', ')}`);
}
