import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LiveSession, LiveSessionOptions } from '../../../../src/speech/live/live-session.ts';
import { begin, collect } from './live-session-scene.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('silence', () => {
  const stalled = (session: LiveSession) =>
    expect(collect(session)).rejects.toMatchObject({ code: 'SPEECH_LIVE_STALLED' });
  const speak = (changes: Partial<LiveSessionOptions> = {}) => {
    const scene = begin(changes);
    scene.session.write('Hello.');
    scene.session.stop();
    return scene;
  };

  test('before the first sound is a stall after 5 s, whatever else comes', async () => {
    const { socket, session } = speak();
    const failed = stalled(session);
    for (let s = 1; s < 5; s += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      socket.receive({ event: 'log', message: 'warming up' });
      socket.receive({ event: 'novelty' });
      socket.audio();
    }
    await vi.advanceTimersByTimeAsync(999);
    expect(socket.done).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await failed;
    expect(socket.done).toEqual(['terminate']);
  });

  test.each([25_000, 45_000, 59_999])('of %i ms in the middle of the sound is none', async (silenceMs) => {
    const { socket, session } = speak();
    const audio = collect(session);
    socket.audio(1);
    await vi.advanceTimersByTimeAsync(silenceMs);
    socket.audio(2);
    await vi.advanceTimersByTimeAsync(silenceMs);
    socket.receive({ event: 'finish', reason: 'stop' });
    expect(await audio).toEqual([[1], [2]]);
    expect(socket.done).toEqual([]);
  });

  test('of 60 s in the middle of the sound is a stall, whatever else comes', async () => {
    const { socket, session } = speak();
    const failed = stalled(session);
    socket.audio(1);
    for (let s = 0; s < 59; s += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      socket.receive({ event: 'log', message: 'still here' });
      socket.audio();
    }
    expect(socket.done).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    await failed;
  });

  test('is a stall after 5 s also when bytes came that are no sound to the reader', async () => {
    const { socket, session } = speak({ begun: new AbortController().signal });
    const failed = stalled(session);
    socket.audio(1);
    await vi.advanceTimersByTimeAsync(4_000);
    socket.audio(2);
    await vi.advanceTimersByTimeAsync(999);
    expect(socket.done).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await failed;
  });

  test('is borne for 60 s once the reader has sound', async () => {
    const begun = new AbortController();
    const { socket, session } = speak({ begun: begun.signal });
    const failed = stalled(session);
    socket.audio(1);
    begun.abort();
    await vi.advanceTimersByTimeAsync(59_999);
    expect(socket.done).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await failed;
    expect(getEventListeners(begun.signal, 'abort')).toEqual([]);
  });

  test('is a stall only after 60 s while other sound is still to be played', async () => {
    const { socket, session } = speak({ awaited: new AbortController().signal });
    const failed = stalled(session);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(socket.done).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await failed;
  });

  test('is a stall 5 s after somebody began to wait for the first sound', async () => {
    const awaited = new AbortController();
    const { socket, session } = speak({ awaited: awaited.signal });
    const failed = stalled(session);
    await vi.advanceTimersByTimeAsync(25_000);
    awaited.abort();
    await vi.advanceTimersByTimeAsync(4_999);
    expect(socket.done).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await failed;
  });

  test('after the first sound is borne also when somebody waits for more', async () => {
    const awaited = new AbortController();
    const { socket, session } = speak({ awaited: awaited.signal });
    const audio = collect(session);
    socket.audio(1);
    awaited.abort();
    await vi.advanceTimersByTimeAsync(45_000);
    socket.receive({ event: 'finish', reason: 'stop' });
    expect(await audio).toEqual([[1]]);
    expect(getEventListeners(awaited.signal, 'abort')).toEqual([]);
  });
});
