import { createRequire } from 'node:module';
import type OpusScript from 'opusscript';
import { OPUS_SAMPLE_RATE_HZ, type OpusRate } from './opus-packet.ts';

type OpusScriptClass = typeof OpusScript;

/** Fields of a codec that the package's types leave out. */
interface SampleViews {
  readonly inPCM: Uint16Array;
  readonly inPCMLength: number;
  readonly outPCM: Uint16Array;
  readonly outPCMLength: number;
}

const require = createRequire(import.meta.url);

/**
 * Opens any number of opusscript codecs. All codecs of one instance of the package share 16 MB of WebAssembly memory, of
 * which version 0.0.8 can use the first half only: it keeps samples at twice the address that it allocates for them. That
 * is room for 29 codecs with one channel or 20 with two (measured); then this class loads another instance, in some 2 ms
 * and 0.5 MB. Instances are kept.
 */
export class OpusScriptInstances {
  readonly #load: () => OpusScriptClass;
  readonly #instances: OpusScriptClass[] = [];

  constructor(load: () => OpusScriptClass = loadInstance) {
    this.#load = load;
  }

  /** Opens a codec where there is room. The caller must delete it. */
  open(channels: 1 | 2, sampleRateHz: OpusRate = OPUS_SAMPLE_RATE_HZ): OpusScript {
    for (const instance of this.#instances) {
      const codec = new instance(sampleRateHz, channels);
      if (hasRoomForSamples(codec)) return codec;
      codec.delete();
    }
    const instance = this.#load();
    this.#instances.push(instance);
    return new instance(sampleRateHz, channels);
  }
}

/** Loads the package again: its module keeps its WebAssembly memory to itself. */
export function loadInstance(): OpusScriptClass {
  const path = require.resolve('opusscript');
  delete require.cache[path];
  return require(path) as OpusScriptClass;
}

/** False when a view of the samples is cut short by the end of the memory. */
function hasRoomForSamples(codec: object): boolean {
  const { inPCM, inPCMLength, outPCM, outPCMLength } = codec as SampleViews;
  return inPCM.length === inPCMLength && outPCM.length === outPCMLength;
}
