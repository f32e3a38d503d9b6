import type { SpeechCut, SpeechPacket } from './endpointer.ts';
import { createOggOpusWriter } from './opus/ogg-opus-writer.ts';
import { FRAME_SAMPLES, OPUS_SAMPLE_RATE_HZ, packetChannels } from './opus/opus-packet.ts';
import { opusSilence, silenceSamples } from './opus/opus-silence.ts';

/** Silence at both ends of an utterance, made where less came: 200 ms give a recognizer a clean beginning and end. */
const EDGE_SAMPLES = 0.2 * OPUS_SAMPLE_RATE_HZ;

/**
 * What libopus's encoder takes to settle: sound lies so much later in the packets than their RTP times say. A player
 * leaves out as much, which sets the times right; what is cut within speech loses 6.5 ms at its quietest point.
 */
const PRE_SKIP_SAMPLES = 312;

/** The speech service takes no audio under 1 s; one packet more makes up for the samples left out. */
const MIN_CLIP_SAMPLES = OPUS_SAMPLE_RATE_HZ + FRAME_SAMPLES;

/** Pages of 1 s when the packets are of 20 ms: a clip is a file, nobody waits for its pages. */
const PACKETS_PER_PAGE = 50;

/** A clip as a file. */
export interface ClipAudio {
  /** Ogg Opus. */
  readonly audio: Uint8Array;
  /** Where its first sample lies on the speaker's clock, in samples at 48 kHz. */
  readonly position: number;
  /** What a player plays. */
  readonly samples: number;
  readonly lostPackets: number;
}

/**
 * Writes a cut of speech as Ogg Opus: the very packets, silence where their positions leave a gap of 2.5 ms or more, a
 * little silence around an utterance, and so much after it that the clip lasts 1 s.
 */
export function clipAudio({ packets, first, last, voiceEnd }: SpeechCut): ClipAudio {
  const begin = packets[0]?.position ?? 0;
  const voiceBegin = packets.find(({ voiced }) => voiced)?.position ?? begin;
  const lead = first ? silenceSamples(EDGE_SAMPLES - (voiceBegin - begin)) : 0;
  const { sequence, end } = withoutGaps(packets);
  const position = begin - lead;
  const edge = last ? silenceSamples(EDGE_SAMPLES - (end - voiceEnd)) : 0;
  const tail = Math.max(edge, silenceSamples(MIN_CLIP_SAMPLES - (end - position)));
  const all = [...opusSilence(lead), ...sequence, ...opusSilence(tail)];
  return {
    audio: write(all),
    position,
    samples: end - position + tail - PRE_SKIP_SAMPLES,
    lostPackets: packets.reduce((sum, { lost }) => sum + lost, 0),
  };
}

/** The packets with silence between them, and the position after the last, 2.5 ms at most from the speaker's clock. */
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
