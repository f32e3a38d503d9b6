import { OPUS_SAMPLE_RATE_HZ, packetSamples } from '@mynah/opus/opus-packet';
import type { EncodedPacket, PacketRetrievalOptions } from 'mediabunny';
import { type ClockState, createRecordingClock, type PlacedPacket } from './recording-clock.ts';
import { RecordingError } from './recording-error.ts';
import { createFrameLength, type FrameLength } from './recording-frame-length.ts';
import type { Yielder } from './recording-source.ts';
import type { RecordedTrack } from './recording-track.ts';

/** A packet where reading can start; there is one about every second. */
export interface Mark {
  readonly startS: number;
  /** Bytes that the packets before it take in the files of pieces. */
  readonly bytes: number;
  readonly clock: ClockState | undefined;
  readonly timestamp: number;
  readonly sequenceNumber: number;
  /** The previous packet; not for Matroska, where a packet keeps its whole cluster, including video, in memory. */
  readonly previous: EncodedPacket | undefined;
}

/** A part of the recording without a gap. */
export interface Stretch {
  readonly startS: number;
  readonly endS: number;
  /** Bytes in the files of pieces up to its start and up to its end. */
  readonly startBytes: number;
  readonly endBytes: number;
}

/** The result of scanning all packets of a recording. */
export interface RecordingScan {
  readonly marks: readonly Mark[];
  readonly stretches: readonly Stretch[];
  /** True if packets that the file declares are missing at its end. */
  readonly endsEarly: boolean;
  /** Length of the packets as they are heard without the container, which trims them, in seconds; for Opus and Vorbis. */
  readonly untrimmedS: number;
}

/** Length of a recording's sound, in seconds. */
export function soundS({ stretches }: Pick<RecordingScan, 'stretches'>): number {
  return stretches.reduce((sum, { startS, endS }) => sum + endS - startS, 0);
}

/**
 * Fails if packets are longer than their container claims.
 * @throws {RecordingError} AUDIO_BROKEN
 */
export function checkClaim(claimedS: number, actualS: number): void {
  if (actualS <= claimedS * MAX_HIDDEN_RATIO + TOLERATED_HIDDEN_S) return;
  throw new RecordingError('AUDIO_BROKEN', 'The packets are longer than the file claims.');
}

const MARK_EVERY_S = 1;
/** Maximum ratio of sound to file bytes: 1, plus bytes that Matroska writes once for all packets. */
const MAX_SOUND_SHARE = 2;
/** Three hours of Opus in packets of 2.5 ms are 4.3 million. */
const MAX_PACKETS = 8_000_000;
/** Minimum sound for a broken file to be worth reading. */
const MIN_WORTH_HEARING_S = 1;
/**
 * How much longer than a container claims its packets may be, as a ratio, beyond the tolerance. People are charged by the
 * container's times, and the service by what it decodes. Recorders whose times only waver stay close to 1.
 */
const MAX_HIDDEN_RATIO = 1.25;
const TOLERATED_HIDDEN_S = 1;
/** Overhead per packet in the containers of pieces; mp4's tables have the most. */
const PACKET_OVERHEAD_BYTES = 12;
const BYTES_16_BIT = 2;
/** Fifty packets of silence with their overhead. */
const SILENCE_BYTES_PER_S = 50 * (3 + PACKET_OVERHEAD_BYTES);

/**
 * Scans all packets of a track without keeping them.
 * @throws {RecordingError} AUDIO_BROKEN if the packets are longer than the container claims; the parser's error if there is
 * less than a second of sound before it.
 */
export async function scanTrack(track: RecordedTrack, yielder: Yielder): Promise<RecordingScan> {
  const scan = new Scan(track);
  let endsEarly = false;
  try {
    for await (const placed of walk(track, undefined, isReadWhole(track), yielder)) scan.add(placed);
  } catch (error) {
    if (yielder.isAborted || error instanceof RecordingError || scan.heardS < MIN_WORTH_HEARING_S) throw error;
    endsEarly = true;
  }
  if (track.isIsobmff) endsEarly = (await scan.dropMissing(yielder)) || endsEarly;
  return { marks: scan.marks, stretches: scan.stretches(), endsEarly, untrimmedS: scan.untrimmedS };
}

/** Whether packets themselves say how long they are. */
function isReadWhole({ codec }: RecordedTrack): boolean {
  return codec === 'flac' || codec === 'mp3' || codec === 'vorbis';
}

class Scan {
  readonly marks: Mark[] = [];
  readonly #track: RecordedTrack;
  #stretches: Stretch[] = [];
  #bytes = 0;
  #packets = 0;
  #soundBytes = 0;
  readonly #lengthOf: FrameLength;
  /** How long the sound of the packets is, and that of all stretches but the last as the container has it, in seconds. */
  #actualS = 0;
  #endedS = 0;
  #opusS = 0;
  #previous: EncodedPacket | undefined;

  constructor(track: RecordedTrack) {
    this.#track = track;
    this.#lengthOf = createFrameLength(track);
  }

  get untrimmedS(): number {
    return this.#track.codec === 'opus' ? this.#opusS : this.#actualS;
  }

  get heardS(): number {
    const last = this.#stretches.at(-1);
    return this.#endedS + (last === undefined ? 0 : last.endS - last.startS);
  }

