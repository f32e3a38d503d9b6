import type { SpeechCut, SpeechPacket } from './endpointer.ts';
import { createOggOpusWriter } from './opus/ogg-opus-writer.ts';
import { FRAME_SAMPLES, OPUS_SAMPLE_RATE_HZ, packetChannels } from './opus/opus-packet.ts';
import { opusSilence, silenceSamples } from './opus/opus-silence.ts';

/** Silence at both ends of an utterance, added if less was received: 200 ms give a recognizer a clean start and end. */
const EDGE_SAMPLES = 0.2 * OPUS_SAMPLE_RATE_HZ;

/**
 * Delay of libopus's encoder: sound is this much later in the packets than their RTP times. A player skips as much, which
 * corrects the times; a cut within speech loses 6.5 ms at its quietest point.
 */
const PRE_SKIP_SAMPLES = 312;

/** The speech service rejects audio under 1 s; one packet more compensates for the skipped samples. */
const MIN_CLIP_SAMPLES = OPUS_SAMPLE_RATE_HZ + FRAME_SAMPLES;

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
export function clipAudio({ packets, first, last, voiceEnd }: SpeechCut): ClipAudio {
  const begin = packets[0]?.position ?? 0;
  const voice = voiceOf(packets);
  const lead = first ? silenceSamples(EDGE_SAMPLES - (voice.start - begin)) : 0;
  const { sequence, end } = withoutGaps(packets);
  const position = begin - lead;
  const edge = last ? silenceSamples(EDGE_SAMPLES - (end - voiceEnd)) : 0;
  const tail = Math.max(edge, silenceSamples(MIN_CLIP_SAMPLES - (end - position)));
  const all = [...opusSilence(lead), ...sequence, ...opusSilence(tail)];
  return {
    audio: write(all),
    position,
    samples: end - position + tail - PRE_SKIP_SAMPLES,
    voice,
    lostPackets: packets.reduce((sum, { lost }) => sum + lost, 0),
  };
}

/** From the first voiced packet to the last; all packets if none is voiced. */
function voiceOf(packets: readonly SpeechPacket[]): ClipAudio['voice'] {
  const first = packets.find(({ voiced }) => voiced) ?? packets.at(0);
  const last = packets.findLast(({ voiced }) => voiced) ?? packets.at(-1);
  return { start: first?.position ?? 0, end: last === undefined ? 0 : last.position + last.samples };
}

/** The packets with silence between them, and the position after the last, at most 2.5 ms off the speaker's clock. */
function withoutGaps(packets: readonly SpeechPacket[]): { sequence: Uint8Array[]; end: number } {
  const sequence: Uint8Array[] = [];
  let end = packets[0]?.position ?? 0;
  for (const { payload, position, samples } of packets) {
    const gap = silenceSamples(position - end);
    if (gap > 0) sequence.push(...opusSilence(gap));
    sequence.push(payload);
    end += gap + samples;
  }
  return { sequence, end };
}

function write(packets: readonly Uint8Array[]): Uint8Array {
  const channels = packets.some((packet) => packetChannels(packet) === 2) ? 2 : 1;
  const writer = createOggOpusWriter({
    channels,
    preSkipSamples: PRE_SKIP_SAMPLES,
    packetsPerPage: PACKETS_PER_PAGE,
  });
  return Buffer.concat([writer.header(), ...packets.map((packet) => writer.write(packet)), writer.end()]);
}
