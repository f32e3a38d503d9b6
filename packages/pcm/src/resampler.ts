import type LibSampleRate from '@alexanderolsen/libsamplerate-js';
import { floatFromInt16, int16FromFloat } from './pcm.ts';

/** Samples per libsamplerate call, far below the 4 MB above which its wrapper splits them itself. */
const BLOCK_SAMPLES = 4096;

/** Converts one mono stream to another sample rate. Holds about 2 MB outside the heap until `close`. */
export interface Resampler {
  /** Resamples the next samples (−1…1). Holds back the length of the filter, under 1 ms. */
  push(samples: Float32Array): Float32Array;
  /** Returns the samples held back, so that the output is as long as the input. Do not push after it. */
  end(): Float32Array;
  /** Frees the memory; safe to call twice. */
  close(): void;
}

/**
 * Creates a resampler with libsamplerate's fast sinc filter, measured at over 110 dB above its noise for a sine wave in
 * pieces of 1 to 2,048 samples. Equal rates pass through. The caller must close it.
 */
export async function createResampler(fromHz: number, toHz: number): Promise<Resampler> {
  if (fromHz === toHz) {
    return { push: (samples) => samples, end: () => new Float32Array(), close: () => undefined };
  }
  // Its module takes longer to load than some recordings to resample.
  const { default: libsamplerate } = await import('@alexanderolsen/libsamplerate-js');
  const converterType = libsamplerate.ConverterType.SRC_SINC_FASTEST;
  return new SincResampler(await libsamplerate.create(1, fromHz, toHz, { converterType }), toHz / fromHz);
}

/** Converts a whole mono recording to another sample rate, with the same duration. */
export async function resampleAll(pcm: Int16Array, fromHz: number, toHz: number): Promise<Int16Array> {
  const resampler = await createResampler(fromHz, toHz);
  try {
    return int16FromFloat(concat([resampler.push(floatFromInt16(pcm)), resampler.end()]));
  } finally {
    resampler.close();
  }
}

type Converter = Awaited<ReturnType<typeof LibSampleRate.create>>;

class SincResampler implements Resampler {
  readonly #converter: Converter;
  readonly #ratio: number;
  #samplesIn = 0;
  #samplesOut = 0;
  #closed = false;

  constructor(converter: Converter, ratio: number) {
    this.#converter = converter;
    this.#ratio = ratio;
  }

  push(samples: Float32Array): Float32Array {
    const blocks: Float32Array[] = [];
    for (let start = 0; start < samples.length; start += BLOCK_SAMPLES) {
      blocks.push(this.#convert(samples.subarray(start, start + BLOCK_SAMPLES)));
    }
    this.#samplesIn += samples.length;
    return concat(blocks);
  }

  end(): Float32Array {
    const dueSamples = Math.round(this.#samplesIn * this.#ratio);
    const missing = dueSamples - this.#samplesOut;
    // The wrapper cannot end the input, so silence flushes the filter.
    const rest = missing > 0 ? this.#convert(new Float32Array(BLOCK_SAMPLES)) : new Float32Array();
    return rest.subarray(0, Math.max(0, missing));
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#converter.destroy();
  }

  #convert(block: Float32Array): Float32Array {
    const converted = this.#converter.full(block);
    this.#samplesOut += converted.length;
    return converted;
  }
}

function concat(blocks: readonly Float32Array[]): Float32Array {
  const [first] = blocks;
  if (first !== undefined && blocks.length === 1) return first;
  const whole = new Float32Array(blocks.reduce((length, block) => length + block.length, 0));
  let offset = 0;
  for (const block of blocks) {
    whole.set(block, offset);
    offset += block.length;
  }
  return whole;
}
