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

test('packets in order come out in order', () => {
  const { delivered, lost, push } = setUp();
  expect(push(7, 8, 9, 10)).toEqual(['in-order', 'in-order', 'in-order', 'in-order']);
  expect(delivered).toEqual([7, 8, 9, 10]);
  expect(lost).toEqual([]);
});

test('packets that changed places are put in order, also the first ones', () => {
  const { delivered, lost, push } = setUp();
  expect(push(2, 1, 3, 5, 4, 6)).toEqual(['in-order', 'reordered', 'in-order', 'in-order', 'reordered', 'in-order']);
  expect(delivered).toEqual([1, 2, 3, 4, 5, 6]);
  expect(lost).toEqual([]);
});

test('numbers wrap around after 65,535', () => {
  const { delivered, lost, push } = setUp();
  push(65_532, 65_533, 65_534, 0, 65_535, 1, 2);
  expect(delivered).toEqual([65_532, 65_533, 65_534, 65_535, 0, 1, 2]);
  expect(lost).toEqual([]);
});

test('a packet that came twice is delivered once', () => {
  const { delivered, push } = setUp();
  expect(push(1, 2, 3, 3, 2, 5, 5, 4)).toEqual([
    ...['in-order', 'in-order', 'in-order', 'duplicate', 'duplicate', 'in-order', 'duplicate', 'reordered'],
  ]);
  expect(delivered).toEqual([1, 2, 3, 4, 5]);
});

test('a missing packet is waited for 100 ms, then counted as lost', () => {
  const { delivered, lost, push } = setUp();
  push(1, 2, 3, 5, 6, 7, 8, 9);
  expect(delivered).toEqual([1, 2, 3]);
  push(10);
  expect(delivered).toEqual([1, 2, 3, 5, 6, 7, 8, 9, 10]);
  expect(lost).toEqual([1]);
});

test('what comes after its place was given up is late and not delivered', () => {
  const { delivered, push } = setUp();
  push(1, 2, 3, 5, 6, 7, 8, 9, 10);
  expect(push(4)).toEqual(['late']);
  expect(delivered).not.toContain(4);
});

test('two gaps at once cost each their own packets', () => {
  const { delivered, lost, push } = setUp();
  push(1, 2, 3, 5, 8, 9, 10, 11, 12, 13, 14, 15, 16);
  expect(delivered).toEqual([1, 2, 3, 5, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
  expect(lost).toEqual([1, 2]);
});

test('a burst after a stall is held to 32 packets', () => {
  const delivered: number[] = [];
  const buffer = createReorderBuffer<Numbered>(({ sequence }) => delivered.push(sequence));
  for (const sequence of [1, 2, 3]) buffer.push({ sequence, receivedAtMs: 0 });
  for (let sequence = 5; sequence < 5 + 33; sequence += 1) buffer.push({ sequence, receivedAtMs: 0 });
  expect(delivered).toHaveLength(3 + 33);
});

test('a flush delivers what is held, and the stream goes on after it', () => {
  const { buffer, delivered, lost, push } = setUp();
  push(1, 2, 3, 5, 6);
  buffer.flush();
  expect(delivered).toEqual([1, 2, 3, 5, 6]);
  push(7);
  expect(delivered.at(-1)).toBe(7);
  expect(lost).toEqual([1]);
});

test('a single first packet is delivered by a flush', () => {
  const { buffer, delivered, push } = setUp();
  push(9);
  buffer.flush();
  expect(delivered).toEqual([9]);
});

test('a jump of the numbering is a new beginning, not loss', () => {
  const { delivered, lost, push } = setUp();
  push(1, 2, 3, 40_000, 40_001, 40_002, 100, 101, 102);
  expect(delivered).toEqual([1, 2, 3, 40_000, 40_001, 40_002, 100, 101, 102]);
  expect(lost).toEqual([]);
});
