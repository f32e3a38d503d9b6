import { OPUS_SAMPLE_RATE_HZ } from '@mynah/opus/opus-packet';
import type { ClipTimings, SpeechPacket } from '../../audio/endpointer.ts';

/** Pauses count while they are among those of the last 30 to 60 s of voice, which two halves of this length cover. */
const HALF_WINDOW_SAMPLES = 30 * OPUS_SAMPLE_RATE_HZ;

/** So many pauses of the window may be longer than the hangover: a few hesitations do not make a slow speaker. */
const LONGER_PAUSES = 2;

/** What is added to the pauses heard so far, because the next one may be a little longer. */
const MARGIN_MS = 180;

/** A longer pause lies between turns, and says nothing about pauses within one. */
const MAX_PAUSE_MS = 1_200;

/** Five silence frames, after which a client may speak again at once, and the longest wait of the reorder buffer. */
const PACKETS_NEED_MS = 100 + 100;

/** Mean deviations of an arrival that are allowed for, as TCP's retransmission timeout does (RFC 6298, section 2). */
const DEVIATIONS = 4;

/** Weight of a new deviation in the mean (RFC 3550, section 6.4.1). */
const JITTER_GAIN = 1 / 16;

/** A packet that is later than this is not late by jitter: its sender paused, or the network stalled. */
const MAX_JITTER_MS = 200;

/**
 * The time without voice after which one speaker's utterance counts as ended. It begins at `hangoverMs` and follows their
 * pauses within the bounds: somebody with short pauses is ended sooner, somebody with long ones later. It holds a handful of
 * numbers, in memory only. Parameters are chosen with `npm run bench -- endpoints`.
 */
export interface SpeakerHangover {
  /** In milliseconds. Changes only in `heard`. */
  readonly ms: number;
  /** The next packet, in sequence. Keeps nothing of its sound. */
  heard(packet: HeardTimes): void;
}

type Bounds = Pick<ClipTimings, 'hangoverMs' | 'minHangoverMs' | 'maxHangoverMs'>;
type HeardTimes = Pick<SpeechPacket, 'position' | 'samples' | 'voiced' | 'receivedAtMs'>;

/** Creates the hangover of a speaker whom nobody has heard yet. */
export function createSpeakerHangover(bounds: Bounds): SpeakerHangover {
  return new LongestPauses(bounds);
}

/**
 * The third-longest pause of the window, with a margin. Pauses count whether or not they ended an utterance: otherwise a short
 * hangover would hide the long ones and never grow again.
 */
class LongestPauses implements SpeakerHangover {
  readonly #bounds: Bounds;
  /** The longest pauses of either half of the window. There is no older half until somebody has spoken for one. */
  #older: readonly number[] | undefined;
  #newer: readonly number[] = [];
  #newerSamples = 0;
  /** By the pauses alone. */
  #wantedMs: number;
  #jitterMs = 0;
  /** Start and arrival of the latest packet; not a number before the first. */
  #position = Number.NaN;
  #arrivedAtMs = Number.NaN;
  /** End and arrival of the latest voiced packet. */
  #voiceEnd = Number.NaN;
  #voiceArrivedAtMs = Number.NaN;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
    this.#wantedMs = bounds.hangoverMs;
  }

  get ms(): number {
    const needMs = PACKETS_NEED_MS + DEVIATIONS * this.#jitterMs;
    return Math.min(this.#bounds.maxHangoverMs, Math.max(needMs, this.#wantedMs));
  }

  heard({ position, samples, voiced, receivedAtMs }: HeardTimes): void {
    this.#noteDeviation(receivedAtMs - this.#arrivedAtMs - toMs(position - this.#position));
    this.#position = position;
    this.#arrivedAtMs = receivedAtMs;
    if (!voiced) return;
    // By the clock that says more: some clients stop their RTP time while they are silent.
    this.#notePause(Math.max(receivedAtMs - this.#voiceArrivedAtMs, toMs(position - this.#voiceEnd)));
    this.#voiceEnd = position + samples;
    this.#voiceArrivedAtMs = receivedAtMs;
    this.#noteVoice(samples);
  }

  /** The jitter of RFC 3550, with the packets in sequence. */
  #noteDeviation(lateByMs: number): void {
    const deviationMs = Math.abs(lateByMs);
    if (deviationMs <= MAX_JITTER_MS) this.#jitterMs += JITTER_GAIN * (deviationMs - this.#jitterMs);
  }

  #notePause(pauseMs: number): void {
    // Shorter ones change nothing: nearly all packets follow at once.
    const counts = pauseMs > this.#bounds.minHangoverMs - MARGIN_MS && pauseMs <= MAX_PAUSE_MS;
    if (!counts) return;
    this.#newer = longest([...this.#newer, pauseMs]);
    this.#decide();
  }

  #noteVoice(samples: number): void {
    this.#newerSamples += samples;
    if (this.#newerSamples < HALF_WINDOW_SAMPLES) return;
    this.#older = this.#newer;
    this.#newer = [];
    this.#newerSamples = 0;
    this.#decide();
  }

  #decide(): void {
    const { hangoverMs, minHangoverMs } = this.#bounds;
    const pauseMs = longest([...(this.#older ?? []), ...this.#newer])[LONGER_PAUSES] ?? 0;
    // Little speech without long pauses does not show that none will come.
    const leastMs = this.#older === undefined ? hangoverMs : minHangoverMs;
    this.#wantedMs = Math.max(leastMs, pauseMs + MARGIN_MS);
  }
}

function longest(pausesMs: readonly number[]): number[] {
  return pausesMs.toSorted((a, b) => b - a).slice(0, LONGER_PAUSES + 1);
}

function toMs(samples: number): number {
  return (samples * 1000) / OPUS_SAMPLE_RATE_HZ;
}
