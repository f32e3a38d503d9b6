import { sleep } from './sleep.ts';

/** Duration of a packet. */
export const PACKET_MS = 20;
/** A packet overdue by more than this is not caught up: speech pauses and continues from there. */
const LATE_MS = 200;

export interface PacedPacket {
  readonly packet: Uint8Array;
  /** Pause before it, in packet durations beyond its own 20 ms. */
  readonly pausedFrames: number;
}

/**
 * Calls `send` with one packet every 20 ms, by a clock that starts with the first packet and does not drift. Returns when the
 * source ends or the signal aborts.
 */
export async function pace(
  source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  send: (paced: PacedPacket) => void,
  signal?: AbortSignal,
): Promise<void> {
  let dueAtMs: number | undefined;
  const isAsync = Symbol.asyncIterator in source;
  for await (const packet of isAsync && signal !== undefined ? upToAbort(source, signal) : source) {
    dueAtMs ??= performance.now();
    const waitMs = dueAtMs - performance.now();
    if (waitMs > 0) await sleep(waitMs, signal);
    if (signal?.aborted) return;
    const lateMs = performance.now() - dueAtMs;
    const pausedFrames = lateMs > LATE_MS ? Math.floor(lateMs / PACKET_MS) : 0;
    send({ packet, pausedFrames });
    dueAtMs += (pausedFrames + 1) * PACKET_MS;
  }
}

/** The packets of a source until the signal aborts, also while the source waits for its next one. */
async function* upToAbort(source: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const packets = source[Symbol.asyncIterator]();
  const { promise: aborted, resolve: abort } = Promise.withResolvers<undefined>();
  const onAbort = (): void => abort(undefined);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    while (!signal.aborted) {
      const next = await Promise.race([packets.next(), aborted]);
      if (next === undefined || next.done === true) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    // Not awaited: a source that waits ends no sooner than it has its next packet.
    packets.return?.().catch(() => undefined);
  }
}
