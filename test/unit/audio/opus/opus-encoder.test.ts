import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { createFrameEncoder } from '../../../../src/audio/opus/frame-encoder.ts';
import {
  createOpusDecoder,
  createOpusEncoder,
  type OpusEncoder,
  opusImplementation,
} from '../../../../src/audio/opus/opus-encoder.ts';
import { packetChannels, packetSamples } from '../../../../src/audio/opus/opus-packet.ts';
import { bytesOf, decodeOpus, hex, opusPackets, signalToNoiseDb, sine } from '../audio-fixtures.ts';

/** A codec as @discordjs/opus exports it. */
type NativeCodec = new (
  rateHz: number,
  channels: number,
) => { setBitrate(bps: number): void; encode(pcm: Buffer): Buffer; decode(packet: Buffer): Buffer };

const isNative = opusImplementation() === '@discordjs/opus';

/** One second of a tone in frames of 20 ms. */
function frames(channels: 1 | 2): Int16Array[] {
  const pcm = sine({ rateHz: 48_000, durationMs: 1_000, channels });
  const size = 960 * channels;
  return Array.from({ length: 50 }, (_, index) => pcm.slice(index * size, (index + 1) * size));
}

describe.runIf(isNative)('where @discordjs/opus is installed', () => {
  test.each([1, 2] as const)('its packets and samples are returned unchanged with %i channels', (channels) => {
    const { OpusEncoder } = createRequire(import.meta.url)('@discordjs/opus') as { OpusEncoder: NativeCodec };
    const native = new OpusEncoder(48_000, channels);
    native.setBitrate(64_000);
    const encoder = createOpusEncoder({ channels });
    const decoder = createOpusDecoder(channels);
    for (const frame of frames(channels)) {
      const packet = native.encode(Buffer.from(frame.buffer));
      expect(hex([encoder.encode(frame)])).toEqual(hex([packet]));
      expect(hex([bytesOf(decoder.decode(packet))])).toEqual(hex([native.decode(packet)]));
    }
    encoder.close();
    decoder.close();
  });
});

describe.skipIf(isNative)('without @discordjs/opus', () => {
  test('opusscript is used, and no more codecs are opened than it has memory for', () => {
    expect(opusImplementation()).toBe('opusscript');
    const [frame = new Int16Array()] = frames(1);
    const open: OpusEncoder[] = [];
    const fill = (): void => {
      for (let count = 0; count < 100; count += 1) open.push(createOpusEncoder());
    };
    expect(fill).toThrow(expect.objectContaining({ code: 'OPUS_EXHAUSTED', retryable: true }));
    expect(open.length).toBeGreaterThan(20);
    const packets = open.map((encoder) => encoder.encode(frame));
    expect(new Set(hex(packets)).size).toBe(1);
    for (const encoder of open) encoder.close();
    createOpusEncoder().close();
  });
});

test('a closed codec throws, and can be closed twice', () => {
  const [frame = new Int16Array()] = frames(1);
  const encoder = createOpusEncoder();
  const packet = encoder.encode(frame);
  const decoder = createOpusDecoder();
  for (const codec of [encoder, decoder, encoder, decoder]) codec.close();
  expect(() => encoder.encode(frame)).toThrow(expect.objectContaining({ code: 'OPUS_ENCODE_FAILED' }));
  expect(() => decoder.decode(packet)).toThrow(expect.objectContaining({ code: 'OPUS_MALFORMED' }));
});

describe('the encoder', () => {
  test.each([1, 2] as const)('encodes frames with %i channels to 20 ms packets', (channels) => {
    const encoder = createOpusEncoder({ channels });
    const packet = encoder.encode(sine({ rateHz: 48_000, durationMs: 20, channels }));
    expect(packetSamples(packet)).toBe(960);
    expect(packetChannels(packet)).toBe(channels);
  });

  test.each([0, 1, 480, 959, 961, 1920])('rejects a frame of %i samples', (length) => {
    expect(() => createOpusEncoder().encode(new Int16Array(length))).toThrow(
      expect.objectContaining({ code: 'OPUS_ENCODE_FAILED' }),
    );
  });

  test('keeps to the requested bit rate', () => {
    const bytesAt = (bitrateBps: number): number => {
      const encoder = createOpusEncoder({ bitrateBps });
      const pcm = sine({ rateHz: 48_000, durationMs: 20 });
      return Array.from({ length: 50 }, () => encoder.encode(pcm).length).reduce((sum, length) => sum + length, 0);
    };
    expect(bytesAt(16_000)).toBeLessThan(bytesAt(96_000) / 2);
  });
});

describe('the decoder', () => {
  test('restores the encoded tone', () => {
    const pcm = decodeOpus(opusPackets({ count: 50 }));
    expect(pcm).toHaveLength(48_000);
    expect(signalToNoiseDb(pcm, 440, 48_000)).toBeGreaterThan(20);
  });

  test('decodes stereo to mono', () => {
    expect(decodeOpus(opusPackets({ count: 2, channels: 2 }))).toHaveLength(1920);
  });

  test('decodes packets of up to 120 ms', () => {
    const pcm = decodeOpus(opusPackets({ count: 2, frameMs: 120 }));
    expect(pcm).toHaveLength(2 * 5760);
    expect(signalToNoiseDb(pcm, 440, 48_000)).toBeGreaterThan(20);
  });

  test.each([
    ['an empty packet', new Uint8Array()],
    ['frames that do not fit', Uint8Array.of(0xf9, 1, 2, 3)],
  ])('rejects %s', (_, packet) => {
    expect(() => createOpusDecoder().decode(packet)).toThrow(expect.objectContaining({ code: 'OPUS_MALFORMED' }));
  });
});

describe('the frame encoder', () => {
  test('produces the same packets however the samples are cut', () => {
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

  test('pads the last frame with silence, not with older samples', () => {
    const encoder = createFrameEncoder();
    const loud = encoder.push(sine({ rateHz: 48_000, durationMs: 100 }));
    const tail = encoder.push(new Int16Array(10)).concat(encoder.end());
    const quiet = createFrameEncoder();
    const expected = [...quiet.push(sine({ rateHz: 48_000, durationMs: 100 })), ...quiet.push(new Int16Array(960))];
    expect(hex([...loud, ...tail])).toEqual(hex(expected));
  });

  test('returns no packet when no samples are left', () => {
    expect(createFrameEncoder().end()).toEqual([]);
  });
});
