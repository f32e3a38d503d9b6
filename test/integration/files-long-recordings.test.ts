import { setTimeout as sleep } from 'node:timers/promises';
import { createWavReader, writeWav } from '@mynah/pcm/wav';
import { describe, expect, it } from 'vitest';
import { DEFAULT_FILE_TIMINGS } from '../../src/files/file-timings.ts';
import { createFileTranscriber } from '../../src/files/file-transcriber.ts';
import type { FileProgress } from '../../src/files/files-api.ts';
import { createLogger } from '../../src/log/log.ts';
import { type ReceivedRequest, serviceFor, startServer } from './speech-fixture.ts';

/** The lowest rate of a WAV: an hour has 7 MB. */
const RATE_HZ = 1_000;
/** An hour, less the margin for what decoders add. */
const HOUR_S = 3_580;
const WITH_PRO_MS = 3_600_000;
const WITHOUT_PRO_MS = 60_000;
/** Waits as in production, a hundredth as long. */
const QUICK = {
  retryAfterMs: DEFAULT_FILE_TIMINGS.retryAfterMs.map((waitMs) => waitMs / 100),
  quickRetryAfterMs: DEFAULT_FILE_TIMINGS.quickRetryAfterMs / 100,
  progressEveryMs: 20,
};

/** Silence in which a single sample in the middle of every second is the number of that second, from 1. */
function countedSeconds(seconds: number): Uint8Array {
  const samples = new Int16Array(seconds * RATE_HZ);
  for (let second = 0; second < seconds; second += 1) samples[(second + 0.5) * RATE_HZ] = second + 1;
  return writeWav(samples, RATE_HZ, 1);
}

async function samplesOf({ body, headers }: ReceivedRequest): Promise<Int16Array> {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData();
  const bytes = createWavReader().push(await (form.get('audio') as File).bytes());
  return new Int16Array(bytes.slice().buffer);
}

function segmentsOf(samples: Int16Array): { text: string; start: number; end: number }[] {
  const segments: { text: string; start: number; end: number }[] = [];
  for (const [index, sample] of samples.entries()) {
    if (sample !== 0) segments.push({ text: String(sample), start: index / RATE_HZ, end: (index + 1) / RATE_HZ });
  }
  return segments;
}

/** A service that hears the numbers of the seconds. It refuses with 503 above a limit, and the first requests whatever they are. */
async function startService({ limitS, refusesFirst = 0 }: { limitS: number; refusesFirst?: number }) {
  const lengthsS: number[] = [];
  const statuses: number[] = [];
  const server = await startServer({
    http: async (request, response) => {
      const samples = await samplesOf(request);
      const durationS = samples.length / RATE_HZ;
      const status = durationS > limitS || statuses.length < refusesFirst ? 503 : 200;
      lengthsS.push(durationS);
      statuses.push(status);
      await sleep(5);
      const segments = segmentsOf(samples);
      const text = segments.map((segment) => segment.text).join(' ');
      const answer = status === 200 ? { text, duration: durationS, segments } : { status, message: 'processing limit' };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    },
  });
  return { server, lengthsS, refusals: () => statuses.filter((status) => status !== 200).length };
}

/** Transcribes a recording of so many counted seconds. */
async function transcribe(
  seconds: number,
  safeMs: number,
  { server }: Pick<Awaited<ReturnType<typeof startService>>, 'server'>,
) {
  const speech = serviceFor(server, { asrHeadersTimeoutMs: 20_000, asrBodyTimeoutMs: 20_000 });
  const file = countedSeconds(seconds);
  const shares: number[] = [];
  const charged = { ms: 0 };
  const transcriber = createFileTranscriber({
    transcribe: speech.transcribe,
    safeRecordingMs: () => safeMs,
    files: {
      receive: async () => ({
        sizeBytes: file.length,
        read: async (start, end) => file.subarray(start, end),
        remove: async () => undefined,
      }),
    },
    log: createLogger('silent'),
    timings: QUICK,
  });
  const transcript = await transcriber.transcribe({
    ...{ download: async function* () {}, sizeBytes: file.length, language: undefined, owner: '1', tenant: 'g' },
    signal: new AbortController().signal,
    reserve: async (durationMs) => {
      charged.ms += durationMs;
      const refund = (refundedMs: number): void => {
        charged.ms -= refundedMs;
      };
      return { refund };
    },
    onProgress: (progress: FileProgress) => {
      if (progress.stage === 'transcribing') shares.push(progress.share);
    },
  });
  return { transcript, shares, chargedMs: charged.ms };
}

