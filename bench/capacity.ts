import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { LoadOptions } from './load-options.ts';
import { machineLine } from './machine.ts';
import { chooseMeters, describeMeter, type Meter, rejectDrops } from './meter/meters.ts';
import { quantileOf } from './percentiles.ts';
import { type Contestant, type Entrant, MYNAH, MYNAH_IN_PROCESS, openEntrant, STOCK } from './rig/entrant.ts';
import { type MachineShares, withShares } from './rig/machine-shares.ts';
import { openRig, type Rig } from './rig/rig.ts';
import { alignTable } from './table.ts';

const STEPS: readonly number[] = [
  50, 100, 150, 200, 250, 300, 400, 500, 600, 700, 800, 900, 1_000, 1_200, 1_400, 1_600,
];
const CONTESTANTS: readonly Contestant[] = [MYNAH, MYNAH_IN_PROCESS, STOCK];
/** A multiple of the length of the canned audio. */
const WINDOW_MS = 10_000;
const SETTLE_MS = 1_000;

/** Limits of a good step: audible gaps, a saturated thread, lost packets. */
const P99_BOUND_MS = 30;
const THREAD_BOUND = 0.95;
/** Tries per step, so that a busy moment of the machine does not count as the contender's limit. */
const TRIES = 4;

interface Step extends MachineShares {
  readonly sessions: number;
  readonly usPerPacket: number;
  readonly threadShare: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
  readonly lost: number;
  /** `undefined` if unknown. */
  readonly dropped: number | undefined;
  /** Which limits were exceeded; empty for a good step. */
  readonly beyond: readonly string[];
}

/** One contender's steps by one meter. */
interface Climb {
  readonly name: string;
  readonly meter: Meter;
  readonly steps: readonly Step[];
}

interface Plan {
  readonly contestants: readonly Contestant[];
  readonly meters: readonly Meter[];
  readonly counts: readonly number[];
  readonly windowMs: number;
}

/**
 * Adds speaking channels until pacing or the thread fails: how many sessions a core carries. Takes about 15 minutes
 * unless asked for less. Rejects after its report if the meter lost a packet.
 */
export async function runCapacity(print: (line: string) => void, options: LoadOptions): Promise<void> {
  const { counts = STEPS, contestants = CONTESTANTS, windowMs = WINDOW_MS } = options;
  print(machineLine());
  await using rig = await openRig();
  const meters = chooseMeters(options.meters, rig.drain);
  for (const meter of meters) print(describeMeter(meter, rig.drain));
  const climbs = await climb(rig, { contestants, meters, counts, windowMs }, print);
  report(climbs, print);
  print(machineLine());
  rejectDrops(climbs.flatMap(({ name, steps }) => steps.map((step) => ({ name, ...step }))));
}

/** The contenders alternate at every step, so that a busy machine affects all of them. A contender that fails drops out. */
async function climb(rig: Rig, plan: Plan, print: (line: string) => void): Promise<Climb[]> {
  await using stack = new AsyncDisposableStack();
  const climbs: { readonly entrant: Entrant; readonly name: string; readonly meter: Meter; readonly steps: Step[] }[] =
    [];
  for (const contestant of plan.contestants) {
    const entrant = stack.use(await openEntrant(rig, contestant, plan.counts.at(-1) ?? 0));
    for (const meter of plan.meters) climbs.push({ entrant, name: contestant.name, meter, steps: [] });
  }
  for (const sessions of plan.counts) {
    for (const { entrant, name, meter, steps } of climbs) {
      if (steps.some(({ beyond }) => beyond.length > 0)) continue;
      await entrant.fill(sessions);
      const step = await bestOf(() => measure(rig, entrant, { meter, windowMs: plan.windowMs }));
      steps.push(step);
      print(`${name}, ${meter}, ${sessions}: ${step.beyond.length === 0 ? 'good' : step.beyond.join(', ')} …`);
    }
  }
  return climbs.map(({ name, meter, steps }) => ({ name, meter, steps }));
}

