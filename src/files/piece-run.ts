import { sleep } from '../async.ts';
import type { PlannedPiece, Recording } from '../audio/recording/recording-api.ts';
import { MynahError } from '../errors.ts';
import type { FairSemaphore } from '../fair-semaphore.ts';
import type { Logger } from '../log.ts';
import type { Transcribe } from '../speech/asr.ts';
import type { CallContext } from '../speech/call-context.ts';
import type { PieceOutcome } from './assemble.ts';
import type { Eta } from './eta.ts';
import type { FileTimings } from './file-timings.ts';
import type { FileProgress, TranscriptionRequest } from './files-api.ts';

/** What pieces are transcribed with, the same for all recordings. */
export interface PieceTools {
  readonly transcribe: Transcribe;
  /** Bounds the pieces in memory, keyed by file. */
  readonly pieces: FairSemaphore;
  readonly pace: Eta;
  readonly timings: FileTimings;
  readonly log: Logger;
}

/** No other piece fares better after one of these: the account itself is refused. */
const HOPELESS: ReadonlySet<string> = new Set(['SPEECH_UNAUTHORIZED', 'SPEECH_OUT_OF_CREDITS']);

/** The pieces of one recording, transcribed side by side. */
export class PieceRun {
  readonly #tools: PieceTools;
  readonly #recording: Recording;
  readonly #pieces: readonly PlannedPiece[];
  readonly #request: TranscriptionRequest;
  readonly #outcomes: PieceOutcome[] = [];
  /** When a piece was first sent, by its index. */
  readonly #startedAtMs = new Map<number, number>();
  /** Why no further piece is sent. */
  #hopeless: MynahError | undefined;

  constructor(tools: PieceTools, recording: Recording, pieces: readonly PlannedPiece[], request: TranscriptionRequest) {
    this.#tools = tools;
    this.#recording = recording;
    this.#pieces = pieces;
    this.#request = request;
  }

  /** Resolves with what became of every piece; rejects only when the request's signal is aborted. */
  async run(fileId: string): Promise<readonly PieceOutcome[]> {
    const { signal } = this.#request;
    this.#tellProgress();
    await Promise.all(this.#pieces.map((piece) => this.#carryOut(piece, fileId, signal)));
    return this.#outcomes;
  }

  async #carryOut(piece: PlannedPiece, fileId: string, signal: AbortSignal): Promise<void> {
    using _permit = await this.#tools.pieces.acquire({ key: fileId, signal });
    this.#outcomes.push(await this.#outcomeOf(piece, signal));
    this.#tellProgress();
  }

  async #outcomeOf(piece: PlannedPiece, signal: AbortSignal): Promise<PieceOutcome> {
    if (this.#hopeless !== undefined) return { kind: 'failed', piece, reason: this.#hopeless };
    try {
      return await this.#transcribe(piece, signal);
    } catch (error) {
      signal.throwIfAborted();
      const reason =
        error instanceof MynahError
          ? error
          : new MynahError('FILES_PIECE_FAILED', 'a piece could not be transcribed', { cause: error });
      this.#tools.log.warn(
        { err: error, piece: piece.index, pieces: this.#pieces.length },
        'a piece stays without text',
      );
      if (HOPELESS.has(reason.code)) this.#hopeless = reason;
      return { kind: 'failed', piece, reason };
    }
  }

  async #transcribe(piece: PlannedPiece, signal: AbortSignal): Promise<PieceOutcome> {
    const { audio, filename, startMs, durationMs } = await this.#recording.extract(piece, signal);
    const { language, tenant } = this.#request;
    const recording = {
      ...{ audio, filename, timestamps: true, encoding: 'multipart' as const },
      ...(language === undefined ? {} : { language }),
    };
    const context: CallContext = { tenant, priority: 'files', signal };
    this.#startedAtMs.set(piece.index, performance.now());
    this.#tellProgress();
    for (const waitMs of [...this.#tools.timings.retryAfterMs, undefined]) {
      const startedAtMs = performance.now();
      try {
        const transcript = await this.#tools.transcribe(recording, context);
        this.#tools.pace.learn(piece.durationMs, performance.now() - startedAtMs);
        return { kind: 'heard', piece, transcript, sent: { startMs, endMs: startMs + durationMs } };
      } catch (error) {
        const isWorthRetrying = error instanceof MynahError && error.retryable;
        if (signal.aborted || !isWorthRetrying || waitMs === undefined) throw error;
        await sleep(waitMs, signal);
      }
    }
    throw new MynahError('FILES_PIECE_FAILED', 'a piece was not tried at all');
  }

  #tellProgress(): void {
    const done = this.#outcomes.map(({ piece }) => piece);
    const open = this.#pieces.filter((piece) => !done.includes(piece));
    const total = lengthOf(this.#pieces);
    const progress: FileProgress = {
      stage: 'transcribing',
      piecesDone: done.length,
      pieces: this.#pieces.length,
      share: total === 0 ? 0 : lengthOf(done) / total,
      leftMs: this.#tools.pace.leftMs(
        open.map(({ index, durationMs }) => ({ durationMs, startedAtMs: this.#startedAtMs.get(index) })),
        this.#tools.timings.piecesAtOncePerFile,
        performance.now(),
      ),
    };
    this.#request.onProgress(progress);
  }
}

function lengthOf(pieces: readonly PlannedPiece[]): number {
  return pieces.reduce((sum, { durationMs }) => sum + durationMs, 0);
}
