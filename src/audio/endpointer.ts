import { OPUS_SAMPLE_RATE_HZ } from './opus/opus-packet.ts';

/** One packet with sound or silence, in the order of speech. */
export interface SpeechPacket {
  readonly payload: Uint8Array;
  /** Place on the speaker's own clock, in samples at 48 kHz. */
  readonly position: number;
  readonly samples: number;
  /** Bytes per 20 ms, 0 for silence. */
  readonly level: number;
  readonly voiced: boolean;
  /** Packets that are missing immediately before this one. */
  readonly lost: number;
  /** `performance.now()` of its arrival. */
  readonly receivedAtMs: number;
}

/** A stretch of speech as it was cut. `first` and `last` say whether silence surrounds it there, or more speech. */
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

/** What a cutter reports: a start, then any number of clips, then an end. */
export interface EndpointerHooks {
  /** Speech began with this packet. */
  onStart(voiced: SpeechPacket): void;
  onClip(cut: SpeechCut): void;
  onEnd(): void;
}

/** Cuts one stream of packets into clips. It knows no clock: who does calls `end` when no voice came for a hangover. */
export interface Endpointer {
  push(packet: SpeechPacket): void;
  /** Completes the clip under way, if there is one. */
  end(): void;
  /** Throws the clip under way away; its end is reported, too. */
  drop(): void;
  /** The clip under way, as far as it is. */
  readonly current: SpeechCut | undefined;
}

/** How clips are cut. Times in milliseconds. */
export interface ClipTimings {
  /** A pause of this length ends an utterance. */
  readonly hangoverMs: number;
  /** Longest clip. */
  readonly maxClipMs: number;
  /** A clip that becomes too long is cut at the quietest point within this time of its end. */
  readonly searchMs: number;
  /** Silence kept before and after an utterance, as far as it came. */
  readonly keptSilenceMs: number;
  /** Utterances with less voice than this are noises. */
  readonly minVoiceMs: number;
}

/** The timings that the bot runs with. */
export const DEFAULT_CLIP_TIMINGS: ClipTimings = {
  hangoverMs: 700,
  maxClipMs: 15_000,
  searchMs: 5_000,
  keptSilenceMs: 200,
  minVoiceMs: 200,
};

/** Bytes of an unfinished clip, whatever its duration: 15 s at twice the highest bit rate that Discord offers (384 kbit/s). */
const MAX_CLIP_BYTES = 1_500_000;

/**
 * Spans over which quietness is averaged, the two counting alike. Measured on flite's voices at 32 and 64 kbit/s with
 * noise of three strengths, they find places 4 to 6 dB quieter than one span of 200 ms does.
 */
const NARROW_SPAN_SAMPLES = 0.04 * OPUS_SAMPLE_RATE_HZ;
const WIDE_SPAN_SAMPLES = 0.12 * OPUS_SAMPLE_RATE_HZ;

/** Creates the endpointer of one speaker's stream. */
export function createEndpointer(timings: ClipTimings, hooks: EndpointerHooks): Endpointer {
  return new PauseEndpointer(timings, hooks);
}