async function bestOf(attempt: () => Promise<Step>): Promise<Step> {
  let step = await attempt();
  for (let tries = 1; tries < TRIES && step.beyond.length > 0; tries += 1) {
    const another = await attempt();
    if (another.beyond.length === 0 || another.p99Ms < step.p99Ms) step = another;
  }
  return step;
}

async function measure(
  rig: Rig,
  entrant: Entrant,
  { meter, windowMs }: { readonly meter: Meter; readonly windowMs: number },
): Promise<Step> {
  await entrant.speak();
  await delay(SETTLE_MS);
  await entrant.checkEncryption();
  const { wire, cpuMs, busiest, rigShare, foreignShare } = await withShares(rig, () =>
    entrant.measure(windowMs, { meter }),
  );
  await entrant.stopAll();
  const gaps = wire.gapsMs.toSorted();
  const figures = {
    threadShare: busiest.share,
    p99Ms: quantileOf(gaps, 0.99),
    lost: wire.lost,
  };
  return {
    sessions: entrant.places.length,
    usPerPacket: (cpuMs * 1_000) / wire.packets,
    rigShare,
    foreignShare,
    p50Ms: quantileOf(gaps, 0.5),
    p999Ms: quantileOf(gaps, 0.999),
    ...figures,
    dropped: wire.dropped,
    beyond: beyondOf(figures),
  };
}

function beyondOf({ threadShare, p99Ms, lost }: Pick<Step, 'threadShare' | 'p99Ms' | 'lost'>): string[] {
  return [
    ...(p99Ms > P99_BOUND_MS ? [`p99 above ${P99_BOUND_MS} ms`] : []),
    ...(threadShare >= THREAD_BOUND ? ['thread saturated'] : []),
    ...(lost > 0 ? ['packets lost'] : []),
  ];
}

function report(climbs: readonly Climb[], print: (line: string) => void): void {
  const headings = [
    '',
    'meter',
    'sessions',
    'CPU µs/packet',
    'its thread',
    'rig',
    'others',
    'gap p50 ms',
    'p99',
    'p99.9',
    'lost',
    'dropped',
    '',
  ];
  const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
  const rows = climbs.flatMap(({ name, meter, steps }) =>
    steps.map((step) => [
      name,
      meter,
      String(step.sessions),
      step.usPerPacket.toFixed(1),
      percent(step.threadShare),
      percent(step.rigShare),
      percent(step.foreignShare),
      ...[step.p50Ms, step.p99Ms, step.p999Ms].map((ms) => ms.toFixed(1)),
      String(step.lost),
      String(step.dropped ?? 'unknown'),
      step.beyond.length === 0 ? 'good' : step.beyond.join(', '),
    ]),
  );
  const lines = [
    `\nAdding channels on one thread until p99 exceeds ${P99_BOUND_MS} ms or the thread is saturated; ${cpus().length} cores in all`,
    ...alignTable([headings, ...rows]),
    ...climbs.map(verdictOf),
  ];
  for (const line of lines) print(line);
}

function verdictOf({ name, meter, steps }: Climb): string {
  const who = `${name}, ${meter}`;
  const good = steps.findLast(({ beyond }) => beyond.length === 0);
  const last = steps.at(-1);
  if (good === undefined) return `${who}: no step was good`;
  if (last === undefined || last.beyond.length === 0) return `${who}: ${good.sessions} sessions, the most tried`;
  const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
  const limit =
    last.threadShare >= THREAD_BOUND
      ? 'its thread was saturated'
      : `its thread was ${percent(last.threadShare)} busy; of all cores the rig used ${percent(last.rigShare)}, other processes ${percent(last.foreignShare)}`;
  return `${who}: ${good.sessions} sessions; at ${last.sessions} ${last.beyond.join(' and ')}: ${limit}`;
}
