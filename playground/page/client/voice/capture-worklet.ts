/** Runs in the audio thread: hands the microphone's sound to the page in frames of 20 ms at 48 kHz, one channel. */

/** What an audio thread offers to its modules; TypeScript's DOM types leave it out. */
declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort;
  abstract process(inputs: readonly (readonly Float32Array[])[]): boolean;
}
/** Of the context, in Hz. */
declare const sampleRate: number;
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

const RATE_HZ = 48_000;
const FRAME_SAMPLES = 960;
/** Samples of the context for each of 48 kHz. */
const STEP = sampleRate / RATE_HZ;

class FrameCapture extends AudioWorkletProcessor {
  #frame = new Float32Array(FRAME_SAMPLES);
  #filled = 0;
  /** The four latest samples: what is heard next lies between the two in the middle, at this share of the way. */
  #latest: readonly [number, number, number, number] = [0, 0, 0, 0];
  #share = 0;

  process([input]: readonly (readonly Float32Array[])[]): boolean {
    const [sound] = input ?? [];
    if (sound === undefined) return true;
    for (const sample of sound) {
      const [, second, third, fourth] = this.#latest;
      this.#latest = [second, third, fourth, sample];
      for (; this.#share < 1; this.#share += STEP) this.#add(between(this.#latest, this.#share));
      this.#share -= 1;
    }
    return true;
  }

  #add(sample: number): void {
    this.#frame[this.#filled] = sample;
    this.#filled += 1;
    if (this.#filled === FRAME_SAMPLES) this.#send();
  }

  #send(): void {
    this.port.postMessage(this.#frame, [this.#frame.buffer]);
    this.#frame = new Float32Array(FRAME_SAMPLES);
    this.#filled = 0;
  }
}

/** Catmull and Rom's curve through four samples, between the second and the third; exact at both. */
function between([a, b, c, d]: readonly [number, number, number, number], share: number): number {
  const bend = a - 2.5 * b + 2 * c - 0.5 * d + share * (1.5 * (b - c) + 0.5 * (d - a));
  return b + share * (0.5 * (c - a) + share * bend);
}

registerProcessor('frame-capture', FrameCapture);

export {};
