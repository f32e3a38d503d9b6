import { setImmediate } from 'node:timers/promises';
import { createMp3Decoder, createRawDecoder, createWavDecoder } from '@mynah/pcm/pcm-decoder';
import { type Container, detectContainer } from '@mynah/pcm/stream-container';
import { untilAborted } from '../../concurrency/async.ts';
import { MynahError } from '../../errors.ts';
import { ownError } from './own-error.ts';
import { type Batch, createOggConverter, createPcmConverter, type PacketConverter } from './packet-converter.ts';

export interface ToOpusPacketsOptions {
  /** Sample rate of bytes without a container; `undefined` if the sound must have one. */
  readonly pcmSampleRateHz: number | undefined;
  readonly signal?: AbortSignal;
}

/**
 * The one way from the service's bytes, cut anywhere, to packets of 20 ms. The bytes identify themselves: of
 * Ogg Opus with 20 ms packets the very same packets come out, one batch per piece of the source that completes any;
 * other durations are re-framed where that needs no decoding; WAV, mp3 and, failing all these, bare 16-bit mono PCM where
 * it may be, are encoded, the last packet filled up with silence. An empty source gives no batch. Batches are never empty.
 * However the iteration ends, the source is returned and all memory freed; an abort ends it while the source waits, too.
 * @throws {MynahError} OGG_MALFORMED, OPUS_MALFORMED, AUDIO_MALFORMED or AUDIO_UNSUPPORTED, after the batches of the
 * pieces before; the signal's reason when it is aborted; whatever the source throws.
 */
export async function* toOpusPackets(
  source: AsyncIterable<Uint8Array>,
  options: ToOpusPacketsOptions,
): AsyncGenerator<readonly Uint8Array[], void, undefined> {
  const { signal } = options;
  const iterator = source[Symbol.asyncIterator]();
  const stream = new PacketStream(options);
  try {
    for (let isEnd = false; !isEnd; ) {
      signal?.throwIfAborted();
      const next = signal === undefined ? await iterator.next() : await untilAborted(iterator.next(), signal);
      isEnd = next.done === true;
      for (const piece of await (next.done === true ? stream.end() : stream.push(next.value))) {
        const batch = await stream.convert(piece);
        signal?.throwIfAborted();
        if (batch.length > 0) yield batch;
      }
    }
    const last = stream.lastBatch();
    if (last.length > 0) yield last;
    stream.checkEnd();
  } catch (error) {
    throw ownError(error);
  } finally {
    stream.close();
    const returned = Promise.resolve(iterator.return?.()).catch(() => undefined);
    // A waiting source closes only when its wait ends. An abort does not wait for that.
    if (signal?.aborted !== true) await returned;
  }
}

/** Holds back the first bytes until they identify their container, then converts piece by piece. */
class PacketStream {
  readonly #options: ToOpusPacketsOptions;
  #converter: PacketConverter | undefined;
  #held: Uint8Array = new Uint8Array();
  #convertsAgain = false;

  constructor(options: ToOpusPacketsOptions) {
    this.#options = options;
  }

  /** The pieces to convert now; none while the container is unknown. */
  async push(bytes: Uint8Array): Promise<Uint8Array[]> {
    this.#convertsAgain = false;
    if (this.#converter !== undefined) return cut(bytes, this.#converter.pieceBytes);
    const all = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes]);
    const container = detectContainer(all);
    if (container === 'need-more') {
      this.#held = new Uint8Array(all);
      return [];
    }
    this.#converter = await createConverter(container, this.#options);
    return cut(all, this.#converter.pieceBytes);
  }

  /** The pieces still held back at the end of a stream too short to identify its container. */
  async end(): Promise<Uint8Array[]> {
    if (this.#converter !== undefined || this.#held.length === 0) return [];
    this.#converter = await createConverter('unknown', this.#options);
    return [this.#held];
  }

  /** Converts a piece. Yields to other work before each but the first, so that a large chunk does not block it. */
  async convert(piece: Uint8Array): Promise<Batch> {
    if (this.#convertsAgain) await setImmediate();
    this.#convertsAgain = true;
    return (await this.#converter?.convert(piece)) ?? [];
  }

  lastBatch(): Batch {
    return this.#converter?.end() ?? [];
  }

  checkEnd(): void {
    this.#converter?.checkEnd();
  }

  close(): void {
    this.#converter?.close();
  }
}

function cut(bytes: Uint8Array, pieceBytes: number): Uint8Array[] {
  if (bytes.length <= pieceBytes) return [bytes];
  const count = Math.ceil(bytes.length / pieceBytes);
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes));
}

async function createConverter(container: Container, options: ToOpusPacketsOptions): Promise<PacketConverter> {
  switch (container) {
    case 'ogg':
      return createOggConverter();
    case 'wav':
      return createPcmConverter(createWavDecoder());
    case 'mp3':
      return createPcmConverter(await createMp3Decoder());
    case 'unknown':
      return createPcmConverter(createRawDecoder(bareRateOf(options)));
  }
}

/** Whatever has no container could pass for PCM, which would be heard as noise. */
function bareRateOf({ pcmSampleRateHz }: ToOpusPacketsOptions): number {
  if (pcmSampleRateHz !== undefined) return pcmSampleRateHz;
  throw new MynahError('AUDIO_MALFORMED', 'The sound has no container that can be read.');
}
