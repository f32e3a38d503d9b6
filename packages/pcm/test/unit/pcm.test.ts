import { describe, expect, test } from 'vitest';
import { signalToNoiseDb, sine } from '../../../../test/support/audio-fixtures.ts';
import { floatFromInt16, int16FromBytes, int16FromFloat, mixToMono } from '../../src/pcm.ts';
import { createResampler, resampleAll } from '../../src/resampler.ts';

describe('PCM', () => {
  test('reads little-endian samples at any offset and ignores an odd byte', () => {
    const bytes = Uint8Array.of(9, 0x01, 0x00, 0xff, 0xff, 0x00, 0x80, 7).subarray(1);
    expect([...int16FromBytes(bytes)]).toEqual([1, -1, -32_768]);
  });

  test('survives a round trip through floating point', () => {
    const every = Int16Array.from({ length: 65_536 }, (_, index) => index - 32_768);
    expect(int16FromFloat(floatFromInt16(every))).toEqual(every);
  });

  test('clamps samples beyond full scale', () => {
    expect([...int16FromFloat(Float32Array.of(1, 1.5, -1, -7))]).toEqual([32_767, 32_767, -32_768, -32_768]);
  });

  test('is mixed to mono as the mean of its channels', () => {
    expect([...mixToMono(Int16Array.of(10, 20, -32_768, -32_768, 5), 2)]).toEqual([15, -32_768]);
  });
});

describe('the resampler', () => {
  const RATES_HZ = [8_000, 16_000, 22_050, 24_000, 32_000, 44_100];

  test.each(RATES_HZ)('converts %i Hz to 48 kHz without a click, however the samples are cut', async (rateHz) => {
    const tone = floatFromInt16(sine({ rateHz, durationMs: 500 }));
    const resampler = await createResampler(rateHz, 48_000);
    const out: number[] = [];
    const sizes = [1, 441, 2, 960, 37, 1];
    for (let start = 0, index = 0; start < tone.length; index += 1) {
      const size = sizes[index % sizes.length] ?? 1;
      out.push(...resampler.push(tone.subarray(start, start + size)));
      start += size;
    }
    out.push(...resampler.end());
    resampler.close();
    const pcm = int16FromFloat(Float32Array.from(out));
    expect(pcm).toHaveLength(24_000);
    // 16-bit rounding alone leaves about 92 dB for this tone.
    expect(signalToNoiseDb(pcm, 440, 48_000)).toBeGreaterThan(85);
  });

  test('produces the same samples wherever the stream is cut', async () => {
    const tone = floatFromInt16(sine({ rateHz: 44_100, durationMs: 100 }));
    const [whole, cut] = await Promise.all([createResampler(44_100, 48_000), createResampler(44_100, 48_000)]);
    const expected = [...whole.push(tone), ...whole.end()];
    const found = [...Array.from(tone, (sample) => [...cut.push(Float32Array.of(sample))]).flat(), ...cut.end()];
    whole.close();
    cut.close();
    expect(found).toEqual(expected);
  });

  test('passes samples through when the rates are equal', async () => {
    const tone = sine({ rateHz: 16_000, durationMs: 50 });
    expect(await resampleAll(tone, 16_000, 16_000)).toEqual(tone);
  });

  test.each([
    [44_100, 16_000],
    [48_000, 16_000],
    [16_000, 44_100],
  ])('keeps the duration of a recording from %i to %i Hz', async (fromHz, toHz) => {
    const pcm = await resampleAll(sine({ rateHz: fromHz, durationMs: 700 }), fromHz, toHz);
    expect(pcm).toHaveLength((toHz * 7) / 10);
    expect(signalToNoiseDb(pcm, 440, toHz)).toBeGreaterThan(85);
  });

  test('produces no output for no input', async () => {
    expect(await resampleAll(new Int16Array(), 44_100, 48_000)).toHaveLength(0);
  });

  test('can be closed twice', async () => {
    const resampler = await createResampler(44_100, 48_000);
    resampler.close();
    expect(() => resampler.close()).not.toThrow();
  });
});