/** An unfinished utterance; its packets are those of the part that is not cut off yet. */
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
  readonly #hangover: number;
  readonly #maxClip: number;
  readonly #search: number;
  readonly #kept: number;
  readonly #minVoice: number;
  #utterance: Utterance | undefined;
  /** The newest packets without voice, for the beginning of the next utterance. */
  #quiet: SpeechPacket[] = [];

  constructor(timings: ClipTimings, hooks: EndpointerHooks) {
    const toSamples = (ms: number): number => (ms * OPUS_SAMPLE_RATE_HZ) / 1000;
    this.#hooks = hooks;
    this.#hangover = toSamples(timings.hangoverMs);
    this.#maxClip = toSamples(timings.maxClipMs);
    this.#search = toSamples(timings.searchMs);
    this.#kept = toSamples(timings.keptSilenceMs);
    this.#minVoice = toSamples(timings.minVoiceMs);
  }

  get current(): SpeechCut | undefined {
    const utterance = this.#utterance;
    return utterance === undefined ? undefined : this.#cutOf(utterance, utterance.packets, true);
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
    const { packets, part, voicedSamples, lastVoiced } = utterance;
    const keptTo = endOf(lastVoiced) + this.#kept;
    const kept = packets.filter((packet) => packet.position < keptTo);
    for (const packet of packets.slice(kept.length)) this.#keepQuiet(packet);
    const isNoise = part === 0 ? voicedSamples < this.#minVoice : !kept.some(({ voiced }) => voiced);
    if (!isNoise) this.#hooks.onClip(this.#cutOf(utterance, kept, true));
    this.#hooks.onEnd();
  }

  drop(): void {
    if (this.#utterance === undefined) return;
    this.#utterance = undefined;
    this.#quiet = [];
    this.#hooks.onEnd();
  }

  /** True when the packet comes so long after the last voice, by its own clock, that it belongs to something new. */
  #isApart({ lastVoiced, packets }: Utterance, packet: SpeechPacket): boolean {
    const newest = packets.at(-1) ?? lastVoiced;
    const pause = (packet.voiced ? packet.position : endOf(packet)) - endOf(lastVoiced);
    return pause >= this.#hangover || packet.position < newest.position - this.#hangover;
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
    const begin = utterance.packets[0] ?? packet;
    if (endOf(packet) - begin.position >= this.#maxClip || utterance.bytes >= MAX_CLIP_BYTES) this.#divide(utterance);
  }

  #divide(utterance: Utterance): void {
    const { packets } = utterance;
    const index = quietestIndex(packets, this.#search);
    const head = packets.slice(0, index);
    this.#hooks.onClip(this.#cutOf(utterance, head, false));
    utterance.packets = packets.slice(index);
    utterance.bytes = utterance.packets.reduce((sum, { payload }) => sum + payload.length, 0);
    utterance.part += 1;
  }

  #keepQuiet(packet: SpeechPacket): void {
    this.#quiet.push(packet);
    while ((this.#quiet[0]?.position ?? packet.position) < packet.position - this.#kept) this.#quiet.shift();
    // A clock that runs backwards, or stops, must not let it grow.
    if (this.#quiet.length > MAX_QUIET_PACKETS) this.#quiet.shift();
  }

  #cutOf({ part, lastVoiced }: Utterance, packets: readonly SpeechPacket[], last: boolean): SpeechCut {
    const voiced = last ? lastVoiced : (packets.findLast((packet) => packet.voiced) ?? lastVoiced);
    const first = part === 0;
    return { part, first, last, packets, voiceEnd: endOf(voiced), lastVoiceAtMs: voiced.receivedAtMs };
  }
}

/** 200 ms of the shortest packets, 2.5 ms. */
const MAX_QUIET_PACKETS = 80;

/** The packet that the next clip begins with: where the sound around its beginning is quietest, the latest if equal. */
function quietestIndex(packets: readonly SpeechPacket[], search: number): number {
  const last = packets.at(-1);
  const end = last === undefined ? 0 : endOf(last);
  let best = packets.length - 1;
  let bestLoudness = Number.POSITIVE_INFINITY;
  for (let index = packets.length - 1; index > 0; index -= 1) {
    const position = packets[index]?.position ?? 0;
    if (position < end - search) break;
    // The span reaches as far after the cut as before it.
    if (position > end - WIDE_SPAN_SAMPLES / 2) continue;
    const loudness =
      loudnessAround(packets, index, NARROW_SPAN_SAMPLES) + loudnessAround(packets, index, WIDE_SPAN_SAMPLES);
    if (loudness < bestLoudness) {
      best = index;
      bestLoudness = loudness;
    }
  }
  return Math.max(1, best);
}

/** Mean level within a span around a packet's beginning; what is missing counts as silence. */
function loudnessAround(packets: readonly SpeechPacket[], index: number, span: number): number {
  const centre = packets[index]?.position ?? 0;
  let sum = 0;
  for (let after = index; after < packets.length; after += 1) {
    const packet = packets[after];
    if (packet === undefined || packet.position >= centre + span / 2) break;
    sum += packet.level * packet.samples;
  }
  for (let before = index - 1; before >= 0; before -= 1) {
    const packet = packets[before];
    if (packet === undefined || packet.position < centre - span / 2) break;
    sum += packet.level * packet.samples;
  }
  return sum / span;
}

function endOf(packet: SpeechPacket): number {
  return packet.position + packet.samples;
}
