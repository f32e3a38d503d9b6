import { describe, expect, test } from 'vitest';
import { opusPackets } from '../../../../test/support/audio-fixtures.ts';
import { packetChannels, packetSamples, SILENCE_FRAME } from '../../src/opus-packet.ts';

const toc = (config: number, code: number, stereo = 0): number => (config << 3) | (stereo << 2) | code;

describe('packetSamples', () => {
  test.each([
    [0, 480],
    [1, 960],
    [2, 1920],
    [3, 2880],
    [11, 2880],
    [12, 480],
    [13, 960],
    [15, 960],
    [16, 120],
    [17, 240],
    [18, 480],
    [19, 960],
    [31, 960],
  ])('reads configuration %i as frames of %i samples', (config, samples) => {
    expect(packetSamples(Uint8Array.of(toc(config, 0), 1))).toBe(samples);
  });

  test('counts two frames for codes 1 and 2, and the declared number for code 3', () => {
    expect(packetSamples(Uint8Array.of(toc(31, 1), 1, 1))).toBe(1920);
    expect(packetSamples(Uint8Array.of(toc(31, 2), 1, 1, 1))).toBe(1920);
    expect(packetSamples(Uint8Array.of(toc(31, 3), 0x80 | 0x40 | 3, 0))).toBe(2880);
  });

  test('accepts 120 ms and rejects more', () => {
    expect(packetSamples(Uint8Array.of(toc(16, 3), 48))).toBe(5760);
    expect(packetSamples(Uint8Array.of(toc(3, 1), 1, 1))).toBe(5760);
    expect(() => packetSamples(Uint8Array.of(toc(16, 3), 49))).toThrow(
      expect.objectContaining({ code: 'OPUS_MALFORMED' }),
    );
    expect(() => packetSamples(Uint8Array.of(toc(3, 3), 3))).toThrow(
      expect.objectContaining({ code: 'OPUS_MALFORMED' }),
    );
  });

  test.each([
    ['an empty packet', Uint8Array.of()],
    ['code 3 without a count', Uint8Array.of(toc(31, 3))],
    ['code 3 with no frames', Uint8Array.of(toc(31, 3), 0)],
  ])('rejects %s', (_, packet) => {
    expect(() => packetSamples(packet)).toThrow(expect.objectContaining({ code: 'OPUS_MALFORMED' }));
  });

  test.each([2.5, 5, 10, 20, 40, 60])('agrees with libopus about packets of %f ms', (frameMs) => {
    for (const packet of opusPackets({ count: 3, frameMs })) expect(packetSamples(packet)).toBe(frameMs * 48);
  });

  test('reads the silence frame as 20 ms', () => {
    expect(packetSamples(SILENCE_FRAME)).toBe(960);
  });
});

describe('packetChannels', () => {
  test('distinguishes mono from stereo', () => {
    expect(packetChannels(Uint8Array.of(toc(31, 0)))).toBe(1);
    expect(packetChannels(Uint8Array.of(toc(31, 0, 1)))).toBe(2);
  });

  test('rejects an empty packet', () => {
    expect(() => packetChannels(Uint8Array.of())).toThrow(expect.objectContaining({ code: 'OPUS_MALFORMED' }));
  });
});
