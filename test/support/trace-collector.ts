import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A span as the collector received it. Ids in hex; `parentId` is empty for the first span of a trace. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string;
  readonly name: string;
  /** Everything in it that is text: its own name, and names and values of attributes. */
  readonly texts: readonly string[];
}

/** A collector of OpenTelemetry's spans, by OTLP over HTTP with protobuf. */
export interface TraceCollector extends AsyncDisposable {
  /** What `OTEL_EXPORTER_OTLP_ENDPOINT` is to be. */
  readonly endpoint: string;
  readonly spans: readonly CollectedSpan[];
}

/** Starts a collector on 127.0.0.1. The caller must dispose of it. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      spans.push(...spansOf(body));
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** https://protobuf.dev/programming-guides/encoding/#structure */
interface Field {
  readonly number: number;
  /** Empty unless the field has a length. */
  readonly bytes: Buffer;
}

/** The numbers of https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/trace/v1/trace.proto */
function spansOf(request: Buffer): CollectedSpan[] {
  const inner = (message: Buffer, wanted: number): Buffer[] =>
    [...fieldsOf(message)].filter(({ number }) => number === wanted).map(({ bytes }) => bytes);
  const scopes = inner(request, 1).flatMap((resource) => inner(resource, 2));
  return scopes
    .flatMap((scope) => inner(scope, 2))
    .map((span) => {
      const [traceId = '', spanId = '', parentId = ''] = [1, 2, 4].map((n) => inner(span, n)[0]?.toString('hex'));
      const name = inner(span, 5)[0]?.toString() ?? '';
      const attributes = inner(span, 9).flatMap((pair) => [
        ...inner(pair, 1).map(String),
        ...inner(pair, 2).flatMap((value) => inner(value, 1).map(String)),
      ]);
      return { traceId, spanId, parentId, name, texts: [name, ...attributes] };
    });
}

function* fieldsOf(message: Buffer): Generator<Field> {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = message[at++] ?? 0;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < message.length) {
    const tag = varint();
    const wireType = tag & 7;
    const length = { 0: 0, 1: 8, 2: 0, 5: 4 }[wireType] ?? 0;
    if (wireType === 0) varint();
    const size = wireType === 2 ? varint() : length;
    yield { number: tag >>> 3, bytes: wireType === 2 ? message.subarray(at, at + size) : Buffer.alloc(0) };
    at += size;
  }
}
