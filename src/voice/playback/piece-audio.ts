import { toOpusPackets } from '../../audio/conversion/to-opus-packets.ts';
import { MynahError } from '../../errors.ts';
import type { SpeechChunk } from '../../speech/synthesis.ts';
import { FRAME_MS } from './pacer.ts';

/**
 * The longest audio of a text, in seconds: an allowance, and as much again for each character. People speak 10 to 15
 * characters a second; digits and symbols, which take longest to read out, stay below 2 s each. The allowance is for
 * pauses and for sounds such as `[laughing]`. More is a fault of the service, and would hold a permit and the queue.
 */
const ALLOWANCE_S = 60;
const S_PER_CHARACTER = 2;
/** The most that a second of audio takes: 48 kHz, 16 bits, stereo. Bounds streams that are no audio at all, too. */
const MAX_BYTES_PER_S = 192_000;

/** How the audio of one piece of text is converted, and where it goes. */
export interface PieceAudioOptions {
  /** Length of the text in UTF-16 units; bounds its audio. */
  readonly characters: number;
  /** As many packets at the beginning are left out, because they were heard before; default 0. */
  readonly skip?: number | undefined;
  readonly pcmSampleRateHz: number | undefined;
  readonly signal: AbortSignal;
  /** Called when packets have become ready, heard before or not. */
  readonly onSound: () => void;
  /**
   * Takes the packets that became ready together, at least one, and whether the service has restarted the text before
   * them; a promise makes the stream wait.
   */
  readonly write: (packets: readonly Uint8Array[], isRestarted: boolean) => Promise<void> | undefined;
}

/** Ends a converter's input where the service restarts the text, so that the converter does not pad the end. */
class Restart extends Error {}

/**
 * Writes the audio of one text as 20 ms Opus packets, as it arrives, behind the first `skip`. When the service restarts the
 * text, it leaves out as many packets as it has written already, so that nothing is said twice. Resolves after the last packet,
 * with how many were skipped and written in all.
 * @throws {MynahError} VOICE_TOO_MUCH_AUDIO, after the packets that are allowed, when it is longer than 60 s and 2 s a
 * character; what the stream or the converter throws, after the packets before it; the signal's reason when it aborts.
 */
export async function writePieceAudio(
  chunks: AsyncIterable<SpeechChunk>,
  { characters, skip = 0, onSound, write, ...options }: PieceAudioOptions,
): Promise<number> {
  const source = chunks[Symbol.asyncIterator]();
  const maxS = ALLOWANCE_S + characters * S_PER_CHARACTER;
  const maxPackets = (maxS * 1_000) / FRAME_MS;
  let written = skip;
  let isRestarted = false;
  const writeUntilRestart = async (): Promise<void> => {
    let toSkip = written;
    for await (const batch of toOpusPackets(bytesUntilRestart(source, maxS * MAX_BYTES_PER_S), options)) {
      if (batch.length > 0) onSound();
      const fresh = batch.slice(toSkip, toSkip + maxPackets - written);
      const isTooMuch = batch.length - toSkip > fresh.length;
      toSkip = Math.max(0, toSkip - batch.length);
      written += fresh.length;
      const room = fresh.length > 0 ? write(fresh, isRestarted) : undefined;
      if (room !== undefined) await room;
      if (isTooMuch) throw tooMuchAudio(maxS);
    }
  };
  try {
    while (await endsWithRestart(writeUntilRestart())) isRestarted = true;
    return written;
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

async function* bytesUntilRestart(source: AsyncIterator<SpeechChunk>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let leftBytes = maxBytes;
  for (let next = await source.next(); next.done !== true; next = await source.next()) {
    if (next.value.kind === 'restart') throw new Restart();
    leftBytes -= next.value.bytes.length;
    if (leftBytes < 0) throw tooMuchAudio(maxBytes / MAX_BYTES_PER_S);
    yield next.value.bytes;
  }
}

function tooMuchAudio(maxS: number): MynahError {
  return new MynahError('VOICE_TOO_MUCH_AUDIO', `more than ${maxS} s of audio for one text`);
}
