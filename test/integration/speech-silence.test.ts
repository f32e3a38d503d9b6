import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import type { CallContext } from '../../src/speech/call-context.ts';
import type { SpeechService } from '../../src/speech/speech-service.ts';
import { bytesOf, context, type Handlers, type LivePeer, serviceFor, startServer } from './speech-fixture.ts';

const HELLO = { text: 'Hello there.', voiceId: undefined };
/** For a silence that is short for the middle of a text, and much too long for its beginning. */
const SILENCE_MS = 1_000;
const PATIENT = { liveStallMs: 800, ttsFirstSoundMs: 800, liveHandshakeMs: 5_000, ttsSilenceMs: 10_000 };
/** For a silence that is too long anywhere. */
const IMPATIENT = { liveStallMs: 5_000, ttsFirstSoundMs: 5_000, ttsSilenceMs: 100 };
/** Its texts go by POST. */
const BY_POST = { model: 'drama-3-preview' };

async function heard(service: SpeechService, changes: Partial<CallContext> = {}): Promise<(number | 'restart')[]> {
  const all: (number | 'restart')[] = [];
  for await (const chunk of service.synthesize(HELLO, { ...context(), ...changes }))
    all.push(...(chunk.kind === 'restart' ? ['restart' as const] : chunk.bytes));
  return all;
}

/** Sends two parts of sound, with a silence before one of them. */
async function speakWithPause(peer: LivePeer, silentBefore: 'first' | 'second'): Promise<void> {
  if (silentBefore === 'first') await delay(SILENCE_MS);
  peer.audio(1);
  if (silentBefore === 'second') await delay(SILENCE_MS);
  peer.audio(2);
  peer.finish();
}

/** A live peer that answers so. */
const pausesLive =
  (silentBefore: 'first' | 'second'): ((peer: LivePeer) => void) =>
  (peer) =>
    peer.on(({ event }) => {
      if (event === 'stop') void speakWithPause(peer, silentBefore);
    });

/** The same by POST. Before the first part, the head of the answer comes as late. */
const pausesPost =
  (silentBefore: 'first' | 'second'): NonNullable<Handlers['http']> =>
  async (_request, response) => {
    if (silentBefore === 'first') await delay(SILENCE_MS);
    response.write(Buffer.from([1]));
    if (silentBefore === 'second') await delay(SILENCE_MS);
    response.end(Buffer.from([2]));
  };

/** A signal of a text that nobody waits for yet. */
const ahead = (): AbortController => new AbortController();

describe('a silence in the middle of the sound', () => {
  test('of a live text is waited for: it is asked for once, and heard once', async () => {
    const server = await startServer({ live: pausesLive('second') });
    expect(await heard(serviceFor(server, PATIENT))).toEqual([1, 2]);
    expect(server.handshakes).toHaveLength(1);
    expect(server.requests).toHaveLength(0);
  });

  test('of a text by POST is waited for likewise', async () => {
    const server = await startServer({ http: pausesPost('second') });
    expect(await heard(serviceFor(server, PATIENT, BY_POST))).toEqual([1, 2]);
    expect(server.requests).toHaveLength(1);
  });

  test('of a text that becomes a file is waited for likewise', async () => {
    const server = await startServer({ http: pausesPost('second') });
    expect(await bytesOf(serviceFor(server, PATIENT).tts(HELLO, context('files')))).toEqual([1, 2]);
    expect(server.requests).toHaveLength(1);
  });

  test('that is too long makes a live text start again by POST', async () => {
    const server = await startServer({
      live: (peer) => peer.on(({ event }) => event === 'stop' && peer.audio(1)),
      http: (_request, response) => void response.end(Buffer.from([1, 2])),
    });
    expect(await heard(serviceFor(server, IMPATIENT))).toEqual([1, 'restart', 1, 2]);
    expect(server.handshakes).toHaveLength(1);
    expect(server.requests).toHaveLength(1);
  });

  test('that is too long makes a text by POST start again once', async () => {
    const server = await startServer({
      http: (_request, response, index) =>
        void (index === 0 ? response.write(Buffer.from([1])) : response.end(Buffer.from([1, 2]))),
    });
    expect(await heard(serviceFor(server, IMPATIENT, BY_POST))).toEqual([1, 'restart', 1, 2]);
    expect(server.requests).toHaveLength(2);
  });

  test('ends at once when the text is skipped, and when the service is closed', async () => {
    const server = await startServer({ live: (peer) => peer.on(({ event }) => event === 'stop' && peer.audio(1)) });
    const service = serviceFor(server, { ...PATIENT, ttsSilenceMs: 600_000 });
    const skipping = new AbortController();
    const skipped = service.synthesize(HELLO, context('speech', skipping.signal));
    await skipped.next();
    const cut = expect(skipped.next()).rejects.toThrow('skipped');
    skipping.abort(new Error('skipped'));
    await cut;
    await vi.waitUntil(() => server.connections.size === 0, { timeout: 5_000 });

    const closed = service.synthesize(HELLO, context());
    await closed.next();
    const ended = expect(closed.next()).rejects.toMatchObject({ code: 'SPEECH_CLOSED' });
    await service.close();
    await ended;
    expect(server.requests).toHaveLength(0);
  });
});

