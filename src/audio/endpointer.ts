import { OPUS_SAMPLE_RATE_HZ } from '@mynah/opus/opus-packet';

/** One packet of sound or silence, in sequence. */
export interface SpeechPacket {
  readonly payload: Uint8Array;
  /** Position on the speaker's clock, in samples at 48 kHz: not before the end of the packet before it. */
  readonly position: number;
  readonly samples: number;
  /** Bytes per 20 ms, 0 for silence. */
  readonly level: number;
  readonly voiced: boolean;
  /** Packets missing immediately before this one. */
  readonly lost: number;
  /** `performance.now()` of its arrival. */
  readonly receivedAtMs: number;
}

/** A cut stretch of speech. `first` and `last` are true where silence borders it, false where speech continues. */
export interface SpeechCut {
  readonly part: number;
  readonly first: boolean;
  readonly last: boolean;
  readonly packets: readonly SpeechPacket[];
  /** Position after the last voiced packet. */
  readonly voiceEnd: number;
  /** Arrival of the last voiced packet. */
  readonly lastVoiceAtMs: number;
}

/** The callbacks of an endpointer: a start, then any number of clips, then an end. */
export interface EndpointerHooks {
  /** Speech began with this packet. */
  onStart(voiced: SpeechPacket): void;
  /** When the cut is not the last of its utterance, `current` is already the next one. */
  onClip(cut: SpeechCut): void;
  onEnd(): void;
}

/**
 * Cuts one stream of packets into clips. It has no clock: the caller calls `end` after a hangover without voice. `push` ends
 * an utterance by itself where positions say that the hangover has passed.
 */
export interface Endpointer {
  push(packet: SpeechPacket): void;
  /** Completes the current clip, if any. */
  end(): void;
  /** Discards the current clip; its end is still reported. */
  drop(): void;
  /** The current, unfinished clip. */
  readonly current: SpeechCut | undefined;
  /** False while the current clip may still turn out to be noise. */
  readonly isSpeech: boolean;
}

/** How clips are cut. Times in milliseconds. */
export interface ClipTimings {
  /** A pause of this length ends an utterance, until the speaker's own pauses are known. */
  readonly hangoverMs: number;
  /** Bounds of the hangover that follows from a speaker's pauses. Equal to `hangoverMs`, they keep it fixed. */
  readonly minHangoverMs: number;
  readonly maxHangoverMs: number;
  /** Maximum duration of a clip. */
  readonly maxClipMs: number;
  /** A clip that exceeds the maximum is cut at the quietest point within this time of its end. */
  readonly searchMs: number;
  /** Received silence kept before and after an utterance, at most. */
  readonly keptSilenceMs: number;
  /** Utterances with less voice than this are noise. */
  readonly minVoiceMs: number;
}

/** The bot's timings. */
export const DEFAULT_CLIP_TIMINGS: ClipTimings = {
  hangoverMs: 700,
  minHangoverMs: 350,
  maxHangoverMs: 850,
  maxClipMs: 15_000,
  searchMs: 5_000,
  keptSilenceMs: 200,
  minVoiceMs: 200,
};

/** Maximum bytes of a clip, whatever its duration: 15 s at twice Discord's highest bit rate (384 kbit/s). */
const MAX_CLIP_BYTES = 1_500_000;

/** Maximum packets of a clip, whatever their duration: 15 s of the shortest ones, 2.5 ms. Discord's clients send 750. */
const MAX_CLIP_PACKETS = 6_000;

/** How much longer than its sound a clip may take to arrive. Beyond it, its captions would come too late. */
const MAX_DELAY_MS = 5_000;

/**
 * Spans over which the level is averaged, with equal weight. Measured on flite's voices at 32 and 64 kbit/s with noise at
 * three levels, they find points 4 to 6 dB quieter than a single span of 200 ms.
 */
const NARROW_SPAN_SAMPLES = 0.04 * OPUS_SAMPLE_RATE_HZ;
const WIDE_SPAN_SAMPLES = 0.12 * OPUS_SAMPLE_RATE_HZ;

