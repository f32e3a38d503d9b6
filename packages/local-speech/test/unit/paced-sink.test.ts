import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPacedSink, type PacedSink, toPacing } from '../../src/paced-sink.ts';

let sent: { readonly bytes: number; readonly atMs: number }[];
let startMs: number;
let gone: AbortController;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  startMs = performance.now();
  gone = new AbortController();
});
afterEach(() => vi.useRealTimers());

function open(pacing: Parameters<typeof toPacing>[0]): PacedSink {
  const write = async (bytes: Uint8Array): Promise<void> => {
    gone.signal.throwIfAborted();
    sent.push({ bytes: bytes.length, atMs: performance.now() - startMs });
  };
  return createPacedSink({ write }, { pacing: toPacing(pacing), signal: gone.signal });
}

test('the first chunk comes after 300 ms, nothing for 350 ms, then the rest at three times its own pace', async () => {
  const sink = open({});
  sink.begin();
  const all = (async () => {
    await sink.write(new Uint8Array(100), 100);
    await sink.write(new Uint8Array(620), 620);
    await sink.write(new Uint8Array(300), 300);
  })();
  await vi.runAllTimersAsync();
  await all;
  expect(sent).toEqual([
    { bytes: 100, atMs: 300 },
    { bytes: 20, atMs: 300 },
    { bytes: 600, atMs: 650 },
    { bytes: 300, atMs: 850 },
  ]);
});

test('the wait for the first audio counts from the text, not from the end of its synthesis', async () => {
  const sink = open({});
  sink.begin();
  await vi.advanceTimersByTimeAsync(250);
  const written = sink.write(new Uint8Array(50), 50);
  await vi.runAllTimersAsync();
  await written;
  expect(sent).toEqual([{ bytes: 50, atMs: 300 }]);
});

test('a pacing without a first chunk loses no bytes, with and without sound in them', async () => {
  const sink = open({ firstChunkMs: 0 });
  sink.begin();
  const all = (async () => {
    await sink.write(new Uint8Array(30), 0);
    await sink.write(new Uint8Array(300), 300);
    await sink.write(new Uint8Array(7), 0);
  })();
  await vi.runAllTimersAsync();
  await all;
  expect(sent.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(337);
});

test('each part of the pacing can be chosen', async () => {
  const sink = open({ firstAudioMs: 10, firstChunkMs: 40, pauseMs: 50, speed: 1 });
  sink.begin();
  const all = (async () => {
    await sink.write(new Uint8Array(140), 140);
    await sink.write(new Uint8Array(10), 10);
  })();
  await vi.runAllTimersAsync();
  await all;
  expect(sent).toEqual([
    { bytes: 40, atMs: 10 },
    { bytes: 100, atMs: 60 },
    { bytes: 10, atMs: 160 },
  ]);
});

test('a client that goes ends the wait, and nothing more is sent', async () => {
  const sink = open({});
  sink.begin();
  const written = sink.write(new Uint8Array(500), 500);
  const refused = expect(written).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(400);
  gone.abort(new Error('gone'));
  await refused;
  await vi.runAllTimersAsync();
  expect(sent).toEqual([{ bytes: 120, atMs: 300 }]);
});

test('without pacing all audio is sent at once', async () => {
  const sink = open(false);
  await sink.write(new Uint8Array(500), 500);
  expect(sent).toEqual([{ bytes: 500, atMs: 0 }]);
});
