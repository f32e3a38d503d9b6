import type { Arrival } from '../audio/reorder-buffer.ts';

/** Packets and sound of one session. All counts begin at 0 and never decrease. */
export interface TrafficCounts {
  /** Opus packets that left, the silence around and within sound included. */
  readonly packetsSent: number;
  /** Decrypted packets of people who may be heard, while the session listens; duplicates, late ones and padding included. */
  readonly packetsReceived: number;
  /** Packets that never arrived, or too late, by RTP sequence numbers. */
  readonly packetsLost: number;
  /** Packets that arrived after a later one, and were put in order. */
  readonly packetsReordered: number;
  readonly packetsDuplicated: number;
  /** Packets that could not be decrypted. */
  readonly decryptFailures: number;
  /** Packets whose speaker is unknown. */
  readonly packetsUnknown: number;
  /** Silences in the middle of a text because its sound was late. */
  readonly holes: number;
  /** Length of all holes, in milliseconds. */
  readonly holeMs: number;
  /** Connections that were replaced because packets could not be decrypted for too long. */
  readonly reopened: number;
}

/** What a session has sent and heard, as plain data. */
export interface TrafficFigures {
  /** Since the session began. */
  readonly total: TrafficCounts;
  /** In the last 55 to 60 s. */
  readonly lastMinute: TrafficCounts;
}

/** Counts one session's packets. Counting allocates nothing, except one snapshot every 5 s. */
export interface Traffic {
  sent(): void;
  received(arrival: Arrival): void;
  lost(packets: number): void;
  undecrypted(): void;
  unknown(): void;
  hole(lengthMs: number): void;
  reopened(): void;
  readonly figures: TrafficFigures;
}

/** Counts of nothing. */
export const NO_TRAFFIC: TrafficCounts = {
  packetsSent: 0,
  packetsReceived: 0,
  packetsLost: 0,
  packetsReordered: 0,
  packetsDuplicated: 0,
  decryptFailures: 0,
  packetsUnknown: 0,
  holes: 0,
  holeMs: 0,
  reopened: 0,
};

/** The distance of the snapshots, and how many make up the last minute. */
const SNAPSHOT_EVERY_MS = 5_000;
const SNAPSHOTS = 12;

type Count = keyof TrafficCounts;
const COUNTS = Object.keys(NO_TRAFFIC) as readonly Count[];

/** The sum of several sessions' counts. */
export function sumTraffic(all: Iterable<TrafficCounts>): TrafficCounts {
  const sum = { ...NO_TRAFFIC };
  for (const each of all) for (const count of COUNTS) sum[count] += each[count];
  return sum;
}

/** Creates the counts of one session. */
export function createTraffic(): Traffic {
  return new SessionTraffic();
}

class SessionTraffic implements Traffic {
  readonly #counts = { ...NO_TRAFFIC };
  /** Earlier counts, the oldest first. */
  readonly #snapshots: TrafficCounts[] = [NO_TRAFFIC];
  /** When the latest snapshot was due. */
  #snapshotAtMs = performance.now();

  get figures(): TrafficFigures {
    this.#takeSnapshots();
    const total = { ...this.#counts };
    const lastMinute = { ...total };
    const before = this.#snapshots[0] ?? NO_TRAFFIC;
    for (const count of COUNTS) lastMinute[count] -= before[count];
    return { total, lastMinute };
  }

  sent(): void {
    this.#takeSnapshots();
    this.#counts.packetsSent += 1;
  }

  received(arrival: Arrival): void {
    this.#takeSnapshots();
    this.#counts.packetsReceived += 1;
    if (arrival === 'reordered') this.#counts.packetsReordered += 1;
    else if (arrival === 'duplicate') this.#counts.packetsDuplicated += 1;
  }

  lost(packets: number): void {
    this.#takeSnapshots();
    this.#counts.packetsLost += packets;
  }

  undecrypted(): void {
    this.#takeSnapshots();
    this.#counts.decryptFailures += 1;
  }

  unknown(): void {
    this.#takeSnapshots();
    this.#counts.packetsUnknown += 1;
  }

  hole(lengthMs: number): void {
    this.#takeSnapshots();
    this.#counts.holes += 1;
    this.#counts.holeMs += lengthMs;
  }

  reopened(): void {
    this.#takeSnapshots();
    this.#counts.reopened += 1;
  }

  /** Before each count and each reading, so that no timer is needed: without counts between, a late snapshot is right, too. */
  #takeSnapshots(): void {
    const due = Math.floor((performance.now() - this.#snapshotAtMs) / SNAPSHOT_EVERY_MS);
    if (due < 1) return;
    this.#snapshotAtMs += due * SNAPSHOT_EVERY_MS;
    const snapshot = { ...this.#counts };
    for (let taken = 0; taken < Math.min(due, SNAPSHOTS); taken += 1) this.#snapshots.push(snapshot);
    this.#snapshots.splice(0, this.#snapshots.length - SNAPSHOTS);
  }
}
