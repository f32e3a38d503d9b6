import { encode } from '@msgpack/msgpack';
import type { LiveAlignment } from '@mynah/speech-wire/wire';

/** One frame as it goes to the client. */
export interface LiveFrame {
  readonly data: Uint8Array;
  readonly binary: boolean;
}

/** What clients must ignore: whatever the documents allow besides sound, and odd values that nobody promised. */
export const ODD_FRAMES: readonly LiveFrame[] = [
  { data: Buffer.from('{"event":"keepalive"}'), binary: false },
  ...[
    { event: 'novelty', audio: Uint8Array.of(1, 2, 3), deep: [[{ list: [] }]] },
    { event: 'audio', audio: null, time: null },
    { event: 'audio', audio: 'T2dnUw==' },
    { event: 'audio', chunk_seq: 'odd' },
    { event: 'log', message: null },
    { event: 5 },
    null,
  ].map((event) => ({ data: encode(event), binary: true })),
];

/** What stands in the place of an alignment before the first chunk. */
export const NO_ALIGNMENT: LiveAlignment = { content: '', alignment: null, chunk_seq: 0, chunk_audio_offset_sec: 0 };

/** A spoken chunk of a text. */
interface SpokenChunk {
  readonly text: string;
  readonly durationMs: number;
  /** Counts the chunks of a session, from 0. */
  readonly index: number;
  /** Where it begins in the sound of the session. */
  readonly offsetMs: number;
}

/** The alignment of a chunk, as if each of its words, or of so many segments, were as long as any other. */
export function alignmentOf(chunk: SpokenChunk, segmentCount?: number): LiveAlignment {
  const words = chunk.text.split(/\s+/).filter((word) => word !== '');
  const texts =
    segmentCount === undefined ? words : Array.from({ length: segmentCount }, (_, n) => words[n % words.length] ?? '');
  const durationS = chunk.durationMs / 1_000;
  const at = (index: number): number => Math.round((durationS * index * 1_000) / texts.length) / 1_000;
  const segments = texts.map((text, index) => ({ text, start: at(index), end: at(index + 1) }));
  return {
    content: chunk.text,
    alignment: { audio_duration: durationS, segments },
    chunk_seq: chunk.index,
    chunk_audio_offset_sec: chunk.offsetMs / 1_000,
  };
}
