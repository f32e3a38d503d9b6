/**
 * A request of a person: a command, a button, a message that is read aloud, or something said that is captioned. Plain
 * data, so that it can go to another thread.
 */
export interface RequestContext {
  /** Discord's id of the interaction or message, or the id of the clip. Log lines have it as `request`. */
  readonly requestId: string;
  /** The span in which the request continues, as W3C's `traceparent`; `undefined` where nothing is traced. */
  readonly parent?: string | undefined;
}

/** What a span tells about itself. Names and values of a fixed set: never what people say or write, nor who they are. */
type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** How a span begins. */
export interface SpanOptions {
  readonly attributes?: SpanAttributes;
  /** Milliseconds since 1970; default: now. */
  readonly startedAtMs?: number;
}

/** A stretch of the work on a request. */
export interface Span {
  /** The request within this span: what is begun with it becomes part of the span. `undefined`: it belongs to none. */
  readonly context: RequestContext | undefined;
  set(attributes: SpanAttributes): void;
  /** Ends it; with a failure, the span has its code. Ending it twice is safe. */
  end(failure?: unknown): void;
}

/** Where spans go. */
export interface Spans {
  /** Begins a span of the request: below its `parent`, or as the first one of a trace. */
  start(name: string, request: RequestContext, options: SpanOptions): Span;
}

/** Keeps nothing. */
export const NO_SPANS: Spans = { start: (_name, request) => noSpan(request) };

/** A span that goes nowhere. */
export function noSpan(context: RequestContext | undefined): Span {
  return { context, set: () => undefined, end: () => undefined };
}
