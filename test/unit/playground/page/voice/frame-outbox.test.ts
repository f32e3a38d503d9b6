import { expect, test } from 'vitest';
import { FrameOutbox } from '../../../../../playground/page/voice/frame-outbox.ts';

/** A socket that sends nothing until it is told to. */
function slowSocket() {
  const sent: number[] = [];
  const waiting: (() => void)[] = [];
  const outbox = new FrameOutbox((frame, done) => {
    sent.push(frame[0] ?? -1);
    waiting.push(done);
  });
  const flush = (): void => {
    for (const done of waiting.splice(0)) done();
  };
  return { outbox, sent, flush };
}

test('a slow tab gets the newest frames and loses the oldest, and their number is bounded', () => {
  const { outbox, sent, flush } = slowSocket();
  for (let index = 0; index < 200; index++) outbox.push(Uint8Array.of(index));
  expect(sent).toHaveLength(50);
  expect(outbox.dropped).toBe(50);
  flush();
  flush();
  expect(sent).toEqual([...Array(50).keys(), ...Array.from({ length: 100 }, (_, index) => 100 + index)]);
});

test('a tab that leaves voice gets nothing of what waited', () => {
  const { outbox, sent, flush } = slowSocket();
  for (let index = 0; index < 60; index++) outbox.push(Uint8Array.of(index));
  outbox.clear();
  flush();
  expect(sent).toHaveLength(50);
});

test('a fast tab gets every frame at once', () => {
  const sent: number[] = [];
  const outbox = new FrameOutbox((frame, done) => {
    sent.push(frame[0] ?? -1);
    done();
  });
  for (let index = 0; index < 200; index++) outbox.push(Uint8Array.of(index));
  expect(sent).toEqual([...Array(200).keys()]);
});
