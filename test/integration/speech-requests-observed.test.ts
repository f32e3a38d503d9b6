import { describe, expect, test, vi } from 'vitest';
import type { ObservedRequest } from '../../src/speech/request-observer.ts';
import type { SpeechService } from '../../src/speech/speech-service.ts';
import { answerStops, context, type Handlers, refuse, serviceFor, startServer } from './speech-fixture.ts';

const RECORDING = { audio: new Uint8Array(100), timestamps: false };

async function start(handlers: Handlers) {
  const observed: ObservedRequest[] = [];
  const service = serviceFor(await startServer(handlers), {}, { observe: (request) => observed.push(request) });
  return { service, observed, outcomes: () => observed.map(({ kind, outcome }) => `${kind} ${outcome}`) };
}

/** Reads all of a text's audio; failures are the service's. */
async function say(service: SpeechService, signal?: AbortSignal): Promise<void> {
  const audio = service.synthesize({ text: 'Hello.', voiceId: undefined }, context('speech', signal));
  for await (const _ of audio);
}

describe('requests to the speech service are observed', () => {
  test('over the live socket, with their times', async () => {
    const { service, observed } = await start({ live: answerStops([1, 2]) });
    await say(service);
    expect(observed).toEqual([
      { kind: 'live', outcome: 'ok', waitedMs: expect.any(Number), durationMs: expect.any(Number) },
    ]);
    expect(observed[0]?.durationMs).toBeGreaterThan(0);
  });

  test('attempt by attempt', async () => {
    const { service, outcomes } = await start({
      http: (_request, response, index) => {
        if (index === 0) response.writeHead(429).end();
        else if (index === 1) response.writeHead(503).end();
        else response.end(JSON.stringify({ text: 'hello', duration: 1, segments: [] }));
      },
    });
    await service.transcribe(RECORDING, context());
    expect(outcomes()).toEqual(['asr rate_limited', 'asr unavailable', 'asr ok']);
  });

  test.each([
    [401, 'unauthorized'],
    [402, 'out_of_credits'],
    [403, 'forbidden'],
    [404, 'refused'],
    [422, 'refused'],
  ])('that are answered with %i as %s', async (status, outcome) => {
    const { service, outcomes } = await start({ http: (_request, response) => void response.writeHead(status).end() });
    await expect(service.voices.get('0'.repeat(32), context())).rejects.toThrow();
    expect(outcomes()).toEqual([`models ${outcome}`]);
  });

  test('that get no answer, and those whose answer breaks off', async () => {
    const { service, outcomes } = await start({
      http: (_request, response, index) => {
        if (index === 0) return;
        response.write('{');
        setTimeout(() => response.destroy(), 20);
      },
    });
    await expect(service.transcribe(RECORDING, { ...context(), retries: false })).rejects.toThrow();
    await expect(service.transcribe(RECORDING, { ...context(), retries: false })).rejects.toThrow();
    expect(outcomes()).toEqual(['asr timeout', 'asr connection']);
  });

  test('that a live failure turns into POST', async () => {
    const { service, outcomes } = await start({
      handshake: (_request, socket) => refuse(socket, 503, ''),
      http: (_request, response) => void response.end(Buffer.from([1])),
    });
    await say(service);
    expect(outcomes()).toEqual(['live unavailable', 'tts ok']);
  });

  test('that nobody wants any more', async () => {
    const skipping = new AbortController();
    const { service, outcomes } = await start({
      live: (peer) => peer.on(({ event }) => event === 'stop' && skipping.abort(new Error('skipped'))),
    });
    await expect(say(service, skipping.signal)).rejects.toThrow('skipped');
    await vi.waitFor(() => expect(outcomes()).toEqual(['live aborted']));
  });
});
