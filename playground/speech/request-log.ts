import type { IncomingHttpHeaders } from 'node:http';
import type { Endpoint, RecordedRequest } from './contract.ts';

/** A request's record while it is being answered. */
export interface RequestRecord {
  readonly entry: RecordedRequest;
  setBody(body: unknown): void;
  setStatus(status: number): void;
  addSent(bytes: Uint8Array): void;
}

/** The latest requests, for tests and for a look at what a client does. */
export interface RequestLog {
  readonly requests: readonly RecordedRequest[];
  add(request: { endpoint: Endpoint; method: string; path: string; headers: IncomingHttpHeaders }): RequestRecord;
}

const MAX_REQUESTS = 500;
/** Audio kept in all; beyond it the oldest requests lose what was sent. */
const MAX_SENT_BYTES = 64 * 1024 * 1024;

interface MutableEntry extends RecordedRequest {
  body: unknown;
  status: number | undefined;
  sent: Uint8Array[];
}

/** Makes a log that keeps 500 requests and 64 MiB of the audio sent. The authorization header is not kept. */
export function createRequestLog(): RequestLog {
  const entries: MutableEntry[] = [];
  let sentBytes = 0;

  const forgetSent = (entry: MutableEntry | undefined): void => {
    for (const bytes of entry?.sent.splice(0) ?? []) sentBytes -= bytes.length;
  };
  const makeRoom = (): void => {
    for (const entry of entries) {
      if (sentBytes <= MAX_SENT_BYTES) return;
      forgetSent(entry);
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
        sent: [],
        startedAtMs: performance.now(),
      };
      entries.push(entry);
      if (entries.length > MAX_REQUESTS) forgetSent(entries.shift());
      return {
        entry,
        setBody: (body) => {
          entry.body = body;
        },
        setStatus: (status) => {
          entry.status = status;
        },
        addSent: (bytes) => {
          entry.sent.push(bytes);
          sentBytes += bytes.length;
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
