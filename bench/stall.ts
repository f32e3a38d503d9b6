import { setTimeout as delay } from 'node:timers/promises';
import { verdict } from './comparison.ts';
import { machineLine } from './machine.ts';
import { bestMeter, describeMeter, rejectDrops } from './meter/meters.ts';
import type { WireRecord } from './meter/wire-recorder.ts';
import { quantileOf } from './percentiles.ts';
import { type Contestant, type Entrant, MYNAH, MYNAH_IN_PROCESS, openEntrant, STOCK } from './rig/entrant.ts';
import { openRig, type Rig } from './rig/rig.ts';
import { alignTable } from './table.ts';

const SESSIONS = 10;
const STALLS = 10;
const STALL_MS = 300;
/** From the start of one stall to the start of the next. */
const EVERY_MS = 1_000;
const SETTLE_MS = 1_000;
/** Target for the longest gap. */
const GAP_AIM_MS = 30;

/** What the listeners of one contender received while its main thread was blocked ten times. */
interface Result {
  readonly name: string;
  /** The longest gap in each stall. */
  readonly longestMs: readonly number[];
  readonly wire: WireRecord;
}

/** Blocks the main thread for 300 ms, ten times, while ten channels speak, and measures the gaps. Takes about 80 s. Rejects if the meter lost a packet. */
export async function runStall(print: (line: string) => void): Promise<void> {
  print(machineLine());
  await using rig = await openRig();
  print(describeMeter(bestMeter(rig.drain), rig.drain));
  const results: Result[] = [];
  for (const contestant of [MYNAH, MYNAH_IN_PROCESS, STOCK]) results.push(await measure(rig, contestant));
  report(results, print);
  rejectDrops(results.map(({ name, wire: { dropped } }) => ({ name, sessions: SESSIONS, dropped })));
}

async function measure(rig: Rig, contestant: Contestant): Promise<Result> {
  await using entrant = await openEntrant(rig, contestant, SESSIONS);
  await entrant.fill(SESSIONS);
  await entrant.speak();
  await delay(SETTLE_MS);
  await entrant.checkEncryption();
  const { wire } = await entrant.measure((STALLS + 1) * EVERY_MS, { during: () => stallRepeatedly(entrant) });
  return { name: entrant.name, longestMs: longestBySecond(wire), wire };
}

async function stallRepeatedly(entrant: Entrant): Promise<void> {
  // In the middle of each interval: packets must precede the first stall.
  await delay(EVERY_MS / 2);
  for (let stall = 0; stall < STALLS; stall += 1) {
    await Promise.all([delay(EVERY_MS), entrant.process.call('stall', STALL_MS)]);
  }
}

/** The longest gap that ended in each interval between the starts of two stalls. */
function longestBySecond({ gapsMs, gapEndsMs }: WireRecord): number[] {
  const longest = new Array<number>(STALLS).fill(0);
  gapsMs.forEach((gapMs, index) => {
    const stall = Math.floor((gapEndsMs[index] ?? 0) / EVERY_MS);
    if (stall < STALLS) longest[stall] = Math.max(longest[stall] ?? 0, gapMs);
  });
  return longest;
}

function report(results: readonly Result[], print: (line: string) => void): void {
  const rows = results.map(({ name, longestMs, wire }) => {
    const sorted = wire.gapsMs.toSorted();
    const shortest = Math.min(...longestMs).toFixed(0);
    return [
      name,
      quantileOf(sorted, 0.5).toFixed(1),
      quantileOf(sorted, 0.99).toFixed(1),
      shortest,
      quantileOf(sorted, 1).toFixed(0),
      String(wire.lost),
      String(wire.dropped ?? 'unknown'),
    ];
  });
  const lines = [
    `\nMain thread blocked for ${STALL_MS} ms, ${STALLS} times, while ${SESSIONS} channels speak; gaps between packets as they arrive, ms`,
    ...alignTable([['', 'p50', 'p99', 'longest gap per stall: min', 'max', 'lost', 'dropped'], ...rows]),
    ...results.slice(0, 1).map(({ name, longestMs }) => {
      const most = Math.max(...longestMs);
      return `${name}: ${verdict([{ what: `longest gap ≤ ${GAP_AIM_MS} ms`, met: most <= GAP_AIM_MS }])}`;
    }),
  ];
  for (const line of lines) print(line);
}
