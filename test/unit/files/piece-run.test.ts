import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PlannedPiece, Recording } from '../../../src/audio/recording/recording-api.ts';
import { FairSemaphore } from '../../../src/concurrency/fair-semaphore.ts';
import { Eta } from '../../../src/files/eta.ts';
import { DEFAULT_FILE_TIMINGS } from '../../../src/files/file-timings.ts';
import type { FileProgress, TranscriptionRequest } from '../../../src/files/files-api.ts';
import { PieceRun } from '../../../src/files/piece-run.ts';
import { createLogger } from '../../../src/log/log.ts';
import type { Transcribe } from '../../../src/speech/asr/asr.ts';
import { SpeechError } from '../../../src/speech/speech-error.ts';

const PIECE_MS = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A recording of `count` minutes; a piece's one byte is its index. */
function recordingOf(count: number) {
  const pieces: PlannedPiece[] = Array.from({ length: count }, (_, index) => ({
    ...{ index, startMs: index * PIECE_MS, durationMs: PIECE_MS },
  }));
  const recording: Recording = {
    ...{ container: 'WAV', codec: 'PCM', durationMs: count * PIECE_MS, endsEarly: false },
    plan: async () => pieces,
    split: async (piece) => [piece],
    extract: async ({ index, startMs, durationMs }) => ({
      ...{ audio: Uint8Array.of(index), filename: `piece-${index + 1}.wav`, startMs, durationMs },
    }),
    close: () => undefined,
  };
  return { recording, pieces };
}

/** Runs `count` pieces against `answer`, which is given a piece's index and the number of its attempt. */
function start(count: number, answer: (index: number, attempt: number) => Promise<string>, more: object = {}) {
  const { recording, pieces } = recordingOf(count);
  const progress: FileProgress[] = [];
  const attempts: number[] = [];
  const most = { underWay: 0, now: 0 };
  const transcribe: Transcribe = async ({ audio }, { signal }) => {
    const index = audio[0] ?? 0;
    attempts[index] = (attempts[index] ?? 0) + 1;
    most.now += 1;
    most.underWay = Math.max(most.underWay, most.now);
    try {
      const text = await answer(index, attempts[index]);
      signal.throwIfAborted();
      return { text, duration: 60, segments: [] };
    } finally {
      most.now -= 1;
    }
  };
  const timings = { ...DEFAULT_FILE_TIMINGS, ...more };
  const semaphore = new FairSemaphore({
    limit: timings.piecesAtOnce,
    limitPerKey: 3,
    createFullError: () => new Error('full'),
  });
  const ending = new AbortController();
  const request: TranscriptionRequest = {
    ...{ download: async function* () {}, sizeBytes: 1, language: undefined, owner: '1', tenant: 'g' },
    ...{ signal: ending.signal, onProgress: (report: FileProgress) => void progress.push(report) },
  };
  const run = new PieceRun(
    {
      transcribe,
      semaphore,
      eta: new Eta(),
      safeRecordingMs: () => 3_600_000,
      timings,
      log: createLogger('silent'),
    },
    recording,
    pieces,
    request,
  );
  return { run, outcomes: run.run('file'), progress, attempts, most, end: (reason: Error) => ending.abort(reason) };
}

const delayed = (delayMs: number, text: string) =>
  new Promise<string>((resolve) => setTimeout(() => resolve(text), delayMs));
const soon = (text: string) => delayed(1_000, text);
const SILENCE_MS = 900_000;
const silent = async (): Promise<never> => {
  await delayed(SILENCE_MS, '');
  throw new SpeechError('SPEECH_TIMEOUT', 'silent');
};
const unavailable = () => new SpeechError('SPEECH_UNAVAILABLE', 'down');

function sharesOf(progress: readonly FileProgress[]): number[] {
  return progress.flatMap((report) => (report.stage === 'transcribing' ? [report.share] : []));
}

function leftOf(progress: readonly FileProgress[]): number | undefined {
  const report = progress.at(-1);
  return report?.stage === 'transcribing' ? report.leftMs : undefined;
}

describe('what the service received of a recording', () => {
  const refused = () => new SpeechError('SPEECH_OUT_OF_CREDITS', 'no credit', { status: 402 });

  it('is all of it when every piece was transcribed, once however often it was tried', async () => {
    const { run, outcomes } = start(2, (_, attempt) => (attempt < 3 ? Promise.reject(unavailable()) : soon('text')));
    await vi.runAllTimersAsync();
    await outcomes;
    expect(run.sentMs).toBe(2 * PIECE_MS);
  });

  it('is nothing of the pieces that it refused, and of those that were not sent any more', async () => {
    const { run, outcomes } = start(6, (index) => (index === 0 ? soon('text') : Promise.reject(refused())));
    await vi.runAllTimersAsync();
    await outcomes;
    expect(run.sentMs).toBe(PIECE_MS);
  });

  it('is a piece whose answer was lost, even if the service refuses the next attempt', async () => {
    const lost = () => new SpeechError('SPEECH_TIMEOUT', 'silent');
    const { run, outcomes } = start(1, (_, attempt) => Promise.reject(attempt === 1 ? lost() : refused()));
    await vi.runAllTimersAsync();
    await outcomes;
    expect(run.sentMs).toBe(PIECE_MS);
  });

  it('is what was under way when the transcription was cancelled', async () => {
    const { run, outcomes, end } = start(9, () => soon('text'));
    const cancelled = expect(outcomes).rejects.toThrow('cancelled');
    await vi.advanceTimersByTimeAsync(1_500);
    end(new Error('cancelled'));
    await vi.runAllTimersAsync();
    await cancelled;
    expect(run.sentMs).toBe(6 * PIECE_MS);
  });
});

