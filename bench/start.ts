import { type FSWatcher, watch } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startEnvironment } from '../playground/environment.ts';
import { MEASURABLE, memoryAtRest, residentBytesOf } from './bot-memory.ts';
import { machineLine } from './machine.ts';
import { percentilesOf } from './percentiles.ts';
import { alignTable } from './table.ts';

const ROUNDS = 7;
/** From ready to the memory sample. */
const REST_MS = 3_000;
const START_DEADLINE_MS = 30_000;
const BYTES_PER_MB = 2 ** 20;

interface Contestant {
  readonly name: string;
  readonly main?: URL;
  readonly environment?: Readonly<Record<string, string>>;
}

/** When each step of a start was reached, in ms since the start of the process; NaN for steps that a bot lacks. */
interface Steps {
  nodeUpMs: number;
  /** The database file appears: all modules are loaded. */
  databaseMs: number;
  /** The database is open. */
  openMs: number;
  readyMs: number;
}

/** One start of a bot. */
interface Start extends Readonly<Steps> {
  /** Resident memory before garbage collection. */
  readonly restMb: number;
  /** Resident memory after a garbage collection in all threads. */
  readonly collectedMb: number;
  /** Sum of all threads' heaps, after it. */
  readonly heapMb: number;
}

const PLAIN_BOT: Contestant = { name: 'plain bot', main: new URL('./plain-bot.ts', import.meta.url) };
const CONTESTANTS: readonly Contestant[] = [
  ...[0, 1, 2].map((threads) => ({
    name: `Mynah, VOICE_WORKERS=${threads}`,
    environment: { VOICE_WORKERS: String(threads) },
  })),
  {
    name: 'Mynah from its sources, VOICE_WORKERS=1',
    main: new URL('./from-sources.ts', import.meta.url),
    environment: { VOICE_WORKERS: '1' },
  },
  PLAIN_BOT,
];

/** Times bots from process start to ready, and measures their memory at rest. Takes about three minutes. */
export async function runStart(print: (line: string) => void): Promise<void> {
  print(machineLine());
  const starts = new Map(CONTESTANTS.map(({ name }): [string, Start[]] => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const contestant of CONTESTANTS) starts.get(contestant.name)?.push(await startOnce(contestant));
    print(`round ${round + 1} of ${ROUNDS} done …`);
  }
  report(starts, print);
}

async function startOnce({ main, environment }: Contestant): Promise<Start> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'mynah-start-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  let beganMs = Number.NaN;
  const steps: Steps = { nodeUpMs: Number.NaN, databaseMs: Number.NaN, openMs: Number.NaN, readyMs: Number.NaN };
  const reach = (step: keyof Steps): void => {
    if (Number.isNaN(steps[step])) steps[step] = performance.now() - beganMs;
  };
  const watcher: FSWatcher = watch(folder, (_event, file) => {
    if (file?.startsWith('mynah.sqlite') === true) reach('databaseMs');
    // The folder that the bot makes once its database is open.
    if (file === 'clips') reach('openMs');
  });
  stack.defer(() => watcher.close());
  const running = await startEnvironment({
    signal: AbortSignal.timeout(START_DEADLINE_MS),
    ...(main && { main }),
    environment: { DATA_DIR: folder, ...MEASURABLE, ...environment },
    onProgress: (line) => {
      if (line === 'starting the bot') beganMs = performance.now();
    },
    onLog: ({ msg }) => {
      const step = STEP_BY_LINE.get(msg);
      if (step !== undefined) reach(step);
    },
  });
  stack.defer(async () => {
    await running.close();
  });
  await delay(REST_MS);
  const restMb = residentBytesOf(running.bot.pid) / BYTES_PER_MB;
  const { rssBytes, main: thread, voice } = await memoryAtRest(running.bot);
  const heapBytes = voice.reduce((sum, { heapBytes: bytes }) => sum + bytes, thread.heapBytes);
  return { ...steps, restMb, collectedMb: rssBytes / BYTES_PER_MB, heapMb: heapBytes / BYTES_PER_MB };
}

const STEP_BY_LINE: ReadonlyMap<string, keyof Steps> = new Map([
  ['node is up', 'nodeUpMs'],
  ['ready', 'readyMs'],
] as const);

function report(starts: ReadonlyMap<string, readonly Start[]>, print: (line: string) => void): void {
  const plain = starts.get(PLAIN_BOT.name) ?? [];
  const rows = [...starts].map(([name, ours]) => {
    const ready = percentilesOf(ours.map(({ readyMs }) => readyMs));
    const ratioOf = (pick: (start: Start) => number) => (median(ours, pick) / median(plain, pick)).toFixed(2);
    return [
      ...[name, String(ours.length), ready.p50.toFixed(0), ready.max.toFixed(0), ratioOf(({ readyMs }) => readyMs)],
      ...[median(ours, ({ restMb }) => restMb), median(ours, ({ collectedMb }) => collectedMb)].map(oneDigit),
      ratioOf(({ collectedMb }) => collectedMb),
      oneDigit(median(ours, ({ heapMb }) => heapMb)),
    ];
  });
  const parts = [...starts]
    .filter(([name]) => name !== PLAIN_BOT.name)
    .map(([name, ours]) => [
      name,
      ...[
        median(ours, ({ nodeUpMs }) => nodeUpMs),
        median(ours, ({ databaseMs, nodeUpMs }) => databaseMs - nodeUpMs),
        median(ours, ({ openMs, databaseMs }) => openMs - databaseMs),
        median(ours, ({ readyMs, openMs }) => readyMs - openMs),
      ].map((value) => value.toFixed(0)),
    ]);
  const memory = ['MB resident', 'after collection', 'ratio', 'MB of heaps'];
  const lines = [
    '\nFrom process start to ready; memory at rest, 3 s later. Medians; ratios to the plain bot',
    ...alignTable([['', 'rounds', 'ready ms', 'max', 'ratio', ...memory], ...rows]),
    '\nWhere the time goes, ms',
    ...alignTable([['', 'Node itself', 'modules', 'a new database', 'threads, Discord: login, commands'], ...parts]),
    'The plain bot has three commands, no database and no captions: it shows the cost of the libraries alone.',
  ];
  for (const line of lines) print(line);
}

function median(starts: readonly Start[], pick: (start: Start) => number): number {
  return percentilesOf(starts.map(pick)).p50;
}

function oneDigit(value: number): string {
  return value.toFixed(1);
}
