import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { verdict } from './comparison.ts';
import type { LoadOptions } from './load-options.ts';
import { machineLine } from './machine.ts';
import { chooseMeters, describeMeter, type Meter, rejectDrops } from './meter/meters.ts';
import { quantileOf } from './percentiles.ts';
import {
  type Contestant,
  type Entrant,
  FFMPEG,
  MYNAH,
  MYNAH_IN_PROCESS,
  MYNAH_IN_TWO,
  openEntrant,
  STOCK,
  type Stretch,
} from './rig/entrant.ts';
import { type MachineShares, withShares } from './rig/machine-shares.ts';
import { openRig, type Rig } from './rig/rig.ts';
import { alignTable } from './table.ts';

/** Numbers of sessions that speak at the same time. */
const COUNTS: readonly number[] = [1, 10, 50, 200, 400];
const CONTESTANTS: readonly Contestant[] = [MYNAH, MYNAH_IN_PROCESS, STOCK, FFMPEG];
/** Most sessions of the ffmpeg pipeline: more of its encoders would starve the others. */
const FFMPEG_MOST = 10;
const ROUNDS = 2;
/** A multiple of the canned audio's length, so that as much is fetched as is spoken. */
const WINDOW_MS = 10_000;
/** Wait after the last session started, for caches, compiled code and prefetched pieces. */
const SETTLE_MS = 1_000;
const BYTES_PER_MB = 2 ** 20;

/** Bounds. */
const STOCK_CPU_AIM = 1.1;
const FFMPEG_CPU_AIM = 1 / 20;
const MB_AIM = 0.5;
/** With fewer sessions, the growth of every process on first use would distort the result. */
const MB_FROM_SESSIONS = 50;
const P99_AIM_MS = 23;
const P99_AIM_SESSIONS = 200;
/** With more sessions than that. */
const P99_AIM_MS_OF_MANY = 25;

/** Measurements of one contender at one number of sessions, by one meter. */
interface Result {
  readonly name: string;
  readonly meter: Meter;
  readonly sessions: number;
  readonly usPerPacket: number;
  /** One value per round. */
  readonly rounds: readonly number[];
  readonly busiestShare: number;
  /** Most of all cores that unrelated processes used in a round. */
  readonly foreignShare: number;
  readonly mbPerSession: number;
  /** Sorted. */
  readonly gapsMs: Float32Array;
  readonly lost: number;
  /** `undefined` if unknown. */
  readonly dropped: number | undefined;
}

interface Plan {
  readonly contestants: readonly Contestant[];
  readonly meters: readonly Meter[];
  readonly rounds: number;
  readonly windowMs: number;
}

/**
 * Speaks in 1 to 400 channels at the same time, compared with the stock player and, for few, the ffmpeg pipeline. Takes
 * about 15 minutes unless asked for less. Rejects after its report if the meter lost a packet.
 */
export async function runSessions(print: (line: string) => void, options: LoadOptions): Promise<void> {
  const { counts = COUNTS, contestants = CONTESTANTS, rounds = ROUNDS, windowMs = WINDOW_MS } = options;
  const hasFfmpeg = spawnSync('ffmpeg', ['-version']).error === undefined;
  if (!hasFfmpeg && contestants.includes(FFMPEG)) print('ffmpeg is not installed: the plain pipeline is skipped.');
  print(machineLine());
  await using rig = await openRig();
  const meters = chooseMeters(options.meters, rig.drain);
  for (const meter of meters) print(describeMeter(meter, rig.drain));
  const results: Result[] = [];
  for (const sessions of counts) {
    const able = contestants.filter((one) => one !== FFMPEG || (hasFfmpeg && sessions <= FFMPEG_MOST));
    results.push(...(await compareAt(rig, sessions, { contestants: able, meters, rounds, windowMs })));
    print(`${sessions} done …`);
  }
  report(results, print);
  print(machineLine());
  rejectDrops(results);
}

/** The contenders have their own channels and alternate, as do the meters, so that a busy moment affects all of them. */
async function compareAt(rig: Rig, sessions: number, plan: Plan): Promise<Result[]> {
  await using stack = new AsyncDisposableStack();
  const runs: Run[] = [];
  for (const contestant of plan.contestants) {
    const entrant = stack.use(await openEntrant(rig, contestant, sessions));
    const { rssBytes: restBytes } = await entrant.memory();
    await entrant.fill(sessions);
    runs.push({ entrant, restBytes, spokenBytes: restBytes, stretches: new Map(plan.meters.map((one) => [one, []])) });
  }
  for (let round = 0; round < plan.rounds; round += 1) {
    const turns = <Item>(items: readonly Item[]) => (round % 2 === 0 ? items : items.toReversed());
    for (const run of turns(runs)) {
      await run.entrant.speak();
      await delay(SETTLE_MS);
      await run.entrant.checkEncryption();
      for (const meter of turns(plan.meters)) {
        const stretch = await withShares(rig, () => run.entrant.measure(plan.windowMs, { meter }));
        run.stretches.get(meter)?.push(stretch);
      }
      if (round === 0) run.spokenBytes = (await run.entrant.memory()).rssBytes;
      await run.entrant.stopAll();
    }
  }
  return runs.flatMap((run) => plan.meters.map((meter) => resultOf(run, meter)));
}

interface Run {
  readonly entrant: Entrant;
  readonly restBytes: number;
  spokenBytes: number;
  readonly stretches: ReadonlyMap<Meter, (Stretch & MachineShares)[]>;
}

