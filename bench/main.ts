/**
 * Runs the benchmarks named on the command line, or all. Exits with 1 only if one of them failed to run, if the chaos run
 * lost something, or if a meter did.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runCapacity } from './capacity.ts';
import { runCaptionDelay } from './caption-delay.ts';
import { type ChaosOptions, runChaos } from './chaos.ts';
import { runClipCost } from './clip-cost.ts';
import { runFirstSecond } from './first-second.ts';
import { runGatewayLimit } from './gateway-limit.ts';
import { runInterimDelay } from './interim-delay.ts';
import { runListening } from './listening.ts';
import { readLoadOptions } from './load-options.ts';
import { runManySpeakers } from './many-speakers.ts';
import { runMeter } from './meter.ts';
import { runOverlay } from './overlay.ts';
import { runPacketCost } from './packet-cost.ts';
import { runSay } from './say.ts';
import { runSayLatency } from './say-latency.ts';
import { runScaling } from './scaling.ts';
import { runSessions } from './sessions.ts';
import { runSoak } from './soak.ts';
import { runSpeechStart } from './speech-start.ts';
import { runStall } from './stall.ts';
import { runStart } from './start.ts';
import { runStrangers } from './strangers.ts';
import { runWordErrors } from './word-errors.ts';

const DEFAULT_CHAOS_MINUTES = 30;
const SEED_BYTES = 4;

type Values = Readonly<Record<string, string | undefined>>;

interface Benchmark {
  /** Options of the command line that it takes. */
  readonly options?: readonly string[];
  readonly run: (print: (line: string) => void, values: Values) => Promise<void>;
}

const LOAD_OPTIONS = ['seconds', 'channels', 'contenders', 'meter'];

/** Loaded late: flite warns of WebAssembly's interface to the system when it is. */
const runEndpoints: Benchmark['run'] = async (print) => (await import('./endpoints/endpoints.ts')).runEndpoints(print);

const BENCHMARKS: ReadonlyMap<string, Benchmark> = new Map<string, Benchmark>([
  ['say', { run: runSay }],
  ['say-latency', { run: runSayLatency }],
  ['speech-start', { run: runSpeechStart }],
  ['caption-delay', { run: runCaptionDelay }],
  ['interim-delay', { run: runInterimDelay }],
  ['endpoints', { run: runEndpoints }],
  ['clip-cost', { run: runClipCost }],
  ['many-speakers', { run: runManySpeakers }],
  ['word-errors', { run: runWordErrors }],
  [
    'sessions',
    {
      options: [...LOAD_OPTIONS, 'rounds'],
      run: (print, values) => runSessions(print, readLoadOptions(values)),
    },
  ],
  ['capacity', { options: LOAD_OPTIONS, run: (print, values) => runCapacity(print, readLoadOptions(values)) }],
  ['meter', { run: runMeter }],
  ['packet-cost', { run: runPacketCost }],
  ['stall', { run: runStall }],
  ['listening', { run: runListening }],
  ['first-second', { run: runFirstSecond }],
  ['start', { run: runStart }],
  ['soak', { run: runSoak }],
  ['gateway-limit', { run: runGatewayLimit }],
  ['overlay', { run: runOverlay }],
  ['strangers', { run: runStrangers }],
  ['scaling', { run: runScaling }],
  ['chaos', { options: ['minutes', 'seed'], run: (print, values) => runChaos(print, readChaosOptions(values)) }],
]);

const AVAILABLE = `Available: ${[...BENCHMARKS.keys()].join(', ')}`;

const taken = new Set([...BENCHMARKS.values()].flatMap(({ options = [] }) => options));
const commandLine = readCommandLine();
const { positionals: named, values } = commandLine ?? { positionals: [], values: {} };
const given = Object.keys(values);
const unknown = named.filter((name) => !BENCHMARKS.has(name));
const alone = named.length === 1 ? BENCHMARKS.get(named[0] ?? '') : undefined;
const misplaced = given.filter((name) => alone?.options?.includes(name) !== true);
if (commandLine === undefined) {
  fail(`Usage: npm run bench -- NAME, or several. ${AVAILABLE}. Options, each with a value: ${optionsOfAll()}`);
} else if (unknown.length > 0) {
  fail(`Unknown benchmark: ${unknown.join(', ')}. ${AVAILABLE}`);
} else if (misplaced.length > 0) {
  for (const name of misplaced) fail(`--${name} is for ${takersOf(name)}, named alone`);
} else {
  for (const [name, { run }] of BENCHMARKS) {
    if (named.length > 0 && !named.includes(name)) continue;
    console.log(`== ${name}`);
    try {
      await run((line) => console.log(line), values);
    } catch (error) {
      fail(`${name} failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

/** `undefined` for an option that no benchmark takes, or one without its value. */
function readCommandLine(): { readonly positionals: readonly string[]; readonly values: Values } | undefined {
  try {
    const options = Object.fromEntries(Array.from(taken, (name) => [name, { type: 'string' as const }]));
    return parseArgs({ allowPositionals: true, options });
  } catch {
    return undefined;
  }
}

function optionsOfAll(): string {
  return Array.from(taken, (name) => `--${name} (${takersOf(name)})`).join(', ');
}

function readChaosOptions({ minutes = String(DEFAULT_CHAOS_MINUTES), seed }: Values): ChaosOptions {
  if (!(Number(minutes) > 0)) throw new Error('--minutes takes a number above 0');
  return { minutes: Number(minutes), seed: seed ?? randomBytes(SEED_BYTES).toString('hex') };
}

function takersOf(option: string): string {
  const takers = [...BENCHMARKS].filter(([, { options = [] }]) => options.includes(option));
  return takers.map(([name]) => name).join(' or ');
}

function fail(why: string): void {
  console.error(why);
  process.exitCode = 1;
}
