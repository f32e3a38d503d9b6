import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { startHouse } from '../playground/house.ts';
import { machineLine } from './machine.ts';
import { percentilesOf } from './percentiles.ts';
import { alignTable } from './table.ts';

const ROUNDS = 7;
/** From ready to the look at the memory. */
const REST_MS = 3_000;
const START_DEADLINE_MS = 30_000;
const BYTES_PER_MB = 2 ** 20;
const KIB_BYTES = 2 ** 10;

interface Bot {
  readonly name: string;
  readonly main?: URL;
  readonly environment?: Readonly<Record<string, string>>;
}

interface Result {
  readonly name: string;
  readonly readyMs: number[];
  readonly restMb: number[];
}

const BOTS: readonly Bot[] = [
  { name: 'Mynah, a voice thread', environment: { VOICE_WORKERS: '1' } },
  { name: 'Mynah, in process', environment: { VOICE_WORKERS: '0' } },
  { name: 'plain bot', main: new URL('./plain-bot.ts', import.meta.url) },
];

/** Times bots from the start of their process to ready, and looks at their memory at rest. Takes some two minutes. */
export async function runStart(print: (line: string) => void): Promise<void> {
  print(machineLine());
  const results = BOTS.map(({ name }): Result => ({ name, readyMs: [], restMb: [] }));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, bot] of BOTS.entries()) {
      const { readyMs, restMb } = await startOnce(bot);
      results[index]?.readyMs.push(readyMs);
      results[index]?.restMb.push(restMb);
    }
  }
  report(results, print);
}

async function startOnce({ main, environment }: Bot): Promise<{ readyMs: number; restMb: number }> {
  let beganMs = Number.NaN;
  let readyMs = Number.NaN;
  const house = await startHouse({
    signal: AbortSignal.timeout(START_DEADLINE_MS),
    ...(main && { main }),
    ...(environment && { environment }),
    onProgress: (line) => {
      if (line === 'starting the bot') beganMs = performance.now();
    },
    onLog: ({ msg }) => {
      if (msg === 'ready') readyMs = performance.now() - beganMs;
    },
  });
  try {
    await delay(REST_MS);
    return { readyMs, restMb: residentBytesOf(house.bot.pid) / BYTES_PER_MB };
  } finally {
    await house.close();
  }
}

/** Memory of a process that is in RAM (proc_pid_status(5)). */
function residentBytesOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * KIB_BYTES;
}

function report(results: readonly Result[], print: (line: string) => void): void {
  const rows = results.map(({ name, readyMs, restMb }) => {
    const [ready, rest] = [percentilesOf(readyMs), percentilesOf(restMb)];
    return [name, String(readyMs.length), ready.p50.toFixed(0), ready.max.toFixed(0), rest.p50.toFixed(0)];
  });
  const lines = [
    '\nFrom the start of the process to its commands registered and its login done; resident memory at rest',
    ...alignTable([['', 'rounds', 'ready ms, p50', 'max', 'MB at rest, p50'], ...rows]),
    'The plain bot knows one command, no database and no captions: it shows what the libraries alone need.',
  ];
  for (const line of lines) print(line);
}
