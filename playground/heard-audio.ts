import type { HeardPacket } from '@mynah/local-discord/voice/person-voice-api';
import { createOpusDecoder, type OpusDecoder } from '@mynah/opus/opus-encoder';
import { FRAME_SAMPLES } from '@mynah/opus/opus-packet';

/** Longest gap that becomes silence: 10 s. A larger jump of the RTP clock starts a new utterance. */
const MAX_GAP_FRAMES = 500;

/** Decodes heard packets in RTP order to 48 kHz 16-bit mono. Lost packets become silence, so that times stay right. */
export function decodeHeard(packets: readonly HeardPacket[]): Int16Array {
  const decoder = createOpusDecoder(1);
  try {
    return decodeInOrder(decoder, packets);
  } finally {
    decoder.close();
  }
}

function decodeInOrder(decoder: OpusDecoder, packets: readonly HeardPacket[]): Int16Array {
  const pieces: Int16Array[] = [];
  let expected = packets[0]?.timestamp ?? 0;
  for (const packet of packets) {
    const missing = ((packet.timestamp - expected) >>> 0) / FRAME_SAMPLES;
    if (missing > 0 && missing <= MAX_GAP_FRAMES) pieces.push(new Int16Array(missing * FRAME_SAMPLES));
    const pcm = decoder.decode(packet.opus);
    pieces.push(pcm);
    expected = (packet.timestamp + pcm.length) >>> 0;
  }
  return concatenate(pieces);
}

function concatenate(pieces: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}
