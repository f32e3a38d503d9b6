/**
 * The binary frames of the page's WebSocket: one Opus packet of 20 ms each. To the page: sequence (16 bits), timestamp (32
 * bits, 48 kHz), the length of the speaker's id (8 bits), the id in ASCII, the packet; integers are big endian. From the
 * page: the packet alone.
 */

/** The recording of a voice message, as the page uploads it: each packet after its length in 16 bits, big endian. */
export function encodeRecording(packets: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const recording = new Uint8Array(packets.reduce((length, packet) => length + 2 + packet.length, 0));
  const view = new DataView(recording.buffer);
  let position = 0;
  for (const packet of packets) {
    view.setUint16(position, packet.length);
    recording.set(packet, position + 2);
    position += 2 + packet.length;
  }
  return recording;
}

/** A packet that the visitor hears. */
export interface HeardFrame {
  readonly userId: string;
  readonly sequence: number;
  readonly timestamp: number;
  readonly opus: Uint8Array;
}

const HEAD_BYTES = 7;

export function encodeHeardFrame({ userId, sequence, timestamp, opus }: HeardFrame): Uint8Array<ArrayBuffer> {
  const id = new TextEncoder().encode(userId);
  const frame = new Uint8Array(HEAD_BYTES + id.length + opus.length);
  const head = new DataView(frame.buffer);
  head.setUint16(0, sequence);
  head.setUint32(2, timestamp);
  head.setUint8(6, id.length);
  frame.set(id, HEAD_BYTES);
  frame.set(opus, HEAD_BYTES + id.length);
  return frame;
}

export function decodeHeardFrame(frame: Uint8Array): HeardFrame {
  const head = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const idEnd = HEAD_BYTES + head.getUint8(6);
  return {
    userId: new TextDecoder().decode(frame.subarray(HEAD_BYTES, idEnd)),
    sequence: head.getUint16(0),
    timestamp: head.getUint32(2),
    opus: frame.subarray(idEnd),
  };
}
