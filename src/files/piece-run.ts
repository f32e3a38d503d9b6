import { backoffMs, sleep } from '../async.ts';
import type { PlannedPiece, Recording } from '../audio/recording/recording-api.ts';
import { MynahError } from '../errors.ts';
import type { FairSemaphore } from '../fair-semaphore.ts';
import type { Logger } from '../log.ts';
import type { Transcribe } from '../speech/asr.ts';
import type { CallContext } from '../speech/call-context.ts';
import { SpeechError, wasNotServed } from '../speech/speech-error.ts';
import type { PieceOutcome } from './assemble.ts';
import type { Eta } from './eta.ts';
import type { FileTimings } from './file-timings.ts';
import type { TranscriptionRequest } from './files-api.ts';
import { halfLimits, isSilence, isTooLarge, limitsWithin, type PieceSizes, sizeComplaint } from './piece-sizes.ts';

/** The dependencies of transcribing pieces, shared by all recordings. */
export interface PieceTools {
  readonly transcribe: Transcribe;
  /** Limits the pieces in memory: servers take turns, and the files of each. */
  readonly semaphore: FairSemaphore;
  readonly eta: Eta;
  readonly sizes: PieceSizes;
  readonly timings: FileTimings;
  readonly log: Logger;
}

/** Refusals of the account itself, which would make the other pieces fail as well. */
const ACCOUNT_REFUSED: ReadonlySet<string> = new Set(['SPEECH_UNAUTHORIZED', 'SPEECH_OUT_OF_CREDITS']);

/**
 * After so many pieces in a row that failed in spite of all retries, the next ones are tried without waits, until one is
 * transcribed: otherwise a day of sound would hold its place for hours.
 */
const MAX_FAILED_IN_A_ROW = 8;

/**
 * After so many gaps in a row without an answer, the rest is not sent: each would take a quarter of an hour, and may be
 * charged for. These are the halves of the three pieces that go side by side.
 */
const MAX_SILENT_IN_A_ROW = 6;

/** Never shown before the last piece is done: 100 %. */
const MAX_OPEN_SHARE = 0.99;

/** The pieces that take the place of one that is too large for the service. */
type Cut = { readonly kind: 'cut'; readonly parts: readonly PlannedPiece[] };

/** The pieces of one recording, transcribed concurrently. A piece that the service refuses for its size is cut smaller. */
export class PieceRun {
  readonly #tools: PieceTools;
  readonly #recording: Recording;
  /** All pieces; those that were cut are replaced by their parts. */
  #pieces: readonly PlannedPiece[];
  readonly #request: TranscriptionRequest;
  readonly #outcomes: PieceOutcome[] = [];
  /** When a piece was first sent. */
  readonly #startedAtMs = new Map<PlannedPiece, number>();
  /** The parts of pieces that the service refused for their length. */
  readonly #halves = new WeakSet<PlannedPiece>();
  /** The longest of those parts, until one of them worked: pieces not yet sent are not sent larger. */
  #maxMs: number | undefined;
  /** The longest part of a piece that had too many bytes, or no answer. It says nothing about other recordings. */
  #maxMsHere = Number.POSITIVE_INFINITY;
  #failedInARow = 0;
  /** Pieces that had no answer once, and the parts of those: without an answer again, they become gaps. */
  readonly #unanswered = new WeakSet<PlannedPiece>();
  #silentInARow = 0;
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

