import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createUndecryptable, groupDigits, type Undecryptable } from '../../../src/voice/diagnosis.ts';

let people: Undecryptable;

beforeEach(() => {
  vi.useFakeTimers();
  people = createUndecryptable();
});

afterEach(() => {
  vi.useRealTimers();
});

function fail(userId: string, packets: number): void {
  for (let packet = 0; packet < packets; packet += 1) people.failed(userId);
}

test('half a second of packets that cannot be decrypted is reported, until one can', () => {
  fail('1', 24);
  expect(people.people).toEqual([]);
  fail('1', 1);
  fail('2', 30);
  expect(people.people).toEqual(['1', '2']);
  people.opened('1');
  expect(people.people).toEqual(['2']);
});

test('who has sent nothing for a minute is not reported', () => {
  fail('1', 50);
  vi.advanceTimersByTime(61_000);
  expect(people.people).toEqual([]);
});

test('a hundred people are remembered', () => {
  for (let person = 0; person < 150; person += 1) fail(String(person), 25);
  expect(people.people).toHaveLength(100);
});

test('a code is written in groups of five digits', () => {
  expect(groupDigits('012345678901234567890123456789')).toBe('01234 56789 01234 56789 01234 56789');
  expect(groupDigits('')).toBe('');
});
