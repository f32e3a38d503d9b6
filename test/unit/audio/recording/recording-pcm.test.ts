import { describe, expect, it } from 'vitest';
import { toMono16 } from '../../../../src/audio/recording/recording-pcm.ts';

/** Half of full scale and minus a quarter of it, as each codec encodes them. */
const WRITTEN = {
  'pcm-u8': [192, 96],
  'pcm-s8': [64, 0xe0],
  'pcm-s16': [0, 0x40, 0, 0xe0],
  'pcm-s16be': [0x40, 0, 0xe0, 0],
  'pcm-s24': [0, 0, 0x40, 0, 0, 0xe0],
  'pcm-s24be': [0x40, 0, 0, 0xe0, 0, 0],
  'pcm-s32': [0, 0, 0, 0x40, 0, 0, 0, 0xe0],
  'pcm-s32be': [0x40, 0, 0, 0, 0xe0, 0, 0, 0],
  'pcm-f32': [0, 0, 0, 0x3f, 0, 0, 0x80, 0xbe],
  'pcm-f32be': [0x3f, 0, 0, 0, 0xbe, 0x80, 0, 0],
  'pcm-f64': [0, 0, 0, 0, 0, 0, 0xe0, 0x3f, 0, 0, 0, 0, 0, 0, 0xd0, 0xbf],
  'pcm-f64be': [0x3f, 0xe0, 0, 0, 0, 0, 0, 0, 0xbf, 0xd0, 0, 0, 0, 0, 0, 0],
} as const;

describe('PCM becomes 16-bit mono', () => {
  it.each(Object.entries(WRITTEN) as [keyof typeof WRITTEN, readonly number[]][])('from %s', (codec, bytes) => {
    expect([...toMono16(Uint8Array.from(bytes), codec, 1)]).toEqual([16_384, -8_192]);
    expect([...toMono16(Uint8Array.from(bytes), codec, 2)]).toEqual([4_096]);
  });

  it('from A-law and µ-law as in ITU-T G.711', () => {
    expect([...toMono16(Uint8Array.of(0xff, 0x7f, 0x80, 0x00, 0xef), 'ulaw', 1)]).toEqual([0, 0, 32_124, -32_124, 132]);
    expect([...toMono16(Uint8Array.of(0xd5, 0x55, 0xaa, 0x2a, 0xc5), 'alaw', 1)]).toEqual([
      8, -8, 32_256, -32_256, 264,
    ]);
  });

  it('clamps samples beyond full scale, and replaces NaN with silence', () => {
    const samples = new Float32Array([2, -2, Number.NaN]);
    expect([...toMono16(new Uint8Array(samples.buffer), 'pcm-f32', 1)]).toEqual([32_767, -32_768, 0]);
  });
});
