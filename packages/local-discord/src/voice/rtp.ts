/** The part of RTP (RFC 3550) that Discord's media server and clients use. */

/** Payload type of Opus audio at Discord. */
const RTP_OPUS_PAYLOAD_TYPE = 120;

const FIXED_HEADER_BYTES = 12;
const EXTENSION_PREAMBLE_BYTES = 4;
const VERSION = 2;
const PADDING_BIT = 0x20;
const EXTENSION_BIT = 0x10;
/** Profile of one-byte header extensions (RFC 8285). */
const ONE_BYTE_PROFILE = 0xbede;

/** Extension body for the simulated network: one audio level element (id 1, one byte), padded to a word. */
const EXTENSION_BODY = Buffer.from([0x10, 0xff, 0x00, 0x00]);

/** True if a datagram can be an RTP packet with Opus audio: version 2, payload type 120, room for a header. */
export function isAudioPacket(packet: Buffer): boolean {
  const [first = 0, second = 0] = packet;
  return packet.length > FIXED_HEADER_BYTES && first >> 6 === VERSION && (second & 0x7f) === RTP_OPUS_PAYLOAD_TYPE;
}

export function rtpSequence(packet: Buffer): number {
  return packet.readUInt16BE(2);
}

export function rtpTimestamp(packet: Buffer): number {
  return packet.readUInt32BE(4);
}

export function rtpSsrc(packet: Buffer): number {
  return packet.readUInt32BE(8);
}

/** Bytes at the start that `rtpsize` modes leave readable: header, CSRCs and the preamble of an extension. */
export function clearHeaderBytes(packet: Buffer): number {
  const first = packet.readUInt8();
  const csrcBytes = (first & 0x0f) * 4;
  return FIXED_HEADER_BYTES + csrcBytes + ((first & EXTENSION_BIT) === 0 ? 0 : EXTENSION_PREAMBLE_BYTES);
}

/**
 * The media in a packet's decrypted part, without the body of a header extension at its start and padding at its end;
 * may be empty. `undefined` if these contradict its length.
 */
export function mediaOf(packet: Buffer, plain: Buffer): Buffer | undefined {
  const first = packet.readUInt8();
  const hasExtension = (first & EXTENSION_BIT) !== 0;
  const start = hasExtension ? packet.readUInt16BE(clearHeaderBytes(packet) - 2) * 4 : 0;
  const padding = (first & PADDING_BIT) === 0 ? 0 : (plain.at(-1) ?? 0);
  const end = plain.length - padding;
  return start <= end ? plain.subarray(start, end) : undefined;
}

export interface RtpFields {
  readonly sequence: number;
  readonly timestamp: number;
  readonly ssrc: number;
}

/** Optional parts that packets on a real network have. */
export interface RtpExtras {
  readonly extension: boolean;
  /** Bytes of padding, 0…255. */
  readonly paddingBytes: number;
}

/** Creates the unencrypted header of an audio packet. */
export function rtpHeader({ sequence, timestamp, ssrc }: RtpFields, extras?: RtpExtras): Buffer {
  const hasExtension = extras?.extension ?? false;
  const header = Buffer.allocUnsafe(FIXED_HEADER_BYTES + (hasExtension ? EXTENSION_PREAMBLE_BYTES : 0));
  const padded = (extras?.paddingBytes ?? 0) > 0;
  header[0] = (VERSION << 6) | (padded ? PADDING_BIT : 0) | (hasExtension ? EXTENSION_BIT : 0);
  header[1] = RTP_OPUS_PAYLOAD_TYPE;
  header.writeUInt16BE(sequence, 2);
  header.writeUInt32BE(timestamp, 4);
  header.writeUInt32BE(ssrc, 8);
  if (hasExtension) {
    header.writeUInt16BE(ONE_BYTE_PROFILE, FIXED_HEADER_BYTES);
    header.writeUInt16BE(EXTENSION_BODY.length / 4, FIXED_HEADER_BYTES + 2);
  }
  return header;
}

/** The part of a packet to encrypt: extension body, media, padding. Returns the media itself if there are no extras. */
export function rtpBody(media: Buffer, extras?: RtpExtras): Buffer {
  if (extras === undefined || (!extras.extension && extras.paddingBytes === 0)) return media;
  const padding = Buffer.alloc(extras.paddingBytes);
  if (extras.paddingBytes > 0) padding[extras.paddingBytes - 1] = extras.paddingBytes;
  return Buffer.concat([extras.extension ? EXTENSION_BODY : Buffer.alloc(0), media, padding]);
}
