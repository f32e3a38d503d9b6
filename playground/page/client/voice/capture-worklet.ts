/** Runs in the audio thread: hands the microphone's sound to the page in frames of 20 ms, one channel. */

/** What an audio thread offers to its modules; TypeScript's DOM types leave it out. */
declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort;
  abstract process(inputs: readonly (readonly Float32Array[])[]): boolean;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

const FRAME_SAMPLES = 960;

class FrameCapture extends AudioWorkletProcessor {
  #frame = new Float32Array(FRAME_SAMPLES);
  #filled = 0;

  process([input]: readonly (readonly Float32Array[])[]): boolean {
    const [sound] = input ?? [];
    if (sound === undefined) return true;
    for (const sample of sound) {
      this.#frame[this.#filled] = sample;
      this.#filled += 1;
      if (this.#filled === FRAME_SAMPLES) this.#send();
    }
    return true;
  }

  #send(): void {
    this.port.postMessage(this.#frame, [this.#frame.buffer]);
    this.#frame = new Float32Array(FRAME_SAMPLES);
    this.#filled = 0;
  }
}

registerProcessor('frame-capture', FrameCapture);

export {};
