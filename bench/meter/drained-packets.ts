import { endianness } from 'node:os';
import { z } from 'zod';
import type { PacketNotes } from './wire-recorder.ts';

/** What udp-drain took from its sockets. */
export interface DrainedPackets {
  /** In the order of arrival for each socket, not among sockets; times in ms since the earliest. */
  readonly notes: PacketNotes;
  /** Packets that the kernel dropped because a receive buffer was full. */
  readonly dropped: number;
  /** What the kernel granted each socket. */
  readonly receiveBufferBytes: number;
}

const RECORD_BYTES = 16;
const SSRC = 0;
const SECONDS = 4;
const NANOSECONDS = 8;
const SEQUENCE = 12;
const IS_LITTLE = endianness() === 'LE';

const summarySchema = z.object({
  packets: z.int().nonnegative(),
  dropped: z.int().nonnegative(),
  beyondCapacity: z.int().nonnegative(),
  unstamped: z.int().nonnegative(),
  receiveBufferBytes: z.int().positive(),
});

/** Reads what udp-drain prints after "ready". Throws if it is cut off, or if packets could not be noted. */
export function parseDrainedPackets(output: Buffer): DrainedPackets {
  const end = output.indexOf('\n');
  if (end < 0) throw new Error('udp-drain ended without a result');
  const { packets, dropped, beyondCapacity, unstamped, receiveBufferBytes } = summarySchema.parse(
    JSON.parse(output.toString('utf8', 0, end)),
  );
  const bytes = output.subarray(end + 1);
  if (bytes.length !== packets * RECORD_BYTES) {
    throw new Error(`udp-drain announced ${packets} packets and sent ${bytes.length} bytes`);
  }
  if (beyondCapacity > 0) throw new Error(`${beyondCapacity} packets more than expected arrived`);
  if (unstamped > 0) throw new Error(`the kernel stamped no time on ${unstamped} packets`);
  return { notes: parseRecords(bytes, packets), dropped, receiveBufferBytes };
}

function parseRecords(bytes: Buffer, count: number): PacketNotes {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const ssrcs = new Uint32Array(count);
  const sequences = new Uint16Array(count);
  const times = new Float64Array(count);
  const firstSecond = count === 0 ? 0 : view.getUint32(SECONDS, IS_LITTLE);
  let earliestMs = Number.POSITIVE_INFINITY;
  for (let index = 0; index < count; index += 1) {
    const at = index * RECORD_BYTES;
    ssrcs[index] = view.getUint32(at + SSRC, IS_LITTLE);
    sequences[index] = view.getUint16(at + SEQUENCE, IS_LITTLE);
    // Whole seconds since the epoch would take the digits of the nanoseconds.
    const seconds = view.getUint32(at + SECONDS, IS_LITTLE) - firstSecond;
    const ms = seconds * 1_000 + view.getUint32(at + NANOSECONDS, IS_LITTLE) / 1e6;
    times[index] = ms;
    earliestMs = Math.min(earliestMs, ms);
  }
  for (let index = 0; index < count; index += 1) times[index] = (times[index] ?? 0) - earliestMs;
  return { ssrcs, sequences, times, count };
}
