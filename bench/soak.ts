import { setTimeout as delay } from 'node:timers/promises';
import type { LocalSpeech } from '@mynah/local-speech/local-speech-api';
import { FLITE_VOICES } from '@mynah/local-speech/synthesis/flite-voices';
import { type Environment, startEnvironment } from '../playground/environment.ts';
import { spokenPackets } from '../playground/spoken-packets.ts';
import { type BotMemory, endVoiceThread, MEASURABLE, memoryAtRest, REPLACED } from './bot-memory.ts';
import { verdict } from './comparison.ts';
import { machineLine } from './machine.ts';
import { trendOf } from './slope.ts';
import { injectFaults } from './soak/faults.ts';
import { createServerLife, type ServerLife } from './soak/server-life.ts';
import { createTally, type Tally } from './soak/tally.ts';
import { alignTable } from './table.ts';
import { UNLIMITED } from './unlimited.ts';

const DEFAULT_MINUTES = 10;
const MS_PER_MINUTE = 60_000;
const SAMPLE_EVERY_MS = 4_000;
const SERVERS = 4;
const VOICE_THREADS = 2;
/** Concurrency of the account: low enough that the bot has to queue requests. */
const CONCURRENCY = 8;
const START_DEADLINE_MS = 30_000;
/** Wait before the first and the last memory sample: everything is closed, and late timers have fired. */
const REST_MS = 5_000;
/** When a voice thread is terminated, as shares of the run: once during warm-up, once while samples count. */
const THREAD_ENDS = [0.2, 0.6] as const;
/** Shorter runs are all warm-up. */
const JUDGED_MINUTES = 5;
/** The first third is warm-up: compiled code, pools, prepared statements. */
const JUDGED_FROM = 1 / 3;
const BYTES_PER_MB = 2 ** 20;
const SENTENCES = [
  'He reads a book about the sea and the people who lived there a long time ago.',
  'The children play in the garden until it is dark.',
  'There will be rain in the evening, they say.',
] as const;

/**
 * Bounds of growth, in MB per minute. At the heap's bound, each of the hundred actions per minute would leak 2 kB; smaller
 * leaks are lost in compiled code, which still grows after ten minutes. Resident memory changes by whole pages of the
 * allocators, so ten minutes say less about it.
 */
const HEAP_BOUND = 0.2;
const RESIDENT_BOUND = 2;

interface Measure {
  readonly name: string;
  /** In bytes. */
  readonly of: (memory: BotMemory) => number;
  readonly bound: number;
}

/** What a memory sample is judged by. */
const RESIDENT: Measure = { name: 'whole process: resident', of: ({ rssBytes }) => rssBytes, bound: RESIDENT_BOUND };
const HEAPS: readonly Measure[] = [
  { name: 'main thread: heap', of: ({ main }) => main.heapBytes, bound: HEAP_BOUND },
  { name: 'main thread: external', of: ({ main }) => main.externalBytes, bound: HEAP_BOUND },
  { name: 'voice threads: heap', of: ({ voice }) => sum(voice.map((one) => one.heapBytes)), bound: HEAP_BOUND },
  { name: 'voice threads: external', of: ({ voice }) => sum(voice.map((one) => one.externalBytes)), bound: HEAP_BOUND },
];

interface Sample {
  readonly minute: number;
  readonly memory: BotMemory;
}

interface Outcome {
  readonly minutes: number;
  /** Before anyone has joined, and after everyone has left. */
  readonly before: BotMemory;
  readonly after: BotMemory;
  readonly samples: readonly Sample[];
  readonly tally: Tally;
  readonly exitCode: number | null;
}

/** Checks that the bot's memory stays flat over ten minutes (or SOAK_MINUTES) of mixed work. */
export async function runSoak(print: (line: string) => void): Promise<void> {
  const minutes = Number(process.env['SOAK_MINUTES'] ?? DEFAULT_MINUTES);
  print(machineLine());
  const tally = createTally();
  const environment = await startEnvironment({
    signal: AbortSignal.timeout(START_DEADLINE_MS),
    speechConcurrency: CONCURRENCY,
    recognizer: {
      recognize: async (pcm) => {
        tally.count('clips read');
        return { text: 'Word.', duration: pcm.length / 16_000, segments: [] };
      },
    },
    environment: {
      ...MEASURABLE,
      ...UNLIMITED,
      VOICE_WORKERS: String(VOICE_THREADS),
      SPEECH_CONCURRENCY: String(CONCURRENCY),
    },
  });
  try {
    const outcome = await soak(environment, tally, { minutes, print });
    report(outcome, print);
    print(machineLine());
  } finally {
    await environment.close();
  }
}

async function soak(
  environment: Environment,
  tally: Tally,
  { minutes, print }: { readonly minutes: number; readonly print: (line: string) => void },
): Promise<Outcome> {
  if (environment.speech.kind !== 'local') throw new Error('a soak uses the local speech service');
  const { discord, bot } = environment;
  const { service: speech } = environment.speech;
  const speeches = await prepareSpeeches(speech);
  const servers = Array.from({ length: SERVERS }, (_, index) =>
    createServerLife({ discord, speech, tally, speeches, name: `Server ${index}` }),
  );
  await delay(REST_MS);
  const before = await memoryAtRest(bot);
  print(`${minutes} minutes of ${SERVERS} servers …`);
  const end = AbortSignal.timeout(minutes * MS_PER_MINUTE);
  const [samples] = await Promise.all([
    watchMemory(environment, tally, { minutes, end }),
    injectFaults(speech, tally, end),
    ...servers.map((server, index) => liveLater(server, index, end)),
  ]);
  await delay(REST_MS);
  const after = await memoryAtRest(bot);
  tally.count('packets heard', sum(servers.map(({ packetsHeard }) => packetsHeard)));
  countBotFailures(environment, tally);
  return { minutes, before, after, samples, tally, exitCode: await environment.close() };
}

