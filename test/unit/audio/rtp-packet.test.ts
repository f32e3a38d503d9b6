import { expect, test } from 'vitest';
import { readRtpHeader, rtpMedia } from '../../../src/audio/rtp-packet.ts';

function datagram({ flags = 0x80, type = 0x78, extra = [] as number[], bytes = 20 } = {}): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt8(flags, 0);
  head.writeUInt8(type, 1);
  head.writeUInt16BE(65_535, 2);
  head.writeUInt32BE(4_294_967_295, 4);
  head.writeUInt32BE(3_000_000_000, 8);
  return Buffer.concat([head, Buffer.from(extra), Buffer.alloc(bytes)]);
}

function header(packet: Buffer) {
  const read = readRtpHeader(packet);
  if (read === undefined) throw new Error('not parsed as RTP');
  return read;
}

test('the largest field values are read correctly', () => {
  expect(header(datagram())).toEqual({
    ...{ ssrc: 3_000_000_000, sequence: 65_535, timestamp: 4_294_967_295 },
    ...{ clearBytes: 12, extensionBytes: 0, padded: false },
  });
});

test('a marker bit changes nothing', () => {
  expect(header(datagram({ type: 0xf8 })).sequence).toBe(65_535);
});

test('the two-word preamble of an extension is in the clear, its body is encrypted', () => {
  expect(header(datagram({ flags: 0x90, extra: [0xbe, 0xde, 0, 2] }))).toMatchObject({
    clearBytes: 16,
    extensionBytes: 8,
  });
});

test('contributing sources are in the clear', () => {
  expect(header(datagram({ flags: 0x82, extra: [1, 2, 3, 4, 5, 6, 7, 8] })).clearBytes).toBe(20);
});

test('other datagrams are not media', () => {
  expect(readRtpHeader(Buffer.alloc(8))).toBeUndefined();
  expect(readRtpHeader(Buffer.alloc(74))).toBeUndefined();
  expect(readRtpHeader(datagram({ type: 101 }))).toBeUndefined();
  expect(readRtpHeader(datagram({ flags: 0x8f, bytes: 4 }))).toBeUndefined();
});

test('the media is between the extension and the padding', () => {
  const packet = header(datagram({ flags: 0xb0, extra: [0xbe, 0xde, 0, 1] }));
  expect(rtpMedia(packet, Buffer.from([9, 9, 9, 9, 1, 2, 3, 0, 0, 3]))).toEqual(Buffer.from([1, 2, 3]));
});

test('a packet of only padding, marked or unmarked, has no media', () => {
  const padded = header(datagram({ flags: 0xa0 }));
  expect(rtpMedia(padded, Buffer.from([0, 0, 0, 4]))).toHaveLength(0);
  expect(rtpMedia(padded, Buffer.from([0, 0, 0, 200]))).toHaveLength(0);
  const plain = header(datagram());
  expect(rtpMedia(plain, Buffer.concat([Buffer.alloc(50), Buffer.from([51])]))).toHaveLength(0);
});
