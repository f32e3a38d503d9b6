import { expect, test } from 'vitest';
import { createWireRecorder } from '../../../../bench/meter/wire-recorder.ts';

test('gaps are measured between packets of one sender', () => {
  const recorder = createWireRecorder(10);
  recorder.note(1, 5, 100);
  recorder.note(2, 9, 110);
  recorder.note(1, 6, 120);
  recorder.note(2, 10, 140);
  const { gapsMs, gapEndsMs, senders, packets, lost } = recorder.finish(0);
  expect([...gapsMs]).toEqual([20, 30]);
  expect([...gapEndsMs]).toEqual([20, 40]);
  expect({ senders, packets, lost }).toEqual({ senders: 2, packets: 4, lost: 0 });
});

test('missing sequence numbers are counted, also where they wrap', () => {
  const recorder = createWireRecorder(10);
  recorder.note(1, 65_534, 0);
  recorder.note(1, 1, 20);
  expect(recorder.finish(0).lost).toBe(2);
});

test('a full recorder ignores further packets', () => {
  const recorder = createWireRecorder(2);
  for (const sequence of [1, 2, 3]) recorder.note(1, sequence, sequence * 20);
  expect(recorder.finish(0).packets).toBe(2);
});
