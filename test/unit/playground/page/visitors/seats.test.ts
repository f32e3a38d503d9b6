import { expect, test } from 'vitest';
import { createSeats } from '../../../../../playground/page/visitors/seats.ts';

const MINUTE = 60_000;

function scene() {
  const clock = { now: 0 };
  const seats = createSeats(() => clock.now);
  return { clock, seats };
}

test('tabs are Robin, Sam and so on, and only Robin is the first', () => {
  const { seats } = scene();
  const taken = ['a', 'b', 'c'].map((tab) => seats.take(tab));
  expect(taken.map((seat) => [seat?.name, seat?.isFirst])).toEqual([
    ['Robin', true],
    ['Sam', false],
    ['Kim', false],
  ]);
});

test('a tab that comes back is the same person, and nobody else is in the meantime', () => {
  const { seats, clock } = scene();
  const robin = seats.take('a');
  if (robin !== undefined) seats.leave(robin);
  clock.now += 1_000;
  expect(seats.take('b')?.name).toBe('Sam');
  expect(seats.take('a')?.name).toBe('Robin');
});

test('a new tab is who has been away for a while, and the one that comes back after that somebody new', () => {
  const { seats, clock } = scene();
  const robin = seats.take('a');
  if (robin !== undefined) seats.leave(robin);
  clock.now += MINUTE;
  expect(seats.take('b')?.name).toBe('Robin');
  expect(seats.take('a')?.name).toBe('Sam');
});

test('a tab with the key of an open one gets a key of its own', () => {
  const { seats } = scene();
  expect(seats.take('a')?.tab).toBe('a');
  const twin = seats.take('a');
  expect(twin?.name).toBe('Sam');
  expect(twin?.tab).toMatch(/^[\w-]{36}$/);
  expect(seats.open('a')?.name).toBe('Robin');
});

test('there are twenty people at most', () => {
  const { seats } = scene();
  const taken = Array.from({ length: 20 }, (_, index) => seats.take(`tab-${index}`));
  expect(new Set(taken.map((seat) => seat?.name)).size).toBe(20);
  expect(seats.take('one more')).toBeUndefined();
});
