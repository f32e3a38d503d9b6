import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { writeChart } from './chart.ts';
import { verdict } from './comparison.ts';
import { machineLine } from './machine.ts';
import { quantileOf } from './percentiles.ts';
import { type Contestant, type Entrant, FFMPEG, MYNAH, openEntrant, STOCK, type Stretch } from './rig/entrant.ts';
import { openRig, type Rig } from './rig/rig.ts';
import { alignTable } from './table.ts';

/** Numbers of sessions that speak at the same time. */
const COUNTS = [1, 10, 50, 200, 400] as const;
/** Most sessions of the ffmpeg pipeline: more of its encoders would starve the others. */
const FFMPEG_MOST = 10;
const ROUNDS = 2;
/** A multiple of the canned audio's length, so that as much is fetched as is spoken. */
const WINDOW_MS = 10_000;
/** Wait after the last session started, for caches, compiled code and prefetched pieces. */
const SETTLE_MS = 1_000;
const BYTES_PER_MB = 2 ** 20;

/** Bounds. */
const STOCK_CPU_AIM = 1.3;
const FFMPEG_CPU_AIM = 1 / 20;
const MB_AIM = 0.5;
/** With fewer sessions, the growth of every process on first use would distort the result. */
const MB_FROM_SESSIONS = 50;
const P99_AIM_MS = 23;
const P99_AIM_SESSIONS = 200;

/** Measurements of one contender at one number of sessions. */
interface Result {
  readonly name: string;
  readonly sessions: number;
  readonly usPerPacket: number;
  /** One value per round. */
  readonly rounds: readonly number[];
  readonly busiestShare: number;
  readonly mbPerSession: number;
  /** Sorted. */
  readonly gapsMs: Float32Array;
  readonly lost: number;
}

/** Speaks in 1 to 400 channels at the same time, compared with the stock player and, for few, the ffmpeg pipeline. Takes about 10 minutes. */
export async function runSessions(print: (line: string) => void): Promise<void> {
  const hasFfmpeg = spawnSync('ffmpeg', ['-version']).error === undefined;
  if (!hasFfmpeg) print('ffmpeg is not installed: the plain pipeline is skipped.');
  print(machineLine());
  await using rig = await openRig();
  const results: Result[] = [];
  for (const sessions of COUNTS) {
    const ffmpeg = hasFfmpeg && sessions <= FFMPEG_MOST ? [FFMPEG] : [];
    results.push(...(await compareAt(rig, sessions, [MYNAH, STOCK, ...ffmpeg])));
    print(`${sessions} done …`);
  }
  report(results, print);
  print(await drawResults(results));
  print(machineLine());
}

/** The contenders have their own channels and alternate, so that a busy moment affects all of them. */
async function compareAt(rig: Rig, sessions: number, contestants: readonly Contestant[]): Promise<Result[]> {
  await using stack = new AsyncDisposableStack();
  const runs: { entrant: Entrant; restBytes: number; spokenBytes: number; stretches: Stretch[] }[] = [];
  for (const contestant of contestants) {
    const entrant = stack.use(await openEntrant(rig, contestant, sessions));
    const { rssBytes: restBytes } = await entrant.memory();
    await entrant.fill(sessions);
    runs.push({ entrant, restBytes, spokenBytes: restBytes, stretches: [] });
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const run of round % 2 === 0 ? runs : runs.toReversed()) {
      await run.entrant.speak();
      await delay(SETTLE_MS);
      await run.entrant.checkEncryption();
      run.stretches.push(await run.entrant.measure(WINDOW_MS));
      if (round === 0) run.spokenBytes = (await run.entrant.memory()).rssBytes;
      await run.entrant.stopAll();
    }
  }
  return runs.map(({ entrant, restBytes, spokenBytes, stretches }) => {
    const packets = sum(stretches.map(({ wire }) => wire.packets));
    return {
      name: entrant.name,
      sessions,
      usPerPacket: (sum(stretches.map(({ cpuMs }) => cpuMs)) * 1_000) / packets,
      rounds: stretches.map(({ cpuMs, wire }) => (cpuMs * 1_000) / wire.packets),
      busiestShare: Math.max(...stretches.map(({ busiest }) => busiest.share)),
      mbPerSession: (spokenBytes - restBytes) / sessions / BYTES_PER_MB,
      gapsMs: Float32Array.from(stretches.flatMap(({ wire }) => [...wire.gapsMs])).sort(),
      lost: sum(stretches.map(({ wire }) => wire.lost)),
    };
  });
}

