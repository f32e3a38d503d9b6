import type { Random } from './random.ts';

/** Everything that can go wrong in a run. */
export type FaultKind = (typeof FAULTS)[number]['kind'];

/**
 * What can happen, how often compared with the others, and how long it lasts, in ms. `all`: to every server at once.
 * `costs`: people's words may be lost to it. A silent gateway is
 * noticed within 82 s (docs/operation.md, "Faults").
 */
const FAULTS = [
  { kind: 'gateway dropped', weight: 3, all: true },
  { kind: 'gateway asks to reconnect', weight: 2, all: true },
  { kind: 'gateway session invalid, resumable', weight: 2, all: true },
  { kind: 'gateway dropped with 4009', weight: 1, all: true },
  { kind: 'gateway session invalid', weight: 1, all: true },
  { kind: 'gateway without heartbeat acknowledgements', weight: 1, all: true },
  { kind: 'gateway silent', weight: 0.5, all: true, forMs: [85_000, 85_000] },
  { kind: 'voice socket closed with 4006', weight: 2, costs: true },
  { kind: 'voice socket closed with 4009', weight: 2, costs: true },
  { kind: 'voice socket closed with 4014', weight: 2, costs: true },
  { kind: 'voice socket closed with 4015', weight: 2, costs: true },
  { kind: 'voice socket closed with 1006', weight: 2, costs: true },
  { kind: 'voice socket closed with 4017', weight: 1, costs: true },
  { kind: 'voice socket closed with 4021', weight: 1, costs: true },
  { kind: 'voice socket closed with 4022', weight: 1, costs: true },
  { kind: 'UDP black hole', weight: 3, costs: true, forMs: [2_000, 10_000] },
  { kind: 'dragged', weight: 2, costs: true, forMs: [3_000, 8_000] },
  { kind: 'kicked from voice', weight: 2, costs: true },
  { kind: 'kicked from the server', weight: 1, costs: true, forMs: [2_000, 6_000] },
  { kind: 'Speak taken away', weight: 2, forMs: [2_000, 8_000] },
  { kind: 'new voice server', weight: 3, costs: true },
  { kind: 'voice server gone', weight: 2, costs: true, forMs: [500, 4_000] },
  { kind: 'DAVE transition 0', weight: 2, costs: true },
  { kind: 'DAVE padding bursts', weight: 2 },
  { kind: 'DAVE proposal that throws', weight: 2, costs: true },
  { kind: 'DAVE decrypt failures', weight: 2, costs: true, forMs: [2_000, 2_000] },
  { kind: 'DAVE member never ready', weight: 2, costs: true, forMs: [3_000, 6_000] },
  { kind: 'speech service 401', weight: 1, all: true, forMs: [1_000, 3_000] },
  { kind: 'speech service 402', weight: 1, all: true, forMs: [1_000, 3_000] },
  { kind: 'speech service 403', weight: 1, all: true, forMs: [1_000, 3_000] },
  { kind: 'speech service 429', weight: 4, all: true },
  { kind: 'speech service 5xx', weight: 4, all: true, forMs: [1_000, 8_000] },
  { kind: 'speech service hangs', weight: 2, all: true },
  { kind: 'speech service cut off', weight: 4, all: true },
  { kind: 'speech service sends garbage', weight: 2, all: true },
  { kind: 'speech service slow', weight: 3, all: true, forMs: [2_000, 6_000] },
  { kind: 'speech sockets dropped', weight: 3, all: true },
  { kind: 'voice threads killed', weight: 2, all: true, costs: true },
  { kind: 'voice threads throw', weight: 1, all: true, costs: true },
  { kind: 'voice threads hang', weight: 0.4, all: true, costs: true, forMs: [40_000, 40_000] },
  { kind: 'SIGTERM', weight: 2, all: true, costs: true },
  { kind: 'SIGKILL', weight: 2, all: true, costs: true },
  { kind: 'database locked', weight: 3, all: true, forMs: [1_000, 5_000] },
  { kind: 'clock jumps', weight: 2, all: true, forMs: [3_000, 12_000] },
] as const satisfies readonly FaultShape[];

interface FaultShape {
  readonly kind: string;
  readonly weight: number;
  readonly all?: true;
  readonly costs?: true;
  readonly forMs?: readonly [number, number];
}

/** Names of all faults. */
export const FAULT_KINDS: readonly FaultKind[] = FAULTS.map(({ kind }) => kind);

/** A fault that is to happen. */
export interface PlannedFault {
  readonly kind: FaultKind;
  /** Since the start of the run. */
  readonly atMs: number;
  /** 0 for what happens in a moment. */
  readonly forMs: number;
  /** Number of the server; `undefined`: all of them. */
  readonly server: number | undefined;
  /** Words of that time may be lost. */
  readonly costsWords: boolean;
  /** From 0 to 1, for whatever else the fault decides. */
  readonly chance: number;
}

/** Mean time between two faults: some of them overlap. */
const EVERY_MS = [1_000, 7_000] as const;

/** Plans the faults of a run, oldest first. The same for the same decisions. */
export function planFaults(
  random: Random,
  { forMs, servers }: { readonly forMs: number; readonly servers: number },
): PlannedFault[] {
  const planned: PlannedFault[] = [];
  for (let atMs = random.between(...EVERY_MS); atMs < forMs; atMs += random.between(...EVERY_MS)) {
    const shape: FaultShape & { readonly kind: FaultKind } = random.weigh(FAULTS);
    const server = Math.floor(random.next() * servers);
    const lasts = random.between(...(shape.forMs ?? [0, 0]));
    planned.push({
      kind: shape.kind,
      atMs,
      forMs: lasts,
      server: shape.all === true ? undefined : server,
      costsWords: shape.costs === true,
      chance: random.next(),
    });
  }
  return planned;
}