/** Staggered, so that the servers do not run in lockstep. */
async function liveLater(server: ServerLife, index: number, end: AbortSignal): Promise<void> {
  await delay(index * 2_500);
  await server.live(end);
}

async function prepareSpeeches(speech: LocalSpeech): Promise<Uint8Array[][]> {
  const speeches: Uint8Array[][] = [];
  for (const [index, text] of SENTENCES.entries()) {
    speeches.push(await spokenPackets(speech, text, speech.voices[FLITE_VOICES[index] ?? 'slt']));
  }
  return speeches;
}

/** Samples the memory until the end, and terminates a voice thread between samples when it is due. */
async function watchMemory(
  { bot }: Environment,
  tally: Tally,
  { minutes, end }: { readonly minutes: number; readonly end: AbortSignal },
): Promise<Sample[]> {
  const samples: Sample[] = [];
  const startedAtMs = performance.now();
  const ends = THREAD_ENDS.map((share) => share * minutes);
  while (!end.aborted) {
    await delay(SAMPLE_EVERY_MS, undefined, { signal: end }).catch(() => undefined);
    const memory = await tally.attempt('memory samples', () => memoryAtRest(bot));
    const minute = (performance.now() - startedAtMs) / MS_PER_MINUTE;
    if (memory !== undefined) samples.push({ minute, memory });
    const [next] = ends;
    if (next === undefined || minute < next) continue;
    ends.shift();
    await tally.attempt('voice threads ended and replaced', () => endVoiceThread(bot));
  }
  return samples;
}

/** Counts what the bot logs and what Discord refused. Rate limits that the bot respects are not failures. */
function countBotFailures({ bot, discord }: Environment, tally: Tally): void {
  for (const entry of bot.log) {
    if (entry.level === 'warn') tally.count(`warnings: ${entry.msg}`);
    else if (entry.level === 'error' || entry.level === 'fatal') {
      if (entry.msg === REPLACED) tally.count(`expected errors: ${REPLACED}`);
      else tally.fail(`log: ${entry.msg}${wordsOf(entry['err'])}`);
    }
  }
  for (const { status, method, path, error } of discord.errors) {
    if (status === 429) tally.count('rate limits');
    else
      tally.fail(
        `Discord refused ${method} ${path.replaceAll(/\d{10,}/g, 'ID').slice(0, 60)}: ${status} ${error ?? ''}`,
      );
  }
}

function report(outcome: Outcome, print: (line: string) => void): void {
  const { minutes, before, after, samples, tally, exitCode } = outcome;
  const judged = judgedOf(outcome);
  const trends = [...HEAPS, RESIDENT].map((measure) => {
    const points = judged.map(({ minute, memory }) => ({ x: minute, y: measure.of(memory) / BYTES_PER_MB }));
    return { measure, trend: trendOf(points) };
  });
  const rows = trends.map(({ measure: { name, of, bound }, trend }) => [
    name,
    ...[before, samples[0]?.memory, judged[0]?.memory, judged.at(-1)?.memory, after].map((memory) =>
      memory === undefined ? '' : megabytes(of(memory)),
    ),
    trend.slope.toFixed(2),
    `±${trend.error.toFixed(2)}`,
    bound.toFixed(1),
  ]);
  const aims = trends.map(({ measure: { name, bound }, trend }) => ({ what: name, met: trend.slope <= bound }));
  const flat = `memory flat: ${aims.every(({ met }) => met) ? 'yes' : 'no'}`;
  const headings = ['', 'before', 'first', 'judged from', 'to', 'after', 'MB/minute', 'error', 'bound'];
  const lines = [
    `\nMemory after garbage collection in all threads, MB; ${samples.length} samples, the last ${judged.length} judged`,
    ...alignTable([headings, ...rows]),
    minutes < JUDGED_MINUTES ? 'memory flat: too short to tell' : `${flat}; ${verdict(aims)}`,
    'The slope is a linear fit to the samples of the last two thirds, with its standard error.',
    ...tableOf('Done', tally.done),
    ...tableOf('Failed', tally.failed),
    `Exit code of the bot: ${exitCode}`,
  ];
  for (const line of lines) print(line);
}

function wordsOf(error: unknown): string {
  return error instanceof Object && 'message' in error ? `: ${String(error.message)}` : '';
}

function judgedOf({ minutes, samples }: Outcome): Sample[] {
  return samples.filter(({ minute }) => minute >= minutes * JUDGED_FROM);
}

function tableOf(title: string, counts: ReadonlyMap<string, number>): string[] {
  if (counts.size === 0) return [`\n${title}: nothing`];
  const rows = [...counts].toSorted(([a], [b]) => a.localeCompare(b)).map(([what, count]) => [what, String(count)]);
  return [`\n${title}`, ...alignTable(rows)];
}

function megabytes(bytes: number): string {
  return (bytes / BYTES_PER_MB).toFixed(1);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
