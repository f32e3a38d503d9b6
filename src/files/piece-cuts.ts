import type { PieceLimits, PlannedPiece, Recording } from '../audio/recording/recording-api.ts';
import type { Logger } from '../log/log.ts';
import type { PieceOutcome } from './assemble.ts';
import type { FileTimings } from './file-timings.ts';
import { halfLimits, isLonger, isUnexplained, limitsWithin, type SizeComplaint, sizeComplaint } from './piece-sizes.ts';

/** The pieces that take the place of one that is too large for the service. */
export interface Cut {
  readonly kind: 'cut';
  readonly parts: readonly PlannedPiece[];
  /** The outcome of the first part, if that was sent already. */
  readonly begun?: PieceOutcome;
}

/** A failed attempt to transcribe a piece. */
export interface Failure {
  readonly piece: PlannedPiece;
  readonly error: unknown;
  /** When the attempt began, on the clock of `performance.now()`. */
  readonly sinceMs: number;
  /** How often the piece has failed. */
  readonly count: number;
  /** True if the piece is given up unless it is cut. */
  readonly isLast: boolean;
}

/** Transcribes the beginning of a piece. It is `refused` if that may be for its length. Rejects only when aborted. */
type Begin = (beginning: PlannedPiece) => Promise<PieceOutcome | 'refused' | 'failed'>;

/** The dependencies of cutting the pieces of a recording. */
interface PieceCutsOptions {
  readonly recording: Recording;
  readonly timings: FileTimings;
  /** The longest recording that the service certainly processes as a whole, in milliseconds. It may change at any time. */
  readonly safeRecordingMs: () => number;
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/** Cuts the pieces of one recording to what the service takes, as far as this recording has shown it. */
export class PieceCuts {
  readonly #options: PieceCutsOptions;
  /** Longer pieces are cut before they are sent. */
  #maxMs = Number.POSITIVE_INFINITY;
  /** The longest piece that was transcribed: pieces up to its length are not refused for their length. */
  #workedMs = 0;
  /** What a piece that was refused without a reason was cut to: its size is blamed once. */
  #unexplainedMs = Number.POSITIVE_INFINITY;
  /** A length below the safe one that was taken when a longer piece was not, until a longer one is taken, and since when. */
  #suspected: { readonly maxMs: number; readonly sinceMs: number } | undefined;

  constructor(options: PieceCutsOptions) {
    this.#options = options;
  }