  add({ packet, startS, durationS, silenceS, breaksOff, clock }: WalkedPacket): void {
    this.#packets += 1;
    if (this.#packets > MAX_PACKETS) throw new Error('The file has more packets than any recording.');
    this.#soundBytes += packet.byteLength;
    if (this.#soundBytes > MAX_SOUND_SHARE * this.#track.fileBytes) throw new Error('The file has not so many bytes.');
    this.#actualS += this.#lengthOf(packet.data);
    checkClaim(this.heardS + durationS, this.#actualS);
    if (this.#track.codec === 'opus' && durationS > 0) this.#opusS += packetSamples(packet.data) / OPUS_SAMPLE_RATE_HZ;
    const last = this.marks.at(-1);
    if (last === undefined || breaksOff || startS - last.startS >= MARK_EVERY_S) {
      const previous = this.#track.isMatroska ? undefined : this.#previous;
      const { timestamp, sequenceNumber } = packet;
      this.marks.push({ startS, bytes: this.#bytes, clock, timestamp, sequenceNumber, previous });
    }
    this.#previous = packet;
    const startBytes = this.#bytes;
    this.#bytes += outputBytes(this.#track, packet) + silenceBytes(silenceS);
    const end = { endS: startS + durationS, endBytes: this.#bytes };
    const stretch = this.#stretches.at(-1);
    if (stretch === undefined || breaksOff) {
      this.#endedS = this.heardS;
      this.#stretches.push({ startS: Math.max(0, startS), startBytes, ...end });
    } else this.#stretches[this.#stretches.length - 1] = { ...stretch, ...end };
  }

  stretches(): readonly Stretch[] {
    return this.#stretches;
  }

  /** Drops packets at the end that only the tables list; returns true if there were any. */
  async dropMissing(yielder: Yielder): Promise<boolean> {
    const { marks } = this;
    if (await this.#isWhole(marks.at(-1), yielder)) return false;
    let there = 0;
    for (let missing = marks.length; missing - there > 1; ) {
      const middle = (there + missing) >> 1;
      if (await isThere(this.#track, marks[middle])) there = middle;
      else missing = middle;
    }
    const { endS } = await lastOf(this.#track, marks[there], yielder);
    marks.splice(there + 1);
    const endBytes = marks[there]?.bytes ?? 0;
    this.#stretches = this.#stretches
      .filter(({ startS }) => startS < endS)
      .map((stretch) => (stretch.endS <= endS ? stretch : { ...stretch, endS, endBytes }));
    return true;
  }

  async #isWhole(mark: Mark | undefined, yielder: Yielder): Promise<boolean> {
    const last = await lastOf(this.#track, mark, yielder);
    return last.sequenceNumber === this.#previous?.sequenceNumber;
  }
}

/** A packet and the clock's state before it. */
export interface WalkedPacket extends PlacedPacket {
  readonly clock: ClockState | undefined;
}

/**
 * Reads packets in order, from a mark or from the start, up to the last one in the file.
 * @throws the parser's errors.
 */
export async function* walk(
  track: RecordedTrack,
  from: Mark | undefined,
  withData: boolean,
  yielder: Yielder,
): AsyncGenerator<WalkedPacket, void> {
  // The first bytes of an Opus packet declare its duration.
  const options = { metadataOnly: !withData && track.codec !== 'opus' };
  const recordingClock = createRecordingClock(track, from?.clock);
  let clock = from?.clock;
  let packet = await find(track, from, options);
  while (packet !== null) {
    yield { ...recordingClock.place(packet), clock };
    clock = recordingClock.state;
    await yielder.pause();
    packet = await track.sink.getNextPacket(packet, options);
  }
}

/** The mark from which to read sound that starts at `startS` or later, at least `runUpS` before it if possible. */
export function markBefore({ marks }: RecordingScan, startS: number, runUpS: number): Mark | undefined {
  return marks.findLast((mark) => mark.startS <= startS - runUpS) ?? marks[0];
}

/** Bytes that a packet takes in a piece's file. */
function outputBytes({ pcm }: RecordedTrack, { byteLength }: EncodedPacket): number {
  return pcm === undefined
    ? byteLength + PACKET_OVERHEAD_BYTES
    : Math.floor(byteLength / pcm.groupBytes) * BYTES_16_BIT;
}

function silenceBytes(silenceS: number): number {
  return silenceS * SILENCE_BYTES_PER_S;
}

async function find(
  { sink, isMatroska }: RecordedTrack,
  mark: Mark | undefined,
  options: PacketRetrievalOptions,
): Promise<EncodedPacket | null> {
  if (mark?.previous !== undefined) return await sink.getNextPacket(mark.previous, options);
  if (mark === undefined || !isMatroska || mark.clock === undefined) return await sink.getFirstPacket(options);
  const found = await sink.getPacket(mark.timestamp, options);
  if (found?.sequenceNumber === mark.sequenceNumber) return found;
  // Times that run backwards mislead the search, so read from the start.
  let packet = await sink.getFirstPacket(options);
  while (packet !== null && packet.sequenceNumber !== mark.sequenceNumber) {
    packet = await sink.getNextPacket(packet, options);
  }
  return packet;
}

async function isThere(track: RecordedTrack, mark: Mark | undefined): Promise<boolean> {
  try {
    return (await find(track, mark, {})) !== null;
  } catch {
    return false;
  }
}

/** The last packet after a mark whose bytes the file contains. */
async function lastOf(
  track: RecordedTrack,
  mark: Mark | undefined,
  yielder: Yielder,
): Promise<{ endS: number; sequenceNumber: number | undefined }> {
  let last = { endS: 0, sequenceNumber: undefined as number | undefined };
  try {
    for await (const { packet, startS, durationS } of walk(track, mark, true, yielder)) {
      last = { endS: startS + durationS, sequenceNumber: packet.sequenceNumber };
    }
  } catch (error) {
    if (yielder.isAborted) throw error;
  }
  return last;
}
