/** One step of 16-bit PCM counts 1/32768 of full scale. */
const FULL_SCALE = 32_768;

/** Reads samples from 16-bit little-endian bytes into new memory. Ignores a last odd byte. */
export function int16FromBytes(bytes: Uint8Array): Int16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples = new Int16Array(bytes.length >> 1);
  for (let index = 0; index < samples.length; index += 1) samples[index] = view.getInt16(index * 2, true);
  return samples;
}

/** Converts 16-bit samples to samples in −1…1. */
export function floatFromInt16(pcm: Int16Array): Float32Array {
  const samples = new Float32Array(pcm.length);
  for (let index = 0; index < pcm.length; index += 1) samples[index] = (pcm[index] ?? 0) / FULL_SCALE;
  return samples;
}

/** Converts samples in −1…1 to 16 bits, rounded and clamped. */
export function int16FromFloat(samples: Float32Array): Int16Array {
  const pcm = new Int16Array(samples.length);
  for (let index = 0; index < samples.length; index += 1) {
    const scaled = Math.round((samples[index] ?? 0) * FULL_SCALE);
    pcm[index] = Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, scaled));
  }
  return pcm;
}

/** Mixes interleaved channels to one, as their mean. Ignores a last incomplete group. */
export function mixToMono(interleaved: Int16Array, channels: number): Int16Array {
  if (channels === 1) return interleaved;
  const mono = new Int16Array(Math.floor(interleaved.length / channels));
  for (let index = 0; index < mono.length; index += 1) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1) sum += interleaved[index * channels + channel] ?? 0;
    mono[index] = Math.round(sum / channels);
  }
  return mono;
}
