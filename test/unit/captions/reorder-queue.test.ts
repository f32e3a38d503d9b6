import { beforeEach, expect, test, vi } from 'vitest';
import { ReorderQueue } from '../../../src/captions/reorder-queue.ts';

const PATIENCE_MS = 5_000;

beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

function openOrder(...clipIds: string[]) {
  const told: string[] = [];
  const order = new ReorderQueue<string>({
    patienceMs: PATIENCE_MS,
    onRelease: (answer, isOvertaken) => told.push(isOvertaken ? `${answer} (overtaken)` : answer),
  });
  for (const clipId of clipIds) order.expect(clipId);
  return { order, told };
}

test('answers are released in the order of speech, in whatever order they come', () => {
  const { order, told } = openOrder('1', '2', '3');
  order.answer('3', 'three');
  order.answer('2', 'two');
  expect(told).toEqual([]);
  order.answer('1', 'one');
  expect(told).toEqual(['one', 'two', 'three']);
});

test('a dropped clip is not waited for', () => {
  const { order, told } = openOrder('1', '2');
  order.answer('2', 'two');
  order.drop('1');
  expect(told).toEqual(['two']);
});

test('an answer overtakes an earlier one that takes too long; that one comes later, as overtaken', () => {
  const { order, told } = openOrder('1', '2', '3');
  order.answer('3', 'three');
  vi.advanceTimersByTime(PATIENCE_MS - 1);
  order.answer('2', 'two');
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(told).toEqual(['two', 'three']);
  expect(order.isOvertaken('1')).toBe(true);
  order.answer('1', 'one');
  expect(told).toEqual(['two', 'three', 'one (overtaken)']);
});

test('nothing waits twice for an overtaken clip, and overtaken clips keep their order', () => {
  const { order, told } = openOrder('1', '2', '3');
  order.answer('3', 'three');
  vi.advanceTimersByTime(PATIENCE_MS);
  order.expect('4');
  order.answer('4', 'four');
  order.answer('2', 'two');
  expect(told).toEqual(['three', 'four']);
  order.answer('1', 'one');
  expect(told).toEqual(['three', 'four', 'one (overtaken)', 'two (overtaken)']);
});

test('a missing answer delays overtaken ones only once', () => {
  const { order, told } = openOrder('1', '2', '3', '4');
  order.answer('4', 'four');
  vi.advanceTimersByTime(PATIENCE_MS);
  order.answer('2', 'two');
  vi.advanceTimersByTime(PATIENCE_MS);
  order.answer('3', 'three');
  expect(told).toEqual(['four', 'two (overtaken)', 'three (overtaken)']);
});

test('closing releases waiting answers in order; clearing releases none', () => {
  const closed = openOrder('1', '2', '3');
  closed.order.answer('3', 'three');
  closed.order.answer('2', 'two');
  closed.order.close();
  expect(closed.told).toEqual(['two', 'three']);
  const cleared = openOrder('1', '2');
  cleared.order.answer('2', 'two');
  cleared.order.clear();
  vi.advanceTimersByTime(PATIENCE_MS);
  expect(cleared.told).toEqual([]);
});

test('unexpected answers and second answers are ignored', () => {
  const { order, told } = openOrder('1', '2');
  order.answer('2', 'two');
  order.answer('2', 'two again');
  order.answer('7', 'seven');
  order.answer('1', 'one');
  expect(told).toEqual(['one', 'two']);
});
