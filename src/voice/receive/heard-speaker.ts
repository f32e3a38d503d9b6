import { OPUS_SAMPLE_RATE_HZ, packetSamples } from '@mynah/opus/opus-packet';
import { packetLevel } from '@mynah/opus/opus-silence';
import { type ClipAudio, clipAudio } from '../../audio/clip-audio.ts';
import {
  type ClipTimings,
  createEndpointer,
  type Endpointer,
  type EndpointerHooks,
  type SpeechCut,
  type SpeechPacket,
} from '../../audio/endpointer.ts';
import { createGrowingClip, type GrowingClip } from '../../audio/growing-clip.ts';
import { createPacketArena, type PacketArena } from '../../audio/packet-arena.ts';
import { type Arrival, createReorderBuffer, type ReorderBuffer } from '../../audio/reorder-buffer.ts';
import { createSpeakerClock } from '../../audio/speaker-clock.ts';
import { createVoiceActivity, type VoiceActivity } from '../../audio/voice-activity.ts';
import type { Clip, ClipGrowth } from '../voice-api.ts';
import { createInterimAllowance, type InterimAllowance } from './interim-allowance.ts';
import type { HeardPacket } from './packet-sink.ts';
import { createSpeakerHangover, type SpeakerHangover } from './speaker-hangover.ts';

/** A clip without what only the session knows. */
export type SpokenClip = Omit<Clip, 'guildId' | 'channelId' | 'userId'>;

/** What was added to a clip under way, without what only the session knows. */
type SpokenGrowth = Omit<ClipGrowth, 'guildId' | 'channelId' | 'userId'>;

/** What a heard speaker reports. */
export interface HeardSpeakerHooks {
  /** Returns the id of a new utterance. */
  newUtteranceId(): string;
  onStart(utteranceId: string): void;
  /** Whether `onGrown` may be called now. What it missed is part of the next call. */
  mayGrow(): boolean;
  /** The clip under way has grown. */
  onGrown(growth: SpokenGrowth): void;
  onClip(clip: SpokenClip): void;
  onEnd(utteranceId: string, clips: number): void;
  /** Packets that never arrived, according to their sequence numbers. */
  onLost(packets: number): void;
}

/** One person who is heard: packets in, clips out. */
export interface HeardSpeaker {
  /** The utterance under way. */
  readonly utteranceId: string | undefined;
  /** Nothing arrived for a hangover, and nothing is under way. */
  readonly idle: boolean;
  receive(packet: HeardPacket): Arrival;
  /** The clip under way, as far as it is captured, if it has grown since the last call and its allowance is not used up. */
  takeInterim(): SpokenClip | undefined;
  /** Completes the clip under way; the next packet begins a new utterance. */
  complete(): void;
  /** Discards the clip under way and stops. */
  drop(): void;
}

/**
 * Node runs due timers before it reads the socket: when a timer is this late, packets that arrived in time may still wait
 * there.
 */
const STALL_MS = 50;

/** How often growth is reported, by the arrival of packets. */
const GROW_EVERY_MS = 1_000;

/** Creates the speaker for one person. It holds a timer while they speak; `complete` or `drop` frees it. */
export function createHeardSpeaker(timings: ClipTimings, hooks: HeardSpeakerHooks): HeardSpeaker {
  return new OneSpeaker(timings, hooks);
}

interface Utterance {
  readonly utteranceId: string;
  /** Milliseconds since 1970 at position 0 of the speaker's clock. */
  readonly epochMs: number;
  clips: number;
  /** End of what the last interim clip held, in milliseconds since 1970; 0 before the first. */
  interimEndMs: number;
  readonly interimAllowance: InterimAllowance;
  /** The growing copy of the clip under way. */
  growing: GrowingClip;
  /** Arrival of the packet at which it grew last; at first, of the one with which the utterance began. */
  grownAtMs: number;
}

