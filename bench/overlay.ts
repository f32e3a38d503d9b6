import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { tabulate, verdict } from './comparison.ts';
import { machineLine } from './machine.ts';
import type { SiteCalls } from './overlay-site/site-calls.ts';
import { quantileOf } from './percentiles.ts';
import { type RigProcess, startRigProcess } from './rig/rig-process.ts';
import { alignTable } from './table.ts';
import { until } from './until.ts';

const VIEWERS = 200;
const PHASE_MS = 30_000;
const SETTLE_MS = 2_000;
/** Of one core, in percent, beyond what the same process needs without viewers. */
const AIM_PERCENT = 5;
/** A slow viewer may move the median delay of the others by no more than the noise of a clock tick. */
const AIM_SLOWER_MS = 2;

interface Phase {
  readonly name: string;
  /** CPU time as a share of one core, in percent. */
  readonly percent: number;
  readonly delaysMs: readonly number[];
  readonly events: number;
}

/**
 * Measures what 200 viewers of one session cost the process that serves them, against the same process without viewers, and
 * whether a viewer who reads nothing delays the others: as long as the system's buffers take what they don't read, which is
 * longer than this lasts; what happens then is for `test/integration/overlay.test.ts`. Takes about two minutes.
 */
export async function runOverlay(print: (line: string) => void): Promise<void> {
  print(machineLine());
  await using site = startRigProcess<SiteCalls>(new URL('./overlay-site/site.ts', import.meta.url));
  const port = await site.call('port');
  const delaysMs: number[] = [];
  const phases = [await measure('no viewers', site, delaysMs)];
  const sockets = Array.from({ length: VIEWERS }, () => watch(port, (delayMs) => delaysMs.push(delayMs)));
  try {
    await untilViewers(site, VIEWERS);
    phases.push(await measure(`${VIEWERS} viewers`, site, delaysMs));
    sockets.push(watch(port).pause());
    await untilViewers(site, VIEWERS + 1);
    phases.push(await measure('and one that reads nothing', site, delaysMs));
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  report(phases, print);
}

async function measure(name: string, site: RigProcess<SiteCalls>, delaysMs: number[]): Promise<Phase> {
  await delay(SETTLE_MS);
  delaysMs.length = 0;
  const [startMs, cpuMs] = [performance.now(), await site.call('cpuMs')];
  await delay(PHASE_MS);
  const percent = (100 * ((await site.call('cpuMs')) - cpuMs)) / (performance.now() - startMs);
  return { name, percent, delaysMs: [...delaysMs], events: delaysMs.length / VIEWERS };
}

function report([without, viewers, slow]: readonly Phase[], print: (line: string) => void): void {
  if (without === undefined || viewers === undefined || slow === undefined) return;
  const phases = [without, viewers, slow];
  const rows = phases.map(({ name, percent, events }) => [
    name,
    percent.toFixed(2),
    ((1_000 * events) / PHASE_MS).toFixed(1),
  ]);
  for (const line of alignTable([['', 'percent of a core', 'events a second'], ...rows])) print(line);
  print('delay from the bot to the viewers, in ms:');
  for (const line of tabulate([viewers, slow].map(({ name, delaysMs: valuesMs }) => ({ name, valuesMs })))) print(line);
  const cost = Math.max(viewers.percent, slow.percent) - without.percent;
  const slower = medianOf(slow) - medianOf(viewers);
  const aims = [
    { what: `${VIEWERS} viewers ≤ ${AIM_PERCENT} % of a core (${cost.toFixed(2)} %)`, met: cost <= AIM_PERCENT },
    { what: `no delay by a slow viewer (${slower.toFixed(2)} ms)`, met: slower <= AIM_SLOWER_MS },
  ];
  print(verdict(aims));
}

function medianOf({ delaysMs }: Phase): number {
  return quantileOf(Float64Array.from(delaysMs).sort(), 0.5);
}

/** A viewer who costs little, so that the machine is left to the server. */
function watch(port: number, onDelay?: (delayMs: number) => void): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET /overlay/${'s'.repeat(32)}/events HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  return socket.setEncoding('latin1').on('data', (text: string) => {
    const nowMs = performance.timeOrigin + performance.now();
    for (const [, shownAtMs] of text.matchAll(/@(\d+\.\d+)/g)) onDelay?.(nowMs - Number(shownAtMs));
  });
}

async function untilViewers(site: RigProcess<SiteCalls>, count: number): Promise<void> {
  let viewers = 0;
  const asking = setInterval(() => void site.call('viewers').then((found) => (viewers = found)), 50);
  await until('the viewers', () => (viewers === count ? true : undefined)).finally(() => clearInterval(asking));
}