  /** Reports that a piece was transcribed. */
  worked(piece: PlannedPiece): void {
    this.#workedMs = Math.max(this.#workedMs, piece.durationMs);
    if (this.#suspected !== undefined && isLonger(piece, this.#suspected.maxMs)) this.#suspected = undefined;
  }

  /** Cuts a piece that is longer than what the service is known to take. */
  async toKnownLength(piece: PlannedPiece): Promise<Cut | undefined> {
    const maxMs = Math.min(this.#maxMs, this.#options.safeRecordingMs());
    return isLonger(piece, maxMs) ? await this.#cut(piece, this.#within(maxMs)) : undefined;
  }

  /** Cuts a piece that failed, if it may have been too large. */
  async after(failure: Failure, begin: Begin): Promise<Cut | undefined> {
    const { piece, error } = failure;
    const isForSize = isUnexplained(error) && this.#mayBeTooLarge(piece);
    const complaint = isForSize ? 'bytes' : sizeComplaint(error);
    const cut = complaint === 'maybe' ? await this.#ifTooLong(failure, begin) : await this.#asTold(complaint, failure);
    if (isForSize && cut !== undefined) this.#unexplainedMs = Math.min(this.#unexplainedMs, longestOf(cut.parts));
    if (cut !== undefined) {
      const fields = { err: error, durationMs: piece.durationMs, parts: cut.parts.length };
      this.#options.log.info(fields, 'a piece is cut smaller and sent again');
    }
    return cut;
  }

  #mayBeTooLarge(piece: PlannedPiece): boolean {
    const [safeMs = 0] = this.#options.timings.shorterMs;
    const isUsual = piece.durationMs <= Math.max(safeMs, this.#workedMs);
    return !isUsual && (this.#unexplainedMs === Number.POSITIVE_INFINITY || isLonger(piece, this.#unexplainedMs));
  }

  /**
   * A piece that is refused twice is too long, or the service is overloaded. The beginning of the piece tells: if it is
   * taken, so are pieces of its length. If it is refused at every length, the piece stays as it is.
   */
  async #ifTooLong(failure: Failure, begin: Begin): Promise<Cut | undefined> {
    const { piece, count, isLast } = failure;
    this.#confirm(failure);
    const known = await this.toKnownLength(piece);
    if (known !== undefined) return known;
    const workedMs = this.#workedMs;
    if (!isLast && (count !== 2 || piece.durationMs <= workedMs)) return undefined;
    let parts: readonly PlannedPiece[] = [piece];
    for (const maxMs of this.#shorterThan(piece)) {
      const [whole = piece, ...others] = parts;
      const cut = await this.#cut(whole, this.#within(maxMs));
      const [beginning] = cut?.parts ?? [];
      if (cut === undefined || beginning === undefined) continue;
      parts = [...cut.parts, ...others];
      const begun = await begin(beginning);
      if (begun === 'refused') continue;
      if (begun === 'failed') return { kind: 'cut', parts };
      if (maxMs >= workedMs) this.#learn(maxMs);
      return { kind: 'cut', parts, begun };
    }
    return undefined;
  }

  /**
   * The safe length holds for all pieces at once. A shorter one may have been taken because an overload had just ended: it
   * is only suspected, so that the rest does not go in crumbs.
   */
  #learn(maxMs: number): void {
    const [safeMs = 0] = this.#options.timings.shorterMs;
    if (maxMs >= safeMs) this.#maxMs = Math.min(this.#maxMs, maxMs);
    else if (maxMs < (this.#suspected?.maxMs ?? safeMs)) this.#suspected = { maxMs, sinceMs: performance.now() };
  }

  /** A suspected length is known once a longer piece, sent later, is refused. */
  #confirm({ piece, sinceMs }: Failure): void {
    const suspected = this.#suspected;
    if (suspected === undefined || sinceMs < suspected.sinceMs || !isLonger(piece, suspected.maxMs)) return;
    this.#maxMs = Math.min(this.#maxMs, suspected.maxMs);
  }

  /** Cuts after a failure that leaves no doubt. */
  async #asTold(complaint: SizeComplaint, { piece, count }: Failure): Promise<Cut | undefined> {
    const limits = this.#limitsAfter(complaint, piece, count);
    const cut = limits && (await this.#cut(piece, limits));
    // What one stretch of sound causes says nothing about others.
    if (cut !== undefined && complaint !== 'sound') {
      this.#maxMs = Math.min(this.#maxMs, longestOf(cut.parts));
    }
    return cut;
  }

  #limitsAfter(complaint: SizeComplaint, piece: PlannedPiece, count: number): PieceLimits | undefined {
    const { piece: limits, minCutOfBytesMs, minCutOfSilenceMs } = this.#options.timings;
    const [shorterMs] = this.#shorterThan(piece);
    const shorter = shorterMs === undefined ? undefined : this.#within(shorterMs);
    switch (complaint) {
      case 'bytes':
        return piece.durationMs < minCutOfBytesMs ? undefined : halfLimits(limits, piece);
      case 'silence':
        return piece.durationMs < minCutOfSilenceMs ? undefined : halfLimits(limits, piece);
      case 'length':
        // A half may still be a conversation. What is too long even then is not worth a search for the limit.
        return shorter && this.#maxMs === Number.POSITIVE_INFINITY ? halfLimits(limits, piece) : shorter;
      case 'sound':
        return count < 2 ? undefined : shorter;
      default:
        return undefined;
    }
  }

  /** Lengths that a piece may be cut to, longest first. */
  #shorterThan(piece: PlannedPiece): readonly number[] {
    const { shorterMs } = this.#options.timings;
    const lengthsMs = [...shorterMs, ...(this.#workedMs > 0 ? [this.#workedMs] : [])];
    return lengthsMs.filter((maxMs) => isLonger(piece, maxMs)).toSorted((a, b) => b - a);
  }

  #within(maxMs: number): PieceLimits {
    return limitsWithin(this.#options.timings.piece, maxMs);
  }

  async #cut(piece: PlannedPiece, limits: PieceLimits): Promise<Cut | undefined> {
    const { recording, signal } = this.#options;
    const parts = await recording.split(piece, limits, signal);
    return parts.length < 2 ? undefined : { kind: 'cut', parts };
  }
}

function longestOf(parts: readonly PlannedPiece[]): number {
  return parts.reduce((longest, { durationMs }) => Math.max(longest, durationMs), 0);
}