class OneSpeaker implements HeardSpeaker {
  readonly #hooks: HeardSpeakerHooks;
  /** Learnt from this person's pauses, and forgotten with this object. */
  readonly #hangover: SpeakerHangover;
  readonly #endpointer: Endpointer;
  /** Copies packets out of the socket's memory. */
  readonly #keep: PacketArena = createPacketArena();
  #buffer: ReorderBuffer<HeardPacket>;
  #activity: VoiceActivity = createVoiceActivity();
  #ssrc: number | undefined;
  readonly #clock = createSpeakerClock();
  /** Lost packets that the next one with sound reports. */
  #lost = 0;
  #utterance: Utterance | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** When the utterance is over unless something arrives. */
  #dueAtMs = 0;
  /** When the timer fires. */
  #firesAtMs = 0;

  constructor(timings: ClipTimings, speakerHooks: HeardSpeakerHooks) {
    this.#hooks = speakerHooks;
    this.#hangover = createSpeakerHangover(timings);
    this.#buffer = createReorderBuffer((packet, lost) => this.#onOrdered(packet, lost));
    const hooks: EndpointerHooks = {
      onStart: (voiced) => this.#onStart(voiced),
      onClip: (cut) => this.#onClip(cut),
      onEnd: () => this.#onEnd(),
    };
    this.#endpointer = createEndpointer(timings, hooks, () => this.#hangover.ms);
  }

  get utteranceId(): string | undefined {
    return this.#utterance?.utteranceId;
  }

  get idle(): boolean {
    return this.#timer === undefined;
  }

  receive(packet: HeardPacket): Arrival {
    if (packet.ssrc !== this.#ssrc) this.#startStream(packet.ssrc);
    const arrival = this.#buffer.push(packet);
    if (this.#timer === undefined) this.#wait(packet.receivedAtMs + this.#hangover.ms);
    return arrival;
  }

  takeInterim(): SpokenClip | undefined {
    const { current } = this.#endpointer;
    const utterance = this.#utterance;
    if (current === undefined || utterance === undefined) return undefined;
    const clip = toClip(utterance, current);
    const endMs = clip.startedAtMs + clip.durationMs;
    if (endMs <= utterance.interimEndMs || !utterance.interimAllowance.take(clip.part, clip.durationMs))
      return undefined;
    utterance.interimEndMs = endMs;
    return clip;
  }

  complete(): void {
    this.#stopTimer();
    this.#startStream(undefined);
  }

  drop(): void {
    this.#stopTimer();
    this.#endpointer.drop();
  }

  #startStream(ssrc: number | undefined): void {
    this.#buffer.flush();
    this.#endpointer.end();
    this.#ssrc = ssrc;
    this.#clock.restart();
    this.#buffer = createReorderBuffer((packet, lost) => this.#onOrdered(packet, lost));
    this.#activity = createVoiceActivity();
  }

  #onOrdered({ payload, timestamp, receivedAtMs }: HeardPacket, lost: number): void {
    if (lost > 0) {
      this.#lost += lost;
      this.#hooks.onLost(lost);
    }
    const samples = durationOf(payload);
    if (samples === 0) return;
    const position = this.#clock.next({ timestamp, samples, receivedAtMs });
    if (position === undefined) return;
    const level = packetLevel(payload, samples);
    const voiced = this.#activity.isVoiced(level, samples);
    const lostBefore = this.#lost;
    this.#lost = 0;
    const kept = this.#keep(payload);
    const heard: SpeechPacket = { payload: kept, position, samples, level, voiced, lost: lostBefore, receivedAtMs };
    // First: whether this packet ended the utterance before it depends on what was known until then.
    this.#endpointer.push(heard);
    this.#hangover.heard(heard);
    if (voiced) this.#postpone(receivedAtMs + this.#hangover.ms);
    if (this.#utterance !== undefined && receivedAtMs - this.#utterance.grownAtMs >= GROW_EVERY_MS) {
      this.#grow(this.#utterance, receivedAtMs);
    }
  }

