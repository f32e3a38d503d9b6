import { sleep } from '../async.ts';
import type { PlannedPiece, Recording } from '../audio/recording/recording-api.ts';
import { MynahError } from '../errors.ts';
import type { FairSemaphore } from '../fair-semaphore.ts';
import type { Logger } from '../log.ts';
import type { Transcribe } from '../speech/asr.ts';
import type { CallContext } from '../speech/call-context.ts';
import { wasNotServed } from '../speech/speech-error.ts';
import type { PieceOutcome } from './assemble.ts';
import type { Eta } from './eta.ts';
import type { FileTimings } from './file-timings.ts';
import type { TranscriptionRequest } from './files-api.ts';

/** The dependencies of transcribing pieces, shared by all recordings. */
export interface PieceTools {
  readonly transcribe: Transcribe;
  /** Limits the pieces in memory: servers take turns, and the files of each. */
  readonly semaphore: FairSemaphore;
  readonly eta: Eta;
  readonly timings: FileTimings;
  readonly log: Logger;
}

/** Refusals of the account itself, which would make the other pieces fail as well. */
const ACCOUNT_REFUSED: ReadonlySet<string> = new Set(['SPEECH_UNAUTHORIZED', 'SPEECH_OUT_OF_CREDITS']);

/** Never shown before the last piece is done: 100 %. */
const MAX_OPEN_SHARE = 0.99;

/** The pieces of one recording, transcribed concurrently. */
export class PieceRun {
  readonly #tools: PieceTools;
  readonly #recording: Recording;
  readonly #pieces: readonly PlannedPiece[];
  readonly #request: TranscriptionRequest;
  readonly #outcomes: PieceOutcome[] = [];
  /** When a piece was first sent, by its index. */
  readonly #startedAtMs = new Map<number, number>();
  /** The pieces that the service worked on, or may have. */
  readonly #sent = new Set<PlannedPiece>();
  /** Why no further piece is sent. */
  #refusal: MynahError | undefined;
  /** Of the recording, as reported last; it never decreases. */
  #share = 0;

  constructor(tools: PieceTools, recording: Recording, pieces: readonly PlannedPiece[], request: TranscriptionRequest) {
    this.#tools = tools;
    this.#recording = recording;
    this.#pieces = pieces;
    this.#request = request;
  }

  /** How much of the recording the service received, in milliseconds. */
  get sentMs(): number {
    return lengthOf([...this.#sent]);
  }

  /** Resolves with the outcome of every piece; rejects only when the request's signal aborts. */
  async run(fileId: string): Promise<readonly PieceOutcome[]> {
    const { signal } = this.#request;
    this.#reportProgress();
    const reporting = setInterval(() => this.#reportProgress(), this.#tools.timings.progressEveryMs);
    try {
      await Promise.all(this.#pieces.map((piece) => this.#runPiece(piece, fileId, signal)));
    } finally {
      clearInterval(reporting);
    }
    return this.#outcomes;
  }

  async #runPiece(piece: PlannedPiece, fileId: string, signal: AbortSignal): Promise<void> {
    using _permit = await this.#tools.semaphore.acquire({ group: this.#request.tenant, key: fileId, signal });
    this.#outcomes.push(await this.#outcomeOf(piece, signal));
    this.#reportProgress();
  }

  async #outcomeOf(piece: PlannedPiece, signal: AbortSignal): Promise<PieceOutcome> {
    if (this.#refusal !== undefined) return { kind: 'failed', piece, reason: this.#refusal };
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
        'a piece could not be transcribed',
      );
      if (ACCOUNT_REFUSED.has(reason.code)) this.#refusal = reason;
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
    this.#reportProgress();
    for (const waitMs of [...this.#tools.timings.retryAfterMs, undefined]) {
      const startedAtMs = performance.now();
      // Even if this attempt fails, the service may have worked on an earlier one.
      const wasSent = this.#sent.has(piece);
      try {
        this.#sent.add(piece);
        const transcript = await this.#tools.transcribe(recording, context);
        this.#tools.eta.learn(piece.durationMs, performance.now() - startedAtMs);
        return { kind: 'transcribed', piece, transcript, sent: { startMs, endMs: startMs + durationMs } };
      } catch (error) {
        if (!wasSent && wasNotServed(error)) this.#sent.delete(piece);
        const isWorthRetrying = error instanceof MynahError && error.retryable;
        if (signal.aborted || !isWorthRetrying || waitMs === undefined) throw error;
        await sleep(waitMs, signal);
      }
    }
    throw new MynahError('FILES_PIECE_FAILED', 'a piece was never sent');
  }

  #reportProgress(): void {
    const { eta, timings } = this.#tools;
    const now = performance.now();
    const done = this.#outcomes.map(({ piece }) => piece);
    const open = this.#pieces
      .filter((piece) => !done.includes(piece))
      .map(({ index, durationMs }) => ({ durationMs, startedAtMs: this.#startedAtMs.get(index) }));
    const openDoneMs = open.reduce((sum, piece) => sum + piece.durationMs * eta.shareOf(piece, now), 0);
    const share = (lengthOf(done) + openDoneMs) / Math.max(1, lengthOf(this.#pieces));
    this.#share = open.length === 0 ? 1 : Math.max(this.#share, Math.min(share, MAX_OPEN_SHARE));
    this.#request.onProgress({
      stage: 'transcribing',
      piecesDone: done.length,
      pieces: this.#pieces.length,
      share: this.#share,
      leftMs: eta.leftMs(open, timings.piecesAtOncePerFile, now),
    });
  }
}

function lengthOf(pieces: readonly PlannedPiece[]): number {
  return pieces.reduce((sum, { durationMs }) => sum + durationMs, 0);
}