describe('a silence before the first sound', () => {
  test('is waited for while other sound is still to be played', async () => {
    const live = await startServer({ live: pausesLive('first') });
    expect(await heard(serviceFor(live, PATIENT), { awaited: ahead().signal })).toEqual([1, 2]);
    expect(live.requests).toHaveLength(0);
    const post = await startServer({ http: pausesPost('first') });
    expect(await heard(serviceFor(post, PATIENT, BY_POST), { awaited: ahead().signal })).toEqual([1, 2]);
    expect(post.requests).toHaveLength(1);
  });

  test('is no longer waited for once somebody waits', async () => {
    const asked = Promise.withResolvers<void>();
    const server = await startServer({
      live: (peer) => peer.on(({ event }) => event === 'stop' && asked.resolve()),
      http: (_request, response) => void response.end(Buffer.from([1])),
    });
    const awaited = ahead();
    const text = heard(serviceFor(server, { ...PATIENT, ttsSilenceMs: 600_000 }), { awaited: awaited.signal });
    await asked.promise;
    awaited.abort();
    expect(await text).toEqual([1]);
  });

  test('by POST is no longer waited for once somebody waits', async () => {
    const asked = Promise.withResolvers<void>();
    const server = await startServer({ http: () => asked.resolve() });
    const service = serviceFor(server, { ...PATIENT, ttsSilenceMs: 600_000, retryAttempts: 1 }, BY_POST);
    const awaited = ahead();
    const text = heard(service, { awaited: awaited.signal });
    await asked.promise;
    awaited.abort();
    await expect(text).rejects.toMatchObject({ code: 'SPEECH_TIMEOUT' });
  });

  test('is waited for when the text has begun, and POST takes over', async () => {
    const server = await startServer({
      live: (peer) =>
        peer.on(({ event }) => {
          if (event !== 'stop') return;
          peer.audio(1);
          peer.send({ event: 'error', error: 'engine lost' });
        }),
      http: pausesPost('first'),
    });
    expect(await heard(serviceFor(server, PATIENT))).toEqual([1, 'restart', 1, 2]);
    expect(server.requests).toHaveLength(1);
  });

  test('is not ended by bytes that are no sound to the reader', async () => {
    const begun = new AbortController();
    const server = await startServer({
      live: (peer) => peer.on(({ event }) => event === 'stop' && peer.audio(1)),
      http: (_request, response) => void response.write(Buffer.from([2])),
    });
    const service = serviceFor(server, { ...PATIENT, ttsSilenceMs: 600_000, retryAttempts: 1 });
    await expect(heard(service, { begun: begun.signal })).rejects.toMatchObject({ code: 'SPEECH_TIMEOUT' });
    // The first attempt by POST, and the last.
    expect(server.requests).toHaveLength(2);
  });

  test('by POST ends when the reader has sound', async () => {
    const begun = new AbortController();
    const server = await startServer({
      http: async (_request, response) => {
        response.write(Buffer.from([1]));
        await delay(SILENCE_MS);
        response.end(Buffer.from([2]));
      },
    });
    const service = serviceFor(server, PATIENT, BY_POST);
    const all: number[] = [];
    for await (const chunk of service.synthesize(HELLO, { ...context(), begun: begun.signal })) {
      begun.abort();
      if (chunk.kind === 'audio') all.push(...chunk.bytes);
    }
    expect(all).toEqual([1, 2]);
  });

  test('by POST counts from the permit to the first byte of sound, not to the head of the answer', async () => {
    const server = await startServer({
      http: (_request, response, index) =>
        void (index === 0 ? response.flushHeaders() : response.end(Buffer.from([1]))),
    });
    const service = serviceFor(server, { ...PATIENT, ttsSilenceMs: 600_000 }, BY_POST);
    expect(await heard(service)).toEqual([1]);
    expect(server.requests).toHaveLength(2);
  });
});
