import type { PlannedPiece, Recording } from '../audio/recording/recording-api.ts';
import { backoffMs, sleep } from '../concurrency/async.ts';
import type { FairSemaphore } from '../concurrency/fair-semaphore.ts';
import { MynahError } from '../errors.ts';
import type { Logger } from '../log/log.ts';
import type { Transcribe } from '../speech/asr/asr.ts';
import type { CallContext } from '../speech/call-context.ts';
import { SpeechError, wasNotServed } from '../speech/speech-error.ts';
import type { PieceOutcome } from './assemble.ts';
import type { Eta } from './eta.ts';
import type { FileTimings } from './file-timings.ts';
import type { TranscriptionRequest } from './files-api.ts';
import { type Cut, type Failure, PieceCuts } from './piece-cuts.ts';
import { isSilence, sizeComplaint } from './piece-sizes.ts';

/** The dependencies of transcribing pieces, shared by all recordings. */
export interface PieceTools {
  readonly transcribe: Transcribe;
  /** The longest recording that the service certainly processes as a whole, in milliseconds: it may change. */
  readonly safeRecordingMs: () => number;
  /** Limits the pieces in memory: servers take turns, and the files of each. */
  readonly semaphore: FairSemaphore;
  readonly eta: Eta;
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

/** The pieces of one recording, transcribed concurrently. A piece that the service refuses for its size is cut smaller. */
export class PieceRun {
  readonly #tools: PieceTools;
  readonly #recording: Recording;
  /** All pieces; those that were cut are replaced by their parts. */
  #pieces: readonly PlannedPiece[];
  readonly #request: TranscriptionRequest;
  readonly #cuts: PieceCuts;
  readonly #outcomes: PieceOutcome[] = [];
  /** When a piece in progress was sent. */
  readonly #startedAtMs = new Map<PlannedPiece, number>();
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
    const { timings, safeRecordingMs, log } = tools;
    this.#cuts = new PieceCuts({ recording, timings, safeRecordingMs, log, signal: request.signal });
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

  /** Of a piece that is cut, the first open part keeps the place: the other pieces are not cut before their turn. */
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
    const { parts, begun } = outcome;
    this.#replace(piece, parts);
    if (begun !== undefined) this.#outcomes.push(begun);
    this.#reportProgress();
    const open = begun === undefined ? parts : parts.slice(1);
    const kept = place.move();
    await Promise.all(open.map((part, index) => this.#runPiece(part, fileId, signal, index === 0 ? kept : undefined)));
  }

  /** What the service may have worked on counts once, and so does silence: for the piece, or for its parts. */
  #replace(piece: PlannedPiece, parts: readonly PlannedPiece[]): void {
    this.#pieces = this.#pieces.flatMap((each) => (each === piece ? parts : [each]));
    if (this.#sent.delete(piece)) for (const part of parts) this.#sent.add(part);
    if (this.#unanswered.has(piece)) for (const part of parts) this.#unanswered.add(part);
  }

  async #outcomeOf(piece: PlannedPiece, signal: AbortSignal): Promise<PieceOutcome | Cut> {
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
        { err: error, startMs: piece.startMs, durationMs: piece.durationMs, pieces: this.#pieces.length },
        'a piece could not be transcribed',
      );
      if (ACCOUNT_REFUSED.has(reason.code)) this.#refusal = reason;
      return { kind: 'failed', piece, reason };
    }
  }

  async #transcribe(piece: PlannedPiece, signal: AbortSignal): Promise<PieceOutcome | Cut> {
    const waitsMs = this.#waitsOf(piece);
    for (let count = 1; ; count += 1) {
      const known = await this.#cuts.toKnownLength(piece);
      if (known !== undefined) return known;
      const sinceMs = performance.now();
      try {
        return await this.#attempt(piece, signal);
      } catch (error) {
        signal.throwIfAborted();
        this.#checkSilence(piece, error);
        const failure: Failure = { piece, error, sinceMs, count, isLast: count > waitsMs.length };
        const cut = await this.#cuts.after(failure, (beginning) => this.#begin(beginning, signal));
        if (cut !== undefined) return cut;
        await this.#waitAfter(failure, waitsMs[count - 1], signal);
      }
    }
  }

