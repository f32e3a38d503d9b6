import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PieceLimits, PlannedPiece, Recording } from '../../../src/audio/recording/recording-api.ts';
import { FairSemaphore } from '../../../src/fair-semaphore.ts';
import { assemble } from '../../../src/files/assemble.ts';
import { Eta } from '../../../src/files/eta.ts';
import { DEFAULT_FILE_TIMINGS } from '../../../src/files/file-timings.ts';
import type { FileProgress } from '../../../src/files/files-api.ts';
import { PieceRun } from '../../../src/files/piece-run.ts';
import { PieceSizes } from '../../../src/files/piece-sizes.ts';
import { createLogger } from '../../../src/log.ts';
import type { Transcribe } from '../../../src/speech/asr.ts';
import { SpeechError } from '../../../src/speech/speech-error.ts';

const MINUTE_MS = 60_000;

/** How long a transcript takes; refusals take 1 s. */
let slowMs = 1_000;

beforeEach(() => {
  vi.useFakeTimers();
  // What is asserted is the order in which pieces return.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Even parts within the limits. */
function parts({ startMs, durationMs }: PlannedPiece, { maxDurationMs }: PieceLimits): PlannedPiece[] {
  const count = Math.max(1, Math.ceil(durationMs / maxDurationMs));
  const eachMs = durationMs / count;
  return Array.from({ length: count }, (_, index) => ({
    ...{ index, startMs: startMs + index * eachMs, durationMs: eachMs },
  }));
}

/** A recording of pieces of these minutes; the audio of a piece is its start and length in minutes. */
function recordingOf(minutes: readonly number[]) {
  const pieces = minutes.map((length, index): PlannedPiece => {
    const before = minutes.slice(0, index).reduce((sum, each) => sum + each, 0);
    return { index, startMs: before * MINUTE_MS, durationMs: length * MINUTE_MS };
  });
  const durationMs = minutes.reduce((sum, each) => sum + each, 0) * MINUTE_MS;
  const recording: Recording = {
    ...{ container: 'WAV', codec: 'PCM', durationMs, endsEarly: false },
    plan: async () => pieces,
    split: async (piece, limits) => parts(piece, limits),
    extract: async ({ startMs, durationMs: lengthMs }) => ({
      audio: Float64Array.of(startMs / MINUTE_MS, lengthMs / MINUTE_MS) as unknown as Uint8Array,
      ...{ filename: 'piece.wav', startMs, durationMs: lengthMs },
    }),
    close: () => undefined,
  };
  return { recording, pieces, durationMs };
}

/** What the service says to a piece of so many minutes, for the so manieth time since the start. */
type Answer = (minutes: number, attempt: number) => SpeechError | undefined;

/** Starts a run; `sizes` is shared by those of one bot. */
function start(minutes: readonly number[], answer: Answer, sizes = new PieceSizes(DEFAULT_FILE_TIMINGS.sizeMemoryMs)) {
  const { recording, pieces, durationMs } = recordingOf(minutes);
  const sent: number[] = [];
  const progress: FileProgress[] = [];
  const transcribe: Transcribe = async ({ audio }) => {
    const [startMinute = 0, length = 0] = audio as unknown as Float64Array;
    sent.push(length);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const error = answer(length, sent.length);
    if (error !== undefined) throw error;
    await new Promise((resolve) => setTimeout(resolve, slowMs - 1_000));
    return { text: `from ${startMinute}`, duration: length * 60, segments: [] };
  };
  const semaphore = new FairSemaphore({ limit: 4, limitPerKey: 3, createFullError: () => new Error('full') });
  const log = createLogger('silent');
  const run = new PieceRun(
    { transcribe, semaphore, eta: new Eta(), sizes, timings: DEFAULT_FILE_TIMINGS, log },
    recording,
    pieces,
    {
      ...{ download: async function* () {}, sizeBytes: 1, language: undefined, owner: '1', tenant: 'g' },
      ...{ signal: new AbortController().signal, onProgress: (report) => void progress.push(report) },
    },
  );
  const over = async () => {
    const outcomes = run.run('file');
    await vi.runAllTimersAsync();
    return assemble(await outcomes, { durationMs, endsEarly: false, language: undefined });
  };
  return { over, sent, run, progress, durationMs };
}

const refusal = (status: number, more: object = {}) =>
  new SpeechError(status === 413 ? 'SPEECH_TOO_LARGE' : 'SPEECH_UNAVAILABLE', 'refused', { status, ...more });
const above =
  (limit: number, status = 503, more: object = {}): Answer =>
  (minutes) =>
    minutes > limit ? refusal(status, more) : undefined;

describe('a long piece that the service refuses', () => {
  it.each([503, 504])(
    'with %i, again and again, is cut in two until its parts are taken: nothing is missing',
    async (status) => {
      const { over, sent, run, durationMs } = start([10], above(3, status));
      const { text, holes } = await over();
      expect(text).toBe('from 0 from 2.5 from 5 from 7.5');
      expect(holes).toEqual([]);
      expect(sent).toEqual([10, 10, 5, 5, 5, 5, 2.5, 2.5, 2.5, 2.5]);
      expect(run.sentMs).toBe(durationMs);
    },
  );

  it.each([
    ['413', refusal(413)],
    ['audio_too_long', new SpeechError('SPEECH_BAD_REQUEST', 'no', { status: 400, serviceCode: 'audio_too_long' })],
  ])('with %s is cut at once', async (_what, error) => {
    const { over, sent } = start([10], (minutes) => (minutes > 5 ? error : undefined));
    expect((await over()).text).toBe('from 0 from 5');
    expect(sent).toEqual([10, 5, 5]);
  });

  it('because it is overloaded for a moment is not cut', async () => {
    const { over, sent } = start([10], (_minutes, attempt) => (attempt < 2 ? refusal(503) : undefined));
    await over();
    expect(sent).toEqual([10, 10]);
  });

  it('and asks to come back later is cut only after all retries', async () => {
    const { over, sent } = start([10], above(5, 503, { retryAfterMs: 1_000 }));
    expect((await over()).holes).toEqual([]);
    expect(sent).toEqual([10, 10, 10, 10, 5, 5]);
  });

  it('is not cut for a mistake in the request', async () => {
    const bad = new SpeechError('SPEECH_BAD_REQUEST', 'no', { status: 400, serviceCode: 'invalid_parameter' });
    const { over, sent } = start([10], () => bad);
    await expect(over()).resolves.toMatchObject({ holes: [{ reason: bad }] });
    expect(sent).toEqual([10]);
  });

  it('is cut down to about a minute; what is refused even then is a hole with its reason', async () => {
    const { over, sent, run } = start([3], above(0));
    const { holes } = await over();
    expect(holes).toMatchObject([{ startMs: 0, endMs: 3 * MINUTE_MS, reason: { code: 'SPEECH_UNAVAILABLE' } }]);
    expect(Math.min(...sent)).toBe(1.5);
    expect(run.sentMs).toBe(0);
  });

  it('that no size helps does not hold its place for hours', async () => {
    const startMs = performance.now();
    const { over } = start(Array(24).fill(60), above(0));
    expect((await over()).holes).toHaveLength(1);
    expect(performance.now() - startMs).toBeLessThan(20 * MINUTE_MS);
  });

  it('counts once for people, though an answer for the whole was lost before', async () => {
    const lost = new SpeechError('SPEECH_TIMEOUT', 'silent');
    const { over, run, durationMs } = start([10], (minutes, attempt) =>
      attempt === 1 ? lost : above(5)(minutes, attempt),
    );
    await over();
    expect(run.sentMs).toBe(durationMs);
  });

  it('keeps the progress from going back', async () => {
    const { over, progress } = start([10, 10, 10, 10], above(3));
    await over();
    const shares = progress.flatMap((report) => (report.stage === 'transcribing' ? [report.share] : []));
    expect(shares.toSorted((a, b) => a - b)).toEqual(shares);
    expect(progress.at(-1)).toMatchObject({ piecesDone: 16, pieces: 16, share: 1 });
  });
});

describe('a long piece without an answer', () => {
  const silence = new SpeechError('SPEECH_TIMEOUT', 'silent');

  it('is cut in two at once: nothing is missing, and the rest of the recording starts smaller', async () => {
    const sizes = new PieceSizes(DEFAULT_FILE_TIMINGS.sizeMemoryMs);
    const { over, sent } = start(Array(5).fill(10), (minutes) => (minutes > 5 ? silence : undefined), sizes);
    expect((await over()).holes).toEqual([]);
    expect(sent).toEqual([...Array(3).fill(10), ...Array(10).fill(5)]);
    const other = start([10], () => undefined, sizes);
    await other.over();
    expect(other.sent).toEqual([10]);
  });

  it('is a gap when its halves have none either: no sound is sent a third time', async () => {
    const { over, sent, run, durationMs } = start([60], () => silence);
    expect((await over()).holes).toMatchObject([{ startMs: 0, endMs: durationMs, reason: silence }]);
    expect(sent).toEqual([60, 30, 30]);
    expect(run.sentMs).toBe(durationMs);
  });

  it('is not sent a third time after its halves were cut for another reason', async () => {
    const { over, sent } = start([20], (minutes) => (minutes === 10 ? refusal(413) : silence));
    expect((await over()).holes).toHaveLength(1);
    expect(sent).toEqual([20, 10, 10, 5, 5, 5, 5]);
  });

  it('ends a long recording: after six gaps in a row, the rest is not sent', async () => {
    const { over, sent, run } = start(Array(24).fill(60), () => silence);
    const { holes } = await over();
    expect(holes).toMatchObject([{ startMs: 0, endMs: 24 * 60 * MINUTE_MS }]);
    expect(sent.length).toBeLessThan(24);
    expect(run.sentMs).toBeLessThan(12 * 60 * MINUTE_MS);
  });
});

describe('the size of pieces that worked', () => {
  it('is used for later pieces of the recording, and for later recordings', async () => {
    const sizes = new PieceSizes(DEFAULT_FILE_TIMINGS.sizeMemoryMs);
    const first = start([10, 10, 10, 10, 10], above(5), sizes);
    expect((await first.over()).holes).toEqual([]);
    // The first three, twice; the others are not sent whole.
    expect(first.sent.slice(0, 6)).toEqual(Array(6).fill(10));
    expect(first.sent.slice(6)).toEqual(Array(10).fill(5));
    const second = start([10, 4], above(5), sizes);
    expect((await second.over()).holes).toEqual([]);
    expect(second.sent.toSorted((a, b) => a - b)).toEqual([4, 5, 5]);
    expect(sizes.maxMs).toBe(5 * MINUTE_MS);
  });

  it('is forgotten after half an hour, when larger pieces are tried again', async () => {
    const sizes = new PieceSizes(DEFAULT_FILE_TIMINGS.sizeMemoryMs);
    await start([10], above(5), sizes).over();
    await vi.advanceTimersByTimeAsync(1_800_000);
    expect(sizes.maxMs).toBeUndefined();
    const later = start([10], () => undefined, sizes);
    await later.over();
    expect(later.sent).toEqual([10]);
  });

  it('is not learned from a piece with too many bytes, which may be of uncompressed sound', async () => {
    const sizes = new PieceSizes(DEFAULT_FILE_TIMINGS.sizeMemoryMs);
    const wav = start([1.7, 1.7, 1.7, 1.7, 1.7], above(0.5, 413), sizes);
    const { text, holes } = await wav.over();
    expect(holes).toEqual([]);
    expect(text.split('from')).toHaveLength(21);
    // The fifth is not sent whole.
    expect(wav.sent.filter((minutes) => minutes === 1.7)).toHaveLength(3);
    expect(sizes.maxMs).toBeUndefined();
  });

  it('is used for the rest of a long recording only while it is remembered', async () => {
    const sizes = new PieceSizes(600_000);
    // Overloaded for half a minute, at the start.
    const { over, sent } = start(
      Array(24).fill(8),
      () => (performance.now() < endMs ? refusal(503) : undefined),
      sizes,
    );
    const endMs = performance.now() + 30_000;
    slowMs = 120_000;
    const { holes } = await over();
    slowMs = 1_000;
    expect(holes).toEqual([]);
    // The first three were cut, and what came within ten minutes; the others were not.
    expect(sent.slice(6).filter((minutes) => minutes === 8).length).toBeGreaterThan(5);
  });

  it('becomes smaller when the service refuses it, too', async () => {
    const sizes = new PieceSizes(DEFAULT_FILE_TIMINGS.sizeMemoryMs);
    await start([10], above(5), sizes).over();
    await start([10], above(2.5), sizes).over();
    expect(sizes.maxMs).toBe(2.5 * MINUTE_MS);
  });
});
