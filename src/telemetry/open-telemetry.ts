import { Agent } from 'node:http';
import {
  type Span as OtelSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { withinTime } from '../concurrency/async.ts';
import { createProxyRoutes, type ProxyVariables } from '../proxy/proxy-routes.ts';
import { createTunnelAgent } from '../proxy/tunnel.ts';
import type { RequestContext, Spans } from './spans.ts';

/** Spans that go to a collector. */
export interface ExportedSpans extends Spans {
  /** Sends what is left and ends, within a second: what a collector doesn't take by then is lost. */
  close(): Promise<void>;
}

/** A process must end within 10 s, and closes much else before. */
const CLOSE_TIMEOUT_MS = 1_000;

/** W3C's `traceparent`: version, trace, span and flags. https://www.w3.org/TR/trace-context/#traceparent-header */
const TRACE_PARENT = /^00-(?<traceId>[\da-f]{32})-(?<spanId>[\da-f]{16})-(?<flags>[\da-f]{2})$/;

/**
 * Opens an exporter of spans that follows OpenTelemetry's own variables, which its libraries read themselves: OTEL_SERVICE_NAME,
 * OTEL_RESOURCE_ATTRIBUTES, OTEL_TRACES_SAMPLER, OTEL_BSP_…, OTEL_EXPORTER_OTLP_…. A collector at an `https:` address is reached
 * through the proxy, if there is one. The caller must close it.
 */
export function exportSpans(proxy: ProxyVariables | undefined): ExportedSpans {
  const named = resourceFromAttributes({ 'service.name': 'mynah' });
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(named)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter(proxy === undefined ? {} : throughProxy(proxy)))],
  });
  const tracer = provider.getTracer('mynah');
  return {
    start: (name, request, { attributes = {}, startedAtMs = Date.now() }) => {
      const parent = parentOf(request);
      const context = parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
      const span = tracer.startSpan(name, { attributes, startTime: startedAtMs }, context);
      return {
        context: { requestId: request.requestId, parent: traceParent(span.spanContext()) },
        set: (more) => void span.setAttributes(more),
        end: (failure) => {
          if (failure !== undefined) markFailed(span, failure);
          span.end();
        },
      };
    },
    close: () =>
      withinTime(
        provider.shutdown().catch(() => undefined),
        CLOSE_TIMEOUT_MS,
        undefined,
      ),
  };
}

/** Collectors at `http:` addresses are on the machine or beside it: they are reached directly, as without a proxy. */
function throughProxy(proxy: ProxyVariables): ConstructorParameters<typeof OTLPTraceExporter>[0] {
  const routes = createProxyRoutes(proxy);
  return {
    httpAgentOptions: (protocol) =>
      protocol === 'https:' ? createTunnelAgent(routes, protocol) : new Agent({ keepAlive: true }),
  };
}

function parentOf({ parent }: RequestContext): SpanContext | undefined {
  const { traceId, spanId, flags } = TRACE_PARENT.exec(parent ?? '')?.groups ?? {};
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

function traceParent({ traceId, spanId, traceFlags }: SpanContext): string {
  const isSampled = (traceFlags & TraceFlags.SAMPLED) !== 0;
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

/** Only the kind of failure: a message may quote what somebody wrote. */
function markFailed(span: OtelSpan, failure: unknown): void {
  const isCoded = failure instanceof Error && 'code' in failure && typeof failure.code === 'string';
  const type = isCoded ? String(failure.code) : failure instanceof Error ? failure.name : 'unknown';
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
