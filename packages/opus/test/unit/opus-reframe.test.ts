import { describe, expect, test } from 'vitest';
import { decodeOpus, hex, opusPackets } from '../../../../test/support/audio-fixtures.ts';
import { packetSamples } from '../../src/opus-packet.ts';
import { canReframe, createOpusReframer } from '../../src/opus-reframe.ts';

/** TOC bytes: CELT, full band, mono, with frames of 20, 10 and 5 ms. */
const [CELT_20, CELT_10, CELT_5] = [31 << 3, 30 << 3, 29 << 3];

function reframe(packets: readonly Uint8Array[]): Uint8Array[] {
  const reframer = createOpusReframer();
  return [...packets.flatMap((packet) => reframer.push(packet)), ...reframer.end()];
}

describe('the re-framer', () => {
  test('returns 20 ms packets as the same objects', () => {
    const packets = opusPackets({ count: 5 });
    const out = reframe(packets);
    expect(out).toHaveLength(5);
    for (const [index, packet] of out.entries()) expect(packet).toBe(packets[index]);
  });

  test.each([2.5, 5, 10, 40, 60])(
    'converts packets of %f ms to 20 ms packets that decode to the same samples',
    (frameMs) => {
      const packets = opusPackets({ count: 120 / frameMs, frameMs });
      const out = reframe(packets);
      expect(out.map((packet) => packetSamples(packet))).toEqual(new Array(6).fill(960));
      expect(decodeOpus(out)).toEqual(decodeOpus(packets));
    },
  );

  test('keeps stereo', () => {
    const packets = opusPackets({ count: 8, frameMs: 10, channels: 2 });
    const out = reframe(packets);
    expect(out).toHaveLength(4);
    expect(decodeOpus(out)).toEqual(decodeOpus(packets));
  });

  test('splits all four packet codes', () => {
    const long = new Uint8Array(300).fill(7);
    expect(hex(reframe([Uint8Array.of(CELT_20 | 1, 1, 2, 3, 4)]))).toEqual(
      hex([Uint8Array.of(CELT_20, 1, 2), Uint8Array.of(CELT_20, 3, 4)]),
    );
    const code2 = Buffer.concat([Uint8Array.of(CELT_20 | 2, 252, 12), long, Uint8Array.of(9)]);
    expect(hex(reframe([code2]))).toEqual(hex([Buffer.concat([Uint8Array.of(CELT_20), long]), Buffer.of(CELT_20, 9)]));
    const cbrPadded = Uint8Array.of(CELT_20 | 3, 0x40 | 3, 2, 1, 2, 3, 0, 0);
    expect(hex(reframe([cbrPadded]))).toEqual(
      hex([Buffer.of(CELT_20, 1), Buffer.of(CELT_20, 2), Buffer.of(CELT_20, 3)]),
    );
    const vbr = Uint8Array.of(CELT_20 | 3, 0x80 | 3, 1, 0, 5, 6, 7);
    expect(hex(reframe([vbr]))).toEqual(hex([Buffer.of(CELT_20, 5), Buffer.of(CELT_20), Buffer.of(CELT_20, 6, 7)]));
  });

  test('reads padding whose length continues in a second byte', () => {
    const packet = Buffer.concat([Uint8Array.of(CELT_20 | 3, 0x40 | 2, 255, 1, 5, 6), new Uint8Array(255)]);
    expect(hex(reframe([packet]))).toEqual(hex([Buffer.of(CELT_20, 5), Buffer.of(CELT_20, 6)]));
  });

  test('joins frames with one-byte and two-byte lengths', () => {
    const long = new Uint8Array(253).fill(7);
    const packets = [Buffer.concat([Uint8Array.of(CELT_10), long]), Buffer.of(CELT_10, 1)];
    const joined = Buffer.concat([Uint8Array.of(CELT_10 | 3, 0x80 | 2, 253, 0), long, Uint8Array.of(1)]);
    expect(hex(reframe(packets))).toEqual(hex([joined]));
  });

  test('pads with empty frames at the end and where the coding mode changes', () => {
    expect(hex(reframe([Uint8Array.of(CELT_10, 1), Uint8Array.of(CELT_5, 2)]))).toEqual(
      hex([Buffer.of(CELT_10 | 3, 0x80 | 2, 1, 1), Buffer.of(CELT_5 | 3, 0x80 | 4, 1, 0, 0, 2)]),
    );
    const whole = Uint8Array.of(CELT_20, 3);
    expect(hex(reframe([Uint8Array.of(CELT_10, 1), whole]))).toEqual(
      hex([Buffer.of(CELT_10 | 3, 0x80 | 2, 1, 1), whole]),
    );
  });

  test('reports packets that it cannot split', () => {
    expect(canReframe(Uint8Array.of(CELT_20))).toBe(true);
    expect(canReframe(Uint8Array.of(2 << 3))).toBe(false);
    expect(() => createOpusReframer().push(Uint8Array.of(3 << 3, 1))).toThrow(
      expect.objectContaining({ code: 'OPUS_MALFORMED' }),
    );
  });

  test.each([
    ['two equal frames of an odd number of bytes', Uint8Array.of(CELT_20 | 1, 1, 2, 3)],
    ['a first frame longer than the packet', Uint8Array.of(CELT_20 | 2, 9, 1)],
    ['a truncated length', Uint8Array.of(CELT_20 | 2, 253)],
    ['no length', Uint8Array.of(CELT_20 | 2)],
    ['three equal frames of four bytes', Uint8Array.of(CELT_20 | 3, 3, 1, 2, 3, 4)],
    ['more padding than bytes', Uint8Array.of(CELT_20 | 3, 0x40 | 2, 200, 1, 2)],
    ['padding without its length', Uint8Array.of(CELT_20 | 3, 0x40 | 2)],
    ['a frame of more than 1,275 bytes', Buffer.concat([Uint8Array.of(CELT_10), new Uint8Array(1276)])],
  ])('rejects %s', (_, packet) => {
    expect(() => createOpusReframer().push(packet)).toThrow(expect.objectContaining({ code: 'OPUS_MALFORMED' }));
  });
});
