import { toOpusPackets } from '../../audio/conversion/to-opus-packets.ts';
import type { SpeechChunk } from '../../speech/synthesis.ts';

/** Ends a decoder's input where the service starts the text again, so that it does not pad what is cut off there. */
class Restart extends Error {}

/**
 * Turns the service's chunks of one text into 20 ms Opus packets, batch by batch as they come. When the service starts
 * the text again, as many packets as were already given are left out, so that nothing is said twice.
 * @throws what the stream or the decoder throws, after the packets before it.
 */
export async function* pieceAudio(
  chunks: AsyncIterable<SpeechChunk>,
  options: { readonly pcmSampleRateHz: number; readonly signal: AbortSignal },
): AsyncGenerator<readonly Uint8Array[]> {
  const source = chunks[Symbol.asyncIterator]();
  let given = 0;
  try {
    for (let restarted = true; restarted; ) {
      restarted = false;
      let toSkip = given;
      try {
        for await (const batch of toOpusPackets(bytesUntilRestart(source), options)) {
          const fresh = batch.slice(toSkip);
          toSkip -= batch.length - fresh.length;
          given += fresh.length;
          if (fresh.length > 0) yield fresh;
        }
      } catch (error) {
        if (!(error instanceof Restart)) throw error;
        restarted = true;
      }
    }
  } finally {
    await source.return?.();
  }
}

async function* bytesUntilRestart(source: AsyncIterator<SpeechChunk>): AsyncGenerator<Uint8Array> {
  for (let next = await source.next(); next.done !== true; next = await source.next()) {
    if (next.value.kind === 'restart') throw new Restart();
    yield next.value.bytes;
  }
}