/** Creates the endpointer of one speaker's stream. `hangoverMs` returns the present hangover; by default it is fixed. */
export function createEndpointer(
  timings: ClipTimings,
  hooks: EndpointerHooks,
  hangoverMs: () => number = () => timings.hangoverMs,
): Endpointer {
  return new PauseEndpointer(timings, hooks, hangoverMs);
}

function toSamples(ms: number): number {
  return (ms * OPUS_SAMPLE_RATE_HZ) / 1000;
}

/** An unfinished utterance. Its packets are those not yet cut off as clips. */
interface Utterance {
  packets: SpeechPacket[];
  part: number;
  bytes: number;
  /** Voice in the whole utterance. */
  voicedSamples: number;
  lastVoiced: SpeechPacket;
}

class PauseEndpointer implements Endpointer {
  readonly #hooks: EndpointerHooks;
  readonly #hangoverMs: () => number;
  readonly #maxClip: number;
  readonly #maxArrivalMs: number;
  readonly #search: number;
  readonly #kept: number;
  readonly #minVoice: number;
  #utterance: Utterance | undefined;
  /** The latest packets without voice, for the start of the next utterance. */
  #quiet: SpeechPacket[] = [];

  constructor(timings: ClipTimings, hooks: EndpointerHooks, hangoverMs: () => number) {
    this.#hooks = hooks;
    this.#hangoverMs = hangoverMs;
    this.#maxClip = toSamples(timings.maxClipMs);
    this.#maxArrivalMs = timings.maxClipMs + MAX_DELAY_MS;
    this.#search = toSamples(timings.searchMs);
    this.#kept = toSamples(timings.keptSilenceMs);
    this.#minVoice = toSamples(timings.minVoiceMs);
  }

  get current(): SpeechCut | undefined {
    const utterance = this.#utterance;
    return utterance === undefined ? undefined : this.#cutOf(utterance, utterance.packets, true);
  }

  get isSpeech(): boolean {
    const utterance = this.#utterance;
    return utterance !== undefined && !this.#isNoise(utterance, utterance.packets);
  }

