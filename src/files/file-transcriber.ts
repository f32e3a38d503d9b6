import { randomUUID } from 'node:crypto';
import { openRecording } from '../audio/recording/recording.ts';
import { FairSemaphore } from '../concurrency/fair-semaphore.ts';
import { MynahError } from '../errors.ts';
import type { Logger } from '../log/log.ts';
import type { Transcribe } from '../speech/asr/asr.ts';
import { assemble, type PieceOutcome } from './assemble.ts';
import { Eta } from './eta.ts';
import type { TemporaryFiles } from './file-ports.ts';
import { DEFAULT_FILE_TIMINGS, type FileTimings } from './file-timings.ts';
import type { FileLimits, FileTranscript, MeasuredFileTranscriber, TranscriptionRequest } from './files-api.ts';
import { PieceRun, type PieceTools } from './piece-run.ts';
import { limitsWithin } from './piece-sizes.ts';

/** Discord's largest upload, and a day of sound. */
const DEFAULT_LIMITS: FileLimits = { maxBytes: 500 * 1024 * 1024, maxDurationMs: 24 * 3_600_000 };

interface FileTranscriberOptions {
  readonly transcribe: Transcribe;
  /** The longest recording that the service certainly processes as a whole, in milliseconds. */
  readonly safeRecordingMs: () => number;
  readonly files: TemporaryFiles;
  readonly log: Logger;
  /** In place of values of `DEFAULT_FILE_TIMINGS`. */
  readonly timings?: Partial<FileTimings>;
  /** By default 500 MiB and 24 hours. */
  readonly limits?: Partial<FileLimits>;
}

/** Creates the transcriber of recordings. Nothing has to be closed: every call ends with its signal. */
export function createFileTranscriber(options: FileTranscriberOptions): MeasuredFileTranscriber {
  const { transcribe, safeRecordingMs, files, log } = options;
  const timings: FileTimings = { ...DEFAULT_FILE_TIMINGS, ...options.timings };
  const limits: FileLimits = { ...DEFAULT_LIMITS, ...options.limits };
  const jobs = new FairSemaphore({
    limit: timings.filesAtOnce,
    limitPerGroup: timings.filesAtOncePerServer,
    limitPerKey: timings.filesAtOncePerPerson,
    maxWaiting: timings.filesWaiting,
    maxWaitingPerGroup: timings.filesWaitingPerServer,
    maxWaitingPerKey: timings.filesWaitingPerPerson,
    createFullError: createBusyError,
  });
  const semaphore = pieceSemaphore(timings);
  const tools: PieceTools = { transcribe, safeRecordingMs, semaphore, eta: new Eta(), timings, log };

  return {
    limits,
    figures: () => {
      const { held, waiting } = jobs.figures;
      return { running: held, waiting };
    },
    transcribe: async (request) => {
      const { signal, onProgress } = request;
      if (request.sizeBytes > limits.maxBytes) throw tooLarge();
      const onAhead = (ahead: number): void => onProgress({ stage: 'waiting', ahead });
      using _permit = await jobs.acquire({ group: request.tenant, key: request.owner, signal, onAhead });
      onProgress({ stage: 'downloading', bytes: 0, totalBytes: request.sizeBytes });
      const file = await files.receive(request.download({ maxBytes: limits.maxBytes, signal }), {
        maxBytes: limits.maxBytes,
        signal,
        onBytes: (bytes) => onProgress({ stage: 'downloading', bytes, totalBytes: request.sizeBytes }),
      });
      try {
        onProgress({ stage: 'reading' });
        const recording = await openRecording(file, signal);
        try {
          return await transcribeRecording(recording, request, { tools, limits });
        } finally {
          recording.close();
        }
      } finally {
        await file.remove();
      }
    },
  };
}

/** Limits the pieces in memory. Its queue needs no limit: the number of recordings and of their pieces limits it. */
function pieceSemaphore({ piecesAtOnce, piecesAtOncePerFile }: FileTimings): FairSemaphore {
  return new FairSemaphore({
    limit: piecesAtOnce,
    limitPerKey: piecesAtOncePerFile,
    createFullError: createBusyError,
  });
}

function createBusyError(): MynahError {
  return new MynahError('FILES_BUSY', 'too many recordings wait to be transcribed', { retryable: true });
}

async function transcribeRecording(
  recording: Awaited<ReturnType<typeof openRecording>>,
  request: TranscriptionRequest,
  { tools, limits }: { readonly tools: PieceTools; readonly limits: FileLimits },
): Promise<FileTranscript> {
  const { durationMs, endsEarly } = recording;
  if (durationMs > limits.maxDurationMs) {
    throw new MynahError('FILES_TOO_LONG', 'a recording is longer than allowed');
  }
  const pieces = await recording.plan(limitsWithin(tools.timings.piece, tools.safeRecordingMs()), request.signal);
  const reserved = await request.reserve?.(durationMs);
  const run = new PieceRun(tools, recording, pieces, request);
  let outcomes: readonly PieceOutcome[];
  try {
    outcomes = await run.run(randomUUID());
  } finally {
    reserved?.refund(durationMs - run.sentMs);
  }
  throwIfAllFailed(outcomes);
  return await assemble(outcomes, { durationMs, endsEarly, language: request.language });
}

function throwIfAllFailed(outcomes: readonly PieceOutcome[]): void {
  const [first] = outcomes;
  if (first?.kind === 'failed' && outcomes.every(({ kind }) => kind === 'failed')) throw first.reason;
}

function tooLarge(): MynahError {
  return new MynahError('FILES_TOO_LARGE', 'a recording is larger than allowed');
}
