/**
 * Runs the benchmarks named on the command line, or all. Exits with 1 only if one of them failed to run, or if the chaos run
 * lost something.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runCapacity } from './capacity.ts';
import { runCaptionDelay } from './caption-delay.ts';
import { type ChaosOptions, runChaos } from './chaos.ts';
import { runClipCost } from './clip-cost.ts';
import { runEndpoints } from './endpoints/endpoints.ts';
import { runGatewayLimit } from './gateway-limit.ts';
import { runInterimDelay } from './interim-delay.ts';
import { runListening } from './listening.ts';
import { runManySpeakers } from './many-speakers.ts';
import { runOverlay } from './overlay.ts';
import { runSayLatency } from './say-latency.ts';
import { runScaling } from './scaling.ts';
import { runSessions } from './sessions.ts';
import { runSoak } from './soak.ts';
import { runStall } from './stall.ts';
import { runStart } from './start.ts';
import { runWordErrors } from './word-errors.ts';

const CHAOS = 'chaos';
const DEFAULT_CHAOS_MINUTES = 30;
const SEED_BYTES = 4;

const BENCHMARKS: ReadonlyMap<string, (print: (line: string) => void, chaos: ChaosOptions) => Promise<void>> = new Map([
  ['say-latency', runSayLatency],
  ['caption-delay', runCaptionDelay],
  ['interim-delay', runInterimDelay],
  ['endpoints', runEndpoints],
  ['clip-cost', runClipCost],
  ['many-speakers', runManySpeakers],
  ['word-errors', runWordErrors],
  ['sessions', runSessions],
  ['capacity', runCapacity],
  ['stall', runStall],
  ['listening', runListening],
  ['start', runStart],
  ['soak', runSoak],
  ['gateway-limit', runGatewayLimit],
  ['overlay', runOverlay],
  ['scaling', runScaling],
  [CHAOS, runChaos],
]);

const { positionals: named, values: options } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string' }, seed: { type: 'string' } },
});
const unknown = named.filter((name) => !BENCHMARKS.has(name));
const minutes = Number(options.minutes ?? DEFAULT_CHAOS_MINUTES);
const hasOptions = options.minutes !== undefined || options.seed !== undefined;
if (unknown.length > 0) {
  fail(`Unknown benchmark: ${unknown.join(', ')}. Available: ${[...BENCHMARKS.keys()].join(', ')}`);
} else if (hasOptions && (named.length !== 1 || named[0] !== CHAOS)) {
  fail(`--minutes and --seed are for ${CHAOS}: npm run bench -- ${CHAOS} --minutes 3 --seed 7`);
} else if (!(minutes > 0)) {
  fail('--minutes takes a number above 0');
} else {
  const chaos: ChaosOptions = { minutes, seed: options.seed ?? randomBytes(SEED_BYTES).toString('hex') };
  for (const [name, run] of BENCHMARKS) {
    if (named.length > 0 && !named.includes(name)) continue;
    console.log(`== ${name}`);
    try {
      await run((line) => console.log(line), chaos);
    } catch (error) {
      fail(`${name} failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

function fail(why: string): void {
  console.error(why);
  process.exitCode = 1;
}
