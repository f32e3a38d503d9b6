/** Runs the benchmarks named on the command line, or all. Exits with 1 only if one of them failed to run. */
import { runCapacity } from './capacity.ts';
import { runCaptionDelay } from './caption-delay.ts';
import { runClipCost } from './clip-cost.ts';
import { runGatewayLimit } from './gateway-limit.ts';
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

const BENCHMARKS: ReadonlyMap<string, (print: (line: string) => void) => Promise<void>> = new Map([
  ['say-latency', runSayLatency],
  ['caption-delay', runCaptionDelay],
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
]);

const named = process.argv.slice(2);
const unknown = named.filter((name) => !BENCHMARKS.has(name));
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Available: ${[...BENCHMARKS.keys()].join(', ')}`);
  process.exitCode = 1;
} else {
  for (const [name, run] of BENCHMARKS) {
    if (named.length > 0 && !named.includes(name)) continue;
    console.log(`== ${name}`);
    try {
      await run((line) => console.log(line));
    } catch (error) {
      console.error(`${name} failed: ${error instanceof Error ? error.message : String(error)}`);
      process.exitCode = 1;
    }
  }
}
