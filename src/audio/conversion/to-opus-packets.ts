import { createOggConverter, createPcmConverter, type PacketConverter } from './packet-converter.ts';
import { createMp3Decoder, createRawDecoder, createWavDecoder } from './pcm-decoder.ts';
import { type Container, detectContainer } from './stream-container.ts';

export interface ToOpusPacketsOptions {
  /** Sample rate of bytes that are in no container. */
  readonly pcmSampleRateHz: number;
  readonly signal?: AbortSignal;
}

/**
 * The one way from the service's bytes, cut anywhere, to packets of 20 ms. What the bytes are, they tell themselves: of
 * Ogg Opus with 20 ms packets the very same packets come out, one batch per piece of the source that completes any;
 * other durations are re-framed where that needs no decoding; WAV, mp3 and, failing all these, bare 16-bit mono PCM are
 * encoded, the last packet filled up with silence. An empty source gives no batch. Batches are never empty.
 * The source is returned and all memory freed however the iteration ends; at an abort it ends at once.
 * @throws {MynahError} OGG_MALFORMED, OPUS_MALFORMED, AUDIO_MALFORMED or AUDIO_UNSUPPORTED, after the batches of the
 * pieces before; the signal's reason when it is aborted; whatever the source throws.
 */
export async function* toOpusPackets(
  source: AsyncIterable<Uint8Array>,
  options: ToOpusPacketsOptions,
): AsyncGenerator<readonly Uint8Array[], void, undefined> {
  const { signal } = options;
  let converter: PacketConverter | undefined;
  let sniffed: Uint8Array = new Uint8Array();
  try {
    for await (const bytes of untilAborted(source, signal)) {
      let next = bytes;
      if (converter === undefined) {
        next = sniffed.length === 0 ? bytes : Buffer.concat([sniffed, bytes]);
        const container = detectContainer(next);
        if (container === 'need-more') {
          sniffed = new Uint8Array(next);
          continue;
        }
        converter = await createConverter(container, options);
      }
      yield* checked(converter.push(next), signal);
    }
    if (converter === undefined) {
      converter = await createConverter('unknown', options);
      yield* checked(converter.push(sniffed), signal);
    }
    yield* checked(converter.end(), signal);
  } finally {
    converter?.close();
  }
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
      return createPcmConverter(createRawDecoder(options.pcmSampleRateHz));
  }
}

async function* checked<T>(
  batches: Iterable<T> | AsyncIterable<T>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T, void, undefined> {
  for await (const batch of batches) {
    signal?.throwIfAborted();
    yield batch;
  }
}

/** The items of `source` until `signal` is aborted, even while the source keeps us waiting. */
async function* untilAborted<T>(
  source: AsyncIterable<T>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T, void, undefined> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const result = await orAbort(iterator.next(), signal);
      if (result.done === true) return;
      yield result.value;
    }
  } finally {
    const returned = Promise.resolve(iterator.return?.()).catch(() => undefined);
    // A source that is still waiting returns only when its wait ends: that is not ours to wait for.
    if (signal?.aborted !== true) await returned;
  }
}

function orAbort<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
