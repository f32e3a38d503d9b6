import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FirstSoundTimer } from '../../../../src/voice/playback/first-sound-timer.ts';

let delays: number[];
let timer: FirstSoundTimer;

beforeEach(() => {
  vi.useFakeTimers();
  delays = [];
  timer = new FirstSoundTimer((delayMs) => delays.push(delayMs));
});

afterEach(() => {
  vi.useRealTimers();
});

test('a text is measured from the head of the queue to its first sound, once', () => {
  timer.first('1');
  vi.advanceTimersByTime(300);
  timer.first('1');
  vi.advanceTimersByTime(100);
  timer.sounded();
  timer.sounded();
  timer.first('2');
  vi.advanceTimersByTime(50);
  timer.sounded();
  expect(delays).toEqual([400, 50]);
});

test('a wait for people is not measured, that of the next text is', () => {
  timer.first('1');
  timer.ignore();
  vi.advanceTimersByTime(60_000);
  timer.first('1');
  timer.sounded();
  timer.first('2');
  vi.advanceTimersByTime(250);
  timer.sounded();
  expect(delays).toEqual([250]);
});
