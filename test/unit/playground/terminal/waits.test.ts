import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SpeechWait, within } from '../../../../playground/terminal/waits.ts';

const SILENCE_MS = 30_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('waiting for speech', () => {
  const silent = () => 0;

  it('returns at once when speech has ended since the last command, once for each', async () => {
    const speech = new SpeechWait();
    speech.restart();
    speech.end();
    speech.end();
    expect(await speech.next(silent, SILENCE_MS)).toBe(true);
    expect(await speech.next(silent, SILENCE_MS)).toBe(true);
    const third = speech.next(silent, SILENCE_MS);
    await vi.advanceTimersByTimeAsync(SILENCE_MS);
    expect(await third).toBe(false);
  });

  it('takes no speech for an answer that ended before the command', async () => {
    const speech = new SpeechWait();
    speech.end();
    speech.restart();
    let outcome: boolean | undefined;
    const waiting = speech.next(silent, SILENCE_MS).then((heard) => (outcome = heard));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(outcome).toBeUndefined();
    speech.end();
    expect(await waiting).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('goes on as long as something is heard, and gives up in silence', async () => {
    const speech = new SpeechWait();
    let packets = 0;
    const talking = setInterval(() => {
      packets += 1;
    }, 1_000);
    let outcome: boolean | undefined;
    const waiting = speech.next(() => packets, SILENCE_MS).then((heard) => (outcome = heard));
    await vi.advanceTimersByTimeAsync(5 * SILENCE_MS);
    expect(outcome).toBeUndefined();
    clearInterval(talking);
    await vi.advanceTimersByTimeAsync(2 * SILENCE_MS);
    expect(await waiting).toBe(false);
  });
});

it('tells whether a promise resolves in time, and leaves no timer behind', async () => {
  expect(await within(1_000, Promise.resolve())).toBe(true);
  await expect(within(1_000, Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(vi.getTimerCount()).toBe(0);
  const late = within(1_000, new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await late).toBe(false);
});
