import { expect, it } from 'vitest';
import { RequestScope } from '../../../src/telemetry/request-scope.ts';
import type { RequestContext, Spans } from '../../../src/telemetry/spans.ts';

/** Spans whose ids are their names. */
function recordSpans(): Spans & { readonly ended: [name: string, parent: string | undefined, failure: unknown][] } {
  const ended: [string, string | undefined, unknown][] = [];
  return {
    ended,
    start: (name, { requestId, parent }) => ({
      context: { requestId, parent: name },
      set: () => undefined,
      end: (failure) => void ended.push([name, parent, failure]),
    }),
  };
}

const request: RequestContext = { requestId: '1' };

it('knows the request of what runs now, over waits, and of nothing beside it', async () => {
  const scope = new RequestScope();
  const inside = scope.run(request, async () => {
    await Promise.resolve();
    return scope.current;
  });
  expect(scope.current).toBeUndefined();
  expect(await inside).toEqual(request);
});

it('work without a request of its own stays with the current one', () => {
  const scope = new RequestScope();
  expect(scope.run(request, () => scope.run(undefined, () => scope.current))).toEqual(request);
});

it('what is detached works for no request, also later, and its caller still does', async () => {
  const scope = new RequestScope();
  const { promise, resolve } = Promise.withResolvers<RequestContext | undefined>();
  scope.run(request, () => {
    scope.detach(() => setImmediate(() => resolve(scope.current)));
    expect(scope.current).toEqual(request);
  });
  expect(await promise).toBeUndefined();
});

it('what is begun for no request belongs to none, also later', () => {
  const scope = new RequestScope(recordSpans());
  const { context } = scope.start('work');
  expect(scope.run(context, () => scope.current)).toBeUndefined();
});

it('what a span begins is below it', async () => {
  const spans = recordSpans();
  const scope = new RequestScope(spans);
  await scope.trace('outer', {}, () => scope.trace('inner', {}, async () => undefined), request);
  expect(spans.ended).toEqual([
    ['inner', 'outer', undefined],
    ['outer', undefined, undefined],
  ]);
});

it('a failure ends the span and reaches the caller', async () => {
  const spans = recordSpans();
  const failure = new Error('no');
  const work = new RequestScope(spans).trace('work', {}, () => Promise.reject(failure), request);
  await expect(work).rejects.toBe(failure);
  expect(spans.ended).toEqual([['work', undefined, failure]]);
});

it('without a request there is no span', async () => {
  const spans = recordSpans();
  const scope = new RequestScope(spans);
  scope.start('alone').end();
  await scope.trace('alone', {}, async () => undefined);
  expect(spans.ended).toEqual([]);
});
