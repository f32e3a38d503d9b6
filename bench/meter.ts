import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { machineLine } from './machine.ts';
import { METERS, type Meter } from './meter/meters.ts';
import type { Arrivals, ReceiverCalls } from './meter/send-cost-receiver.ts';
import type { SenderCalls, Sends } from './meter/send-cost-sender.ts';
import { buildDrain } from './meter/udp-drain.ts';
import { quantileOf } from './percentiles.ts';
import { type RigProcess, startRigProcess } from './rig/rig-process.ts';
import { alignTable } from './table.ts';

/** Between two sends. 20 µs is the pace of 1,000 channels, 100 µs that of 200. */
const SPACINGS_US = [0, 20, 100, 400] as const;
const PACKETS = 5_000;
/** By the second turn, code is compiled; the first is not counted. */
const ROUNDS = 5;
const US_PER_MS = 1_000;

/** One row of the report: what the same sends cost, and how exactly they were timed. */
interface Row {
  readonly spacingUs: number;
  readonly meter: Meter;
  readonly tookUs: number[];
  /** How far gaps that were measured are from those that were sent. */
  readonly errorsUs: number[];
  dropped: number;
}

/**
 * Measures the meters themselves: what a bare connected UDP send costs while one process or the other receives, and how
 * exactly gaps are timed. Takes about 30 s. Rejects if packets were dropped, or if there is no C compiler.
 */
export async function runMeter(print: (line: string) => void): Promise<void> {
  print(machineLine());
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'mynah-meter-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const drain = await buildDrain(folder);
  if (drain.kind === 'missing') throw new Error(`only the callback is there to measure, because ${drain.why}`);
  const sender: RigProcess<SenderCalls> = stack.use(
    startRigProcess(new URL('./meter/send-cost-sender.ts', import.meta.url)),
  );
  const receiver: RigProcess<ReceiverCalls> = stack.use(
    startRigProcess(new URL('./meter/send-cost-receiver.ts', import.meta.url)),
  );
  const port = await receiver.call('open');
  const rows: Row[] = SPACINGS_US.flatMap((spacingUs) =>
    METERS.map((meter) => ({ spacingUs, meter, tookUs: [], errorsUs: [], dropped: 0 })),
  );
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const row of round % 2 === 0 ? rows : rows.toReversed()) {
      await receiver.call('begin', { meter: row.meter, packets: PACKETS, program: drain.path });
      const sends = await sender.call('send', { port, packets: PACKETS, spacingUs: row.spacingUs });
      const arrivals = await receiver.call('end');
      row.dropped += arrivals.dropped;
      if (round > 0) note(row, sends, arrivals);
    }
  }
  report(rows, print);
  const dropped = rows.reduce((sum, row) => sum + row.dropped, 0);
  if (dropped > 0) throw new Error(`the kernel dropped ${dropped} packets`);
}

function note({ tookUs, errorsUs }: Row, sends: Sends, { times, dropped }: Arrivals): void {
  if (times.length + dropped !== PACKETS) throw new Error(`${times.length} of ${PACKETS} packets arrived`);
  for (const value of sends.tookUs) tookUs.push(value);
  if (dropped > 0) return;
  for (let index = 1; index < PACKETS; index += 1) {
    const sent = (sends.beganMs[index] ?? 0) - (sends.beganMs[index - 1] ?? 0);
    const arrived = (times[index] ?? 0) - (times[index - 1] ?? 0);
    errorsUs.push(Math.abs(arrived - sent) * US_PER_MS);
  }
}

function report(rows: readonly Row[], print: (line: string) => void): void {
  const cells = rows.map(({ spacingUs, meter, tookUs, errorsUs, dropped }) => {
    const [took, errors] = [tookUs, errorsUs].map((values) => Float64Array.from(values).sort());
    if (took === undefined || errors === undefined) return [];
    const mean = took.reduce((sum, value) => sum + value, 0) / took.length;
    const quantiles = [took, errors].map((sorted) => [0.5, 0.99].map((share) => quantileOf(sorted, share).toFixed(1)));
    return [
      ...[`${spacingUs} µs apart`, meter, mean.toFixed(1), ...(quantiles[0] ?? [])],
      ...[...(quantiles[1] ?? []), String(dropped)],
    ];
  });
  const headings = ['', 'meter', 'send µs: mean', 'p50', 'p99', 'error of gaps µs: p50', 'p99', 'dropped'];
  const lines = [
    `\nBare sends of a connected UDP socket of Node, ${((ROUNDS - 1) * PACKETS).toLocaleString('en')} each`,
    ...alignTable([headings, ...cells]),
    'Send: time in the call. Error: between the gap from one send to the next and the gap that the meter saw.',
  ];
  for (const line of lines) print(line);
}
