import type { HappenedFault } from './fault-runner.ts';
import type { FaultKind } from './plan.ts';
import { overlaps, type Span } from './spans.ts';

/** What a crash costs of each person at most (docs/operation.md, "Resources"), and a tick of the clock. */
const CRASH_MS = 2_200;
/** A packet may be on its way when the fault happens. */
const UNDER_WAY_MS = 500;
/** What people say while the bot connects again, after the fault is over: 2 s, and as much for a busy machine. */
const RECOVERY_MS = 4_000;
/** The same once the connection is seen to be there. */
const CONNECTED_MS = 2_500;

const CRASHES: ReadonlySet<FaultKind> = new Set([
  'SIGTERM',
  'SIGKILL',
  'voice threads killed',
  'voice threads throw',
  'voice threads hang',
]);

/** Nothing can be repaired before Discord is heard again. */
const SILENCES: ReadonlySet<FaultKind> = new Set(['gateway silent']);

/** What the speaker says is damaged until the bot connects anew, which it does once they have spoken. */
const UNTIL_RECONNECTED: ReadonlySet<FaultKind> = new Set(['DAVE decrypt failures']);

interface ServerTimes {
  readonly number: number;
  /** Without captions. */
  readonly off: readonly Span[];
  /** Without a connection in the captioned channel. */
  readonly absences: readonly Span[];
}

/** When words that people of a server said may be lost. */
export function causesOf({ number, off, absences }: ServerTimes, faults: readonly HappenedFault[]): Span[] {
  const costly = faults.filter(({ costsWords, server }) => costsWords && (server ?? number) === number);
  const silences = faults.filter(({ kind }) => SILENCES.has(kind));
  return [
    ...off.map(({ fromMs, toMs }) => ({ fromMs, toMs: toMs + UNDER_WAY_MS })),
    ...absences.map(({ fromMs, toMs }) => ({ fromMs: fromMs - UNDER_WAY_MS, toMs: toMs + CONNECTED_MS })),
    ...costly.map((fault) => ({
      fromMs: fault.fromMs - (CRASHES.has(fault.kind) ? CRASH_MS : UNDER_WAY_MS),
      toMs:
        Math.max(
          UNTIL_RECONNECTED.has(fault.kind) ? nextConnection(fault, absences) : fault.toMs,
          ...silences.filter((each) => overlaps(each, fault)).map(({ toMs }) => toMs),
        ) + RECOVERY_MS,
    })),
  ];
}

/** When the first absence after a fault ends; absences are in the order of time. */
function nextConnection({ fromMs }: HappenedFault, absences: readonly Span[]): number {
  return absences.find(({ toMs }) => toMs > fromMs)?.toMs ?? Number.POSITIVE_INFINITY;
}
