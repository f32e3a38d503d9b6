import type { Endpoint } from '@mynah/local-speech/local-speech-api';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type CaptionsTestSession, openCaptionsTestSession } from '../support/captions-session.ts';
import { sayAndHear } from '../support/say-and-hear.ts';
import { patience } from '../support/test-session.ts';
import { type CollectedSpan, startTraceCollector, type TraceCollector } from '../support/trace-collector.ts';

const SENTENCE = 'Nobody but the listeners may know of the green tortoise.';

let collector: TraceCollector;
let session: CaptionsTestSession;
beforeAll(async () => {
  collector = await startTraceCollector();
  session = await openCaptionsTestSession({
    localSpeech: { pacing: false },
    recognizer: { recognize: async () => ({ text: SENTENCE, duration: 3, segments: [] }) },
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_BSP_SCHEDULE_DELAY: '100' },
  });
});
afterAll(async () => {
  await session[Symbol.asyncDispose]();
  await collector[Symbol.asyncDispose]();
});

/** Waits for a span; all spans of its trace that have come by then, by name. */
async function traceOf(name: string): Promise<ReadonlyMap<string, CollectedSpan>> {
  const span = await vi.waitFor(
    () => collector.spans.find((each) => each.name === name) ?? expect.fail(`no span ${name}`),
    { timeout: 20_000 },
  );
  const trace = collector.spans.filter(({ traceId }) => traceId === span.traceId);
  return new Map(trace.map((each) => [each.name, each]));
}

/** W3C's `traceparent` of a span. */
function traceParentOf(span: CollectedSpan | undefined): string {
  return `00-${span?.traceId}-${span?.spanId}-01`;
}

/** The `traceparent` of each request to an endpoint. */
function traceParentsOf(endpoint: Endpoint): (string | undefined)[] {
  return session.speech.requests.flatMap((request) =>
    request.endpoint === endpoint ? [request.headers['traceparent']] : [],
  );
}

it('one trace leads from an interaction to the first packet and the request for its sound', async () => {
  await sayAndHear(session, SENTENCE);
  await traceOf('speech.live');
  await traceOf('speech.before-sound');
  const trace = await traceOf('interaction.command');
  const {
    'interaction.command': interaction,
    'speech.before-sound': waiting,
    'speech.live': live,
  } = Object.fromEntries(trace);
  expect(interaction).toMatchObject({ parentId: '', texts: expect.arrayContaining(['mynah.command', 'say']) });
  expect(waiting?.parentId).toBe(interaction?.spanId);
  expect(live?.parentId).toBe(waiting?.spanId);
  expect(trace.get('speech.permit')?.parentId).toBe(waiting?.spanId);
});

it('one trace leads from the end of speech to its caption', async () => {
  await session.start();
  const grace = await session.speaker('Grace');
  await grace.say(SENTENCE);
  await session.untilLines('Grace', (text) => text.includes('tortoise'));
  const trace = await traceOf('caption');
  expect(trace.get('caption')?.parentId).toBe('');
  expect(trace.get('speech.request')?.parentId).toBe(trace.get('caption')?.spanId);
  expect(traceParentsOf('asr')).toContain(traceParentOf(trace.get('speech.request')));
});

it('log lines of a voice thread name the interaction that they belong to, and its requests their span', async () => {
  session.speech.faults.add({ endpoint: 'live', dropAfterBytes: 0 });
  session.speech.faults.add({ endpoint: 'tts', status: 401 });
  const invocation = await session.ada.type('/say', { text: SENTENCE });
  await invocation.reply(patience());
  const failed = await session.environment.bot.waitForLog(({ msg }) => msg === 'a request failed', patience());
  const fellBack = await session.environment.bot.waitForLog(
    ({ msg }) => msg === 'live synthesis failed, falling back to POST',
    patience(),
  );
  expect(failed['request']).toMatch(/^\d{17,20}$/);
  expect(fellBack['request']).toBe(failed['request']);
  // The text that was refused by POST is the last one.
  const sent = traceParentsOf('tts').at(-1);
  const span = await vi.waitFor(
    () => collector.spans.find((each) => traceParentOf(each) === sent) ?? expect.fail(`no span ${sent}`),
    { timeout: 20_000 },
  );
  expect(span).toMatchObject({ name: 'speech.request', texts: expect.arrayContaining(['mynah.request', 'tts']) });
});

it('spans hold nothing that people said or wrote, and nobody’s id', {
  meta: { promises: ['traces-hold-nothing-people'] },
}, () => {
  const texts = collector.spans.flatMap((span) => span.texts);
  expect(texts.length).toBeGreaterThan(10);
  for (const text of texts) {
    expect(text).not.toContain('tortoise');
    expect(text).not.toContain(session.ada.id);
    expect(text).not.toContain(session.guild.id);
  }
});
