import { createFrameEncoder, type FrameEncoder } from '@mynah/opus/frame-encoder';
import { createOggOpusReader } from '@mynah/opus/ogg-opus-reader';
import { createOpusDecoder, type OpusDecoder } from '@mynah/opus/opus-encoder';
import { OPUS_SAMPLE_RATE_HZ } from '@mynah/opus/opus-packet';
import { canReframe, createOpusReframer } from '@mynah/opus/opus-reframe';
import { int16FromFloat } from '@mynah/pcm/pcm';
import type { PcmBlock, PcmDecoder } from '@mynah/pcm/pcm-decoder';
import { createResampler, type Resampler } from '@mynah/pcm/resampler';
import { MynahError } from '../../errors.ts';

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

/** How a converter opens codecs; tests open others. */
interface Codecs {
  readonly createEncoder: () => FrameEncoder;
  readonly createDecoder: () => OpusDecoder;
}

const CODECS: Codecs = { createEncoder: () => createFrameEncoder(), createDecoder: () => createOpusDecoder() };

/**
 * Creates a converter of Ogg Opus. 20 ms packets pass through unchanged, all that a push completes together; others are
 * re-framed. From the first packet with longer frames on, all are decoded and re-encoded as one stream.
 */
export function createOggConverter(codecs: Codecs = CODECS): PacketConverter {
  const reader = createOggOpusReader();
  const opus = createTwentyMsPackets(codecs);
  return {
    pieceBytes: Number.POSITIVE_INFINITY,
    convert: (bytes) => reader.push(bytes).flatMap((packet) => opus.push(packet)),
    end: () => opus.end(),
    checkEnd: () => reader.end(),
    close: () => opus.close(),
  };
}

/** Creates a converter of what `decoder` reads; it closes `decoder` with itself, or when it cannot be created. */
export function createPcmConverter(
  decoder: PcmDecoder,
  { createEncoder }: Pick<Codecs, 'createEncoder'> = CODECS,
): PacketConverter {
  using resources = new DisposableStack();
  resources.defer(() => decoder.close());
  const encoder = resources.adopt(createEncoder(), (opened) => opened.close());
  return new PcmConverter(decoder, encoder, resources.move());
}

/** Converts packets of any duration to 20 ms packets. */
interface TwentyMsPackets {
  push(packet: Uint8Array): Uint8Array[];
  end(): Uint8Array[];
  close(): void;
}

function createTwentyMsPackets(codecs: Codecs): TwentyMsPackets {
  const reframer = createOpusReframer();
  let recoder: TwentyMsPackets | undefined;
  return {
    push(packet) {
      if (recoder !== undefined) return recoder.push(packet);
      if (canReframe(packet)) return reframer.push(packet);
      recoder = createRecoder(codecs);
      return [...reframer.end(), ...recoder.push(packet)];
    },
    end: () => (recoder ?? reframer).end(),
    close: () => recoder?.close(),
  };
}

function createRecoder({ createEncoder, createDecoder }: Codecs): TwentyMsPackets {
  using opening = new DisposableStack();
  const encoder = opening.adopt(createEncoder(), (opened) => opened.close());
  const decoder = opening.adopt(createDecoder(), (opened) => opened.close());
  const resources = opening.move();
  return {
    push: (packet) => encoder.push(decoder.decode(packet)),
    end: () => encoder.end(),
    close: () => resources.dispose(),
  };
}

class PcmConverter implements PacketConverter {
  readonly #decoder: PcmDecoder;
  readonly #encoder: FrameEncoder;
  readonly #resources: DisposableStack;
  #resampling: { readonly fromHz: number; readonly resampler: Resampler } | undefined;

  /** The converter disposes of `resources` when it is closed. */
  constructor(decoder: PcmDecoder, encoder: FrameEncoder, resources: DisposableStack) {
    this.#decoder = decoder;
    this.#encoder = encoder;
    this.#resources = resources;
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
    this.#resources.dispose();
  }

  async #encode({ samples, sampleRateHz }: PcmBlock): Promise<Uint8Array[]> {
    this.#resampling ??= { fromHz: sampleRateHz, resampler: await this.#openResampler(sampleRateHz) };
    if (this.#resampling.fromHz !== sampleRateHz) {
      throw new MynahError('AUDIO_UNSUPPORTED', 'The sample rate of the sound changes in mid-stream.');
    }
    return this.#encoder.push(int16FromFloat(this.#resampling.resampler.push(samples)));
  }

  async #openResampler(fromHz: number): Promise<Resampler> {
    const resampler = await createResampler(fromHz, OPUS_SAMPLE_RATE_HZ);
    return this.#resources.adopt(resampler, (opened) => opened.close());
  }
}
