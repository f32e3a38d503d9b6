import type {
  ExtractedPiece,
  PieceLimits,
  PlannedPiece,
  RandomAccess,
  Recording,
  RecordingFacts,
} from './recording-api.ts';
import { RecordingError } from './recording-error.ts';
import type { ChildAnswers } from './recording-messages.ts';
import { createRecordingProcess, type RecordingProcess } from './recording-process.ts';

/**
 * Opens the audio track of a recording in one of the `READABLE_FORMATS`, identified by its bytes. Reads all packets once, in
 * a separate process: parsing takes time, and a broken file can keep its parser busy forever or exhaust all memory. The
 * caller must close it.
 * @throws {RecordingError} AUDIO_EMPTY, AUDIO_NOT_AUDIO, AUDIO_NO_TRACK, AUDIO_BROKEN, AUDIO_PROTECTED or AUDIO_CODEC;
 * errors of `source` and the signal's reason pass through.
 */
export async function openRecording(source: RandomAccess, signal?: AbortSignal): Promise<Recording> {
  signal?.throwIfAborted();
  if (source.sizeBytes === 0) throw new RecordingError('AUDIO_EMPTY', 'The file has no bytes.');
  const child = createRecordingProcess(source);
  try {
    return new RemoteRecording(child, await child.ask({ kind: 'open', sizeBytes: source.sizeBytes }, signal));
  } catch (error) {
    child.close();
    throw error;
  }
}

class RemoteRecording implements Recording {
  readonly container: string;
  readonly codec: string;
  readonly durationMs: number;
  readonly endsEarly: boolean;
  readonly #process: RecordingProcess;
  readonly #places = new WeakMap<PlannedPiece, { readonly plan: number; readonly index: number }>();

  constructor(child: RecordingProcess, { container, codec, durationMs, endsEarly }: RecordingFacts) {
    this.container = container;
    this.codec = codec;
    this.durationMs = durationMs;
    this.endsEarly = endsEarly;
    this.#process = child;
  }

  async plan(limits: PieceLimits, signal?: AbortSignal): Promise<readonly PlannedPiece[]> {
    return this.#placed(await this.#process.ask({ kind: 'plan', limits }, signal));
  }

  async split(piece: PlannedPiece, limits: PieceLimits, signal?: AbortSignal): Promise<readonly PlannedPiece[]> {
    return this.#placed(await this.#process.ask({ kind: 'split', ...this.#placeOf(piece), limits }, signal));
  }

  async extract(piece: PlannedPiece, signal?: AbortSignal): Promise<ExtractedPiece> {
    return await this.#process.ask({ kind: 'extract', ...this.#placeOf(piece) }, signal);
  }

  #placed({ plan, pieces }: ChildAnswers['plan']): readonly PlannedPiece[] {
    for (const piece of pieces) this.#places.set(piece, { plan, index: piece.index });
    return pieces;
  }

  #placeOf(piece: PlannedPiece): { readonly plan: number; readonly index: number } {
    const place = this.#places.get(piece);
    if (place === undefined) throw new RangeError('The piece was not planned by this recording.');
    return place;
  }

  close(): void {
    this.#process.close();
  }
}
