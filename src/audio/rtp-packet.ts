/** Payload type of Opus audio at Discord. Other types on the same socket are not speech. */
const OPUS_PAYLOAD_TYPE = 120;

const FIXED_HEADER_BYTES = 12;
const CSRC_BYTES = 4;
const EXTENSION_PREAMBLE_BYTES = 4;
const PADDING_BIT = 0x20;
const EXTENSION_BIT = 0x10;

/** The unencrypted fields of an RTP packet (RFC 3550 §5.1). */
export interface RtpHeader {
  readonly ssrc: number;
  /** 16 bits, counts packets. */
  readonly sequence: number;
  /** 32 bits, counts samples at 48 kHz. */
  readonly timestamp: number;
  /** Bytes in the clear: header, CSRCs and the preamble of an extension; the authenticated data of `rtpsize` modes. */
  readonly clearBytes: number;
  /** Bytes of a header extension, at the start of the encrypted part. */
  readonly extensionBytes: number;
  readonly padded: boolean;
}

/** Reads the header of an RTP packet with Opus audio; `undefined` for any other datagram. */
export function readRtpHeader(datagram: Buffer): RtpHeader | undefined {
  if (datagram.length <= FIXED_HEADER_BYTES) return undefined;
  const first = datagram.readUInt8(0);
  if (first >> 6 !== 2 || (datagram.readUInt8(1) & 0x7f) !== OPUS_PAYLOAD_TYPE) return undefined;
  const preambleOffset = FIXED_HEADER_BYTES + (first & 0x0f) * CSRC_BYTES;
  const extended = (first & EXTENSION_BIT) !== 0;
  const clearBytes = preambleOffset + (extended ? EXTENSION_PREAMBLE_BYTES : 0);
  if (datagram.length < clearBytes) return undefined;
  return {
    ssrc: datagram.readUInt32BE(8),
    sequence: datagram.readUInt16BE(2),
    timestamp: datagram.readUInt32BE(4),
    clearBytes,
    extensionBytes: extended ? datagram.readUInt16BE(preambleOffset + 2) * 4 : 0,
    padded: (first & PADDING_BIT) !== 0,
  };
}

/**
 * The media in the decrypted part of an RTP packet, as a view without header extension and padding. Empty if the packet is
 * only padding, which Discord sends in bursts to probe the network.
 */
export function rtpMedia({ extensionBytes, padded }: RtpHeader, plain: Buffer): Buffer {
  const paddingBytes = padded ? (plain.at(-1) ?? 0) : 0;
  const media = plain.subarray(extensionBytes, Math.max(extensionBytes, plain.length - paddingBytes));
  return isFiller(media) ? media.subarray(0, 0) : media;
}

/** Unmarked padding: only zeros between the first byte and the last. No Opus encoder produces that. */
function isFiller(media: Buffer): boolean {
  if (media.length < 5) return false;
  for (let index = 1; index < media.length - 1; index += 1) if (media[index] !== 0) return false;
  return true;
}
