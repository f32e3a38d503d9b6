import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PieceLimits, PlannedPiece, Recording } from '../../../src/audio/recording/recording-api.ts';
import { FairSemaphore } from '../../../src/concurrency/fair-semaphore.ts';
import { assemble } from '../../../src/files/assemble.ts';
import { Eta } from '../../../src/files/eta.ts';
import { DEFAULT_FILE_TIMINGS } from '../../../src/files/file-timings.ts';
import type { FileProgress } from '../../../src/files/files-api.ts';
import { PieceRun } from '../../../src/files/piece-run.ts';
import { createLogger } from '../../../src/log/log.ts';
import type { Transcribe } from '../../../src/speech/asr/asr.ts';
import { SpeechError } from '../../../src/speech/speech-error.ts';

const MINUTE_MS = 60_000;

/** How long a refusal takes, and a transcript. */
let refusalMs = (): number => 1_000;
let slowMs = 1_000;

beforeEach(() => {
  vi.useFakeTimers();
  // What is asserted is the order in which pieces return.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  refusalMs = () => 1_000;
  slowMs = 1_000;
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
type Answer = (minutes: number, attempt: number, startMinute: number) => SpeechError | undefined;

/** Starts a run. */
function start(minutes: readonly number[], answer: Answer, safeRecordingMs = () => 60 * MINUTE_MS) {
  const { recording, pieces, durationMs } = recordingOf(minutes);
  const sent: number[] = [];
  let refused = 0;
  const progress: FileProgress[] = [];
  const transcribe: Transcribe = async ({ audio }) => {
    const [startMinute = 0, length = 0] = audio as unknown as Float64Array;
    sent.push(length);
    const attempt = sent.length;
    await new Promise((resolve) => setTimeout(resolve, refusalMs()));
    const error = answer(length, attempt, startMinute);
    if (error !== undefined) {
      refused += 1;
      throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, slowMs - 1_000));
    return { text: `from ${startMinute}`, duration: length * 60, segments: [] };
  };
  const semaphore = new FairSemaphore({ limit: 4, limitPerKey: 3, createFullError: () => new Error('full') });
  const log = createLogger('silent');
  const run = new PieceRun(
    { transcribe, safeRecordingMs, semaphore, eta: new Eta(), timings: DEFAULT_FILE_TIMINGS, log },
    recording,
    pieces,
    {
      ...{ download: async function* () {}, sizeBytes: 1, language: undefined, owner: '1', tenant: 'g' },
      ...{ signal: new AbortController().signal, onProgress: (report) => void progress.push(report) },
    },
  );
  const over = async () => {
    const startMs = performance.now();
    const outcomes = run.run('file');
    let tookMs = 0;
    void outcomes.then(() => {
      tookMs = performance.now() - startMs;
    });
    await vi.runAllTimersAsync();
    const transcript = await assemble(await outcomes, { durationMs, endsEarly: false, language: undefined });
    return { ...transcript, refused, tookMs };
  };
  return { over, sent, run, progress, durationMs };
}

const refusal = (status: number, more: object = {}) =>
  new SpeechError(status === 413 ? 'SPEECH_TOO_LARGE' : 'SPEECH_UNAVAILABLE', 'refused', { status, ...more });
const above =
  (limit: number, status = 503, more: object = {}): Answer =>
  (minutes) =>
    minutes > limit ? refusal(status, more) : undefined;

/** Starts of the pieces that were transcribed, in minutes. */
function startsOf(text: string): number[] {
  return Array.from(text.matchAll(/from ([\d.]+)/g), (match) => Number(match[1]));
}

function counts(sent: readonly number[]): Record<number, number> {
  const result: Record<number, number> = {};
  for (const length of sent) result[length] = (result[length] ?? 0) + 1;
  return result;
}

describe('a long piece that the service refuses twice', () => {
  it.each([
    ['503', refusal(503)],
    ['504', refusal(504)],
    ['524', refusal(524)],
    ['503 and upstream_unavailable', refusal(503, { serviceCode: 'upstream_unavailable' })],
    ['500 and upstream_timeout', refusal(500, { serviceCode: 'upstream_timeout' })],
    ['503 and when to come back', refusal(503, { retryAfterMs: 1_000 })],
  ])('with %s, while it takes its first minute, is cut to minutes: nothing is missing', async (_what, error) => {
    const { over, sent, run, durationMs } = start([7], (minutes) => (minutes > 1.5 ? error : undefined));
    const { text, holes, refused } = await over();
    expect(startsOf(text)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(holes).toEqual([]);
    expect(sent).toEqual([7, 7, 1, 1, 1, 1, 1, 1, 1]);
    expect(refused).toBe(2);
    expect(run.sentMs).toBe(durationMs);
  });

  it.each([
    ['half a minute', 0.5, { 60: 2, 1: 1 + 2, 0.5: 120 }],
    ['a quarter of a minute', 0.25, { 60: 2, 1: 1 + 1, 0.5: 1 + 1, 0.25: 240 }],
  ])('is cut to %s once a minute is refused after that was taken', async (_what, limit, expected) => {
    const { over, sent } = start([60], above(limit));
    const { text, holes } = await over();
    expect(holes).toEqual([]);
    expect(startsOf(text)).toEqual(Array.from({ length: 60 / limit }, (_, index) => index * limit));
    expect(counts(sent)).toEqual(expected);
  });

  it('teaches the pieces that were not sent, and those that wait to be sent again', async () => {
    const { over, sent } = start(Array(6).fill(50), above(1.5));
    const { holes, refused } = await over();
    expect(holes).toEqual([]);
    expect(refused).toBeLessThanOrEqual(6);
    expect(counts(sent)).toEqual({ 50: refused, 1: 300 });
  });

  it('is cut to the length of those that worked, and so are the pieces after it', async () => {
    const { over, sent } = start([10, 10, 10, 50, 50, 50, 50], above(20));
    expect((await over()).holes).toEqual([]);
    expect(counts(sent)).toEqual({ 10: 3 + 20, 50: 6 });
  });

  it('is not cut when its beginning is refused, too: that is an outage, and then it goes whole', async () => {
    const { over, sent } = start([40], () => (performance.now() < endMs ? refusal(503) : undefined));
    const endMs = performance.now() + 30_000;
    expect((await over()).holes).toEqual([]);
    expect(sent).toEqual([40, 40, 1, 0.5, 0.25, 40]);
  });

  it('is not cut for a single refusal', async () => {
    const { over, sent } = start([10], (_minutes, attempt) => (attempt < 2 ? refusal(503) : undefined));
    await over();
    expect(sent).toEqual([10, 10]);
  });

  it('is a gap when no length and no time helps, and is not charged', async () => {
    const { over, run, durationMs } = start([3], above(0));
    const { holes, refused } = await over();
    expect(holes).toMatchObject([{ startMs: 0, endMs: durationMs, reason: { code: 'SPEECH_UNAVAILABLE' } }]);
    expect(refused).toBe(10);
    expect(run.sentMs).toBe(0);
  });

  it('is sent on in parts when its beginning fails for another reason', async () => {
    const broken = new SpeechError('SPEECH_CONNECTION', 'broken');
    const { over, sent, run, durationMs } = start([3], (minutes, attempt) =>
      attempt === 3 ? broken : above(1.5)(minutes, attempt, 0),
    );
    const { text } = await over();
    expect(startsOf(text)).toEqual([0, 1, 2]);
    expect(sent).toEqual([3, 3, 1, 1, 1, 1]);
    expect(run.sentMs).toBe(durationMs);
  });

  it('counts once for people, though an answer for the whole was lost before', async () => {
    const lost = new SpeechError('SPEECH_CONNECTION', 'broken');
    const { over, run, durationMs } = start([10], (minutes, attempt) =>
      attempt === 1 ? lost : above(5)(minutes, attempt, 0),
    );
    await over();
    expect(run.sentMs).toBe(durationMs);
  });

  it('keeps the progress from going back', async () => {
    const { over, progress } = start([10, 10, 10, 10], above(3));
    await over();
    const shares = progress.flatMap((report) => (report.stage === 'transcribing' ? [report.share] : []));
    expect(shares.toSorted((a, b) => a - b)).toEqual(shares);
    expect(progress.at(-1)).toMatchObject({ piecesDone: 40, pieces: 40, share: 1 });
  });
});

describe('pieces of a minute', () => {
  it('are cut shorter when the service takes only that: the first three are refused twice, the next three once', async () => {
    const { over, sent } = start(Array(60).fill(1), above(0.5));
    const { holes, refused } = await over();
    expect(holes).toEqual([]);
    expect(refused).toBe(9);
    expect(counts(sent)).toEqual({ 1: 9, 0.5: 120 });
  });

  it('cost no more refusals than that, in whatever order they are answered', async () => {
    let state = 1;
    refusalMs = () => {
      state = (state * 48_271) % 2_147_483_647;
      return 100 + (state % 3_000);
    };
    for (let time = 0; time < 50; time += 1) {
      const { holes, refused } = await start(Array(12).fill(1), above(0.5)).over();
      expect(holes).toEqual([]);
      expect(refused).toBeLessThanOrEqual(9);
    }
  });

  it('are not all cut because an overload ended just when a beginning was tried, and another one came', async () => {
    const { over, sent } = start(Array(60).fill(1), (_minutes, attempt) =>
      attempt <= 6 || (attempt > 30 && attempt <= 33) ? refusal(503) : undefined,
    );
    const { holes } = await over();
    expect(holes).toEqual([]);
    expect(counts(sent)).toEqual({ 1: 6 + 57 + 3, 0.5: 6 });
  });

  it.each([
    ['at the start', 0],
    ['in the middle', 60_000],
  ])('wait for the end of an outage of a minute %s, and stay as they are', async (_when, fromMs) => {
    slowMs = 5_000;
    const startMs = performance.now();
    const isOut = () => performance.now() >= startMs + fromMs && performance.now() < startMs + fromMs + 60_000;
    const { over, sent, run, durationMs } = start(Array(60).fill(1), () => (isOut() ? refusal(503) : undefined));
    const { text, holes } = await over();
    expect(holes).toEqual([]);
    expect(startsOf(text)).toEqual(Array.from({ length: 60 }, (_, index) => index));
    expect(sent.filter((length) => length === 1).length).toBeLessThanOrEqual(60 + 12);
    expect(run.sentMs).toBe(durationMs);
  });

  it('that worked are not taken for too long: those refused among them wait, and are cut only at the end', async () => {
    const { over, sent } = start(Array(6).fill(1), (minutes, _attempt, startMinute) =>
      startMinute === 4 && minutes === 1 ? refusal(503) : undefined,
    );
    const { text, holes } = await over();
    expect(holes).toEqual([]);
    expect(startsOf(text)).toEqual([0, 1, 2, 3, 4, 4.5, 5]);
    expect(counts(sent)).toEqual({ 1: 5 + 5, 0.5: 2 });
  });

  it('are all transcribed by a service that refuses every other request', async () => {
    const { over } = start(Array(30).fill(1), (_minutes, attempt) => (attempt % 2 === 0 ? refusal(503) : undefined));
    expect((await over()).holes).toEqual([]);
  });

  it('that nothing helps do not hold their place for hours', async () => {
    const { over } = start(Array(24 * 60).fill(1), above(0));
    const { holes, tookMs } = await over();
    expect(holes).toHaveLength(1);
    expect(tookMs).toBeLessThan(20 * MINUTE_MS);
  });
});

describe('what the service is sure to take', () => {
  it('may become less while pieces wait: they are cut before they are sent', async () => {
    let safeMs = 60 * MINUTE_MS;
    const { over, sent } = start(
      [10],
      (minutes) => {
        safeMs = MINUTE_MS;
        return minutes > 1.5 ? refusal(503) : undefined;
      },
      () => safeMs,
    );
    expect((await over()).holes).toEqual([]);
    expect(counts(sent)).toEqual({ 10: 1, 1: 10 });
  });

  it('is found for each recording by itself', async () => {
    await start([10], above(1.5)).over();
    const other = start([10], () => undefined);
    await other.over();
    expect(other.sent).toEqual([10]);
  });
});

describe('a piece with too many bytes, or of too great a length', () => {
  it.each([
    ['413', refusal(413)],
    ['400 and request_too_large', { status: 400, serviceCode: 'request_too_large' }],
    ['400 and payload_too_large', { status: 400, serviceCode: 'payload_too_large' }],
    ['400 without a reason', { status: 400 }],
    ['400 and audio_too_long', { status: 400, serviceCode: 'audio_too_long' }],
  ])('by %s is cut in two at once', async (_what, details) => {
    const error = details instanceof SpeechError ? details : new SpeechError('SPEECH_BAD_REQUEST', 'no', details);
    const { over, sent } = start([10], (minutes) => (minutes > 5 ? error : undefined));
    expect(startsOf((await over()).text)).toEqual([0, 5]);
    expect(sent).toEqual([10, 5, 5]);
  });

  it('goes on to be cut in two for its bytes, and so do those that were not sent', async () => {
    const { over, sent } = start(Array(5).fill(1.7), above(0.5, 413));
    const { text, holes } = await over();
    expect(holes).toEqual([]);
    expect(startsOf(text)).toHaveLength(20);
    expect(sent.filter((minutes) => minutes === 1.7)).toHaveLength(3);
  });

  it('is cut to minutes when its halves are too long as well', async () => {
    const error = new SpeechError('SPEECH_BAD_REQUEST', 'no', { status: 400, serviceCode: 'audio_too_long' });
    const { over, sent } = start([60], (minutes) => (minutes > 1.5 ? error : undefined));
    const { holes, refused } = await over();
    expect(holes).toEqual([]);
    expect(refused).toBe(3);
    expect(counts(sent)).toEqual({ 60: 1, 30: 2, 1: 60 });
  });

  it.each([
    [10, { 10: 1, 5: 2 }],
    [1, { 1: 1 }],
  ])('is blamed once where 400 has no reason, if it is long: %s minutes', async (minutes, expected) => {
    const bad = new SpeechError('SPEECH_BAD_REQUEST', 'no', { status: 400 });
    const { over, sent } = start([minutes], () => bad);
    await expect(over()).resolves.toMatchObject({ holes: [{ reason: bad }] });
    expect(counts(sent)).toEqual(expected);
  });

  it('is a gap when the request itself is wrong', async () => {
    const bad = new SpeechError('SPEECH_BAD_REQUEST', 'no', { status: 400, serviceCode: 'invalid_parameter' });
    const { over, sent } = start([10], () => bad);
    await expect(over()).resolves.toMatchObject({ holes: [{ reason: bad }] });
    expect(sent).toEqual([10]);
  });
});

describe('a piece whose sound the service cannot cope with', () => {
  it.each(['excessive_repetition', 'diarization_failed'])(
    'by %s is repeated, then cut: the gap is where the sound is, and other pieces stay whole',
    async (serviceCode) => {
      const error = refusal(503, { serviceCode });
      const { over, sent } = start([10, 10, 10, 10], (minutes, _attempt, startMinute) =>
        startMinute <= 3.1 && startMinute + minutes > 3.1 ? error : undefined,
      );
      const { holes } = await over();
      expect(holes).toMatchObject([{ startMs: 3 * MINUTE_MS, endMs: 3.25 * MINUTE_MS, reason: error }]);
      expect(counts(sent)).toEqual({ 10: 2 + 3, 1: 2 + 9, 0.5: 2 + 1, 0.25: 2 + 1 });
    },
  );
});

describe('a long piece without an answer', () => {
  const silence = new SpeechError('SPEECH_TIMEOUT', 'silent');

  it('is cut in two at once: nothing is missing, and the rest of the recording starts smaller', async () => {
    const { over, sent } = start(Array(5).fill(10), (minutes) => (minutes > 5 ? silence : undefined));
    expect((await over()).holes).toEqual([]);
    expect(sent).toEqual([...Array(3).fill(10), ...Array(10).fill(5)]);
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

  it('is not sent a third time when it is the beginning of a piece that was refused', async () => {
    const { over, sent } = start([3], (minutes) => (minutes > 1.5 ? refusal(503) : silence));
    expect((await over()).holes).toHaveLength(1);
    expect(counts(sent)).toEqual({ 3: 2, 1: 2 + 2 + 2 });
  });

  it('ends a long recording: after six gaps in a row, the rest is not sent', async () => {
    const { over, sent, run } = start(Array(24).fill(60), () => silence);
    const { holes } = await over();
    expect(holes).toMatchObject([{ startMs: 0, endMs: 24 * 60 * MINUTE_MS }]);
    expect(sent.length).toBeLessThan(24);
    expect(run.sentMs).toBeLessThan(12 * 60 * MINUTE_MS);
  });
});