/** Expects every second to be there once, in order and at its time, and charged once. */
function expectWhole(seconds: number, { transcript, shares, chargedMs }: Awaited<ReturnType<typeof transcribe>>): void {
  const numbers = Array.from({ length: seconds }, (_, index) => index + 1);
  expect(transcript.holes).toEqual([]);
  expect(transcript.text).toBe(numbers.join(' '));
  const late = transcript.words.filter(({ text, startMs }) => Math.abs(startMs - (Number(text) - 0.5) * 1_000) > 100);
  expect(transcript.words).toHaveLength(seconds);
  expect(late).toEqual([]);
  expect(shares.toSorted((a, b) => a - b)).toEqual(shares);
  expect(shares.at(-1)).toBe(1);
  expect(chargedMs).toBe(seconds * 1_000);
}

describe('a recording at a service that answers 503 above a limit', { timeout: 60_000 }, () => {
  it.each([
    ['7 minutes, sent whole, at 90 s', 420, WITH_PRO_MS, 90, 2],
    ['7 minutes, begun with minutes, at 90 s', 420, WITHOUT_PRO_MS, 90, 0],
    ['an hour, sent whole, at 90 s', HOUR_S, WITH_PRO_MS, 90, 2],
    ['an hour, begun with minutes, at 90 s', HOUR_S, WITHOUT_PRO_MS, 90, 0],
    ['7 minutes, sent whole, at 30 s', 420, WITH_PRO_MS, 30, 6],
    ['7 minutes, begun with minutes, at 30 s', 420, WITHOUT_PRO_MS, 30, 9],
  ])('is transcribed whole: %s', async (_what, seconds, safeMs, limitS, maxRefusals) => {
    const service = await startService({ limitS });
    expectWhole(seconds, await transcribe(seconds, safeMs, service));
    expect(service.refusals()).toBeLessThanOrEqual(maxRefusals);
    const longestS = Math.max(...service.lengthsS);
    if (safeMs === WITH_PRO_MS) expect(longestS).toBe(seconds);
    else expect(longestS).toBeLessThanOrEqual(safeMs / 1_000);
  });
});

describe('a recording at a service that has no limit', { timeout: 60_000 }, () => {
  it.each([
    ['7 minutes', 420, WITH_PRO_MS],
    ['a voice message of 50 s', 50, WITH_PRO_MS],
    ['a voice message of 50 s, where only minutes are safe', 50, WITHOUT_PRO_MS],
  ])('is one request: %s', async (_what, seconds, safeMs) => {
    const service = await startService({ limitS: HOUR_S });
    expectWhole(seconds, await transcribe(seconds, safeMs, service));
    expect(service.lengthsS).toEqual([seconds]);
  });

  it('is sent whole again after an overload, of which its beginning was refused as well', async () => {
    const service = await startService({ limitS: HOUR_S, refusesFirst: 5 });
    expectWhole(420, await transcribe(420, WITH_PRO_MS, service));
    expect(service.lengthsS.at(-1)).toBe(420);
    expect(service.lengthsS).toHaveLength(6);
  });

  it('is not cut to crumbs by an overload, begun with minutes', async () => {
    const service = await startService({ limitS: HOUR_S, refusesFirst: 12 });
    expectWhole(420, await transcribe(420, WITHOUT_PRO_MS, service));
    // Ten minutes, as coarse packets allow, with those three cut that are under way when the overload ends; crumbs are forty.
    expect(service.lengthsS.length - service.refusals()).toBeLessThan(20);
  });
});
