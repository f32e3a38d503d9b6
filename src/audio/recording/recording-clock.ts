import { OPUS_SAMPLE_RATE_HZ, packetSamples } from '@mynah/opus/opus-packet';
import { silenceSamples } from '@mynah/opus/opus-silence';
import type { EncodedPacket } from 'mediabunny';
import type { RecordedTrack } from './recording-track.ts';

/** A packet and its position in the recording. */
export interface PlacedPacket {
  readonly packet: EncodedPacket;
  /** Seconds from the start of the recording; players play nothing before 0. */
  readonly startS: number;
  readonly durationS: number;
  /** Seconds of silence immediately before it that no packet covers; only for Opus, where silence can be written. */
  readonly silenceS: number;
  /** True if the gap before it is so long that a new piece must start to keep times exact. */
  readonly breaksOff: boolean;
}

/** The state of a clock between two packets. */
export interface ClockState {
  readonly nextS: number;
  readonly shiftS: number;
  readonly stretchStartS: number;
}

/** Assigns positions to packets in order. */
export interface RecordingClock {
  /** `undefined` before the first packet. */
  readonly state: ClockState | undefined;
  /** @throws {Error} if the packet's times are not numbers. */
  place(packet: EncodedPacket): PlacedPacket;
}

/** Shorter gaps result from times rounded to milliseconds, as in webm, and from encoders that start late. */
const MIN_SILENCE_S = 0.015;
/** Longer gaps are not written as silence, because the service charges per second. */
const MAX_SILENCE_S = 60;
/** Maximum error of word times where a gap can be neither filled nor cut at. */
const TOLERATED_S = 0.5;
/** A gap ends a piece only if the piece is at least this long: small gaps do not justify small pieces. */
const MIN_STRETCH_S = 30;
const LONG_GAP_S = 5;
const MIN_STRETCH_BEFORE_LONG_GAP_S = 1.5;
/** A packet that declares less than this share of the codec's frame length is truncated; others are rounded. */
const FULL_SHARE = 0.99;
/** The longest packet of any codec here but PCM: 65,535 samples of FLAC at 8 kHz. */
const MAX_PACKET_S = 8.2;

/** Creates the clock of a track, starting at its first packet or at another clock's state. */
export function createRecordingClock(track: RecordedTrack, from?: ClockState): RecordingClock {
  let state = from;
  return {
    get state() {
      return state;
    },
    place(packet) {
      const saidS = packet.timestamp - track.originS + (state?.shiftS ?? 0);
      if (!Number.isFinite(saidS) || !(packet.duration >= 0)) throw new Error('A packet has no time.');
      const before = state ?? firstState(track, packet, saidS);
      const { nextS: startS, shiftS, silenceS, breaksOff } = step(track, before, saidS);
      const durationS = durationOf(track, packet, startS);
      state = { nextS: startS + durationS, shiftS, stretchStartS: breaksOff ? startS : before.stretchStartS };
      return { packet, startS, durationS, silenceS, breaksOff };
    },
  };
}

/** mediabunny moves Ogg's packets from before 0 to 0; the header has their original position. */
function firstState(track: RecordedTrack, packet: EncodedPacket, saidS: number): ClockState {
  const isCutShort = track.isOgg && track.codec === 'opus' && packet.duration < opusPacketS(packet);
  const nextS = isCutShort ? -track.preSkipS : saidS;
  return { nextS, shiftS: 0, stretchStartS: nextS };
}

interface Step {
  readonly nextS: number;
  readonly shiftS: number;
  readonly silenceS: number;
  readonly breaksOff: boolean;
}

/** Interprets a packet's own time relative to the packets before it. */
function step(track: RecordedTrack, { nextS, shiftS, stretchStartS }: ClockState, saidS: number): Step {
  const gapS = saidS - nextS;
  const here: Step = { nextS, shiftS, silenceS: 0, breaksOff: false };
  // Ogg counts samples, so its packets are contiguous.
  if (track.isOgg) return here;
  if (gapS < -TOLERATED_S) return { ...here, shiftS: shiftS - gapS };
  if (track.codec === 'opus' && gapS <= MAX_SILENCE_S) {
    if (gapS < MIN_SILENCE_S) return here;
    const silenceS = silenceSamples(Math.round(gapS * OPUS_SAMPLE_RATE_HZ)) / OPUS_SAMPLE_RATE_HZ;
    return { ...here, nextS: nextS + silenceS, silenceS };
  }
  // Matroska rounds times to milliseconds and gives no duration for the last packet of a cluster.
  if (gapS <= TOLERATED_S) return track.isMatroska && track.packetS === undefined ? { ...here, nextS: saidS } : here;
  const enoughS = gapS > LONG_GAP_S ? MIN_STRETCH_BEFORE_LONG_GAP_S : MIN_STRETCH_S;
  if (nextS - stretchStartS >= enoughS) return { ...here, nextS: saidS, breaksOff: true };
  return { ...here, shiftS: shiftS - gapS };
}

function durationOf(track: RecordedTrack, packet: EncodedPacket, startS: number): number {
  if (track.codec === 'opus') {
    // Only Ogg marks a truncated last packet, and never one before 0.
    const wholeS = opusPacketS(packet);
    return track.isOgg && startS >= 0 ? Math.min(wholeS, packet.duration) : wholeS;
  }
  if (track.pcm !== undefined) return Math.floor(packet.byteLength / track.pcm.groupBytes) / track.sampleRateHz;
  if (track.packetS === undefined) return Math.min(packet.duration, MAX_PACKET_S);
  const isCutShort = !track.isMatroska && packet.duration > 0 && packet.duration < track.packetS * FULL_SHARE;
  return isCutShort ? packet.duration : track.packetS;
}

function opusPacketS(packet: EncodedPacket): number {
  return packetSamples(packet.data) / OPUS_SAMPLE_RATE_HZ;
}
