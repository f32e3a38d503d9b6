import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ProgressBatch, type ProgressEvent } from '../../../../src/voice/workers/progress-batch.ts';

let sent: (readonly ProgressEvent[])[];
let batch: ProgressBatch;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  batch = new ProgressBatch((events) => sent.push(events));
});

afterEach(() => vi.useRealTimers());

function progress(guildId: string, packets: number): ProgressEvent {
  return { type: 'piece-progress', guildId, textId: '1', piece: 0, packets };
}

test('what comes within 100 ms leaves together, in order', async () => {
  batch.add(progress('1', 50));
  await vi.advanceTimersByTimeAsync(90);
  batch.add(progress('2', 50));
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(10);
  expect(sent).toEqual([[progress('1', 50), progress('2', 50)]]);
  batch.add(progress('1', 100));
  await vi.advanceTimersByTimeAsync(100);
  expect(sent.slice(1)).toEqual([[progress('1', 100)]]);
});

test('leaves sooner when asked for, and only once', async () => {
  batch.add(progress('1', 50));
  batch.flush();
  batch.flush();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual([[progress('1', 50)]]);
  expect(vi.getTimerCount()).toBe(0);
});