  #wait(dueAtMs: number): void {
    this.#dueAtMs = Math.max(this.#dueAtMs, dueAtMs);
    this.#arm(this.#dueAtMs, false);
  }

  /** A timer that fires too early is armed again then, which is less work than arming it with each packet. */
  #postpone(dueAtMs: number): void {
    this.#dueAtMs = dueAtMs;
    // The hangover has become shorter.
    if (this.#timer !== undefined && dueAtMs < this.#firesAtMs) {
      this.#stopTimer();
      this.#arm(dueAtMs, false);
    }
  }

  #arm(atMs: number, isGrace: boolean): void {
    this.#firesAtMs = atMs;
    const delayMs = Math.max(1, Math.ceil(atMs - performance.now()));
    this.#timer = setTimeout(() => this.#onTimer(atMs, isGrace), delayMs);
  }

  #onTimer(atMs: number, isGrace: boolean): void {
    const nowMs = performance.now();
    this.#timer = undefined;
    if (this.#dueAtMs > nowMs) this.#arm(this.#dueAtMs, false);
    else if (nowMs - atMs > STALL_MS && !isGrace) this.#arm(nowMs + STALL_MS, true);
    else this.#finish(nowMs);
  }

  #finish(nowMs: number): void {
    this.#buffer.flush();
    // What the reorder buffer held back may have been voice.
    if (this.#dueAtMs > nowMs) this.#arm(this.#dueAtMs, false);
    else this.#endpointer.end();
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #onStart({ receivedAtMs, position }: SpeechPacket): void {
    const receivedAtEpochMs = Date.now() - (performance.now() - receivedAtMs);
    const utteranceId = this.#hooks.newUtteranceId();
    this.#utterance = {
      ...{ utteranceId, epochMs: receivedAtEpochMs - toMs(position), clips: 0, interimEndMs: 0 },
      ...{ interimAllowance: createInterimAllowance(), growing: createGrowingClip(), grownAtMs: receivedAtMs },
    };
    this.#hooks.onStart(utteranceId);
  }

  #onClip(cut: SpeechCut): void {
    const utterance = this.#utterance;
    if (utterance === undefined) return;
    utterance.clips += 1;
    if (!cut.last) {
      // First, so that no moment comes in which what was carried over is in no copy.
      utterance.growing = createGrowingClip();
      this.#grow(utterance, utterance.grownAtMs);
    }
    this.#hooks.onClip(toClip(utterance, cut));
  }

  /** Reports what was added to the clip under way until `nowMs`. */
  #grow(utterance: Utterance, nowMs: number): void {
    const { current, isSpeech } = this.#endpointer;
    if (current === undefined || !isSpeech || !this.#hooks.mayGrow()) return;
    const grown = utterance.growing.take(current);
    if (grown === undefined) return;
    utterance.grownAtMs = nowMs;
    this.#hooks.onGrown({ ...describe(utterance, current, grown), offset: grown.offset });
  }

  #onEnd(): void {
    const utterance = this.#utterance;
    this.#utterance = undefined;
    if (utterance !== undefined) this.#hooks.onEnd(utterance.utteranceId, utterance.clips);
  }
}

function toClip(utterance: Utterance, cut: SpeechCut): SpokenClip {
  return describe(utterance, cut, clipAudio(cut));
}

function describe({ utteranceId, epochMs }: Utterance, cut: SpeechCut, clipped: ClipAudio): SpokenClip {
  const { audio, position, samples, voice, lostPackets } = clipped;
  return {
    clipId: `${utteranceId}-${String(cut.part).padStart(4, '0')}`,
    utteranceId,
    part: cut.part,
    startedAtMs: Math.round(epochMs + toMs(position)),
    durationMs: toMs(samples),
    voiceStartedAtMs: Math.round(epochMs + toMs(voice.start)),
    voiceEndedAtMs: Math.round(epochMs + toMs(voice.end)),
    audio,
    lostPackets,
    lastVoiceAtMs: cut.lastVoiceAtMs,
  };
}

function toMs(samples: number): number {
  return (samples * 1000) / OPUS_SAMPLE_RATE_HZ;
}

/** Samples of a packet; 0 when it holds nothing that can be played. */
function durationOf(payload: Uint8Array): number {
  if (payload.length === 0) return 0;
  try {
    return packetSamples(payload);
  } catch {
    return 0;
  }
}
