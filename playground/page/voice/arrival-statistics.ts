import type { HeardPacket } from '@mynah/local-discord/voice/person-voice-api';
import { SILENCE_FRAME } from '@mynah/opus/opus-packet';

const WINDOW_MS = 60_000;
const SEQUENCE_MODULUS = 65_536;
const SAMPLES_PER_MS = 48;
/** A pause of a speaker, or another connection of theirs: the stream starts again. */
const RESTART_MS = 2_000;
/** Further jumps are neither loss nor disorder (RFC 3550, appendix A.1). */
const MAX_JUMP = 3_000;

type Arrival = Pick<HeardPacket, 'userId' | 'sequence' | 'timestamp' | 'receivedAtMs' | 'opus'>;

interface Entry {
  readonly atMs: number;
  /** Packets that this one shows to be expected, and how many of these are here: a late one makes up for a gap. */
  readonly expected: number;
  readonly arrived: number;
  /** Difference of two arrivals from their RTP times. */
  readonly deviationMs: number;
}

interface Stream {
  highest: number;
  last: Arrival;
}

/** What became of the packets to one person in the last minute. */
export interface ArrivalStatistics {
  add(packet: Arrival): void;
  /** Share of lost packets, 0…1; `undefined` when none were expected. */
  lossShare(nowMs: number): number | undefined;
  /** Largest difference between two consecutive arrivals and their RTP times; `undefined` without two arrivals. */
  jitterMs(nowMs: number): number | undefined;
}

/** Creates statistics; all times are those of `receivedAtMs`. */
export function createArrivalStatistics(): ArrivalStatistics {
  const streams = new Map<string, Stream>();
  let entries: Entry[] = [];
  const recent = (nowMs: number): readonly Entry[] => {
    const fresh = entries.findIndex(({ atMs }) => atMs > nowMs - WINDOW_MS);
    entries = fresh < 0 ? [] : entries.slice(fresh);
    return entries;
  };
  return {
    add(packet) {
      recent(packet.receivedAtMs);
      const stream = streams.get(packet.userId);
      const ahead = stream === undefined ? 0 : jump(stream.highest, packet.sequence);
      const pauseMs = stream === undefined ? Number.POSITIVE_INFINITY : packet.receivedAtMs - stream.last.receivedAtMs;
      const isContinued = stream !== undefined && pauseMs <= RESTART_MS && Math.abs(ahead) <= MAX_JUMP;
      if (!isContinued) {
        streams.set(packet.userId, { highest: packet.sequence, last: packet });
        entries.push({ atMs: packet.receivedAtMs, expected: 1, arrived: 1, deviationMs: 0 });
        return;
      }
      const rtpMs = ((packet.timestamp - stream.last.timestamp) | 0) / SAMPLES_PER_MS;
      // A pause may follow silence, and the clocks of bots stand still in it.
      const deviationMs = isSilence(stream.last) ? 0 : Math.abs(pauseMs - rtpMs);
      entries.push({ atMs: packet.receivedAtMs, expected: Math.max(0, ahead), arrived: 1, deviationMs });
      if (ahead > 0) stream.highest = packet.sequence;
      stream.last = packet;
    },
    lossShare(nowMs) {
      const all = recent(nowMs);
      const expected = all.reduce((sum, entry) => sum + entry.expected, 0);
      const arrived = all.reduce((sum, entry) => sum + entry.arrived, 0);
      return expected === 0 ? undefined : Math.max(0, 1 - arrived / expected);
    },
    jitterMs(nowMs) {
      const all = recent(nowMs);
      return all.length === 0 ? undefined : all.reduce((most, { deviationMs }) => Math.max(most, deviationMs), 0);
    },
  };
}

function isSilence({ opus }: Arrival): boolean {
  return opus.length === SILENCE_FRAME.length && opus.every((byte, index) => byte === SILENCE_FRAME[index]);
}

/** How far a sequence number is ahead of another; negative: behind. */
function jump(from: number, to: number): number {
  return ((to - from + SEQUENCE_MODULUS * 1.5) % SEQUENCE_MODULUS) - SEQUENCE_MODULUS / 2;
}