describe('the pieces of a recording', () => {
  it('are transcribed side by side, three at a time', async () => {
    const { outcomes, most } = start(7, (index) => soon(`piece ${index}`));
    await vi.runAllTimersAsync();
    expect((await outcomes).map(({ kind }) => kind)).toEqual(Array(7).fill('transcribed'));
    expect(most.underWay).toBe(3);
  });

  it('report how many are done and, from the first one on, how long the rest takes', async () => {
    const { outcomes, progress } = start(4, (index) => soon(`piece ${index}`), { piecesAtOnce: 1 });
    await vi.runAllTimersAsync();
    await outcomes;
    expect(progress[0]).toMatchObject({ piecesDone: 0, pieces: 4, share: 0, leftMs: undefined });
    const afterTwo = progress.find((report) => report.stage === 'transcribing' && report.piecesDone === 2);
    expect(afterTwo).toMatchObject({ share: 0.5 });
    expect(progress.at(-1)).toMatchObject({ piecesDone: 4, share: 1, leftMs: 0 });
  });

  it('advance while they are under way, never back, and reach the whole only at the end', async () => {
    const { outcomes, progress } = start(3, (index) => delayed(40_000 + 20_000 * index, `piece ${index}`));
    await vi.advanceTimersByTimeAsync(79_000);
    const open = sharesOf(progress);
    expect(open.length).toBeGreaterThan(75);
    expect(new Set(open).size).toBeGreaterThan(40);
    expect(open.toSorted((a, b) => a - b)).toEqual(open);
    expect(open.at(-1)).toBeGreaterThan(0.9);
    expect(open.at(-1)).toBeLessThan(1);
    await vi.runAllTimersAsync();
    await outcomes;
    expect(sharesOf(progress).at(-1)).toBe(1);
    const reports = progress.length;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(progress).toHaveLength(reports);
  });

  it('count down between two results', async () => {
    const { outcomes, progress } = start(2, () => delayed(20_000, 'text'), { piecesAtOnce: 1 });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(leftOf(progress)).toBe(20_000);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(leftOf(progress)).toBe(5_000);
    await vi.runAllTimersAsync();
    await outcomes;
  });

  it('are tried again after a temporary failure, with longer and longer delays', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { outcomes, attempts } = start(2, async (index, attempt) => {
      if (index === 1 && attempt < 5) throw unavailable();
      return 'text';
    });
    // A voice message is waited for: the first delay is a second.
    await vi.advanceTimersByTimeAsync(1_000);
    expect(attempts).toEqual([1, 2]);
    await vi.advanceTimersByTimeAsync(84_000);
    expect(attempts).toEqual([1, 4]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await outcomes).map(({ kind }) => kind)).toEqual(['transcribed', 'transcribed']);
    expect(attempts).toEqual([1, 5]);
  });

  it.each([
    ['waits as long as the service asks', 40_000, 40_000],
    ['does not wait for hours, whatever the service asks', 7_200_000, 180_000],
  ])('the next attempt %s', async (_what, retryAfterMs, afterMs) => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const busy = new SpeechError('SPEECH_UNAVAILABLE', 'busy', { status: 503, retryAfterMs });
    const { outcomes, attempts } = start(1, async (_index, attempt) => {
      if (attempt === 1) throw busy;
      return 'text';
    });
    await vi.advanceTimersByTimeAsync(afterMs - 1);
    expect(attempts).toEqual([1]);
    await vi.advanceTimersByTimeAsync(1);
    expect(attempts).toEqual([2]);
    await outcomes;
  });

  it('that failed together do not return together', async () => {
    let random = 0;
    vi.spyOn(Math, 'random').mockImplementation(() => (random += 0.3));
    const returns: number[] = [];
    const { outcomes } = start(3, async (_index, attempt) => {
      if (attempt === 1) throw unavailable();
      returns.push(Math.round(performance.now() - startMs));
      return 'text';
    });
    const startMs = performance.now();
    await vi.runAllTimersAsync();
    await outcomes;
    expect(returns).toEqual([1_150, 1_300, 1_450]);
  });

  it('may take a quarter of an hour each: progress continues meanwhile, and a cancel ends it', async () => {
    const { outcomes, progress, attempts, end } = start(2, () => delayed(14 * 60_000, 'text'), { piecesAtOnce: 1 });
    await vi.advanceTimersByTimeAsync(13 * 60_000);
    const waiting = sharesOf(progress);
    expect(waiting.length).toBeGreaterThan(700);
    expect(waiting.toSorted((a, b) => a - b)).toEqual(waiting);
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(progress.at(-1)).toMatchObject({ piecesDone: 1 });
    expect(attempts).toEqual([1, 1]);
    const cancelled = expect(outcomes).rejects.toThrow('cancelled');
    end(new Error('cancelled'));
    await vi.runAllTimersAsync();
    await cancelled;
  });

  it('fail alone when no retry helps', async () => {
    const { outcomes } = start(3, async (index) => {
      if (index === 1) throw unavailable();
      return 'text';
    });
    await vi.runAllTimersAsync();
    const failed = (await outcomes).filter(({ kind }) => kind === 'failed');
    expect(failed).toMatchObject([{ piece: { index: 1 }, reason: { code: 'SPEECH_UNAVAILABLE' } }]);
  });

  it('that had no answer in a quarter of an hour are tried once more, if they are short, and no more', async () => {
    const { outcomes, attempts, most } = start(1, silent);
    await vi.advanceTimersByTimeAsync(2 * SILENCE_MS + 10_000);
    expect(await outcomes).toMatchObject([{ kind: 'failed', reason: { code: 'SPEECH_TIMEOUT' } }]);
    expect(attempts).toEqual([2]);
    expect(most.now).toBe(0);
  });

  it('that had no answer once are transcribed by the second attempt', async () => {
    const { outcomes } = start(1, (_, attempt) => (attempt === 1 ? silent() : soon('text')));
    await vi.runAllTimersAsync();
    expect(await outcomes).toMatchObject([{ kind: 'transcribed' }]);
  });

  it('are no longer sent once the service has left six in a row without an answer', async () => {
    const { outcomes, attempts } = start(20, silent, { progressEveryMs: 60_000 });
    await vi.advanceTimersByTimeAsync(5 * SILENCE_MS + 120_000);
    expect((await outcomes).map(({ kind }) => kind)).toEqual(Array(20).fill('failed'));
    // Two had taken the places of the first to fail.
    expect(attempts).toEqual([2, 2, 2, 2, 2, 2, 1, 1]);
  });

  it('are sent on while the service answers some of them', async () => {
    const { outcomes, attempts } = start(30, (index) => (index % 3 === 0 ? soon('text') : silent()), {
      progressEveryMs: 60_000,
    });
    await vi.runAllTimersAsync();
    expect((await outcomes).filter(({ kind }) => kind === 'transcribed')).toHaveLength(10);
    expect(attempts).toHaveLength(30);
  });

  it('show no progress while they wait for the next try', async () => {
    const { outcomes, progress, attempts } = start(1, async () => {
      throw new SpeechError('SPEECH_CONNECTION', 'refused', { unsent: true });
    });
    await vi.runAllTimersAsync();
    await outcomes;
    expect(attempts).toEqual([5]);
    const shares = progress.flatMap((report) => (report.stage === 'transcribing' ? [report.share] : []));
    expect(shares.length).toBeGreaterThan(50);
    expect(new Set(shares.slice(0, -1))).toEqual(new Set([0]));
  });

  it('show progress and can be cancelled while the service is silent', async () => {
    const { outcomes, progress, attempts, end } = start(2, silent);
    const cancelled = expect(outcomes).rejects.toThrow('cancelled');
    await vi.advanceTimersByTimeAsync(SILENCE_MS + 60_000);
    const before = progress.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(progress.length).toBeGreaterThan(before + 50);
    end(new Error('cancelled'));
    await vi.runAllTimersAsync();
    await cancelled;
    expect(attempts).toEqual([2, 2]);
  });

  it('are not tried again when the service refuses them', async () => {
    const { outcomes, attempts } = start(1, async () => {
      throw new SpeechError('SPEECH_BAD_REQUEST', 'no');
    });
    await vi.runAllTimersAsync();
    expect(await outcomes).toMatchObject([{ kind: 'failed', reason: { code: 'SPEECH_BAD_REQUEST' } }]);
    expect(attempts).toEqual([1]);
  });

  it('are no longer sent once the account is refused', async () => {
    const { outcomes, attempts } = start(9, async () => {
      throw new SpeechError('SPEECH_OUT_OF_CREDITS', 'no');
    });
    await vi.runAllTimersAsync();
    expect((await outcomes).every(({ kind }) => kind === 'failed')).toBe(true);
    expect(attempts.length).toBeLessThanOrEqual(3);
  });

  it('end with the reason of the signal, even during a delay', async () => {
    const { outcomes, end, attempts } = start(5, async () => {
      throw unavailable();
    });
    const ended = expect(outcomes).rejects.toThrow('enough');
    await vi.advanceTimersByTimeAsync(1_000);
    end(new Error('enough'));
    await ended;
    await vi.runAllTimersAsync();
    expect(attempts).toEqual([1, 1, 1]);
  });
});
