/** What arrived on the wire in an interval. */
export interface WireRecord {
  /** Times between two packets of one sender, in ms, for all senders. */
  readonly gapsMs: Float32Array;
  /** When each gap ended, in ms since the very first packet. */
  readonly gapEndsMs: Float32Array;
  readonly senders: number;
  readonly packets: number;
  /** Lost packets, by gaps in the RTP sequence numbers. */
  readonly lost: number;
  /** Packets that the kernel dropped before the meter could read them; `undefined` where it does not tell. */
  readonly dropped: number | undefined;
}

/** Packets in the order of arrival for each sender. */
export interface PacketNotes {
  readonly ssrcs: Uint32Array;
  readonly sequences: Uint16Array;
  /** In ms since any moment. */
  readonly times: Float64Array;
  readonly count: number;
}

/** Records packets as cheaply as possible: three stores each, evaluation afterwards. */
export interface WireRecorder {
  note(ssrc: number, sequence: number, atMs: number): void;
  finish(dropped: number | undefined): WireRecord;
}

const SEQUENCES = 2 ** 16;

/** Creates a recorder for at most that many packets; further ones are ignored. */
export function createWireRecorder(capacity: number): WireRecorder {
  const ssrcs = new Uint32Array(capacity);
  const sequences = new Uint16Array(capacity);
  const times = new Float64Array(capacity);
  let count = 0;
  return {
    note(ssrc, sequence, atMs) {
      if (count === capacity) return;
      ssrcs[count] = ssrc;
      sequences[count] = sequence;
      times[count] = atMs;
      count += 1;
    },
    finish: (dropped) => evaluatePackets({ ssrcs, sequences, times, count }, dropped),
  };
}

/** Finds the gaps between packets, and those that are missing. */
export function evaluatePackets(
  { ssrcs, sequences, times, count }: PacketNotes,
  dropped: number | undefined,
): WireRecord {
  const last = new Map<number, { atMs: number; sequence: number }>();
  const gapsMs = new Float32Array(count);
  const gapEndsMs = new Float32Array(count);
  const firstMs = times.subarray(0, count).reduce((least, ms) => Math.min(least, ms), Number.POSITIVE_INFINITY);
  let gaps = 0;
  let lost = 0;
  for (let index = 0; index < count; index += 1) {
    const [ssrc = 0, sequence = 0, atMs = 0] = [ssrcs[index], sequences[index], times[index]];
    const before = last.get(ssrc);
    if (before === undefined) {
      last.set(ssrc, { atMs, sequence });
      continue;
    }
    gapsMs[gaps] = atMs - before.atMs;
    gapEndsMs[gaps] = atMs - firstMs;
    gaps += 1;
    lost += (sequence - before.sequence - 1 + SEQUENCES) % SEQUENCES;
    before.atMs = atMs;
    before.sequence = sequence;
  }
  return {
    gapsMs: gapsMs.slice(0, gaps),
    gapEndsMs: gapEndsMs.slice(0, gaps),
    senders: last.size,
    packets: count,
    lost,
    dropped,
  };
}
