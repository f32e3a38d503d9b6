import { MynahError } from '../../errors.ts';
import { createFrameEncoder, type FrameEncoder } from '../opus/frame-encoder.ts';
import { createOggOpusReader } from '../opus/ogg-opus-reader.ts';
import { createOpusDecoder } from '../opus/opus-encoder.ts';
import { OPUS_SAMPLE_RATE_HZ } from '../opus/opus-packet.ts';
import { canReframe, createOpusReframer } from '../opus/opus-reframe.ts';
import { int16FromFloat } from './pcm.ts';
import type { PcmBlock, PcmDecoder } from './pcm-decoder.ts';
import { createResampler, type Resampler } from './resampler.ts';

/** Packets that became ready together, in order. */
export type Batch = readonly Uint8Array[];

/** Converts the bytes of one stream to 20 ms packets. The caller must close it. */
export interface PacketConverter {
  /** Maximum bytes per conversion, to keep the thread responsive. */
  readonly pieceBytes: number;
  /** Returns the packets that the next bytes complete. @throws {MynahError} if the bytes cannot be read. */
  convert(bytes: Uint8Array): Batch | Promise<Batch>;
  /** Ends the bytes and returns the last packets. */
  end(): Batch;
  /** Call after `end`. @throws {MynahError} if the bytes ended too early. */
  checkEnd(): void;
  close(): void;
}

/**
 * Creates a converter of Ogg Opus. 20 ms packets pass through unchanged, all that a push completes together; others are
 * re-framed. From the first packet with longer frames on, all are decoded and re-encoded as one stream.
 */
export function createOggConverter(): PacketConverter {
  const reader = createOggOpusReader();
  const opus = createTwentyMsPackets();
  return {
    pieceBytes: Number.POSITIVE_INFINITY,
    convert: (bytes) => reader.push(bytes).flatMap((packet) => opus.push(packet)),
    end: () => opus.end(),
    checkEnd: () => reader.end(),
    close: () => opus.close(),
  };
}

/** Creates a converter that encodes the output of `decoder`. Closing it closes `decoder`. */
export function createPcmConverter(decoder: PcmDecoder): PacketConverter {
  return new PcmConverter(decoder);
}

/** Converts packets of any duration to 20 ms packets. */
interface TwentyMsPackets {
  push(packet: Uint8Array): Uint8Array[];
  end(): Uint8Array[];
  close(): void;
}

function createTwentyMsPackets(): TwentyMsPackets {
  const reframer = createOpusReframer();
  let recoder: TwentyMsPackets | undefined;
  return {
    push(packet) {
      if (recoder !== undefined) return recoder.push(packet);
      if (canReframe(packet)) return reframer.push(packet);
      recoder = createRecoder();
      return [...reframer.end(), ...recoder.push(packet)];
    },
    end: () => (recoder ?? reframer).end(),
    close: () => recoder?.close(),
  };
}

function createRecoder(): TwentyMsPackets {
  const encoder = createFrameEncoder();
  const decoder = createOpusDecoder();
  return {
    push: (packet) => encoder.push(decoder.decode(packet)),
    end: () => encoder.end(),
    close: () => {
      encoder.close();
      decoder.close();
    },
  };
}

class PcmConverter implements PacketConverter {
  readonly #decoder: PcmDecoder;
  readonly #encoder: FrameEncoder = createFrameEncoder();
  #resampling: { readonly fromHz: number; readonly resampler: Resampler } | undefined;

  constructor(decoder: PcmDecoder) {
    this.#decoder = decoder;
  }

  get pieceBytes(): number {
    return this.#decoder.pieceBytes;
  }

  async convert(bytes: Uint8Array): Promise<Batch> {
    const block = this.#decoder.decode(bytes);
    return block === undefined ? [] : await this.#encode(block);
  }

  end(): Batch {
    const rest = this.#resampling?.resampler.end() ?? new Float32Array();
    return [...this.#encoder.push(int16FromFloat(rest)), ...this.#encoder.end()];
  }

  checkEnd(): void {
    this.#decoder.end();
  }

  close(): void {
    this.#encoder.close();
    this.#decoder.close();
    this.#resampling?.resampler.close();
  }

  async #encode({ samples, sampleRateHz }: PcmBlock): Promise<Uint8Array[]> {
    this.#resampling ??= {
      fromHz: sampleRateHz,
      resampler: await createResampler(sampleRateHz, OPUS_SAMPLE_RATE_HZ),
    };
    if (this.#resampling.fromHz !== sampleRateHz) {
      throw new MynahError('AUDIO_UNSUPPORTED', 'The sample rate of the sound changes in mid-stream.');
    }
    return this.#encoder.push(int16FromFloat(this.#resampling.resampler.push(samples)));
  }
}
