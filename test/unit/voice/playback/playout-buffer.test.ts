import { expect, test } from 'vitest';
import { PacketMemory } from '../../../../src/voice/playback/packet-memory.ts';
import { createPlayoutBuffer, type PlayoutBuffer } from '../../../../src/voice/playback/playout-buffer.ts';
import type { StreamStart } from '../../../../src/voice/playback/start-delay.ts';
import { createTargetDelay, type TargetDelay } from '../../../../src/voice/playback/target-delay.ts';

const failure = { code: 'SPEECH_CONNECTION', message: 'gone', retryable: true };

/** A buffer that starts with two packets, or as `start` says. */
function openBuffer(targetDelay: TargetDelay = createTargetDelay(), start: Partial<StreamStart> = {}): PlayoutBuffer {
  const ignore = () => undefined;
  const waitMs = (bufferedMs: number) => (bufferedMs < 40 ? 600 : 0);
  const behaviour = { arrived: ignore, ended: ignore, disturbed: ignore, waitMs, ...start };
  return createPlayoutBuffer(behaviour, targetDelay, new PacketMemory());
}

function packets(count: number, first = 0): Uint8Array[] {
  return Array.from({ length: count }, (_, index) => Uint8Array.of((first + index) % 256, (first + index) >> 8));
}

/** Takes all packets that are available and returns their numbers. */
function drain(buffer: PlayoutBuffer): number[] {
  const taken: number[] = [];
  for (let step = buffer.peek(); step.kind === 'frame'; step = buffer.peek()) {
    taken.push((step.packet[0] ?? 0) + 256 * (step.packet[1] ?? 0));
    buffer.take();
  }
  return taken;
}

test('a first page of several packets plays immediately', () => {
  const buffer = openBuffer();
  buffer.push(packets(5));
  expect(drain(buffer)).toEqual([0, 1, 2, 3, 4]);
});

test('sound waits for its start', () => {
  const buffer = openBuffer();
  buffer.push(packets(1));
  expect(buffer.peek().kind).toBe('waiting');
  buffer.push(packets(1, 1));
  expect(drain(buffer)).toEqual([0, 1]);
});

test('says how long the start is away, by the sound in hand, and asks again each time', () => {
  const waits = [250, 0.5, 0];
  const asked: number[] = [];
  const waitMs = (bufferedMs: number) => asked.push(bufferedMs) && (waits.shift() ?? 0);
  const buffer = openBuffer(createTargetDelay(), { waitMs });
  buffer.push(packets(3));
  expect(buffer.peek()).toEqual({ kind: 'waiting', forMs: 250 });
  expect(buffer.peek()).toEqual({ kind: 'waiting', forMs: 0.5 });
  expect(drain(buffer)).toEqual([0, 1, 2]);
  expect(asked).toEqual([60, 60, 60]);
});

test('reports what arrived, and a whole end but not a broken one', () => {
  const reports: (string | number)[] = [];
  const start = { arrived: (ms: number) => void reports.push(ms), ended: () => void reports.push('ended') };
  openBuffer(createTargetDelay(), start).end(failure);
  const buffer = openBuffer(createTargetDelay(), start);
  buffer.push(packets(6));
  buffer.push(packets(1, 6));
  buffer.end();
  buffer.end();
  expect(reports).toEqual([120, 20, 'ended']);
});

test('reports that it holds the writer only when it is full', () => {
  const reports: string[] = [];
  const buffer = openBuffer(createTargetDelay(), { disturbed: () => void reports.push('disturbed') });
  buffer.push(packets(5_999));
  expect(reports).toEqual([]);
  buffer.push(packets(1));
  expect(reports).toEqual(['disturbed']);
});

test('a stream that ended plays all packets', () => {
  const buffer = openBuffer();
  buffer.push(packets(1));
  buffer.end();
  expect(drain(buffer)).toEqual([0]);
  expect(buffer.peek()).toEqual({ kind: 'done', failure: undefined });
});

test('peeking leaves the packet in place', () => {
  const buffer = openBuffer();
  buffer.push(packets(2));
  expect(buffer.peek()).toEqual(buffer.peek());
});

test('after running dry it waits for a larger target delay than at the start', () => {
  const targetDelay = createTargetDelay();
  const buffer = openBuffer(targetDelay);
  const atStart = targetDelay.frames;
  buffer.push(packets(3));
  drain(buffer);
  expect(buffer.peek().kind).toBe('waiting');
  expect(buffer.ranDry).toBe(true);
  expect(targetDelay.frames).toBeGreaterThan(atStart);
  buffer.push(packets(atStart, 3));
  expect(buffer.peek().kind).toBe('waiting');
  buffer.push(packets(targetDelay.frames, 3 + atStart));
  expect(drain(buffer)[0]).toBe(3);
});

test('peeking again at a dry buffer does not grow the target delay again', () => {
  const targetDelay = createTargetDelay();
  const buffer = openBuffer(targetDelay);
  buffer.push(packets(2));
  drain(buffer);
  const grown = targetDelay.frames;
  buffer.peek();
  buffer.peek();
  expect(targetDelay.frames).toBe(grown);
});

test('the target delay is at most half a second, and shrinks back without stalls', () => {
  const targetDelay = createTargetDelay();
  const atStart = targetDelay.frames;
  for (let stall = 0; stall < 50; stall += 1) targetDelay.grow();
  expect(targetDelay.frames).toBe(25);
  for (let piece = 0; piece < 50; piece += 1) targetDelay.relax();
  expect(targetDelay.frames).toBe(atStart);
});

test('a failure comes after the packets before it', () => {
  const buffer = openBuffer();
  buffer.push(packets(3));
  buffer.end(failure);
  expect(drain(buffer)).toEqual([0, 1, 2]);
  expect(buffer.peek()).toEqual({ kind: 'done', failure });
});

test('packets keep their order over many pushes and takes', () => {
  const buffer = openBuffer();
  const taken: number[] = [];
  for (let first = 0; first < 3_000; first += 3) {
    buffer.push(packets(3, first));
    const step = buffer.peek();
    if (step.kind !== 'frame') continue;
    taken.push((step.packet[0] ?? 0) + 256 * (step.packet[1] ?? 0));
    buffer.take();
  }
  taken.push(...drain(buffer));
  expect(taken).toEqual(Array.from({ length: 3_000 }, (_, index) => index));
});

test('a full buffer makes the writer wait until a packet was taken', async () => {
  const buffer = openBuffer();
  expect(buffer.push(packets(5_999))).toBe(true);
  expect(buffer.push(packets(1))).toBe(false);
  let hasRoom = false;
  const room = buffer.room(new AbortController().signal).then(() => {
    hasRoom = true;
  });
  await Promise.resolve();
  expect(hasRoom).toBe(false);
  buffer.peek();
  buffer.take();
  await room;
  expect(hasRoom).toBe(true);
});

test('a writer that waits for room stops when its signal aborts', async () => {
  const buffer = openBuffer();
  buffer.push(packets(6_000));
  const controller = new AbortController();
  const room = buffer.room(controller.signal);
  controller.abort(new Error('dropped'));
  await expect(room).rejects.toThrow('dropped');
});
