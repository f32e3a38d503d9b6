import { expect, test } from 'vitest';
import { createPlayoutBuffer, type PlayoutBuffer } from '../../../../src/voice/playback/playout-buffer.ts';
import { createTargetDelay } from '../../../../src/voice/playback/target-delay.ts';

const failure = { code: 'SPEECH_CONNECTION', message: 'gone', retryable: true };

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
  const buffer = createPlayoutBuffer(createTargetDelay());
  buffer.push(packets(5));
  expect(drain(buffer)).toEqual([0, 1, 2, 3, 4]);
});

test('a single packet waits for the target delay', () => {
  const buffer = createPlayoutBuffer(createTargetDelay());
  buffer.push(packets(1));
  expect(buffer.peek().kind).toBe('waiting');
  buffer.push(packets(1, 1));
  expect(drain(buffer)).toEqual([0, 1]);
});

test('a stream that ended plays all packets', () => {
  const buffer = createPlayoutBuffer(createTargetDelay());
  buffer.push(packets(1));
  buffer.end();
  expect(drain(buffer)).toEqual([0]);
  expect(buffer.peek()).toEqual({ kind: 'done', failure: undefined });
});

test('peeking leaves the packet in place', () => {
  const buffer = createPlayoutBuffer(createTargetDelay());
  buffer.push(packets(2));
  expect(buffer.peek()).toEqual(buffer.peek());
});

test('after running dry it waits for a larger target delay than at the start', () => {
  const targetDelay = createTargetDelay();
  const buffer = createPlayoutBuffer(targetDelay);
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
  const buffer = createPlayoutBuffer(targetDelay);
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
  const buffer = createPlayoutBuffer(createTargetDelay());
  buffer.push(packets(3));
  buffer.end(failure);
  expect(drain(buffer)).toEqual([0, 1, 2]);
  expect(buffer.peek()).toEqual({ kind: 'done', failure });
});

test('packets keep their order over many pushes and takes', () => {
  const buffer = createPlayoutBuffer(createTargetDelay());
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
  const buffer = createPlayoutBuffer(createTargetDelay());
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
  const buffer = createPlayoutBuffer(createTargetDelay());
  buffer.push(packets(6_000));
  const controller = new AbortController();
  const room = buffer.room(controller.signal);
  controller.abort(new Error('dropped'));
  await expect(room).rejects.toThrow('dropped');
});
