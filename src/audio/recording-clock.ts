import type { EncodedPacket } from 'mediabunny';
import { OPUS_SAMPLE_RATE_HZ, packetSamples } from './opus-packet.ts';
import { silenceSamples } from './opus-silence.ts';
import type { RecordedTrack } from './recording-track.ts';

/** A packet with its place in the recording. */
export interface PlacedPacket {
  readonly packet: EncodedPacket;
  /** Seconds from the recording's beginning; before 0 lies what no player plays. */
  readonly startS: number;
  readonly durationS: number;
  /** Seconds of silence right before it that no packet stands for; only for Opus, where silence can be written. */
  readonly silenceS: number;
  /** Whether the recording pauses before it for so long that a new piece must begin to keep times exact. */
  readonly breaksOff: boolean;
}

/** Where a clock stands between two packets. */
export interface ClockState {
  readonly nextS: number;
  readonly shiftS: number;
  readonly usualS: number;
  readonly stretchStartS: number;
}

/** Gives packets, in order, their places. */
export interface RecordingClock {
  readonly state: ClockState;
  /** @throws {Error} when the packet's times are no numbers. */
  place(packet: EncodedPacket): PlacedPacket;
}

/** Shorter gaps come from times rounded to milliseconds, as in webm, and from encoders that start late. */
const MIN_SILENCE_S = 0.015;
/** Longer gaps are not written as silence: the service is paid by the second. */
const MAX_SILENCE_S = 60;
/** How far times of words may be off where a gap can be neither filled nor cut at. */
const TOLERATED_S = 0.5;
/** A gap ends a piece when the piece is at least this long: small gaps are not worth small pieces. */
const MIN_STRETCH_S = 30;
const LONG_GAP_S = 5;
const MIN_STRETCH_BEFORE_LONG_GAP_S = 1.5;
/** How much longer than usual a packet may say it lasts, where all are of equal length: containers hide gaps there. */
const MAX_UNUSUAL = 1.5;
/** The longest packet of any codec here but PCM: 65,535 samples of FLAC at 8 kHz. */
const MAX_PACKET_S = 8.2;

/** Makes the clock of a track, from its first packet on or from where another one stood. */
export function createRecordingClock(track: RecordedTrack, from?: ClockState): RecordingClock {
  let state = from;
  return {
    get state() {
      return state ?? { nextS: 0, shiftS: 0, usualS: 0, stretchStartS: 0 };
    },
    place(packet) {
      const { durationS, usualS } = durationOf(track, packet, state?.usualS);
      const saidS = packet.timestamp - track.originS + (state?.shiftS ?? 0);
      if (!Number.isFinite(saidS)) throw new Error('A packet says no time.');
      const before = state ?? { nextS: saidS, shiftS: 0, usualS, stretchStartS: saidS };
      const { nextS: startS, shiftS, silenceS, breaksOff } = step(track, before, saidS);
      const stretchStartS = breaksOff ? startS : before.stretchStartS;
      state = { nextS: startS + durationS, shiftS, usualS, stretchStartS };
      return { packet, startS, durationS, silenceS, breaksOff };
    },
  };
}

interface Step {
  readonly nextS: number;
  readonly shiftS: number;
  readonly silenceS: number;
  readonly breaksOff: boolean;
}

/** What a packet's own time means after what was heard before it. */
function step(track: RecordedTrack, { nextS, shiftS, stretchStartS }: ClockState, saidS: number): Step {
  const gapS = saidS - nextS;
  const here: Step = { nextS, shiftS, silenceS: 0, breaksOff: false };
  if (gapS < -TOLERATED_S) return { ...here, shiftS: shiftS - gapS };
  if (track.codec === 'opus' && gapS <= MAX_SILENCE_S) {
    if (gapS < MIN_SILENCE_S) return here;
    const silenceS = silenceSamples(Math.round(gapS * OPUS_SAMPLE_RATE_HZ)) / OPUS_SAMPLE_RATE_HZ;
    return { ...here, nextS: nextS + silenceS, silenceS };
  }
  if (gapS <= TOLERATED_S) return here;
  const enoughS = gapS > LONG_GAP_S ? MIN_STRETCH_BEFORE_LONG_GAP_S : MIN_STRETCH_S;
  if (nextS - stretchStartS >= enoughS) return { ...here, nextS: saidS, breaksOff: true };
  return { ...here, shiftS: shiftS - gapS };
}

function durationOf(
  track: RecordedTrack,
  packet: EncodedPacket,
  usualS: number | undefined,
): { durationS: number; usualS: number } {
  const said = packet.duration;
  if (!Number.isFinite(said) || said < 0) throw new Error('A packet says no duration.');
  if (track.codec === 'opus') return { durationS: opusDurationS(track, packet), usualS: 0 };
  if (track.pcm !== undefined) {
    return { durationS: Math.floor(packet.byteLength / track.pcm.groupBytes) / track.sampleRateHz, usualS: 0 };
  }
  const isEven = track.codec === 'aac' || track.codec === 'mp3';
  const durationS =
    isEven && usualS !== undefined && usualS > 0 && said > usualS * MAX_UNUSUAL ? usualS : Math.min(said, MAX_PACKET_S);
  return { durationS, usualS: usualS === undefined || usualS === 0 ? said : usualS + (durationS - usualS) / 16 };
}

/** Opus packets say themselves how long they last; only Ogg says that the last one is cut short. */
function opusDurationS(track: RecordedTrack, packet: EncodedPacket): number {
  const durationS = packetSamples(packet.data) / OPUS_SAMPLE_RATE_HZ;
  return track.isOgg ? Math.min(durationS, packet.duration) : durationS;
}