  /** Of a piece that is cut, the first part keeps the place: the other pieces are not cut before their turn. */
  async #runPiece(piece: PlannedPiece, fileId: string, signal: AbortSignal, held?: DisposableStack): Promise<void> {
    using place = held ?? new DisposableStack();
    if (held === undefined) {
      place.use(await this.#tools.semaphore.acquire({ group: this.#request.tenant, key: fileId, signal }));
    }
    const outcome = await this.#outcomeOf(piece, signal);
    if (outcome.kind !== 'cut') {
      this.#outcomes.push(outcome);
      this.#reportProgress();
      return;
    }
    this.#replace(piece, outcome.parts);
    this.#reportProgress();
    const kept = place.move();
    await Promise.all(
      outcome.parts.map((part, index) => this.#runPiece(part, fileId, signal, index === 0 ? kept : undefined)),
    );
  }

  /** What the service may have worked on counts once: for the piece, or for its parts. */
  #replace(piece: PlannedPiece, parts: readonly PlannedPiece[]): void {
    this.#pieces = this.#pieces.flatMap((each) => (each === piece ? parts : [each]));
    if (this.#sent.delete(piece)) for (const part of parts) this.#sent.add(part);
  }

  async #outcomeOf(piece: PlannedPiece, signal: AbortSignal): Promise<PieceOutcome | Cut> {
    if (this.#refusal !== undefined) return { kind: 'failed', piece, reason: this.#refusal };
    try {
      const parts = await this.#cutToKnownSize(piece, signal);
      return parts.length > 1 ? { kind: 'cut', parts } : await this.#transcribe(piece, signal);
    } catch (error) {
      signal.throwIfAborted();
      const reason =
        error instanceof MynahError
          ? error
          : new MynahError('FILES_PIECE_FAILED', 'a piece could not be transcribed', { cause: error });
      this.#tools.log.warn(
        { err: error, startMs: piece.startMs, durationMs: piece.durationMs, pieces: this.#pieces.length },
        'a piece could not be transcribed',
      );
      if (ACCOUNT_REFUSED.has(reason.code)) this.#refusal = reason;
      return { kind: 'failed', piece, reason };
    }
  }

  async #transcribe(piece: PlannedPiece, signal: AbortSignal): Promise<PieceOutcome | Cut> {
    const { audio, filename, startMs, durationMs } = await this.#recording.extract(piece, signal);
    const { language, tenant } = this.#request;
    const recording = {
      ...{ audio, filename, timestamps: true, encoding: 'multipart' as const },
      ...(language === undefined ? {} : { language }),
    };
    const context: CallContext = { tenant, priority: 'files', signal };
    for (const [round, waitMs] of [...this.#tools.timings.retryAfterMs, undefined].entries()) {
      const startedAtMs = performance.now();
      this.#startedAtMs.set(piece, startedAtMs);
      this.#reportProgress();
      // Even if this attempt fails, the service may have worked on an earlier one.
      const wasSent = this.#sent.has(piece);
      try {
        this.#sent.add(piece);
        const transcript = await this.#tools.transcribe(recording, context);
        this.#tools.eta.learn(piece.durationMs, performance.now() - startedAtMs);
        this.#failedInARow = 0;
        this.#silentInARow = 0;
        if (this.#halves.has(piece)) this.#noteWorked(piece);
        return { kind: 'transcribed', piece, transcript, sent: { startMs, endMs: startMs + durationMs } };
      } catch (error) {
        if (!wasSent && wasNotServed(error)) this.#sent.delete(piece);
        signal.throwIfAborted();
        this.#checkSilence(piece, error);
        const parts = this.#isWorthCutting(piece, error, round) ? await this.#halve(piece, error, signal) : [];
        if (parts.length > 1) return { kind: 'cut', parts };
        const isWorthRetrying = error instanceof MynahError && error.retryable;
        if (isWorthRetrying && waitMs === undefined) this.#failedInARow += 1;
        if (!isWorthRetrying || waitMs === undefined || this.#failedInARow >= MAX_FAILED_IN_A_ROW) throw error;
        // Nothing is done for the piece meanwhile: its estimated share must not grow.
        this.#startedAtMs.delete(piece);
        await sleep(jittered(waitMs), signal);
      }
    }
    throw new MynahError('FILES_PIECE_FAILED', 'a piece was never sent');
  }

  /** @throws the error itself, when no stretch of the piece is to be sent again to a service that does not answer. */
  #checkSilence(piece: PlannedPiece, error: unknown): void {
    if (!isSilence(error)) {
      this.#silentInARow = 0;
      return;
    }
    if (this.#refusal === undefined && !this.#unanswered.has(piece)) {
      this.#unanswered.add(piece);
      return;
    }
    this.#silentInARow += 1;
    if (this.#refusal === undefined && this.#silentInARow >= MAX_SILENT_IN_A_ROW) {
      this.#refusal = error;
      this.#tools.log.warn({ err: error }, 'the rest of a recording is not sent to a service that does not answer');
    }
    throw error;
  }

  /** From now on the memory of all recordings says how large pieces may be: it ends. */
  #noteWorked({ durationMs }: PlannedPiece): void {
    this.#tools.sizes.worked(durationMs);
    this.#maxMs = undefined;
  }

  /**
   * An overloaded service is given time before its refusal counts as one of the size: a round of retries, or all of them if
   * it says when to come back. For parts of a refused piece it is one round in any case.
   */
  #isWorthCutting(piece: PlannedPiece, error: unknown, round: number): boolean {
    const { minCutMs, minCutOfBytesMs, retryAfterMs } = this.#tools.timings;
    const complaint = sizeComplaint(error);
    if (complaint === 'no' || piece.durationMs < (complaint === 'bytes' ? minCutOfBytesMs : minCutMs)) return false;
    if (complaint !== 'maybe') return true;
    const asksToWait = !this.#halves.has(piece) && error instanceof SpeechError && error.retryAfterMs !== undefined;
    return round >= (asksToWait ? retryAfterMs.length : Math.min(1, retryAfterMs.length));
  }

