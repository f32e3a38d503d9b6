import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import {
  bytesOf,
  decodeOpus,
  hex,
  opusPackets,
  signalToNoiseDb,
  sine,
} from '../../../../test/support/audio-fixtures.ts';
import { createFrameEncoder } from '../../src/frame-encoder.ts';
import { type OpusCodec, openOpusCodec, opusImplementation } from '../../src/opus-codec.ts';
import { createOpusDecoder, createOpusEncoder } from '../../src/opus-encoder.ts';
import { packetChannels, packetSamples } from '../../src/opus-packet.ts';

/** A codec as @discordjs/opus exports it. */
type NativeCodec = new (
  rateHz: number,
  channels: number,
) => { setBitrate(bps: number): void; encode(pcm: Buffer): Buffer; decode(packet: Buffer): Buffer };

const PRELOAD = new URL('../../../../test/support/without-native-opus.mjs', import.meta.url);

/** One second of a tone in frames of 20 ms. */
function frames(channels: 1 | 2): Int16Array[] {
  const pcm = sine({ rateHz: 48_000, durationMs: 1_000, channels });
  const size = 960 * channels;
  return Array.from({ length: 50 }, (_, index) => pcm.slice(index * size, (index + 1) * size));
}

describe('where @discordjs/opus is compiled', { tags: ['native-opus'] }, () => {
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

describe('where @discordjs/opus is not compiled', () => {
  test('opusscript encodes, for far more streams than one of its instances has room for', () => {
    const program = `
      import { openOpusCodec, opusImplementation } from ${JSON.stringify(new URL('../../src/opus-codec.ts', import.meta.url))};
      const codecs = Array.from({ length: 100 }, () => openOpusCodec(1));
      const packets = codecs.map((codec) => codec.encode(Buffer.alloc(1920, 1)).toString('hex'));
      console.log(JSON.stringify({ library: opusImplementation(), different: new Set(packets).size }));`;
    const args = ['--import', PRELOAD.href, '--input-type=module', '--eval', program];
    const output = execFileSync(process.execPath, args, { encoding: 'utf8' });
    expect(JSON.parse(output)).toEqual({ library: 'opusscript', different: 1 });
  });
});

test('an encoder that cannot set its bit rate closes its codec', () => {
  let closed = 0;
  const codec: OpusCodec = {
    ...openOpusCodec(1),
    setBitrate: () => {
      throw new Error('no such bit rate');
    },
    close: () => {
      closed += 1;
    },
  };
  expect(() => createOpusEncoder({ openCodec: () => codec })).toThrow('no such bit rate');
  expect(closed).toBe(1);
});

const libraries = [...new Set([opusImplementation(), 'opusscript'] as const)];

describe.each(libraries)('with %s', (library) => {
  const openCodec = (channels: 1 | 2): OpusCodec => openOpusCodec(channels, { library });

  test('a closed codec refuses to work, and may be closed twice', () => {
    const [frame = new Int16Array()] = frames(1);
    const encoder = createOpusEncoder({ openCodec });
    const packet = encoder.encode(frame);
    const decoder = createOpusDecoder(1, openCodec);
    for (const codec of [encoder, decoder, encoder, decoder]) codec.close();
    expect(() => encoder.encode(frame)).toThrow(expect.objectContaining({ code: 'OPUS_ENCODE_FAILED' }));
    expect(() => decoder.decode(packet)).toThrow(expect.objectContaining({ code: 'OPUS_MALFORMED' }));
  });

  describe('the encoder', () => {
    test.each([1, 2] as const)('makes 20 ms packets of frames with %i channels', (channels) => {
      const encoder = createOpusEncoder({ channels, openCodec });
      const packet = encoder.encode(sine({ rateHz: 48_000, durationMs: 20, channels }));
      expect(packetSamples(packet)).toBe(960);
      expect(packetChannels(packet)).toBe(channels);
    });

    test('takes frames at another rate', () => {
      const codec = openOpusCodec(1, { library, sampleRateHz: 16_000 });
      expect(packetSamples(codec.encode(Buffer.from(sine({ rateHz: 16_000, durationMs: 20 }).buffer)))).toBe(960);
      codec.close();
    });

    test.each([0, 1, 480, 959, 961, 1920])('refuses a frame of %i samples', (length) => {
      expect(() => createOpusEncoder({ openCodec }).encode(new Int16Array(length))).toThrow(
        expect.objectContaining({ code: 'OPUS_ENCODE_FAILED' }),
      );
    });

    test('keeps to the bit rate it is given', () => {
      const bytesAt = (bitrateBps: number): number => {
        const encoder = createOpusEncoder({ bitrateBps, openCodec });
        const pcm = sine({ rateHz: 48_000, durationMs: 20 });
        return Array.from({ length: 50 }, () => encoder.encode(pcm).length).reduce((sum, length) => sum + length, 0);
      };
      expect(bytesAt(16_000)).toBeLessThan(bytesAt(96_000) / 2);
    });
  });

  describe('the decoder', () => {
    test('gives back the tone that was encoded', () => {
      const pcm = decodeOpus(opusPackets({ count: 50 }), openCodec);
      expect(pcm).toHaveLength(48_000);
      expect(signalToNoiseDb(pcm, 440, 48_000)).toBeGreaterThan(20);
    });

    test.each([8_000, 12_000, 16_000, 24_000] as const)('gives back the tone at %i Hz', (sampleRateHz) => {
      const pcm = decodeOpus(opusPackets({ count: 50 }), (channels) =>
        openOpusCodec(channels, { library, sampleRateHz }),
      );
      expect(pcm).toHaveLength(sampleRateHz);
      expect(signalToNoiseDb(pcm, 440, sampleRateHz)).toBeGreaterThan(20);
    });

    test('reads stereo as mono', () => {
      expect(decodeOpus(opusPackets({ count: 2, channels: 2 }), openCodec)).toHaveLength(1920);
    });

    test('reads packets up to 120 ms whole', () => {
      const pcm = decodeOpus(opusPackets({ count: 2, frameMs: 120 }), openCodec);
      expect(pcm).toHaveLength(2 * 5760);
      expect(signalToNoiseDb(pcm, 440, 48_000)).toBeGreaterThan(20);
    });

    test.each([
      ['an empty packet', new Uint8Array()],
      ['frames that do not fit', Uint8Array.of(0xf9, 1, 2, 3)],
    ])('refuses %s', (_, packet) => {
      expect(() => createOpusDecoder(1, openCodec).decode(packet)).toThrow(
        expect.objectContaining({ code: 'OPUS_MALFORMED' }),
      );
    });
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
