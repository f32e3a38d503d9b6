import { describe, expect, it } from 'vitest';
import {
  clearHeaderBytes,
  isAudioPacket,
  mediaOf,
  rtpBody,
  rtpHeader,
  rtpSequence,
  rtpSsrc,
  rtpTimestamp,
} from '../../../src/voice/rtp.ts';
import { createTransportCipher, createTransportKey, ENCRYPTION_MODES } from '../../../src/voice/transport-cipher.ts';

const FIELDS = { sequence: 65_535, timestamp: 4_000_000_000, ssrc: 1_234 };
const MEDIA = Buffer.from('fc0102030405', 'hex');

describe('RTP', () => {
  it('writes the header that Discord clients write', () => {
    expect(rtpHeader(FIELDS).toString('hex')).toBe('8078ffffee6b2800000004d2');
  });

  it('reads back what it wrote', () => {
    const packet = Buffer.concat([rtpHeader(FIELDS), MEDIA]);
    expect(isAudioPacket(packet)).toBe(true);
    expect([rtpSequence(packet), rtpTimestamp(packet), rtpSsrc(packet)]).toEqual(Object.values(FIELDS));
  });

  it.each([
    ['nothing', { extension: false, paddingBytes: 0 }, 12],
    ['an extension', { extension: true, paddingBytes: 0 }, 16],
    ['padding', { extension: false, paddingBytes: 255 }, 12],
    ['both', { extension: true, paddingBytes: 1 }, 16],
  ])('finds the media again with %s added', (_, extras, headerBytes) => {
    const header = rtpHeader(FIELDS, extras);
    expect(header.length).toBe(headerBytes);
    expect(clearHeaderBytes(header)).toBe(headerBytes);
    expect(mediaOf(header, rtpBody(MEDIA, extras))).toEqual(MEDIA);
  });

  it('finds no media in a packet of padding only', () => {
    const header = rtpHeader(FIELDS, { extension: false, paddingBytes: 4 });
    expect(mediaOf(header, Buffer.from([0, 0, 0, 4]))).toHaveLength(0);
  });

  it('rejects padding longer than the packet', () => {
    const header = rtpHeader(FIELDS, { extension: false, paddingBytes: 4 });
    expect(mediaOf(header, Buffer.from([0, 9]))).toBeUndefined();
  });

  it('counts contributing sources as part of the header', () => {
    const packet = Buffer.concat([rtpHeader(FIELDS), Buffer.alloc(8)]);
    packet.writeUInt8(0x82, 0);
    expect(clearHeaderBytes(packet)).toBe(20);
  });

  it('does not treat RTCP, other payload types and short datagrams as audio', () => {
    const packet = Buffer.concat([rtpHeader(FIELDS), MEDIA]);
    expect(isAudioPacket(packet.subarray(0, 12))).toBe(false);
    expect(isAudioPacket(Buffer.from(packet).fill(0xc9, 1, 2))).toBe(false);
    expect(isAudioPacket(Buffer.from(packet).fill(0x40, 0, 1))).toBe(false);
  });
});

describe.each(ENCRYPTION_MODES)('transport cipher %s', (mode) => {
  it.each([true, false])('decrypts what it encrypted (extension: %s)', (extension) => {
    const cipher = createTransportCipher(createTransportKey(), mode);
    const extras = { extension, paddingBytes: 0 };
    const header = rtpHeader(FIELDS, extras);
    const packet = cipher.seal(header, rtpBody(MEDIA, extras));
    expect(packet.subarray(0, header.length)).toEqual(header);
    expect(mediaOf(packet, cipher.open(packet) ?? Buffer.alloc(0))).toEqual(MEDIA);
  });

  it('increments the nonce', () => {
    const cipher = createTransportCipher(createTransportKey(), mode);
    const nonces = [1, 2, 3].map(() => cipher.seal(rtpHeader(FIELDS), MEDIA).readUInt32BE(12 + MEDIA.length + 16));
    expect(nonces).toEqual([1, 2, 3]);
  });

  it('decrypts nothing that was changed, encrypted with another key, or truncated', () => {
    const cipher = createTransportCipher(createTransportKey(), mode);
    const packet = cipher.seal(rtpHeader(FIELDS), MEDIA);
    const changed = Buffer.from(packet);
    changed.writeUInt8(changed.readUInt8(3) ^ 1, 3);
    expect(cipher.open(changed)).toBeUndefined();
    expect(createTransportCipher(createTransportKey(), mode).open(packet)).toBeUndefined();
    expect(cipher.open(packet.subarray(0, 20))).toBeUndefined();
  });
});
