import type { IncomingHttpHeaders } from 'node:http';
import type { Endpoint, RecordedRequest } from '../local-speech-api.ts';

/** The record of a request in progress. */
export interface RequestRecord {
  readonly entry: RecordedRequest;
  setBody(body: unknown): void;
  setStatus(status: number): void;
  setServedBy(model: string): void;
  addSent(bytes: Uint8Array): void;
}

/** The latest requests, for tests and for watching a client. */
export interface RequestLog {
  readonly requests: readonly RecordedRequest[];
  add(request: { endpoint: Endpoint; method: string; path: string; headers: IncomingHttpHeaders }): RequestRecord;
}

const MAX_REQUESTS = 500;
/** Most audio kept in total, sent and uploaded; beyond it, the oldest requests lose theirs. */
const MAX_AUDIO_BYTES = 64 * 1024 * 1024;

interface MutableEntry extends RecordedRequest {
  body: unknown;
  status: number | undefined;
  servedBy: string | undefined;
  sent: Uint8Array[];
  firstSentAtMs: number | undefined;
  answeredAtMs: number | undefined;
}

/** Creates a log that keeps 500 requests and 64 MiB of their audio, without authorization headers. */
export function createRequestLog(): RequestLog {
  const entries: MutableEntry[] = [];
  let audioBytes = 0;

  const forgetAudio = (entry: MutableEntry | undefined): void => {
    if (entry === undefined) return;
    audioBytes -= audioBytesOf(entry.sent) + audioBytesOf(entry.body);
    entry.sent.length = 0;
    if (audioBytesOf(entry.body) > 0) entry.body = undefined;
  };
  const makeRoom = (): void => {
    for (const entry of entries) {
      if (audioBytes <= MAX_AUDIO_BYTES) return;
      forgetAudio(entry);
    }
  };
  return {
    requests: entries,
    add({ endpoint, method, path, headers }) {
      const entry: MutableEntry = {
        endpoint,
        method,
        path,
        headers: flatHeaders(headers),
        body: undefined,
        status: undefined,
        servedBy: undefined,
        sent: [],
        startedAtMs: performance.now(),
        firstSentAtMs: undefined,
        answeredAtMs: undefined,
      };
      entries.push(entry);
      if (entries.length > MAX_REQUESTS) forgetAudio(entries.shift());
      return {
        entry,
        setBody: (body) => {
          audioBytes += audioBytesOf(body) - audioBytesOf(entry.body);
          entry.body = body;
          makeRoom();
        },
        setStatus: (status) => {
          entry.status = status;
          entry.answeredAtMs ??= performance.now();
        },
        setServedBy: (model) => {
          entry.servedBy = model;
        },
        addSent: (bytes) => {
          entry.firstSentAtMs ??= performance.now();
          entry.sent.push(bytes);
          audioBytes += bytes.length;
          makeRoom();
        },
      };
    },
  };
}

function flatHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name !== 'authorization')
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}

/** Bytes anywhere in a value: the uploads of a body, the pieces sent. */
function audioBytesOf(value: unknown): number {
  if (value instanceof Uint8Array) return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, inner: unknown) => sum + audioBytesOf(inner), 0);
}
