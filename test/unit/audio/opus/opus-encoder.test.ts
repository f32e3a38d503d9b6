import { describe, expect, test } from 'vitest';
import { createFrameEncoder } from '../../../../src/audio/opus/frame-encoder.ts';
import { createOpusDecoder, createOpusEncoder } from '../../../../src/audio/opus/opus-encoder.ts';
import { packetChannels, packetSamples } from '../../../../src/audio/opus/opus-packet.ts';
import { hex, opusPackets, signalToNoiseDb, sine } from '../audio-fixtures.ts';

function decodeAll(packets: readonly Uint8Array[]): Int16Array {
  const decoder = createOpusDecoder();
  return Int16Array.from(packets.flatMap((packet) => [...decoder.decode(packet)]));
}

describe('the encoder', () => {
  test.each([1, 2] as const)('makes 20 ms packets of frames with %i channels', (channels) => {
    const encoder = createOpusEncoder({ channels });
    const packet = encoder.encode(sine({ rateHz: 48_000, durationMs: 20, channels }));
    expect(packetSamples(packet)).toBe(960);
    expect(packetChannels(packet)).toBe(channels);
  });

  test.each([0, 1, 480, 959, 961, 1920])('refuses a frame of %i samples', (length) => {
    expect(() => createOpusEncoder().encode(new Int16Array(length))).toThrow(
      expect.objectContaining({ code: 'OPUS_ENCODE_FAILED' }),
    );
  });

  test('keeps to the bit rate it is given', () => {
    const bytesAt = (bitrateBps: number): number => {
      const encoder = createOpusEncoder({ bitrateBps });
      const pcm = sine({ rateHz: 48_000, durationMs: 20 });
      return Array.from({ length: 50 }, () => encoder.encode(pcm).length).reduce((sum, length) => sum + length, 0);
    };
    expect(bytesAt(16_000)).toBeLessThan(bytesAt(96_000) / 2);
  });
});

describe('the decoder', () => {
  test('gives back the tone that was encoded', () => {
    const pcm = decodeAll(opusPackets({ count: 50 }));
    expect(pcm).toHaveLength(48_000);
    expect(signalToNoiseDb(pcm, 440, 48_000)).toBeGreaterThan(20);
  });

  test('reads stereo as mono and packets up to 120 ms', () => {
    expect(decodeAll(opusPackets({ count: 2, channels: 2 }))).toHaveLength(1920);
    expect(decodeAll(opusPackets({ count: 1, frameMs: 120 }))).toHaveLength(5760);
  });

  test.each([
    ['an empty packet', new Uint8Array()],
    ['frames that do not fit', Uint8Array.of(0xf9, 1, 2, 3)],
  ])('refuses %s', (_, packet) => {
    expect(() => createOpusDecoder().decode(packet)).toThrow(expect.objectContaining({ code: 'OPUS_MALFORMED' }));
  });
});

describe('the frame encoder', () => {
  test('makes the same packets however the samples are cut', () => {
    const pcm = sine({ rateHz: 48_000, durationMs: 95 });
    const whole = createFrameEncoder();
    const expected = [...whole.push(pcm), ...whole.end()];
    expect(expected).toHaveLength(5);
    for (const size of [1, 7, 961]) {
      const encoder = createFrameEncoder();
      const packets: Uint8Array[] = [];
      for (let start = 0; start < pcm.length; start += size)
        packets.push(...encoder.push(pcm.subarray(start, start + size)));
      expect(hex([...packets, ...encoder.end()])).toEqual(hex(expected));
    }
  });

  test('fills the last frame up with silence, not with older samples', () => {
    const encoder = createFrameEncoder();
    const loud = encoder.push(sine({ rateHz: 48_000, durationMs: 100 }));
    const tail = encoder.push(new Int16Array(10)).concat(encoder.end());
    const quiet = createFrameEncoder();
    const expected = [...quiet.push(sine({ rateHz: 48_000, durationMs: 100 })), ...quiet.push(new Int16Array(960))];
    expect(hex([...loud, ...tail])).toEqual(hex(expected));
  });

  test('gives no packet when nothing is left', () => {
    expect(createFrameEncoder().end()).toEqual([]);
  });
});
