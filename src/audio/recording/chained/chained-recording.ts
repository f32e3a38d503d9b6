import { extname } from 'node:path';
import type { ExtractedPiece, PieceLimits, PlannedPiece, RandomAccess, Recording } from '../recording-api.ts';
import { RecordingError } from '../recording-error.ts';
import { recordingOf, toMs } from '../recording-sound.ts';
import type { Yielder } from '../recording-source.ts';
import { type ChainPart, openParts } from './chain-parts.ts';
import type { OggLinks } from './ogg-links.ts';

/**
 * Opens all links of a chained Ogg file as one recording, one after the other in time. A part that cannot be read is a
 * piece, too, so that it is known: extracting it fails with the reason, AUDIO_PART_BROKEN, AUDIO_PART_CODEC,
 * AUDIO_PART_TOO_SHORT or AUDIO_PART_TOO_MANY. The caller must close the recording.
 * @throws {RecordingError} the first link's error if no link can be read; AUDIO_BROKEN if the packets are longer than the
 * links claim; errors of `file` pass through.
 */
export async function openChained(file: RandomAccess, found: OggLinks, yielder: Yielder): Promise<Recording> {
  return new ChainedRecording(await openParts(file, found, yielder));
}

/** A part and its position in the file. */
type PlacedPart = { readonly startMs: number; readonly durationMs: number } & (
  | { readonly recording: Recording }
  | { readonly reason: RecordingError }
);

/** What a planned piece consists of. */
type Content =
  | { readonly recording: Recording; readonly inner: PlannedPiece; readonly startMs: number }
  | RecordingError;

class ChainedRecording implements Recording {
  readonly container: string;
  readonly codec: string;
  readonly durationMs: number;
  readonly endsEarly: boolean;
  readonly #parts: readonly PlacedPart[];
  readonly #contents = new WeakMap<PlannedPiece, Content>();

  constructor(parts: readonly ChainPart[]) {
    this.#parts = place(parts);
    const recordings = this.#recordings();
    this.container = recordings[0]?.container ?? '';
    this.codec = [...new Set(recordings.map(({ codec }) => codec))].join(', ');
    this.durationMs = this.#parts.reduce((sum, { durationMs }) => sum + durationMs, 0);
    const last = this.#parts.at(-1);
    this.endsEarly = last !== undefined && 'recording' in last && last.recording.endsEarly;
  }

  async plan(limits: PieceLimits, signal?: AbortSignal): Promise<readonly PlannedPiece[]> {
    const isEnough = this.#recordings().some(({ durationMs }) => durationMs >= limits.minDurationMs);
    if (!isEnough) throw new RecordingError('AUDIO_TOO_SHORT', 'No part of the recording is long enough.');
    const pieces: PlannedPiece[] = [];
    const add = (startMs: number, durationMs: number, content: Content): void => {
      pieces.push(this.#piece({ index: pieces.length, startMs, durationMs }, content));
    };
    for (const part of this.#parts) {
      const { startMs, durationMs } = part;
      if ('reason' in part) add(startMs, durationMs, part.reason);
      else if (durationMs < limits.minDurationMs) add(startMs, durationMs, tooShort());
      else {
        const { recording } = part;
        for (const inner of await recording.plan(limits, signal)) {
          add(startMs + inner.startMs, inner.durationMs, { recording, inner, startMs });
        }
      }
    }
    return pieces;
  }

  async split(piece: PlannedPiece, limits: PieceLimits, signal?: AbortSignal): Promise<readonly PlannedPiece[]> {
    const { recording, inner, startMs } = this.#soundOf(piece);
    const parts = await recording.split(inner, limits, signal);
    return parts.map((part) =>
      this.#piece({ ...part, startMs: startMs + part.startMs }, { recording, inner: part, startMs }),
    );
  }

  async extract(piece: PlannedPiece, signal?: AbortSignal): Promise<ExtractedPiece> {
    const { recording, inner, startMs } = this.#soundOf(piece);
    const extracted = await recording.extract(inner, signal);
    const filename = `piece-${piece.index + 1}${extname(extracted.filename)}`;
    return { ...extracted, filename, startMs: startMs + extracted.startMs };
  }

  close(): void {
    for (const recording of this.#recordings()) recording.close();
  }

  #piece(piece: PlannedPiece, content: Content): PlannedPiece {
    this.#contents.set(piece, content);
    return piece;
  }

  /** What the piece consists of. @throws {RecordingError} the reason, if it cannot be read. */
  #soundOf(piece: PlannedPiece): Exclude<Content, RecordingError> {
    const content = this.#contents.get(piece);
    if (content === undefined) throw new RangeError('The piece was not planned by this recording.');
    if (content instanceof RecordingError) throw content;
    return content;
  }

  #recordings(): readonly Recording[] {
    return this.#parts.flatMap((part) => ('recording' in part ? [part.recording] : []));
  }
}

/** Positions add up in order. */
function place(parts: readonly ChainPart[]): readonly PlacedPart[] {
  let startMs = 0;
  return parts.map((part) => {
    const content = part.kind === 'sound' ? { recording: recordingOf(part.sound) } : { reason: part.reason };
    const durationMs =
      'recording' in content ? content.recording.durationMs : part.kind === 'missing' ? toMs(part.durationS) : 0;
    const placed = { startMs, durationMs, ...content };
    startMs += durationMs;
    return placed;
  });
}

function tooShort(): RecordingError {
  return new RecordingError('AUDIO_PART_TOO_SHORT', 'A part of the file is too short to be transcribed.');
}
