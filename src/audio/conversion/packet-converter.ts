import { setImmediate } from 'node:timers/promises';
import { MynahError } from '../../errors.ts';
import { createFrameEncoder, type FrameEncoder } from '../opus/frame-encoder.ts';
import { createOggOpusReader } from '../opus/ogg-opus-reader.ts';
import { createOpusDecoder } from '../opus/opus-encoder.ts';
import { OPUS_SAMPLE_RATE_HZ } from '../opus/opus-packet.ts';
import { canReframe, createOpusReframer } from '../opus/opus-reframe.ts';
import { int16FromFloat } from './pcm.ts';
import type { PcmBlock, PcmDecoder } from './pcm-decoder.ts';
import { createResampler, type Resampler } from './resampler.ts';

/** Packets that became ready together, in order; never none. */
type Batch = readonly Uint8Array[];

/** Turns the bytes of one stream into 20 ms packets. The caller must close it, and read both iterables to their ends. */
export interface PacketConverter {
  push(bytes: Uint8Array): Iterable<Batch> | AsyncIterable<Batch>;
  end(): Iterable<Batch> | AsyncIterable<Batch>;
  close(): void;
}

/**
 * Creates a converter of Ogg Opus: 20 ms packets come out as they are, as many at once as a push completes; others are
 * re-framed. From the first packet with longer frames on, all are decoded and encoded again, as one stream.
 */
export function createOggConverter(): PacketConverter {
  const reader = createOggOpusReader();
  const opus = createTwentyMsPackets();
  return {
    *push(bytes) {
      const packets = reader.push(bytes).flatMap((packet) => opus.push(packet));
      if (packets.length > 0) yield packets;
    },
    *end() {
      const packets = opus.end();
      if (packets.length > 0) yield packets;
      reader.end();
    },
    close: () => opus.close(),
  };
}

/** Creates a converter of what `decoder` reads; it closes `decoder` with itself. Yields to other work every 100 ms of sound. */
export function createPcmConverter(decoder: PcmDecoder): PacketConverter {
  return new PcmConverter(decoder);
}

/** Turns packets of any duration into 20 ms packets. */
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

  async *push(bytes: Uint8Array): AsyncGenerator<Batch, void, undefined> {
    const { pieceBytes } = this.#decoder;
    for (let start = 0; start < bytes.length; start += pieceBytes) {
      if (start > 0) await setImmediate();
      const block = this.#decoder.decode(bytes.subarray(start, start + pieceBytes));
      const packets = block === undefined ? [] : await this.#encode(block);
      if (packets.length > 0) yield packets;
    }
  }

  *end(): Generator<Batch, void, undefined> {
    const rest = this.#resampling?.resampler.end() ?? new Float32Array();
    const packets = [...this.#encoder.push(int16FromFloat(rest)), ...this.#encoder.end()];
    if (packets.length > 0) yield packets;
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