function report(results: readonly Result[], print: (line: string) => void): void {
  const headings = ['sessions', '', 'CPU µs/packet', 'rounds', 'busiest thread', 'MB/session'];
  const rows = results.map((result) => [
    String(result.sessions),
    result.name,
    result.usPerPacket.toFixed(1),
    result.rounds.map((value) => value.toFixed(1)).join(' '),
    `${(100 * result.busiestShare).toFixed(0)} %`,
    result.mbPerSession.toFixed(2),
    ...[0.5, 0.99, 0.999, 1].map((share) => quantileOf(result.gapsMs, share).toFixed(1)),
    String(result.lost),
  ]);
  const lines = [
    '\nChannels speaking at the same time, end-to-end encrypted; CPU of the whole process (and of its ffmpeg), gaps between packets as they arrive',
    ...alignTable([[...headings, 'gap p50 ms', 'p99', 'p99.9', 'max', 'lost'], ...rows]),
    ...verdicts(results),
    'Mynah’s audio comes over live sockets, the stock player’s from memory. Memory: resident while speaking minus at rest, after garbage collection.',
    'Gaps are upper bounds: the process that times the packets shares the machine with the contender and the speech service.',
    'With few sessions each packet bears the cost of waking a whole process, for every contender alike.',
  ];
  for (const line of lines) print(line);
}

function drawResults(results: readonly Result[]): Promise<string> {
  const names = [...new Set(results.map(({ name }) => name))];
  const seriesOf = (pick: (result: Result) => number, least = 0) =>
    names.map((name) => ({
      name,
      values: COUNTS.filter((count) => count >= least).map((count) => {
        const result = results.find((one) => one.name === name && one.sessions === count);
        return result === undefined ? undefined : pick(result);
      }),
    }));
  const categories = COUNTS.map(String);
  const many = COUNTS.filter((count) => count >= MB_FROM_SESSIONS).map(String);
  return writeChart('sessions', {
    title: 'Channels speaking at the same time',
    subtitle: machineLine(),
    panels: [
      { title: 'CPU, µs per packet', categories, series: seriesOf(({ usPerPacket }) => usPerPacket) },
      {
        title: 'gaps on the wire, p99, ms',
        categories,
        aim: P99_AIM_MS,
        series: seriesOf(({ gapsMs }) => quantileOf(gapsMs, 0.99)),
      },
      {
        title: 'memory, MB per session',
        categories: many,
        aim: MB_AIM,
        series: seriesOf(({ mbPerSession }) => mbPerSession, MB_FROM_SESSIONS),
      },
    ],
  });
}

function verdicts(results: readonly Result[]): string[] {
  const of = (name: string, sessions: number) =>
    results.find((result) => result.name === name && result.sessions === sessions);
  const aims = COUNTS.flatMap((sessions) => {
    const [mynah, stock, ffmpeg] = [MYNAH, STOCK, FFMPEG].map(({ name }) => of(name, sessions));
    if (mynah === undefined || stock === undefined) return [];
    const ratio = mynah.usPerPacket / stock.usPerPacket;
    const lines = [
      verdict([
        { what: `CPU ≤ ${STOCK_CPU_AIM} × stock player (${ratio.toFixed(2)})`, met: ratio <= STOCK_CPU_AIM },
        ...(sessions < MB_FROM_SESSIONS
          ? []
          : [{ what: `≤ ${MB_AIM} MB a session`, met: mynah.mbPerSession <= MB_AIM }]),
        ...(sessions > P99_AIM_SESSIONS
          ? []
          : [{ what: `gap p99 ≤ ${P99_AIM_MS} ms`, met: quantileOf(mynah.gapsMs, 0.99) <= P99_AIM_MS }]),
        ...(ffmpeg === undefined ? [] : [ffmpegAim('as many channels', mynah.usPerPacket / ffmpeg.usPerPacket)]),
      ]),
    ];
    return lines.map((line) => `${sessions}: ${line}`);
  });
  const [most, ffmpeg] = [of(MYNAH.name, P99_AIM_SESSIONS), of(FFMPEG.name, FFMPEG_MOST)];
  if (most === undefined || ffmpeg === undefined) return aims;
  const { what, met } = ffmpegAim(
    `${P99_AIM_SESSIONS} channels beside ${FFMPEG_MOST}`,
    most.usPerPacket / ffmpeg.usPerPacket,
  );
  return [...aims, verdict([{ what, met }])];
}

function ffmpegAim(how: string, ratio: number): { what: string; met: boolean } {
  return { what: `CPU ≤ 1/20 × ffmpeg pipeline, ${how} (1/${(1 / ratio).toFixed(1)})`, met: ratio <= FFMPEG_CPU_AIM };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
