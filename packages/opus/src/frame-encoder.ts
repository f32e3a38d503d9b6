import { createOpusEncoder, type OpusEncoder } from './opus-encoder.ts';
import { FRAME_SAMPLES } from './opus-packet.ts';

/** Encodes mono PCM at 48 kHz in pieces of any length. The caller must close it. */
export interface FrameEncoder {
  /** Adds samples and returns the 20 ms packets that are now complete. */
  push(pcm: Int16Array): Uint8Array[];
  /** Returns the last packet, padded with silence; none if no samples are left. */
  end(): Uint8Array[];
  /** Frees the codec; safe to call twice. */
  close(): void;
}

/** Creates an encoder that cuts PCM into 20 ms frames itself. */
export function createFrameEncoder(): FrameEncoder {
  return new Encoder();
}

class Encoder implements FrameEncoder {
  readonly #encoder: OpusEncoder = createOpusEncoder();
  readonly #frame = new Int16Array(FRAME_SAMPLES);
  #filled = 0;

  push(pcm: Int16Array): Uint8Array[] {
    const packets: Uint8Array[] = [];
    for (let start = 0; start < pcm.length; ) {
      const part = pcm.subarray(start, start + FRAME_SAMPLES - this.#filled);
      this.#frame.set(part, this.#filled);
      this.#filled += part.length;
      start += part.length;
      if (this.#filled === FRAME_SAMPLES) packets.push(this.#encode());
    }
    return packets;
  }

  end(): Uint8Array[] {
    if (this.#filled === 0) return [];
    this.#frame.fill(0, this.#filled);
    return [this.#encode()];
  }

  close(): void {
    this.#encoder.close();
  }

  #encode(): Uint8Array {
    this.#filled = 0;
    return this.#encoder.encode(this.#frame);
  }
}
