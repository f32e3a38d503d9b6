import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../test/support/postgres-server.ts';
import { type Measured, ratiosOf, tabulate, verdict } from './comparison.ts';
import { type Contender, openContender } from './contender.ts';
import { machineLine } from './machine.ts';
import { type RigProcess, startRigProcess } from './rig/rig-process.ts';
import type { StrangerCalls } from './strangers/stranger-calls.ts';
import { alignTable } from './table.ts';

const WARM_UP_ROUNDS = 3;
const ROUNDS = 20;
const TEXT = 'We are going to the park after lunch. Bring something to eat, and tell the others.';
/** The service's own time is not measured. */
const PACING = { firstAudioMs: 100, pauseMs: 0, speed: 1_000 } as const;
/** Health checks one after the other while a text is asked for. */
const CHECKS = 20;
/** The least that a stranger may be noticed at the median: what two runs without one differ by. */
const AIM_RATIO = 1.25;

/** How often 6,000 wrong addresses are asked for; the first is the baseline. */
const STRANGERS = [
  { name: 'no stranger', writesPerSecond: 0 },
  { name: '6,000 addresses a second', writesPerSecond: 1 },
  { name: '30,000 addresses a second', writesPerSecond: 5 },
] as const;

interface Run {
  readonly name: string;
  readonly writesPerSecond: number;
  /** `/say` from the command to the first packet, without the speech service's time. */
  readonly sayMs: number[];
  readonly healthMs: number[];
  connections: number;
}

/** What was measured while one text was spoken. */
interface Measurement {
  readonly sayMs: number;
  readonly healthMs: readonly number[];
  readonly connections: number;
}

/**
 * Measures what a stranger who tries addresses of captions, 6,000 in one write, does to `/say` and to the health check:
 * against the same bot without one, by turns. Takes about two minutes.
 */
export async function runStrangers(print: (line: string) => void): Promise<void> {
  print(machineLine());
  const port = await freePort();
  const environment = { HTTP_PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` };
  await using mynah = await openContender('Mynah', { localSpeech: { pacing: PACING }, environment });
  await using stranger = startRigProcess<StrangerCalls>(new URL('./strangers/stranger.ts', import.meta.url));
  const runs = STRANGERS.map((each): Run => ({ ...each, sayMs: [], healthMs: [], connections: 0 }));
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    for (const run of round % 2 === 0 ? runs : runs.toReversed()) {
      const measured = await measure(mynah, { stranger, port, writesPerSecond: run.writesPerSecond });
      if (round < WARM_UP_ROUNDS) continue;
      run.sayMs.push(measured.sayMs);
      run.healthMs.push(...measured.healthMs);
      run.connections += measured.connections;
    }
  }
  print(machineLine());
  report(runs, print);
}

async function measure(
  mynah: Contender,
  at: { readonly stranger: RigProcess<StrangerCalls>; readonly port: number; readonly writesPerSecond: number },
): Promise<Measurement> {
  const { stranger, port, writesPerSecond } = at;
  if (writesPerSecond > 0) await stranger.call('begin', { port, writesPerSecond });
  const [{ typedToRequestMs, audioToPacketMs }, healthMs] = await Promise.all([mynah.say(TEXT), checkHealth(port)]);
  const connections = writesPerSecond > 0 ? await stranger.call('end') : 0;
  return { sayMs: typedToRequestMs + audioToPacketMs, healthMs, connections };
}

async function checkHealth(port: number): Promise<number[]> {
  const timesMs: number[] = [];
  for (let check = 0; check < CHECKS; check += 1) {
    const startedAtMs = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}/healthz`);
    await response.text();
    if (!response.ok) throw new Error(`the health check says ${response.status}`);
    timesMs.push(performance.now() - startedAtMs);
    await delay(20);
  }
  return timesMs;
}

function report(runs: readonly Run[], print: (line: string) => void): void {
  const rows = runs.map(({ name, connections }) => [name, String(connections)]);
  for (const line of alignTable([['', 'writes of 6,000'], ...rows])) print(line);
  const parts = [
    {
      title: '/say typed → first RTP packet heard, without the speech service’s time',
      pick: ({ sayMs }: Run) => sayMs,
    },
    { title: 'the health check', pick: ({ healthMs }: Run) => healthMs },
  ];
  for (const { title, pick } of parts) {
    const [idle, ...busy] = runs.map((run): Measured => ({ name: run.name, valuesMs: pick(run) }));
    if (idle === undefined) continue;
    print(`\n${title}, ms`);
    for (const line of tabulate([idle, ...busy])) print(`  ${line}`);
    const ratios = busy.map((each) => ({ name: each.name, ...ratiosOf(each, idle) }));
    for (const { name, p50, p95 } of ratios)
      print(`  ratio, ${name}: ${p50.toFixed(2)} at p50, ${p95.toFixed(2)} at p95`);
    print(
      `  ${verdict(ratios.map(({ name, p50 }) => ({ what: `${name}: ratio ≤ ${AIM_RATIO}`, met: p50 <= AIM_RATIO })))}`,
    );
  }
}
