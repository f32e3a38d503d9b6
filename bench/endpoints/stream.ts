import { createFrameEncoder } from '@mynah/opus/frame-encoder';
import { FRAME_SAMPLES, OPUS_SAMPLE_RATE_HZ, SILENCE_FRAME } from '@mynah/opus/opus-packet';
import type { HeardPacket } from '../../src/voice/receive/packet-sink.ts';
import type { Random } from '../chaos/random.ts';
import type { PlannedChunk } from './plan.ts';
import type { Speaker } from './speakers.ts';
import type { Voices } from './voices.ts';

/** A chunk as it was said, in milliseconds of the stream. */
interface SpokenChunk {
  readonly startMs: number;
  readonly endMs: number;
  readonly words: number;
  readonly ends: PlannedChunk['ends'];
}

/** What a speaker said, and what arrives of it. */
export interface SpokenStream {
  readonly speaker: Speaker;
  readonly chunks: readonly SpokenChunk[];
  /** In the order of arrival, at whole milliseconds. */
  readonly packets: readonly HeardPacket[];
  readonly lengthMs: number;
}

const FRAME_MS = 20;
const SAMPLES_PER_MS = OPUS_SAMPLE_RATE_HZ / 1000;
const CLOSING_FRAMES = 5;
/** What a client sends of the time before it notices speech. */
const ATTACK_MS = 40;
const FULL_SCALE = 32_768;

interface Frame {
  readonly sentAtMs: number;
  readonly payload: Uint8Array;
}

/** Speaks a plan and sends it. The same decisions make the same stream. */
export async function speakPlan(
  speaker: Speaker,
  plan: readonly PlannedChunk[],
  voices: Voices,
  random: Random,
): Promise<SpokenStream> {
  const chunks: SpokenChunk[] = [];
  const sounds: Int16Array[] = [];
  let nowMs = 500;
  for (const { text, pauseMs, ends } of plan) {
    const sound = await voices.soundOf(speaker, text);
    const endMs = nowMs + sound.length / SAMPLES_PER_MS;
    chunks.push({ startMs: nowMs, endMs, words: text.split(' ').length, ends });
    sounds.push(sound);
    nowMs = endMs + pauseMs;
  }
  const frames = encodeFrames(speaker, chunks, sounds, random.fork('noise'));
  return { speaker, chunks, packets: send(frames, speaker, random.fork('network')), lengthMs: nowMs };
}

/** Frames that the client sends, with the microphone’s noise. */
function encodeFrames(
  speaker: Speaker,
  chunks: readonly SpokenChunk[],
  sounds: readonly Int16Array[],
  random: Random,
): Frame[] {
  const encoder = createFrameEncoder();
  const frames: Frame[] = [];
  // A second of it, again and again.
  const peak = FULL_SCALE * 10 ** (speaker.noiseDb / 20) * Math.sqrt(3);
  const noise = Int16Array.from({ length: OPUS_SAMPLE_RATE_HZ }, () => random.between(-peak, peak));
  let index = 0;
  for (const { fromMs, toMs } of sendingSpans(speaker, chunks)) {
    let sentAtMs = fromMs;
    for (; sentAtMs < toMs; sentAtMs += FRAME_MS) {
      while (index + 1 < chunks.length && (chunks[index]?.endMs ?? 0) <= sentAtMs) index += 1;
      const offset = (frames.length * FRAME_SAMPLES) % noise.length;
      const pcm = noise.slice(offset, offset + FRAME_SAMPLES);
      for (const near of [index, index + 1]) mixIn(pcm, sentAtMs, chunks[near], sounds[near]);
      const [payload] = encoder.push(pcm);
      if (payload !== undefined) frames.push({ sentAtMs: sentAtMs + FRAME_MS, payload });
    }
    for (let frame = 1; frame <= CLOSING_FRAMES; frame += 1)
      frames.push({ sentAtMs: sentAtMs + frame * FRAME_MS, payload: SILENCE_FRAME });
  }
  encoder.close();
  return frames;
}

function mixIn(pcm: Int16Array, fromMs: number, chunk: SpokenChunk | undefined, sound: Int16Array | undefined): void {
  if (chunk === undefined || sound === undefined) return;
  const offset = Math.round((fromMs - chunk.startMs) * SAMPLES_PER_MS);
  if (offset >= sound.length || offset + pcm.length <= 0) return;
  for (let at = 0; at < pcm.length; at += 1) {
    const mixed = (pcm[at] ?? 0) + (sound[offset + at] ?? 0);
    pcm[at] = Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, mixed));
  }
}

/** When the client sends: around each chunk, or around each turn where the microphone stays open. */
function sendingSpans({ client, releaseMs }: Speaker, chunks: readonly SpokenChunk[]) {
  const spans: { fromMs: number; toMs: number }[] = [];
  let isOpen = false;
  for (const { startMs, endMs, ends } of chunks) {
    const last = spans.at(-1);
    const fromMs = FRAME_MS * Math.floor((startMs - ATTACK_MS) / FRAME_MS);
    // Its closing frames would overlap with what follows: it stays open.
    const isNear = last !== undefined && fromMs < last.toMs + CLOSING_FRAMES * FRAME_MS;
    if (last !== undefined && (isOpen || isNear)) last.toMs = endMs + releaseMs;
    else spans.push({ fromMs, toMs: endMs + releaseMs });
    isOpen = client === 'open' && ends !== 'turn';
  }
  return spans;
}

/** What the network makes of the frames. */
function send(frames: readonly Frame[], speaker: Speaker, random: Random): HeardPacket[] {
  const packets: HeardPacket[] = [];
  for (const [index, { sentAtMs, payload }] of frames.entries()) {
    const delayMs = -speaker.jitterMs * Math.log(1 - random.next());
    if (random.next() < speaker.loss) continue;
    const rtpMs = speaker.stopsClock ? index * FRAME_MS : sentAtMs;
    packets.push({
      ...{ userId: speaker.name, ssrc: 1, sequence: index & 0xffff, payload },
      timestamp: (rtpMs * SAMPLES_PER_MS) >>> 0,
      receivedAtMs: Math.round(sentAtMs + delayMs),
    });
  }
  return packets.toSorted((a, b) => a.receivedAtMs - b.receivedAtMs);
}