  push(packet: SpeechPacket): void {
    if (this.#utterance !== undefined && this.#isApart(this.#utterance, packet)) this.end();
    if (this.#utterance !== undefined) this.#append(this.#utterance, packet);
    else if (packet.voiced) this.#begin(packet);
    else this.#keepQuiet(packet);
  }

  end(): void {
    const utterance = this.#utterance;
    if (utterance === undefined) return;
    this.#utterance = undefined;
    const { packets, lastVoiced } = utterance;
    const keptTo = endOf(lastVoiced) + this.#kept;
    const kept = packets.filter((packet) => packet.position < keptTo);
    for (const packet of packets.slice(kept.length)) this.#keepQuiet(packet);
    if (!this.#isNoise(utterance, kept)) this.#hooks.onClip(this.#cutOf(utterance, kept, true));
    this.#hooks.onEnd();
  }

  drop(): void {
    if (this.#utterance === undefined) return;
    this.#utterance = undefined;
    this.#quiet = [];
    this.#hooks.onEnd();
  }

  /** True if, by its clock, the packet follows the last voice too late to belong to the same utterance. */
  #isApart({ lastVoiced }: Utterance, packet: SpeechPacket): boolean {
    return (packet.voiced ? packet.position : endOf(packet)) - endOf(lastVoiced) >= toSamples(this.#hangoverMs());
  }

  #begin(packet: SpeechPacket): void {
    const from = packet.position - this.#kept;
    const lead = this.#quiet.filter(({ position }) => position >= from && position < packet.position);
    this.#quiet = [];
    const packets = [...lead, packet];
    const bytes = packets.reduce((sum, { payload }) => sum + payload.length, 0);
    this.#utterance = { packets, part: 0, bytes, voicedSamples: packet.samples, lastVoiced: packet };
    this.#hooks.onStart(packet);
  }

  #append(utterance: Utterance, packet: SpeechPacket): void {
    utterance.packets.push(packet);
    utterance.bytes += packet.payload.length;
    if (packet.voiced) {
      utterance.voicedSamples += packet.samples;
      utterance.lastVoiced = packet;
    }
    if (this.#isFull(utterance, packet)) this.#divide(utterance);
  }

  #isFull({ packets, bytes }: Utterance, newest: SpeechPacket): boolean {
    const oldest = packets[0] ?? newest;
    return (
      endOf(newest) - oldest.position >= this.#maxClip ||
      newest.receivedAtMs - oldest.receivedAtMs >= this.#maxArrivalMs ||
      packets.length >= MAX_CLIP_PACKETS ||
      bytes >= MAX_CLIP_BYTES
    );
  }

  #divide(utterance: Utterance): void {
    const { packets } = utterance;
    const index = quietestIndex(packets, this.#search);
    const head = this.#cutOf(utterance, packets.slice(0, index), false);
    utterance.packets = packets.slice(index);
    utterance.bytes = utterance.packets.reduce((sum, { payload }) => sum + payload.length, 0);
    utterance.part += 1;
    this.#hooks.onClip(head);
  }

  #isNoise({ part, voicedSamples }: Utterance, packets: readonly SpeechPacket[]): boolean {
    return part === 0 ? voicedSamples < this.#minVoice : !packets.some(({ voiced }) => voiced);
  }

  #keepQuiet(packet: SpeechPacket): void {
    this.#quiet.push(packet);
    while ((this.#quiet[0]?.position ?? packet.position) < packet.position - this.#kept) this.#quiet.shift();
  }

  #cutOf({ part, lastVoiced }: Utterance, packets: readonly SpeechPacket[], last: boolean): SpeechCut {
    const voiced = last ? lastVoiced : (packets.findLast((packet) => packet.voiced) ?? lastVoiced);
    const first = part === 0;
    return { part, first, last, packets, voiceEnd: endOf(voiced), lastVoiceAtMs: voiced.receivedAtMs };
  }
}

/** The packet the next clip starts with: the one with the quietest sound around its start, the latest if equal. */
function quietestIndex(packets: readonly SpeechPacket[], search: number): number {
  const last = packets.at(-1);
  const end = last === undefined ? 0 : endOf(last);
  const narrow = createLoudness(packets, NARROW_SPAN_SAMPLES);
  const wide = createLoudness(packets, WIDE_SPAN_SAMPLES);
  let best: number | undefined;
  let bestLoudness = Number.POSITIVE_INFINITY;
  for (const [index, { position }] of packets.entries()) {
    if (position < end - search) continue;
    // The span reaches as far after the cut as before it.
    if (position > end - WIDE_SPAN_SAMPLES / 2) break;
    const loudness = narrow(position) + wide(position);
    if (loudness <= bestLoudness) {
      best = index;
      bestLoudness = loudness;
    }
  }
  return Math.max(1, best ?? packets.length - 1);
}

/**
 * Mean level within a span around a position; missing packets count as silence. Positions must be asked in order: each
 * packet enters and leaves the span once, so that a clip takes linear time.
 */
function createLoudness(packets: readonly SpeechPacket[], span: number): (centre: number) => number {
  let from = 0;
  let to = 0;
  let sum = 0;
  const energyAt = (index: number): number => {
    const packet = packets[index];
    return packet === undefined ? 0 : packet.level * packet.samples;
  };
  const positionAt = (index: number): number => packets[index]?.position ?? Number.POSITIVE_INFINITY;
  return (centre) => {
    for (; positionAt(to) < centre + span / 2; to += 1) sum += energyAt(to);
    for (; positionAt(from) < centre - span / 2; from += 1) sum -= energyAt(from);
    return sum / span;
  };
}

function endOf(packet: SpeechPacket): number {
  return packet.position + packet.samples;
}