function resultOf({ entrant, restBytes, spokenBytes, stretches: all }: Run, meter: Meter): Result {
  const stretches = all.get(meter) ?? [];
  const sessions = entrant.places.length;
  const packets = sum(stretches.map(({ wire }) => wire.packets));
  return {
    name: entrant.name,
    meter,
    sessions,
    usPerPacket: (sum(stretches.map(({ cpuMs }) => cpuMs)) * 1_000) / packets,
    rounds: stretches.map(({ cpuMs, wire }) => (cpuMs * 1_000) / wire.packets),
    busiestShare: Math.max(...stretches.map(({ busiest }) => busiest.share)),
    foreignShare: Math.max(...stretches.map(({ foreignShare }) => foreignShare)),
    mbPerSession: (spokenBytes - restBytes) / sessions / BYTES_PER_MB,
    gapsMs: Float32Array.from(stretches.flatMap(({ wire }) => [...wire.gapsMs])).sort(),
    lost: sum(stretches.map(({ wire }) => wire.lost)),
    dropped: sumOfKnown(stretches.map(({ wire }) => wire.dropped)),
  };
}

function report(results: readonly Result[], print: (line: string) => void): void {
  const headings = ['sessions', '', 'meter', 'CPU µs/packet', 'rounds', 'busiest thread', 'others', 'MB/session'];
  const rows = results.map((result) => [
    String(result.sessions),
    result.name,
    result.meter,
    result.usPerPacket.toFixed(1),
    result.rounds.map((value) => value.toFixed(1)).join(' '),
    `${(100 * result.busiestShare).toFixed(0)} %`,
    `${(100 * result.foreignShare).toFixed(0)} %`,
    result.mbPerSession.toFixed(2),
    ...[0.5, 0.99, 0.999, 1].map((share) => quantileOf(result.gapsMs, share).toFixed(1)),
    String(result.lost),
    String(result.dropped ?? 'unknown'),
  ]);
  const lines = [
    '\nChannels speaking at the same time, end-to-end encrypted; CPU of the whole process (and of its ffmpeg), gaps between packets as they arrive',
    ...alignTable([[...headings, 'gap p50 ms', 'p99', 'p99.9', 'max', 'lost', 'dropped'], ...rows]),
    ...verdicts(results),
    'Mynah’s audio comes over live sockets, the stock player’s from memory. Memory: resident while speaking minus at rest, after garbage collection.',
    'Others: most of all cores that unrelated processes used in a round.',
    'Lost: missing sequence numbers. Dropped: by the kernel, before the meter could read them. All share the machine with the voice servers and the speech service.',
    'With few sessions each packet bears the cost of waking a whole process, for every contender alike.',
  ];
  for (const line of lines) print(line);
}

function verdicts(results: readonly Result[]): string[] {
  const names: readonly string[] = [MYNAH, MYNAH_IN_PROCESS, MYNAH_IN_TWO].map(({ name }) => name);
  const mynahs = results.filter(({ name }) => names.includes(name));
  return mynahs.flatMap((mynah) => {
    const of = (name: string, sessions: number) =>
      results.find((one) => one.name === name && one.meter === mynah.meter && one.sessions === sessions);
    const [stock, ffmpeg] = [STOCK, FFMPEG].map(({ name }) => of(name, mynah.sessions));
    const fewOfFfmpeg = mynah.sessions === P99_AIM_SESSIONS ? of(FFMPEG.name, FFMPEG_MOST) : undefined;
    const beside = `${P99_AIM_SESSIONS} channels beside ${FFMPEG_MOST}`;
    const aims = [
      ...(stock === undefined ? [] : [stockAim(mynah.usPerPacket / stock.usPerPacket)]),
      ...(mynah.sessions < MB_FROM_SESSIONS
        ? []
        : [{ what: `≤ ${MB_AIM} MB a session`, met: mynah.mbPerSession <= MB_AIM }]),
      gapAim(mynah),
      ...(ffmpeg === undefined ? [] : [ffmpegAim('as many channels', mynah.usPerPacket / ffmpeg.usPerPacket)]),
      ...(fewOfFfmpeg === undefined ? [] : [ffmpegAim(beside, mynah.usPerPacket / fewOfFfmpeg.usPerPacket)]),
    ];
    return [`${mynah.sessions}, ${mynah.name}, ${mynah.meter}: ${verdict(aims)}`];
  });
}

function stockAim(ratio: number): { what: string; met: boolean } {
  return { what: `CPU ≤ ${STOCK_CPU_AIM} × stock player (${ratio.toFixed(2)})`, met: ratio <= STOCK_CPU_AIM };
}

function gapAim({ sessions, gapsMs }: Result): { what: string; met: boolean } {
  const boundMs = sessions <= P99_AIM_SESSIONS ? P99_AIM_MS : P99_AIM_MS_OF_MANY;
  return { what: `gap p99 ≤ ${boundMs} ms`, met: quantileOf(gapsMs, 0.99) <= boundMs };
}

function ffmpegAim(how: string, ratio: number): { what: string; met: boolean } {
  return { what: `CPU ≤ 1/20 × ffmpeg pipeline, ${how} (1/${(1 / ratio).toFixed(1)})`, met: ratio <= FFMPEG_CPU_AIM };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function sumOfKnown(values: readonly (number | undefined)[]): number | undefined {
  return values.reduce((total, value) => (total === undefined || value === undefined ? undefined : total + value), 0);
}