  async #attempt(piece: PlannedPiece, signal: AbortSignal): Promise<PieceOutcome> {
    const { audio, filename, startMs, durationMs } = await this.#recording.extract(piece, signal);
    const { language, diarize = false, tenant } = this.#request;
    const recording = {
      ...{ audio, filename, timestamps: true, diarize, encoding: 'multipart' as const },
      ...(language === undefined ? {} : { language }),
    };
    const context: CallContext = { tenant, priority: 'files', retries: 'except-5xx', signal };
    const startedAtMs = performance.now();
    this.#startedAtMs.set(piece, startedAtMs);
    this.#reportProgress();
    // Even if this attempt fails, the service may have worked on an earlier one.
    const wasSent = this.#sent.has(piece);
    this.#sent.add(piece);
    try {
      const transcript = await this.#tools.transcribe(recording, context);
      this.#tools.eta.learn(piece.durationMs, performance.now() - startedAtMs);
      this.#failedInARow = 0;
      this.#silentInARow = 0;
      this.#cuts.worked(piece);
      return { kind: 'transcribed', piece, transcript, sent: { startMs, endMs: startMs + durationMs } };
    } catch (error) {
      // Nothing is done for the piece until the next attempt: its estimated share must not grow.
      this.#startedAtMs.delete(piece);
      if (!wasSent && wasNotServed(error)) this.#sent.delete(piece);
      throw error;
    }
  }

  async #begin(beginning: PlannedPiece, signal: AbortSignal): Promise<PieceOutcome | 'refused' | 'failed'> {
    try {
      return await this.#attempt(beginning, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (isSilence(error)) this.#unanswered.add(beginning);
      return sizeComplaint(error) === 'maybe' ? 'refused' : 'failed';
    }
  }

  #waitsOf({ durationMs }: PlannedPiece): readonly number[] {
    const { quickRetryAfterMs, retryAfterMs, shorterMs } = this.#tools.timings;
    return durationMs > (shorterMs[0] ?? 0) ? retryAfterMs : [quickRetryAfterMs, ...retryAfterMs];
  }

  /** @throws the error itself, when the piece is not to be tried again. */
  async #waitAfter({ error, count }: Failure, waitMs: number | undefined, signal: AbortSignal): Promise<void> {
    const isHopeless = count > 1 && sizeComplaint(error) === 'sound';
    if (!(error instanceof MynahError) || !error.retryable || isHopeless) throw error;
    if (waitMs === undefined) this.#failedInARow += 1;
    if (waitMs === undefined || this.#failedInARow >= MAX_FAILED_IN_A_ROW) throw error;
    const askedMs = error instanceof SpeechError ? (error.retryAfterMs ?? 0) : 0;
    await sleep(jittered(Math.max(waitMs, Math.min(askedMs, this.#tools.timings.maxAskedMs))), signal);
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

  #reportProgress(): void {
    const { eta, timings } = this.#tools;
    const now = performance.now();
    const done = new Set(this.#outcomes.map(({ piece }) => piece));
    const open = this.#pieces
      .filter((piece) => !done.has(piece))
      .map((piece) => ({ durationMs: piece.durationMs, startedAtMs: this.#startedAtMs.get(piece) }));
    const openDoneMs = open.reduce((sum, piece) => sum + piece.durationMs * eta.shareOf(piece, now), 0);
    const share = (lengthOf([...done]) + openDoneMs) / Math.max(1, lengthOf(this.#pieces));
    this.#share = open.length === 0 ? 1 : Math.max(this.#share, Math.min(share, MAX_OPEN_SHARE));
    this.#request.onProgress({
      stage: 'transcribing',
      piecesDone: done.size,
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
