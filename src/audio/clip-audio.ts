import { createOggOpusWriter, type OggOpusWriter } from '@mynah/opus/ogg-opus-writer';
import { FRAME_SAMPLES, OPUS_SAMPLE_RATE_HZ, packetChannels } from '@mynah/opus/opus-packet';
import { opusSilence, silenceSamples } from '@mynah/opus/opus-silence';
import type { SpeechCut, SpeechPacket } from './endpointer.ts';

/** Silence at both ends of an utterance, added if less was received: 200 ms give a recognizer a clean start and end. */
const EDGE_SAMPLES = 0.2 * OPUS_SAMPLE_RATE_HZ;

/**
 * Delay of libopus's encoder: sound is this much later in the packets than their RTP times. A player skips as much, which
 * corrects the times; a cut within speech loses 6.5 ms at its quietest point.
 */
const PRE_SKIP_SAMPLES = 312;

/** The speech service rejects audio under 1 s; one packet more compensates for the skipped samples. */
export const MIN_CLIP_SAMPLES = OPUS_SAMPLE_RATE_HZ + FRAME_SAMPLES;

/** Pages of 1 s with 20 ms packets: a clip is a file, so its pages need no low latency. */
const PACKETS_PER_PAGE = 50;

/** A clip as a file. */
export interface ClipAudio {
  /** Ogg Opus. */
  readonly audio: Uint8Array;
  /** Position of its first sample on the speaker's clock, in samples at 48 kHz. */
  readonly position: number;
  /** Samples that a player plays. */
  readonly samples: number;
  /** Positions of the start of its first voiced packet and of the end of its last, on the same clock. */
  readonly voice: { readonly start: number; readonly end: number };
  readonly lostPackets: number;
}

/**
 * Writes a cut of speech as Ogg Opus: its packets unchanged, silence in gaps of 2.5 ms or more, a little silence around an
 * utterance, and enough after it that the clip lasts 1 s.
 */
export function clipAudio(cut: SpeechCut): ClipAudio {
  const { packets, last, voiceEnd } = cut;
  const begin = packets[0]?.position ?? 0;
  const lead = leadSamples(cut);
  const { sequence, end } = withoutGaps(packets, begin);
  const position = begin - lead;
  const edge = last ? silenceSamples(EDGE_SAMPLES - (end - voiceEnd)) : 0;
  const tail = Math.max(edge, silenceSamples(MIN_CLIP_SAMPLES - (end - position)));
  const all = [...opusSilence(lead), ...sequence, ...opusSilence(tail)];
  return {
    audio: write(all),
    position,
    samples: playedSamples(end - position + tail),
    voice: voiceOf(packets),
    lostPackets: packets.reduce((sum, { lost }) => sum + lost, 0),
  };
}

/** Samples of silence that a clip begins with: before an utterance as much as is missing of 200 ms. */
export function leadSamples({ packets, first }: SpeechCut): number {
  const begin = packets[0]?.position ?? 0;
  const voiceBegin = packets.find(({ voiced }) => voiced)?.position ?? begin;
  return first ? silenceSamples(EDGE_SAMPLES - (voiceBegin - begin)) : 0;
}

/** From the first voiced packet to the last; all packets if none is voiced. */
export function voiceOf(packets: readonly SpeechPacket[]): ClipAudio['voice'] {
  const first = packets.find(({ voiced }) => voiced) ?? packets.at(0);
  const last = packets.findLast(({ voiced }) => voiced) ?? packets.at(-1);
  return { start: first?.position ?? 0, end: last === undefined ? 0 : last.position + last.samples };
}

/**
 * The packets with silence between them, where `from` is the position at which they continue. Returns also the position
 * after the last, at most 2.5 ms off the speaker's clock.
 */
export function withoutGaps(
  packets: readonly SpeechPacket[],
  from: number,
): { readonly sequence: readonly Uint8Array[]; readonly end: number } {
  const sequence: Uint8Array[] = [];
  let end = from;
  for (const { payload, position, samples } of packets) {
    const gap = silenceSamples(position - end);
    if (gap > 0) sequence.push(...opusSilence(gap));
    sequence.push(payload);
    end += gap + samples;
  }
  return { sequence, end };
}

/** Samples that a player plays of a clip with so many. */
export function playedSamples(samples: number): number {
  return samples - PRE_SKIP_SAMPLES;
}

/** Creates the writer of a clip that begins with these packets: stereo if one of them is. */
export function createClipWriter(packets: readonly Uint8Array[]): OggOpusWriter {
  const channels = packets.some((packet) => packetChannels(packet) === 2) ? 2 : 1;
  return createOggOpusWriter({ channels, preSkipSamples: PRE_SKIP_SAMPLES, packetsPerPage: PACKETS_PER_PAGE });
}

function write(packets: readonly Uint8Array[]): Uint8Array {
  const writer = createClipWriter(packets);
  return Buffer.concat([writer.header(), ...packets.map((packet) => writer.write(packet)), writer.end()]);
}
