import { expect, test } from 'vitest';
import { type Arrival, createReorderBuffer } from '../../../src/audio/reorder-buffer.ts';

interface Numbered {
  readonly sequence: number;
  readonly receivedAtMs: number;
}

function setUp() {
  const delivered: number[] = [];
  const lost: number[] = [];
  const buffer = createReorderBuffer<Numbered>(({ sequence }, missing) => {
    delivered.push(sequence);
    if (missing > 0) lost.push(missing);
  });
  let nowMs = 0;
  const push = (...sequences: number[]): Arrival[] =>
    sequences.map((sequence) => {
      nowMs += 20;
      return buffer.push({ sequence: sequence & 0xffff, receivedAtMs: nowMs });
    });
  return { buffer, delivered, lost, push };
}

test('packets in order are delivered in order', () => {
  const { delivered, lost, push } = setUp();
  expect(push(7, 8, 9, 10)).toEqual(['in-order', 'in-order', 'in-order', 'in-order']);
  expect(delivered).toEqual([7, 8, 9, 10]);
  expect(lost).toEqual([]);
});

test('swapped packets are put in order, even the first ones', () => {
  const { delivered, lost, push } = setUp();
  expect(push(2, 1, 3, 5, 4, 6)).toEqual(['in-order', 'reordered', 'in-order', 'in-order', 'reordered', 'in-order']);
  expect(delivered).toEqual([1, 2, 3, 4, 5, 6]);
  expect(lost).toEqual([]);
});

test('sequence numbers wrap around after 65,535', () => {
  const { delivered, lost, push } = setUp();
  push(65_532, 65_533, 65_534, 0, 65_535, 1, 2);
  expect(delivered).toEqual([65_532, 65_533, 65_534, 65_535, 0, 1, 2]);
  expect(lost).toEqual([]);
});

test('a duplicated packet is delivered once', () => {
  const { delivered, push } = setUp();
  expect(push(1, 2, 3, 3, 2, 5, 5, 4)).toEqual([
    ...['in-order', 'in-order', 'in-order', 'duplicate', 'duplicate', 'in-order', 'duplicate', 'reordered'],
  ]);
  expect(delivered).toEqual([1, 2, 3, 4, 5]);
});

test('a missing packet counts as lost after 100 ms', () => {
  const { delivered, lost, push } = setUp();
  push(1, 2, 3, 5, 6, 7, 8, 9);
  expect(delivered).toEqual([1, 2, 3]);
  push(10);
  expect(delivered).toEqual([1, 2, 3, 5, 6, 7, 8, 9, 10]);
  expect(lost).toEqual([1]);
});

test('a gap counts as lost 100 ms after the earliest packet still held, not after one that was released', () => {
  const { buffer, delivered, lost } = setUp();
  const arrive = (receivedAtMs: number, ...sequences: number[]): void => {
    for (const sequence of sequences) buffer.push({ sequence, receivedAtMs });
  };
  arrive(0, 1, 2, 3);
  arrive(10, 5);
  arrive(85, 9);
  arrive(95, 4);
  arrive(110, 10);
  expect(delivered).toEqual([1, 2, 3, 4, 5]);
  arrive(184, 8, 7, 6);
  expect(delivered).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  arrive(200, 12);
  arrive(220, 15);
  arrive(300, 16);
  expect(delivered.slice(10)).toEqual([12]);
  arrive(320, 17);
  expect(delivered.slice(10)).toEqual([12, 15, 16, 17]);
  expect(lost).toEqual([1, 2]);
});

test('after a stall, every gap whose wait is over counts as lost at once', () => {
  const { buffer, delivered, lost } = setUp();
  for (const sequence of [1, 2, 3, 5, 8]) buffer.push({ sequence, receivedAtMs: 0 });
  buffer.push({ sequence: 11, receivedAtMs: 400 });
  expect(delivered).toEqual([1, 2, 3, 5, 8]);
  expect(lost).toEqual([1, 2]);
});

test('a packet that arrives after it counted as lost is late and not delivered', () => {
  const { delivered, push } = setUp();
  push(1, 2, 3, 5, 6, 7, 8, 9, 10);
  expect(push(4)).toEqual(['late']);
  expect(delivered).not.toContain(4);
});

test('two simultaneous gaps count their own losses', () => {
  const { delivered, lost, push } = setUp();
  push(1, 2, 3, 5, 8, 9, 10, 11, 12, 13, 14, 15, 16);
  expect(delivered).toEqual([1, 2, 3, 5, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
  expect(lost).toEqual([1, 2]);
});

test('at most 32 packets are held during a burst after a stall', () => {
  const delivered: number[] = [];
  const buffer = createReorderBuffer<Numbered>(({ sequence }) => delivered.push(sequence));
  for (const sequence of [1, 2, 3]) buffer.push({ sequence, receivedAtMs: 0 });
  for (let sequence = 5; sequence < 5 + 33; sequence += 1) buffer.push({ sequence, receivedAtMs: 0 });
  expect(delivered).toHaveLength(3 + 33);
});

test('a flush delivers the held packets, and the stream continues after it', () => {
  const { buffer, delivered, lost, push } = setUp();
  push(1, 2, 3, 5, 6);
  buffer.flush();
  expect(delivered).toEqual([1, 2, 3, 5, 6]);
  push(7);
  expect(delivered.at(-1)).toBe(7);
  expect(lost).toEqual([1]);
});

test('a flush delivers a single first packet', () => {
  const { buffer, delivered, push } = setUp();
  push(9);
  buffer.flush();
  expect(delivered).toEqual([9]);
});

test('a jump in the sequence numbers restarts the stream and counts no loss', () => {
  const { delivered, lost, push } = setUp();
  push(1, 2, 3, 40_000, 40_001, 40_002, 100, 101, 102);
  expect(delivered).toEqual([1, 2, 3, 40_000, 40_001, 40_002, 100, 101, 102]);
  expect(lost).toEqual([]);
});
