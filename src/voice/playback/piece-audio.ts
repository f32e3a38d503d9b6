import { toOpusPackets } from '../../audio/conversion/to-opus-packets.ts';
import type { SpeechChunk } from '../../speech/synthesis.ts';

/** How the audio of one piece of text is converted, and where it goes. */
export interface PieceAudioOptions {
  readonly pcmSampleRateHz: number;
  readonly signal: AbortSignal;
  /** Takes the packets that became ready together, at least one; a promise makes the stream wait. */
  readonly write: (packets: readonly Uint8Array[]) => Promise<void> | undefined;
}

/** Ends a converter's input where the service restarts the text, so that the converter does not pad the end. */
class Restart extends Error {}

/**
 * Writes the audio of one text as 20 ms Opus packets, as it arrives. When the service restarts the text, it leaves out as
 * many packets as it has written already, so that nothing is said twice. Resolves after the last packet.
 * @throws what the stream or the converter throws, after the packets before it; the signal's reason when it aborts.
 */
export async function writePieceAudio(chunks: AsyncIterable<SpeechChunk>, options: PieceAudioOptions): Promise<void> {
  const source = chunks[Symbol.asyncIterator]();
  let written = 0;
  const writeUntilRestart = async (): Promise<void> => {
    let toSkip = written;
    for await (const batch of toOpusPackets(bytesUntilRestart(source), options)) {
      const fresh = batch.slice(toSkip);
      toSkip -= batch.length - fresh.length;
      written += fresh.length;
      const room = fresh.length > 0 ? options.write(fresh) : undefined;
      if (room !== undefined) await room;
    }
  };
  try {
    for (let isRestarted = true; isRestarted; ) isRestarted = await endsWithRestart(writeUntilRestart());
  } finally {
    await source.return?.();
  }
}

async function endsWithRestart(writing: Promise<void>): Promise<boolean> {
  try {
    await writing;
    return false;
  } catch (error) {
    if (error instanceof Restart) return true;
    throw error;
  }
}

async function* bytesUntilRestart(source: AsyncIterator<SpeechChunk>): AsyncGenerator<Uint8Array> {
  for (let next = await source.next(); next.done !== true; next = await source.next()) {
    if (next.value.kind === 'restart') throw new Restart();
    yield next.value.bytes;
  }
}
