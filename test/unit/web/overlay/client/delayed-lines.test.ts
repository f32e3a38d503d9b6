import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DelayedLines } from '../../../../../src/web/overlay/client/delayed-lines.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function delayedBy(delayMs: number) {
  const shown: string[] = [];
  const delayed = new DelayedLines({
    delayMs,
    now: Date.now,
    setTimer: (run, afterMs) => void setTimeout(run, afterMs),
    show: ({ text }) => shown.push(text),
  });
  return { shown, delayed };
}
const line = (text: string, ageMs = 1_000, id = text, final = true) => ({
  ...{ id, text, final, speaker: 'Ada', speakerId: 'a' },
  at: new Date(Date.now() - ageMs).toISOString(),
});

describe('lines with a delay', () => {
  it('are shown that much later, in their order', () => {
    const { shown, delayed } = delayedBy(5_000);
    delayed.add(line('a'));
    vi.advanceTimersByTime(1_000);
    delayed.add(line('b'));
    vi.advanceTimersByTime(3_999);
    expect(shown).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(shown).toEqual(['a']);
    vi.advanceTimersByTime(1_000);
    expect(shown).toEqual(['a', 'b']);
  });

  it('never appear when they are removed meanwhile, or after a reset', () => {
    const { shown, delayed } = delayedBy(5_000);
    for (const text of ['a', 'b']) delayed.add(line(text));
    delayed.remove('a');
    vi.advanceTimersByTime(5_000);
    expect(shown).toEqual(['b']);
    delayed.add(line('c'));
    delayed.clear();
    vi.advanceTimersByTime(5_000);
    expect(shown).toEqual(['b']);
  });

  it('are shown at once when they were said before the page was opened', () => {
    const { shown, delayed } = delayedBy(5_000);
    delayed.add(line('long ago', 100_000));
    expect(shown).toEqual(['long ago']);
    delayed.add(line('interim', 100_000, 'x', false));
    delayed.add(line('final', 100_000, 'x'));
    expect(shown).toEqual(['long ago']);
    vi.advanceTimersByTime(5_000);
    expect(shown).toEqual(['long ago', 'interim', 'final']);
  });

  it('are shown at once without one', () => {
    const { shown, delayed } = delayedBy(0);
    delayed.add(line('a'));
    expect(shown).toEqual(['a']);
  });

  it('are held in a bounded number', () => {
    const { shown, delayed } = delayedBy(5_000);
    for (let count = 0; count < 5_001; count += 1) delayed.add(line(`${count}`));
    expect(shown).toEqual(['0']);
  });
});
