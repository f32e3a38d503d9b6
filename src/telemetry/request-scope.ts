import { AsyncLocalStorage } from 'node:async_hooks';
import { NO_SPANS, noSpan, type RequestContext, type Span, type SpanOptions, type Spans } from './spans.ts';

/**
 * Which request the running code works for. It follows promises and timers, so that log lines and spans belong to their
 * request without passing through every call; what waits in a queue takes its RequestContext along.
 */
export class RequestScope {
  readonly #storage = new AsyncLocalStorage<RequestContext>();
  readonly #spans: Spans;

  constructor(spans: Spans = NO_SPANS) {
    this.#spans = spans;
  }

  /** The request that the caller works for. */
  get current(): RequestContext | undefined {
    return this.#storage.getStore();
  }

  /** Runs `work` for a request; without one, it works for the current one. */
  run<T>(request: RequestContext | undefined, work: () => T): T {
    return request === undefined ? work() : this.#storage.run(request, work);
  }

  /** Runs `work` for no request: what it opens outlasts the one that it is opened for. */
  detach<T>(work: () => T): T {
    return this.#storage.exit(work);
  }

  /**
   * Begins a span of `request`, by default of the current one. Without a request it does nothing. The caller must end it.
   */
  start(name: string, options: SpanOptions = {}, request: RequestContext | undefined = this.current): Span {
    return request === undefined ? noSpan(undefined) : this.#spans.start(name, request, options);
  }

  /** Runs `work` within a span of `request`, by default of the current one. A failure of it is a failure of the span. */
  async trace<T>(
    name: string,
    options: SpanOptions,
    work: (span: Span) => Promise<T>,
    request: RequestContext | undefined = this.current,
  ): Promise<T> {
    const span = this.start(name, options, request);
    try {
      const result = await this.run(span.context, () => work(span));
      span.end();
      return result;
    } catch (error) {
      span.end(error);
      throw error;
    }
  }
}