  async #halve(piece: PlannedPiece, error: unknown, signal: AbortSignal): Promise<readonly PlannedPiece[]> {
    const { sizes, timings, log } = this.#tools;
    const parts = await this.#recording.split(piece, halfLimits(timings.piece, piece), signal);
    if (parts.length < 2) return parts;
    log.info(
      { err: error, durationMs: piece.durationMs, parts: parts.length },
      'a piece is cut smaller and sent again',
    );
    this.#passOnSilence(piece, parts);
    const longestMs = parts.reduce((longest, { durationMs }) => Math.max(longest, durationMs), 0);
    const complaint = sizeComplaint(error);
    if (complaint === 'bytes' || complaint === 'silence') {
      this.#maxMsHere = longestMs;
      return parts;
    }
    sizes.refused(piece.durationMs);
    for (const part of parts) this.#halves.add(part);
    this.#maxMs = longestMs;
    return parts;
  }

  /** The parts of a piece that is larger than what this recording's pieces are cut to, or what worked for others. */
  async #cutToKnownSize(piece: PlannedPiece, signal: AbortSignal): Promise<readonly PlannedPiece[]> {
    const { sizes, timings } = this.#tools;
    const knownMs = this.#maxMs ?? sizes.maxMs ?? Number.POSITIVE_INFINITY;
    const maxMs = Math.min(knownMs, this.#maxMsHere);
    if (!isTooLarge(piece, maxMs)) return [];
    const parts = await this.#recording.split(piece, limitsWithin(timings.piece, maxMs), signal);
    if (maxMs === knownMs) for (const part of parts) this.#halves.add(part);
    this.#passOnSilence(piece, parts);
    return parts;
  }

  #passOnSilence(piece: PlannedPiece, parts: readonly PlannedPiece[]): void {
    if (this.#unanswered.has(piece)) for (const part of parts) this.#unanswered.add(part);
  }

  #reportProgress(): void {
    const { eta, timings } = this.#tools;
    const now = performance.now();
    const done = this.#outcomes.map(({ piece }) => piece);
    const open = this.#pieces
      .filter((piece) => !done.includes(piece))
      .map((piece) => ({ durationMs: piece.durationMs, startedAtMs: this.#startedAtMs.get(piece) }));
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

/** Longer by up to half, so that pieces that failed together do not return together. */
function jittered(waitMs: number): number {
  return waitMs + backoffMs(1, { baseMs: waitMs / 2, maxMs: waitMs / 2, jitter: 'full' });
}

function lengthOf(pieces: readonly PlannedPiece[]): number {
  return pieces.reduce((sum, { durationMs }) => sum + durationMs, 0);
}
