import { createOggOpusWriter } from '@mynah/opus/ogg-opus-writer';
import { int16FromBytes } from '@mynah/pcm/pcm';
import { type Container, detectContainer, mp3FrameBytes } from '@mynah/pcm/stream-container';
import { writeWav } from '@mynah/pcm/wav';
import { withOwnErrors } from './own-error.ts';
import { toOpusPackets } from './to-opus-packets.ts';

/** Sound as a file that people can play. */
export interface AudioFile {
  /** Also the usual extension of the file's name. */
  readonly container: Exclude<Container, 'unknown'>;
  readonly bytes: Uint8Array;
}

/** Size of the header of an ID3v2 tag, and of a whole ID3v1 tag. */
const ID3V2_HEADER_BYTES = 10;
const ID3V1_BYTES = 128;
/** Where in a frame the header of Xing or LAME is at the latest: after the header and the side information. */
const MAX_XING_OFFSET = 4 + 32;

/**
 * Joins pieces of speech, each a whole file or bare 16-bit mono PCM, in one file. A single piece stays as it is, but for
 * PCM, which becomes a WAV. Pieces in mp3 and PCM are joined without loss, and Ogg Opus too; all others become Ogg Opus.
 * @throws {MynahError} what `toOpusPackets` throws.
 */
export async function joinAudio(
  pieces: readonly Uint8Array[],
  { pcmSampleRateHz }: { readonly pcmSampleRateHz: number | undefined },
): Promise<AudioFile> {
  const [first = new Uint8Array(), ...others] = pieces;
  const containers = new Set(pieces.map(containerOf));
  const container = containerOf(first);
  if (container === 'unknown' && containers.size <= 1 && pcmSampleRateHz !== undefined) {
    const samples = Buffer.concat(pieces.map((piece) => piece.subarray(0, piece.length - (piece.length % 2))));
    return { container: 'wav', bytes: writeWav(int16FromBytes(samples), pcmSampleRateHz, 1) };
  }
  if (container !== 'unknown' && others.length === 0) return { container, bytes: first };
  if (container === 'mp3' && containers.size === 1) return { container, bytes: Buffer.concat(pieces.map(bareMp3)) };
  return { container: 'ogg', bytes: await joinAsOgg(pieces, pcmSampleRateHz) };
}

function containerOf(bytes: Uint8Array): Container {
  const container = detectContainer(bytes);
  return container === 'need-more' ? 'unknown' : container;
}

async function joinAsOgg(pieces: readonly Uint8Array[], pcmSampleRateHz: number | undefined): Promise<Uint8Array> {
  const writer = createOggOpusWriter({ channels: 1 });
  const pages = [writer.header()];
  for (const piece of pieces) {
    for await (const packets of toOpusPackets(once(piece), { pcmSampleRateHz })) {
      for (const packet of packets) pages.push(withOwnErrors(() => writer.write(packet)));
    }
  }
  return Buffer.concat([...pages, writer.end()]);
}

/** The frames with sound: without tags, and without the frame that says how long the piece was. */
function bareMp3(file: Uint8Array): Uint8Array {
  const text = (start: number, length: number): string => Buffer.from(file).toString('latin1', start, start + length);
  let start = 0;
  while (text(start, 3) === 'ID3') start += ID3V2_HEADER_BYTES + syncsafe(file.subarray(start + 6, start + 10));
  const frameBytes = mp3FrameBytes(file.subarray(start)) ?? 0;
  if (/Xing|Info/.test(text(start, Math.min(frameBytes, MAX_XING_OFFSET + 4)))) start += frameBytes;
  const end = text(file.length - ID3V1_BYTES, 3) === 'TAG' ? file.length - ID3V1_BYTES : file.length;
  return file.subarray(start, Math.max(start, end));
}

/** A length in four bytes of seven bits each (ID3v2.4 §6.2). */
function syncsafe(bytes: Uint8Array): number {
  return bytes.reduce((value, byte) => value * 128 + (byte & 0x7f), 0);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}
